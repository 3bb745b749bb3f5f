//! Why a match cannot be played.

use std::io;
use std::path::PathBuf;

use plywright_arena::contest::ContestError;
use plywright_arena::engine_spec::EngineSpecError;
use plywright_arena::openings::OpeningError;
use plywright_arena::record::RecordError;
use plywright_arena::scoreboard::UncountedRecord;
use thiserror::Error;

/// Why a match cannot be played, or its games not be kept.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Fewer than two engines.
    #[error("a match needs at least two engines, given by --engine or --levels")]
    Alone,
    /// A test of more than two engines.
    #[error("--sprt tests two engines, but there are {0}")]
    TooMany(usize),
    /// An engine's description is wrong.
    #[error(transparent)]
    Engine(#[from] EngineSpecError),
    /// An engine of this program cannot have its options, or the rules not theirs.
    #[error("{0}")]
    Options(String),
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// It cannot go on.
    #[error(transparent)]
    Contest(ContestError),
    /// There is nothing to add up.
    #[error("no game in {0} counts")]
    NoGames(String),
    /// A game was given twice.
    #[error(
        "{}: round {round}, {first} against {second}, was counted before; expected each shard once, and another \
         --seed for each",
        path.display()
    )]
    Twice {
        /// The file.
        path: PathBuf,
        /// The game's round.
        round: String,
        /// Who played the first side.
        first: String,
        /// Who played the second side.
        second: String,
    },
    /// Some engines have played among themselves only.
    #[error("no game links {engines} to {first}, so their ratings cannot be compared")]
    Unlinked {
        /// The engines.
        engines: String,
        /// The engine that ratings are counted from.
        first: String,
    },
    /// The file of records cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        error: io::Error,
    },
    /// A new record would replace another.
    #[error("{} has games in it; --resume goes on with them", .0.display())]
    Exists(PathBuf),
    /// A record is broken before the end of the file.
    #[error("{}, {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        error: RecordError,
    },
    /// A record is not a game of a match.
    #[error("{}: {error}", path.display())]
    Uncounted {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: UncountedRecord,
    },
    /// The file has games of another match.
    #[error("{} has games of another match: {tag} is '{found}', here '{expected}'", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What is different.
        tag: &'static str,
        /// What the file has.
        found: String,
        /// What this match has.
        expected: String,
    },
}

impl From<ContestError> for MatchError {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Opening(error) => Self::Opening(error),
            ContestError::Referee(error) => Self::Options(error),
            ContestError::Start { .. } | ContestError::Thread(_) => Self::Contest(error),
        }
    }
}
