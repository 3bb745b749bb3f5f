//! Plans, shards and merged files of the commands `selfplay` and `match`, for one or many machines.
//!
//! Arguments in a plan are parsed like a command line. Settings of one machine, such as the number of games
//! played at the same time, are not part of a plan.

mod job_arguments;
mod steps;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;

use plywright::Key;
use plywright_matches::files::LocatedError;
use plywright_matches::report::report;
pub use plywright_matches::shards::{
    Job, JobError, PairOutcome, Plan, PlanFile, RunError, ShardError, ShardFacts, Standing, shard_name,
};
use plywright_matches::shards::{Shards, UnitFacts};
use plywright_matches::sprt::Sprt;

use crate::columns::Columns;
use crate::commands::matches::completed;
use crate::failure::Failure;
pub use crate::planning::Machine;
use job_arguments::{NO_OUTPUT, command_line, determining_arguments, parse_arguments};
pub(crate) use steps::run_step;

/// Version of the program. A plan of another version is refused.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Maximum number of shards of a plan if no number is given.
const DEFAULT_SHARDS: u64 = 100_000;

/// A plan, the job that plays its units, and the settings of this machine: all that playing shards needs. A unit is a
/// game of self-play, or a pair of games of a match.
pub struct PlannedRun {
    /// The plan.
    pub plan: Plan,
    /// Facts about the match; empty for self-play.
    pub played: PlannedMatch,
    job: Box<dyn Job + Send + Sync>,
    machine: Machine,
    /// Paths of files and folders that are named in the engines' options.
    option_files: Vec<String>,
}

/// Facts about a planned match.
#[derive(Clone, Debug, Default)]
pub struct PlannedMatch {
    /// Names of the engines.
    pub engines: Vec<String>,
    /// Paths of the programs that the match starts as engines.
    pub programs: Vec<String>,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    conditions: String,
}

/// Creates the plan for a run of the command `job`, which is `selfplay` or `match`. Without `shards`, there is a shard
/// for each unit, up to 100,000. A unit is a game of self-play, or a pair of games of a match. Reads the files that the
/// arguments name, and plays a few short games for the plan's signature.
///
/// # Errors
/// Returns an error if the command does not accept the arguments, the job cannot be planned, or a file cannot be read.
pub fn plan(job: &str, arguments: &[String], shards: Option<u64>) -> Result<Plan, Failure> {
    let has_output = arguments.iter().any(|argument| argument == "--out" || argument.starts_with("--out="));
    let output = if has_output { None } else { Some(NO_OUTPUT) };
    plan_of(&command_line(job, output, arguments)?, shards)
}

/// Creates the plan of a command line. The plan contains the values of all options that determine the games, defaults
/// included, and the hashes of the files that they name. Prepares the job, which plays a few games for its signature.
fn plan_of(words: &[OsString], shards: Option<u64>) -> Result<Plan, Failure> {
    let (job, arguments) = determining_arguments(words)?;
    // The arguments are parsed again, because parameters have replaced the names of their files.
    let planned = parse_arguments(&job, &arguments)?;
    let mut files: Vec<PlanFile> = Vec::new();
    let (option_files, openings) = planned.files()?;
    for name in option_files.iter().chain(&openings) {
        if files.iter().all(|file| file.path != *name) {
            files.push(PlanFile::of(name)?);
        }
    }
    let (prepared, _) = planned.job(&Machine::default())?;
    let (units, signature) = (prepared.units(), prepared.signature()?);
    let shards = shards.unwrap_or_else(|| units.clamp(1, DEFAULT_SHARDS));
    let (program, seed) = (VERSION.to_owned(), planned.seed());
    let plan = Plan { job, program, signature, seed, units, shards, arguments, files };
    // The text is not needed here, but a plan that cannot be written is an error.
    plan.text()?;
    Ok(plan)
}

