//! The reasons why a network cannot be trained.

use plywright::engine::SetOptionError;
use plywright::network::NetworkError;
use plywright_matches::files::LocatedError;
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
