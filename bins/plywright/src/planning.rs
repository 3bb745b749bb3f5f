//! Options of `selfplay` and `match` for plans and shards, and the settings that belong to a machine instead
//! of a plan.
//!
//! A plan is a file with the settings of a run, except those of a machine. It divides the run into shards, which
//! several machines can play in any order.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Arg, Args};
use plywright::OptionKind;
use plywright::engine::DynEngine;
use plywright_matches::shards::{MAX_SHARDS, Sources};
use plywright_matches::tournament::OptionValue;

use crate::failure::Failure;
use crate::values::whole;

/// Commands that can be planned.
pub(crate) const JOBS: [&str; 2] = ["selfplay", "match"];
/// Options that play or merge the shards of an existing plan.
pub(crate) const FOLLOWING: [&str; 2] = ["shard", "merge"];
/// Ids of the arguments that do not determine the games, so that a plan does not contain them.
const OF_MACHINE: &str = "plan shards shard merge programs out concurrency rating_interval join help version";

/// Greatest number that a shard of any plan can have. The first shard has the number 0.
const LAST_SHARD: u64 = MAX_SHARDS - 1;

/// Name of the option for a file that engines write during games.
const LEARNING_FILE: &str = "Learning File";

/// Options of a run in shards.
#[derive(Debug, Default, Args)]
pub struct ShardOptions {
    /// The plan of a run in shards: a file that --shards writes, and --shard and --merge follow
    #[arg(long, value_name = "FILE", requires = "step")]
    pub plan: Option<PathBuf>,
    /// Write a plan of N shards, and play none of its games
    #[arg(long, value_name = "N", requires = "plan", group = "step", conflicts_with = "out")]
    #[arg(value_parser = whole(1..=MAX_SHARDS))]
    pub(crate) shards: Option<u64>,
    /// Play shard K of the plan, from 0, into the folder --out; a complete shard is not played again
    #[arg(long, value_name = "K", requires = "plan", group = "step", requires = "out")]
    #[arg(value_parser = whole(0..=LAST_SHARD))]
    pub(crate) shard: Option<u64>,
    /// Join the shards in this folder into the file --out
    #[arg(long, value_name = "DIR", requires = "plan", group = "step", requires = "out")]
    pub(crate) merge: Option<PathBuf>,
    /// Start the programs and read the files that the plan names; plans from others can name any of them
    #[arg(long, requires = "plan")]
    pub(crate) programs: bool,
}

/// Whether the argument with this id belongs to a machine, so that no plan contains it.
pub(crate) fn is_of_machine(id: &str) -> bool {
    OF_MACHINE.split(' ').any(|known| known == id)
}

/// If plans contain the argument, makes it conflict with `--shard` and `--merge`, which read its value from the plan.
pub(crate) fn refuse_beside_plan(arg: Arg) -> Arg {
    if is_of_machine(arg.get_id().as_str()) { arg } else { arg.conflicts_with_all(FOLLOWING) }
}

/// Settings of a machine that plays shards.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Flag that stops the run when another thread sets it.
    pub stop: Arc<AtomicBool>,
    /// For each file that the plan names, its path on this machine.
    pub sources: Sources,
}

impl Default for Machine {
    fn default() -> Self {
        Self { concurrency: 1, stop: Arc::default(), sources: Sources::default() }
    }
}

/// Returns those values of `options` that name files or folders. They are the values of the engine's text options,
/// except the default, the empty value and `<empty>`.
///
/// # Errors
/// Returns an error if [`LEARNING_FILE`] is set, because games would depend on the file that earlier games wrote.
pub(crate) fn named_files(engine: &dyn DynEngine, options: &[OptionValue]) -> Result<Vec<String>, Failure> {
    let known = engine.options();
    let mut files = Vec::new();
    for (name, value) in options {
        let Some(option) = known.iter().find(|option| option.is_called(name)) else { continue };
        let OptionKind::Text { default } = &option.kind else { continue };
        if value == default || value.is_empty() || value == "<empty>" {
            continue;
        }
        if option.name == LEARNING_FILE {
            let error =
                format!("a plan cannot have the option '{LEARNING_FILE}', because engines write this file");
            return Err(Failure::not_understood(error));
        }
        files.push(value.clone());
    }
    Ok(files)
}
