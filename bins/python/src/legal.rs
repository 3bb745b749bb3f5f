//! The legal moves of a position, with their numbers.

use plywright::engine::Reason;
use plywright::{Ending, Eval, Move, MoveNumbers, Moves, PositionHistory, Score, State};

use crate::numbering::Numbered;
use crate::ruleset::Ruleset;

/// Results of the draw rules for a position, given the moves before it.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    /// Draw rule that ends the game at the position; `None` if no draw rule does. It has no effect if the
    /// position ends the game by itself.
    pub drawn: Option<Reason>,
    /// Under superko, the positions to which no move may lead; `None` without superko.
    pub forbidden: Option<&'a PositionHistory>,
}

impl Past<'_> {
    /// Whether superko forbids a move.
    pub fn forbids<G: Numbered>(self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.forbidden.is_some_and(|history| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            history.would_repeat(next.key())
        })
    }
}

/// Legal moves of a position, or the ending of the game. A value can list several positions in turn, to reuse
/// its buffers.
#[derive(Clone)]
pub struct Legal<M> {
    /// Legal moves of the last listed position.
    pub moves: Moves<M>,
    /// Ending of the game and its reason; `None` while the game is unfinished. A margin is in reported units.
    pub ending: Option<(Ending, Reason)>,
    /// Numbers of the moves, in the order of `moves`; empty until `Legal::numbers` computes them.
    numbers: Vec<u32>,
    is_known: bool,
}

impl<M: Move> Legal<M> {
    /// Creates a value without moves, before any position is listed.
    pub fn unknown() -> Self {
        Self { moves: Moves::new(), ending: None, numbers: Vec::new(), is_known: false }
    }

    /// Whether the legal moves of the current position are listed.
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// Forgets the moves. Call it when the position has changed.
    pub fn forget(&mut self) {
        self.is_known = false;
    }

    /// Lists the legal moves of a position, or determines the ending of the game.
    pub fn list<G: Numbered<Move = M>>(&mut self, rules: &Ruleset<G>, state: &G::State, past: Past<'_>) {
        self.is_known = true;
        self.numbers.clear();
        self.moves.clear();
        let game = &rules.game;
        self.ending = game.moves(state, &mut self.moves).map(|ending| {
            let ending = match ending {
                Ending::Margin(points) => Ending::Margin(rules.eval.params().reported(Score(points)).0),
                ending => ending,
            };
            (ending, Reason::Position)
        });
        if self.ending.is_some() {
            return;
        }
        if past.forbidden.is_some() {
            self.moves.retain(|mv| !past.forbids(game, state, *mv));
        }
        let drawn = past.drawn.or(self.moves.is_empty().then_some(Reason::Repetition));
        if let Some(reason) = drawn {
            self.moves.clear();
            self.ending = Some((Ending::Draw, reason));
        }
    }

    /// Returns the numbers of the listed moves, in the order of `moves`. Under [`MoveNumbers::ByCode`], if one
    /// of the numbers is not below the limit, all moves get numbers as under [`MoveNumbers::ByPlace`] instead.
    pub fn numbers<G: Numbered<Move = M>>(&mut self, rules: &Ruleset<G>) -> &[u32] {
        if self.numbers.len() < self.moves.len() {
            let numbers = self.moves.iter().map(|mv| G::number(mv.code()));
            self.numbers.extend(numbers);
            let is_numbered = matches!(rules.numbering, MoveNumbers::ByCode(count)
                if self.numbers.iter().all(|number| *number < count));
            if !is_numbered {
                let mut places: Vec<u32> = (0..self.moves.len() as u32).collect();
                places.sort_by_key(|place| self.moves[*place as usize].code());
                for (number, place) in places.into_iter().enumerate() {
                    self.numbers[place as usize] = number as u32;
                }
            }
        }
        &self.numbers
    }
}
