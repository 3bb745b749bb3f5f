//! Faults of engines.

use std::time::Duration;

use thiserror::Error;

/// A fault by which an engine loses a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The engine cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// The engine did not answer a command that needs no search.
    #[error("does not answer '{question}' within {} s", waited.as_secs_f64())]
    Unresponsive {
        /// The command.
        question: String,
        /// Time spent waiting for the answer.
        waited: Duration,
    },
    /// The engine's process or its output ended.
    #[error("disconnects: {0}")]
    Disconnected(String),
    /// A built-in engine panicked.
    #[error("panics: {0}")]
    Panicked(String),
    /// The engine exceeded its time limit.
    #[error("loses on time: no move after {:.3} s", waited.as_secs_f64())]
    Time {
        /// Time since the request.
        waited: Duration,
    },
    /// The engine did not move within the timeout of a game without time limits.
    #[error("stalls: no move after {:.3} s", waited.as_secs_f64())]
    Stalled {
        /// Time since the request.
        waited: Duration,
    },
    /// The engine's move is illegal.
    #[error("plays an illegal move: {0}")]
    IllegalMove(String),
    /// The engine rejects a command.
    #[error("refuses: {0}")]
    Refused(String),
}

impl Fault {
    /// Value of PGN's `Termination` tag for a game lost by this fault.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Time { .. } => "time forfeit",
            Self::IllegalMove(_) | Self::Refused(_) => "rules infraction",
            Self::Start(_)
            | Self::Unresponsive { .. }
            | Self::Disconnected(_)
            | Self::Panicked(_)
            | Self::Stalled { .. } => "abandoned",
        }
    }
}
