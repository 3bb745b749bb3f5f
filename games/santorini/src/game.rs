//! Santorini as an implementation of the framework's rules traits.
//!
//! A position names its gods, so a game can also play positions with gods other than its own. Positions of mortals
//! against mortals are handled by faster code, in the module `mortals`.

use plywright::{Ending, Game, Hints, Key, MoveClass, Moves, NodeScratch, Symmetric, Symmetry};

use crate::god::God;
use crate::gods::{check_pair, list_moves, still_wins_by, winning_turn};
use crate::moves::Move;
use crate::plain::Plain;
use crate::square::TOP;
use crate::squares::Squares;
use crate::state::State;
use crate::threat::Threat;
use crate::turn::collector::MoveCollector;
use crate::turn::recorder::Demand;
use crate::{mortals, placement, squares};

/// A game of Santorini between two gods.
#[derive(Clone, Copy, Debug)]
pub struct Santorini {
    pub(crate) gods: [God; 2],
    /// Whether position texts put the winner's mark `#` before the god's name instead of behind it.
    pub(crate) mark_before: bool,
}

impl Santorini {
    /// Creates a game between the first and the second player's god; `None` if the pair is not allowed.
    ///
    /// ```
    /// use plywright::{Game, perft};
    /// use plywright_santorini::{God, Santorini};
    /// let game = Santorini::new([God::Mortal, God::Mortal]).unwrap();
    /// assert_eq!(perft(&game, &game.start(), 2), 300 * 253);
    /// ```
    pub fn new(gods: [God; 2]) -> Option<Self> {
        check_pair(gods).is_ok().then_some(Self { gods, mark_before: false })
    }

    /// Returns the position after a legal move.
    pub(crate) fn after(self, state: &State, mv: Move) -> State {
        let mut after = *state;
        self.play(&mut after, mv);
        after
    }
}

impl Default for Santorini {
    fn default() -> Self {
        Self { gods: [God::Mortal; 2], mark_before: false }
    }
}

impl Game for Santorini {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State::empty(self.gods, placement::first_to_place(self.gods))
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        if let Some(winner) = state.winner {
            return Some(Ending::Win(winner));
        }
        if state.is_placing() {
            placement::list(state, out);
        } else if state.is_of_mortals() {
            mortals::Board::new(state).list(out);
        } else {
            list_moves(state, &mut MoveCollector::new(out));
        }
        if out.is_empty() {
            out.push(Move::NONE);
        }
        None
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        match mv.as_plain() {
            Some(plain) => mortals::play(state, plain),
            None => mv.apply(state),
        }
    }

    #[inline]
    fn ending(&self, state: &State) -> Option<Ending> {
        state.winner.map(Ending::Win)
    }

    #[inline]
    fn count(&self, state: &State) -> u64 {
        if state.is_of_mortals() && state.winner.is_none() && !state.is_placing() {
            return mortals::Board::new(state).count();
        }
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        if moves[..] == [Move::NONE] { 0 } else { moves.len() as u64 }
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move) -> bool {
        match mv.as_plain() {
            _ if state.winner.is_some() => false,
            Some(Plain::NoMoves) => !state.is_placing() && self.count(state) == 0,
            Some(_) if !state.is_of_mortals() => false,
            Some(Plain::Place(squares)) => state.is_placing() && !squares.intersects(state.occupied()),
            Some(plain) => !state.is_placing() && mortals::Board::new(state).allows(plain),
            None => {
                let mut moves = Moves::new();
                self.moves(state, &mut moves);
                moves.contains(&mv)
            }
        }
    }

    /// The side that places last and takes the first turn begins a new turn. A side that cannot move stays in its turn.
    #[inline]
    fn continues_turn(&self, state: &State) -> bool {
        state.winner.is_some()
    }
}

impl Hints for Santorini {
    #[inline]
    fn winning_move(&self, state: &State) -> Option<Move> {
        if state.winner.is_some() || state.is_placing() {
            return None;
        }
        if state.is_of_mortals() {
            return mortals::Board::new(state).winning_move();
        }
        match winning_turn(state)? {
            // A win without a step up is legal only if no turn has one, so it is looked up in the list of legal moves.
            (_, Demand::Missed) => {
                let mut moves = Moves::new();
                self.moves(state, &mut moves);
                moves.into_iter().find(|mv| self.after(state, *mv).winner == Some(state.side))
            }
            (win, _) => Some(win),
        }
    }

