//! The legal moves of a position, or the ending of the game. Both depend on the earlier positions of the game: a draw
//! rule may end the game, and superko may forbid moves.

use super::MoveId;
use super::move_numbers::MoveNumbers;
use super::outcome::Reason;
use super::playable::Playable;
use super::ruleset::Ruleset;
use crate::rules::{Ending, Move, Moves, PositionHistory, sort_by_key_once};

/// What the earlier positions of a game change about the current one: a draw rule may end the game, or superko may
/// forbid moves.
#[derive(Clone, Copy)]
pub(super) struct Past<'a> {
    /// Draw rule that ends the game in this position; `None` if none does. An ending by the game's own rules
    /// takes precedence.
    pub(super) drawn: Option<Reason>,
    /// Under superko, the positions to which no move may lead; `None` without superko.
    pub(super) forbidden: Option<&'a PositionHistory>,
}

impl Past<'_> {
    /// Whether superko forbids a move, because it would restore an earlier position. Plays the move on a copy to find
    /// out.
    pub(super) fn forbids<G: Playable>(self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.forbidden.is_some_and(|history| history.repeats_after(game, state, mv))
    }
}

/// Legal moves of a position with their numbers. There are none if the game is over.
#[derive(Clone, Debug)]
pub(super) struct LegalMoves<M> {
    pub(super) moves: Moves<M>,
    /// Numbers of the moves, in the order of `moves`.
    pub(super) ids: Moves<MoveId>,
    /// Ending of the game and its reason; `None` while the game is unfinished. A margin is in reported units, like the
    /// scores that clients see.
    pub(super) ending: Option<(Ending, Reason)>,
}

impl<M: Move> LegalMoves<M> {
    /// Lists the legal moves of a position, or finds the ending of the game.
    pub(super) fn of<G: Playable<Move = M>>(rules: &Ruleset<G>, state: &G::State, past: Past<'_>) -> Self {
        let game = rules.game();
        let mut moves = Moves::new();
        if let Some(ending) = game.moves(state, &mut moves) {
            let ending = Some((rules.reported(ending), Reason::Position));
            return Self { moves: Moves::new(), ids: Moves::new(), ending };
        }
        if past.forbidden.is_some() {
            moves.retain(|mv| !past.forbids(game, state, *mv));
        }
        let is_stuck = moves.is_empty();
        if let Some(reason) = past.drawn.or(is_stuck.then_some(Reason::Repetition)) {
            return Self { moves: Moves::new(), ids: Moves::new(), ending: Some((Ending::Draw, reason)) };
        }
        let ids = numbered::<G>(rules.move_numbers(), &moves);
        Self { moves, ids, ending: None }
    }

    /// Returns the legal move with this number; `None` if no legal move has it.
    pub(super) fn get(&self, id: MoveId) -> Option<M> {
        let place = self.ids.iter().position(|known| *known == id)?;
        self.moves.get(place).copied()
    }
}

/// Returns the numbers of the legal moves of a position, in the order of `moves`. Under [`MoveNumbers::ByCode`], if a
/// move's number is not below the limit, all moves are numbered as under [`MoveNumbers::ByPlace`].
fn numbered<G: Playable>(move_numbers: MoveNumbers, moves: &[G::Move]) -> Moves<MoveId> {
    let mut ids: Moves<MoveId> = moves.iter().map(|mv| MoveId(G::number(mv.code()))).collect();
    if let MoveNumbers::ByCode(count) = move_numbers
        && ids.iter().all(|id| id.0 < count)
    {
        return ids;
    }
    let mut places: Vec<usize> = (0..moves.len()).collect();
    sort_by_key_once(&mut places, |place| moves[*place].code());
    for (number, place) in places.into_iter().enumerate() {
        ids[place] = MoveId(number as u32);
    }
    ids
}