impl PlannedRun {
    /// Prepares the run of a plan. If a file that the plan names is missing at its path or has changed, the folder
    /// `files` may contain the original under its hash.
    ///
    /// # Errors
    ///
    /// Returns an error if another version created the plan, the command does not accept the arguments, or the
    /// arguments give a number of units or a seed that differs from the plan's. Returns an error also if a file is
    /// missing or has changed, or if the plan has no hash of a file that the arguments name.
    pub fn new(plan: Plan, files: Option<&Path>, machine: Machine) -> Result<Self, Failure> {
        if plan.program != VERSION {
            let error = format!("the plan was made by version {}, this is version {VERSION}", plan.program);
            return Err(Failure::not_understood(error));
        }
        let machine = Machine { sources: plan.locate(files)?, ..machine };
        let planned = parse_arguments(&plan.job, &plan.arguments)?;
        let option_files = planned.check_files(&plan)?;
        let (job, played) = planned.job(&machine)?;
        let (units, seed) = (job.units(), planned.seed());
        if (plan.units, plan.seed) != (units, seed) {
            let error = format!(
                "the plan has {} units and the seed {}, but its arguments give {units} and {seed}",
                plan.units, plan.seed
            );
            return Err(Failure::not_understood(error));
        }
        Ok(Self { plan, played, job, machine, option_files })
    }

    /// Returns the shards of the plan, with the job that plays them.
    pub fn shards(&self) -> Shards<'_> {
        Shards { plan: &self.plan, job: &*self.job }
    }

    /// Returns the different warnings about engines in the shards played so far, in order.
    pub fn warnings(&self) -> Vec<String> {
        self.job.warnings()
    }

    /// Returns the standing of the match before its first game; `None` for self-play. The caller adds the results of
    /// the pairs of games.
    pub fn standing(&self) -> Option<Standing> {
        let PlannedMatch { engines, sprt, .. } = &self.played;
        (!engines.is_empty()).then(|| Standing::new(engines.iter().cloned(), *sprt, self.plan.shards))
    }

    /// Returns the text that the program prints at the end of the match: the verdict, if any, and the report of the
    /// results. The report is text for a person if standard output is a terminal, and otherwise data.
    pub fn report(&self, standing: &Standing) -> String {
        let (scores, conditions) = (&standing.scores, &self.played.conditions);
        let results = report(scores, conditions, standing.sprt.as_ref(), Columns::of_output().is_data());
        format!("{}{results}", completed(standing.verdict))
    }

    /// Checks that the plan starts no programs as engines, and that no option of an engine names a file.
    ///
    /// # Errors
    /// Returns an error that names the programs or the files.
    pub fn refuse_programs(&self) -> Result<(), Failure> {
        for (does, named) in
            [("starts programs", &self.played.programs), ("has options that name files", &self.option_files)]
        {
            if !named.is_empty() {
                let error = format!("the plan {does} ({}); allow them by --programs", named.join(", "));
                return Err(Failure::not_understood(error));
            }
        }
        Ok(())
    }

    /// Checks that the engines play like those of the program that created the plan. Plays a few short games for this.
    ///
    /// # Errors
    ///
    /// Returns an error if the engines play differently, or if one of them fails.
    pub fn check_signature(&self) -> Result<(), Failure> {
        let (Key(found), Key(expected)) = (self.job.signature()?, self.plan.signature);
        if found == expected {
            return Ok(());
        }
        let error = format!(
            "this program does not play like the one that made the plan: its signature is {found:016x}, \
             expected {expected:016x}"
        );
        Err(Failure::not_understood(error))
    }

    /// Merges the shards in a folder into a file. If the match has a sequential test, the file ends where the
    /// test reaches a verdict. Returns the report of a match, or the numbers of games and positions of
    /// self-play.
    ///
    /// # Errors
    /// Returns an error if a needed shard is missing, if a shard occurs twice, is damaged or belongs to another plan,
    /// if `out` exists with other content, or if a file cannot be read or written.
    pub fn merge(&self, folder: &Path, out: &Path) -> Result<String, LocatedError> {
        let mut positions = 0;
        let mut standing = self.standing();
        let mut take = |facts: &UnitFacts| {
            positions += facts.positions;
            match (&mut standing, &facts.outcome) {
                (Some(standing), Some(outcome)) => standing.count(outcome),
                _ => ControlFlow::Continue(()),
            }
        };
        self.shards().merge(folder, out, self.played.sprt.is_some(), &mut take)?;
        let played = || format!("{} games, {positions} positions", self.plan.units);
        Ok(standing.map_or_else(played, |standing| self.report(&standing)))
    }
}
