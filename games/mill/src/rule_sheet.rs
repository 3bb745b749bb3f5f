//! The questions that rules answer: what is legal, what a move does, how the game ends.
//!
//! There are two rule sheets, the standard one and that of the other members of the family. A call chooses
//! between them once; nothing below asks again, so standard games do not pay for their relatives.

use enum_dispatch::enum_dispatch;
use plywright::{Ending, Moves};

use crate::moves::Move;
use crate::point::Point;
use crate::rules::CaptureKind;
use crate::state::State;

/// The rules of play on a board.
#[enum_dispatch]
pub(crate) trait RuleSheet {
    /// Appends the legal moves, or returns how the game ended.
    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending>;

    /// The ending, if the game is over.
    fn ending(&self, state: &State) -> Option<Ending>;

    /// Number of legal moves; 0 when the game is over.
    fn count(&self, state: &State) -> u64;

    /// Whether a move, which may be any, is legal.
    fn is_legal(&self, state: &State, mv: Move) -> bool;

    /// Plays a legal move.
    fn play(&self, state: &mut State, mv: Move);

    /// Whether a legal move removes a stone or gains the right to.
    fn wins_stones(&self, state: &State, mv: Move) -> bool;

    /// Appends the legal moves that win stones, in a game that is not over.
    fn tactical(&self, state: &State, out: &mut Moves<Move>);

    /// Completes a position that was set up from outside: what its text leaves open follows from the rules.
    /// `is_over` says that the text calls the game over.
    fn restore(&self, _state: &mut State, _is_over: bool) {}

    /// The capture by which the stone on `at` may be removed without a mill.
    fn capture_kind(&self, _state: &State, _at: Point) -> Option<CaptureKind> {
        None
    }

    /// Whether the removal that is due follows from a stalemate that the board does not show any more.
    fn hides_stalemate(&self, _state: &State) -> bool {
        false
    }
}
