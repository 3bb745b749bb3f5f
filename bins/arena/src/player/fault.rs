//! What can go wrong with an engine.

use std::time::Duration;

use thiserror::Error;

/// Why an engine has lost without having been beaten.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It did not answer a command that needs no search.
    #[error("does not answer '{question}' within {} s", waited.as_secs_f64())]
    Unresponsive {
        /// What it was asked.
        question: String,
        /// How long the answer was waited for.
        waited: Duration,
    },
    /// Its process or its output ended.
    #[error("disconnects: {0}")]
    Disconnected(String),
    /// It panicked, being a part of this program.
    #[error("panics: {0}")]
    Panicked(String),
    /// It did not answer in time.
    #[error("loses on time: no move after {:.3} s", waited.as_secs_f64())]
    Time {
        /// The time that had passed.
        waited: Duration,
    },
    /// It did not answer although it had all the time that a game without clocks allows.
    #[error("stalls: no move after {:.3} s", waited.as_secs_f64())]
    Stalled {
        /// The time that had passed.
        waited: Duration,
    },
    /// Its move is not a legal one.
    #[error("plays an illegal move: {0}")]
    IllegalMove(String),
    /// It refuses a command.
    #[error("refuses: {0}")]
    Refused(String),
}

impl Fault {
    /// The end of the game as PGN's tag Termination has it.
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
