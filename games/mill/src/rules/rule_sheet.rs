//! The rules interface: legal moves, playing a move, endings.
//!
//! There are two rule sheets, the standard one and that of the other family members. A call chooses the sheet
//! once and nothing below it chooses again, so standard games do not pay for the others.

use enum_dispatch::enum_dispatch;
use plywright::{Ending, Moves};

use crate::board::Point;
use crate::position::{Move, State};
use crate::rules::CaptureKind;

/// Rules of play on a board.
#[enum_dispatch]
pub(crate) trait RuleSheet {
    /// Appends the legal moves, or returns the ending if the game is over.
    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending>;

    /// The ending, or `None` if the game goes on.
    fn ending(&self, state: &State) -> Option<Ending>;

    /// Number of legal moves; 0 when the game is over.
    fn count(&self, state: &State) -> u64;

    /// Whether a move is legal. Any move may be passed.
    fn is_legal(&self, state: &State, mv: Move) -> bool;

    /// Plays a legal move.
    fn play(&self, state: &mut State, mv: Move);

    /// Whether a legal move removes a stone or earns a removal.
    fn wins_stones(&self, state: &State, mv: Move) -> bool;

    /// Appends the legal moves that remove a stone or earn a removal. The game must not be over.
    fn noisy(&self, state: &State, out: &mut Moves<Move>);

    /// Completes a position set up from outside: derives by the rules the facts missing in its text.
    /// `is_over` is set if the text calls the game over.
    fn restore(&self, _state: &mut State, _is_over: bool) {}

    /// Kind of the capture that allows removing the stone on `at` without a mill.
    fn capture_kind(&self, _state: &State, _at: Point) -> Option<CaptureKind> {
        None
    }

    /// Whether the pending removal follows from a stalemate that the board no longer shows.
    fn hides_stalemate(&self, _state: &State) -> bool {
        false
    }
}
