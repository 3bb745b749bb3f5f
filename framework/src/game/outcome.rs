//! Whether a game is over, with its result and the reason, and the errors of setting up a game. The types do not depend
//! on a game, so that programs and protocols share them.

use thiserror::Error;

use crate::rules::Ending;
use crate::text::{ParseMoveError, ParsePositionError};

/// State of a game: open, or over with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game is over with this result, possibly by a draw rule. A margin is in reported units, those of the scores
    /// that clients see.
    Over(Ending),
    /// The game is not over.
    Open,
}

/// Reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game's own rules end it in this position.
    Position,
    /// The position has been repeated too often, or superko forbids every move.
    Repetition,
    /// This many consecutive reversible moves, of both sides together, have been played.
    MoveLimit(u16),
}

/// Reason why a position could not be set up or a move could not be played. The current position is
/// unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The position text cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The game has no position with this name, which is shortened if it is long.
    #[error("no position is called '{0}'")]
    Name(String),
    /// A move in the list cannot be played: it is unreadable, illegal or forbidden by superko.
    #[error("move {number}: {error}")]
    Move {
        /// The move's number in the list, from 1.
        number: usize,
        /// The error in the move.
        error: ParseMoveError,
    },
}
