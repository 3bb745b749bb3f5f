//! Runs in shards: a plan, shards that any machine can play, and the file into which they are merged.
//!
//! A run consists of numbered units: the games of self-play, or the pairs of a match. A [`Plan`] is a small
//! text file that determines every unit. A shard is a range of units in its own file. With reproducible
//! engines and no time limits, a unit depends only on the plan and the unit's number. A shard then has the
//! same bytes on every machine, and the merged file equals the file of one process.
//!
//! Plans and shards may come from other machines, so readers check lengths and checksums.

mod folder;
mod format;
mod match_job;
mod partial_file;
mod plan;
mod replay;
mod signature;
mod standing;

use std::error::Error;
use std::ops::{ControlFlow, Range};

use plywright::Key;
use thiserror::Error;

use crate::record::GameResult;
use crate::schedule::GameId;
pub use folder::{RunError, Shards, shard_name};
pub use format::{ShardError, ShardFacts};
pub use match_job::MatchJob;
pub use plan::{MAX_SHARDS, Plan, PlanError, PlanFile, Sources};
pub use signature::signature;
pub use standing::Standing;

/// Called with the text of each unit, in order. `Break` stops the job.
pub type Receiver<'a> = dyn FnMut(String) -> ControlFlow<()> + 'a;

/// A run whose units can be played in any order and on any machine, such as self-play or a match.
pub trait Job {
    /// Returns the number of units in the whole run.
    fn units(&self) -> u64;

    /// Plays short games with this program's engines and returns a hash of their behaviour. A plan contains the hash,
    /// so that a machine on which engines behave otherwise is noticed.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be created or fails in these games.
    fn signature(&self) -> Result<Key, JobError>;

    /// Returns the text of the merged file before its first unit; empty by default.
    fn head(&self) -> String {
        String::new()
    }

    /// Plays the units with these numbers and passes their texts to `receive` in order. Also returns `Ok` if `receive`
    /// breaks or the run is stopped before the last unit.
    ///
    /// # Errors
    /// Returns an error if an engine or a thread cannot be started, an engine of self-play fails, or no
    /// opening is found.
    fn play(&self, units: Range<u64>, receive: &mut Receiver) -> Result<(), JobError>;

    /// Returns the different warnings about engines so far, in order, for example about options that they do not know
    /// or about games that they have lost by failures. None by default.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Checks the text of unit `number`, which may come from another machine, by replaying its games.
    ///
    /// # Errors
    /// Returns a message if the text is not this unit of the run, or if a game has an illegal move or a wrong result.
    fn check(&self, number: u64, text: &str) -> Result<UnitFacts, String>;
}

/// Error of a job.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct JobError(#[source] Box<dyn Error + Send + Sync>);

impl JobError {
    /// Wraps any error.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// Facts about a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitFacts {
    /// Number of games.
    pub games: u64,
    /// Number of searched positions; 0 in a match.
    pub positions: u64,
    /// Result of a pair; `None` in self-play.
    pub outcome: Option<PairOutcome>,
}

/// Results of a pair, which is two games from one opening with sides swapped.
pub type PairOutcome = [(GameId, GameResult); 2];
