//! Errors of a match.

use std::io;
use std::path::PathBuf;

use plywright_arena::contest::ContestError;
use plywright_arena::engine_spec::EngineSpecError;
use plywright_arena::openings::OpeningError;
use plywright_arena::record::RecordError;
use plywright_arena::scoreboard::UncountedRecord;
use thiserror::Error;

/// Reason why a match cannot be played or recorded.
#[derive(Debug, Error)]
pub enum MatchError {
    /// There are fewer than two engines.
    #[error("a match needs at least two engines, given by --engine or --levels")]
    Alone,
    /// An SPRT has other than two engines.
    #[error("--sprt tests two engines, but there are {0}")]
    TooMany(usize),
    /// The description of an engine is wrong.
    #[error(transparent)]
    Engine(#[from] EngineSpecError),
    /// An option of an engine of this program, or of the rules, is invalid.
    #[error("{0}")]
    Options(String),
    /// No opening is available.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The match cannot start or go on.
    #[error(transparent)]
    Contest(ContestError),
    /// No game in the files counts.
    #[error("no game in {0} counts")]
    NoGames(String),
    /// A game occurs twice.
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
        /// The engine that played the first side.
        first: String,
        /// The engine that played the second side.
        second: String,
    },
    /// No chain of games links these engines to the first one.
    #[error("no game links {engines} to {first}, so their ratings cannot be compared")]
    Unlinked {
        /// The engines.
        engines: String,
        /// The engine whose rating is 0.
        first: String,
    },
    /// The file of records cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        error: io::Error,
    },
    /// The output file already contains games.
    #[error("{} already contains games; use --resume to continue that match", .0.display())]
    Exists(PathBuf),
    /// A record before the end of the file is malformed.
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
    /// The file contains games of another match.
    #[error("{} has games of another match: {tag} is '{found}', here '{expected}'", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What is different.
        tag: &'static str,
        /// The value in the file.
        found: String,
        /// The value of this match.
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
