//! The reasons why self-play or a training fails.

use plywright::engine::{SearchError, SetOptionError};
use plywright::network::NetworkError;
use plywright_matches::files::LocatedError;
use plywright_matches::openings::RandomPlies;
use thiserror::Error;

/// Reason why a network cannot be trained.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A file is malformed, belongs to another game or run, or cannot be read or written.
    #[error(transparent)]
    File(#[from] LocatedError),
    /// An option or a variant cannot be set.
    #[error("{0}")]
    Option(#[from] SetOptionError),
    /// The network would be invalid.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The game has no network features.
    #[error("{0} lists no features, expected a game with a learned evaluation")]
    NoFeatures(&'static str),
    /// The engine looked up an exact value in a file that is damaged or cannot be read.
    #[error("{0}")]
    Tables(String),
    /// The caller stopped the training.
    #[error("the training was stopped")]
    Stopped,
    /// There are no positions to train on, or none to validate with.
    #[error("{found} games to train on and {validation} in the validation set, expected some of both")]
    TooFew {
        /// Number of games to train on.
        found: u64,
        /// Number of games in the validation set.
        validation: u64,
    },
}

/// Reason why a self-play run failed.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// The file of games is malformed, has games of another run, or cannot be read or written.
    #[error(transparent)]
    File(#[from] LocatedError),
    /// An option of the engine cannot be set.
    #[error("{0}")]
    Option(#[from] SetOptionError),
    /// The engine rejected a move of its own or of a random opening, or a search panicked.
    #[error("game {number}: {error}")]
    Move {
        /// The game's number.
        number: u64,
        /// The engine's error.
        #[source]
        error: SearchError,
    },
    /// After every random opening that was tried, the game had fewer than two searched moves.
    #[error("found no opening of {} to {} random moves that leaves the game open", .0.min, .0.max)]
    Opening(RandomPlies),
    /// The engine looked up an exact value in a file that is damaged or cannot be read.
    #[error("game {number}: {message}")]
    Tables {
        /// The game's number.
        number: u64,
        /// Message about the file.
        message: String,
    },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}