    /// In a game with gods, returns `Some(true)` if the opponent threatens an ordinary step up to level 3 and can still
    /// win by it after the move, otherwise `None`. Between mortals, the answer is known for every move.
    #[inline]
    fn loses_at_once(&self, state: &State, mv: Move, scratch: &mut NodeScratch) -> Option<bool> {
        if !state.is_of_mortals() {
            if state.is_placing() {
                return None;
            }
            let Threat::Climb(from, to) = threat_to(state, scratch) else { return None };
            let after = self.after(state, mv);
            return (after.winner.is_none() && still_wins_by(&after, from, to)).then_some(true);
        }
        if scratch.is_empty() {
            scratch.push(mortals::next_to_climbers(state).bits().into());
        }
        let near = Squares::from_bits(scratch[0] as u32);
        Some(match mv.as_plain()? {
            Plain::Build(from, to, site) => mortals::remains_threatened(state, near, from, to, site),
            Plain::Place(_) | Plain::Win(..) | Plain::NoMoves => false,
        })
    }

    #[inline]
    fn is_threatened(&self, state: &State, scratch: &mut NodeScratch) -> bool {
        if state.winner.is_some() || state.is_placing() {
            return false;
        }
        if !state.is_of_mortals() {
            return !matches!(threat_to(state, scratch), Threat::None);
        }
        let near = mortals::next_to_climbers(state);
        if scratch.is_empty() {
            scratch.push(near.bits().into());
        }
        !(near & state.exactly(TOP) & !state.occupied()).is_empty()
    }

    /// Classifies a move as forcing if it leaves the mover with a worker on level 2 next to a free square of level 3.
    /// Ignores threats by a god's power. Classifies a winning step of a mortal as quiet.
    #[inline]
    fn class(&self, state: &State, mv: Move) -> MoveClass {
        let threatens = match mv.as_plain() {
            Some(plain) => mortals::threatens(state, plain),
            None if state.at_least(TOP - 1).is_empty() => false,
            None => mv.threatens(state),
        };
        if threatens { MoveClass::Forcing } else { MoveClass::Quiet }
    }

    #[inline]
    fn noisy(&self, state: &State, min_class: MoveClass, out: &mut Moves<Move>) {
        if min_class == MoveClass::Forcing && !state.at_least(TOP - 1).is_empty() {
            self.moves(state, out);
            out.retain(|mv| self.class(state, *mv) == MoveClass::Forcing);
        }
    }
}

/// Returns the threat against the side to move in a game with gods, and keeps it in `scratch` for later calls in the
/// same position.
#[inline]
fn threat_to(state: &State, scratch: &mut NodeScratch) -> Threat {
    if scratch.is_empty() {
        scratch.push(Threat::to(state).pack());
    }
    Threat::unpack(scratch[0])
}

/// Whether the turns of both gods stay legal under every symmetry of the board.
fn are_symmetric(gods: [God; 2]) -> bool {
    gods.iter().all(|god| god.card().symmetric)
}

impl Symmetric for Santorini {
    fn symmetries(&self) -> u8 {
        if are_symmetric(self.gods) { squares::SYMMETRIES as u8 } else { 1 }
    }

    /// Whether the symmetry keeps the turns of the position's gods, which can differ from those of the game.
    fn holds(&self, state: &State, symmetry: Symmetry) -> bool {
        symmetry == Symmetry::IDENTITY || are_symmetric(state.gods)
    }

    fn transform(&self, state: &State, symmetry: Symmetry) -> State {
        state.transformed(symmetry.index())
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        Symmetry(squares::inverse(symmetry.index()) as u8)
    }

    /// Merges symmetric positions only between mortals on a flat board.
    #[inline]
    fn canonical(&self, state: &State) -> (Key, Symmetry) {
        let key = plywright::State::key(state);
        if !state.is_of_mortals() || !state.at_least(1).is_empty() {
            return (key, Symmetry::IDENTITY);
        }
        let images = (0..squares::SYMMETRIES).map(|symmetry| {
            let image = state.transformed(symmetry);
            (image.workers.map(Squares::bits), symmetry)
        });
        let symmetry = images.min().map_or(0, |(_, symmetry)| symmetry);
        (plywright::State::key(&state.transformed(symmetry)), Symmetry(symmetry as u8))
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        mv.transformed(symmetry.index())
    }
}
