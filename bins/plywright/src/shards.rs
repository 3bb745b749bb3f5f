//! Plans, shards and merged files of the commands `selfplay` and `match`, for one or many machines.
//!
//! Arguments in a plan are parsed like a command line. Settings of one machine, such as the number of games
//! played at the same time, are not part of a plan.

use std::ffi::OsString;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ArgAction, ArgMatches, Command, FromArgMatches};
use plywright::Key;
use plywright_matches::engine_spec::{names_params, with_read_params};
use plywright_matches::files::{LocatedError, Output};
use plywright_matches::player::Origin;
use plywright_matches::report::{report, summary};
pub use plywright_matches::shards::{
    Job, JobError, PairOutcome, Plan, PlanFile, ShardError, ShardFacts, Standing, check_shard, shard_name,
};
use plywright_matches::shards::{MatchJob, RunError, UnitFacts, merge, play_shard, shard_bytes};
use plywright_matches::sprt::Sprt;
use plywright_training::SelfPlayJob;

use crate::arguments::{Arguments, Step, Task};
use crate::columns::Columns;
use crate::commands::matches::{Match, completed};
use crate::commands::selfplay::Selfplay;
use crate::console::{Progress, say, set_on_interrupt, stdout};
use crate::failure::Failure;
pub use crate::planning::Machine;
use crate::planning::{JOBS, is_of_machine};

/// Version of the program. A plan of another version is refused.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Argument added if other arguments name no output, because the parser of `selfplay` requires one.
const NO_OUTPUT: &str = "--out=-";
/// Maximum number of shards of a plan if no number is given.
const DEFAULT_SHARDS: u64 = 100_000;

pub(crate) fn run_step(step: &Step<'_>, words: &[OsString]) -> Result<(), Failure> {
    let options = step.options;
    // The parser guarantees the output with `--shard` and `--merge`; `--shards` takes none.
    let (plan, out) = (step.plan, step.out.unwrap_or(Path::new("")));
    if let Some(number) = options.shards {
        return write_plan(plan, &plan_of(words, Some(number))?);
    }
    let machine = Machine { concurrency: step.concurrency.into(), ..Machine::default() };
    let read = Plan::read(plan)?;
    if words.get(1).is_none_or(|word| *word != *read.job) {
        let job = words.get(1).map(|word| word.to_string_lossy()).unwrap_or_default();
        let error = format!("it is a plan of {}, expected a plan of {job}", read.job);
        return Err(LocatedError::new(plan, error).into());
    }
    let run = PlannedRun::new(read, None, machine)?;
    if let Some(folder) = &options.merge {
        let mut printed = stdout();
        writeln!(printed, "{}", run.merge(folder, out)?)?;
        return Ok(printed.flush()?);
    }
    let number = options.shard.unwrap_or_default();
    if !options.programs {
        run.refuse_programs()?;
    }
    run.check_signature()?;
    set_on_interrupt(Arc::clone(&run.machine.stop));
    let progress = Progress::new();
    let path = run.play(number, out, &mut |done, all| {
        progress.show(done, all, || format!("shard {number}"));
        ControlFlow::Continue(())
    })?;
    progress.clear();
    let Some(path) = path else {
        say("interrupted; the same command resumes the shard");
        return Err(Failure::interrupted());
    };
    say(format_args!("{}: complete", path.display()));
    Ok(())
}

/// Writes a plan to a file. An existing file must be empty or contain the same plan.
fn write_plan(path: &Path, plan: &Plan) -> Result<(), Failure> {
    let text = plan.text()?;
    let mut output = Output::open(path, "this plan", |before| before == text.as_bytes())?;
    output.write(text.as_bytes())?;
    let last = plan.shards - 1;
    say(format_args!("{}: {} units in the shards 0 to {last}", path.display(), plan.units));
    Ok(())
}

enum Planned {
    SelfPlay(Box<Selfplay>),
    Match(Box<Match>),
}

/// Run of a plan on this machine.
pub struct PlannedRun {
    plan: Plan,
    machine: Machine,
    kind: Kind,
    /// Files and folders that are named in options of the engines.
    option_files: Vec<String>,
}

enum Kind {
    SelfPlay(Box<SelfPlayJob>),
    Match { job: Box<MatchJob<'static>>, sprt: Option<Sprt>, conditions: String },
}

/// Creates the plan of a run. `job` is the command, and `arguments` are its arguments. Without `shards`,
/// there is a shard for each unit, up to 100,000 shards.
///
/// # Errors
/// Returns an error if the command does not accept the arguments, or the job cannot be planned.
pub fn plan(job: &str, arguments: &[String], shards: Option<u64>) -> Result<Plan, Failure> {
    check_job(job)?;
    let has_output = arguments.iter().any(|argument| argument == "--out" || argument.starts_with("--out="));
    let output = if has_output { None } else { Some(NO_OUTPUT) };
    let arguments = output.into_iter().chain(arguments.iter().map(String::as_str));
    let words = ["plywright", job].into_iter().chain(arguments);
    plan_of(&words.map(OsString::from).collect::<Vec<_>>(), shards)
}

fn plan_of(words: &[OsString], shards: Option<u64>) -> Result<Plan, Failure> {
    let (command, matches, planned) = parse(words)?;
    let mut arguments = determining(&command, &matches)?;
    if let Planned::Match(played) = &planned {
        // The names of parameter files are replaced by the parameters. `check` comes first, because it compares the
        // game that each file names with the game of the match.
        played.check()?;
        for argument in &mut arguments {
            let parts = argument.split_once('=').filter(|(name, _)| ["--engine", "--each"].contains(name));
            if let Some((name, settings)) = parts {
                *argument = format!("{name}={}", with_read_params(settings)?);
            }
        }
    }
    let job = command.get_name().to_owned();
    let planned = parse_arguments(&job, &arguments)?;
    let mut files: Vec<PlanFile> = Vec::new();
    for name in planned.files()? {
        if files.iter().all(|file| file.path != name) {
            files.push(PlanFile::of(&name)?);
        }
    }
    let kind = planned.kind(&Machine::default())?;
    let units = kind.job().units();
    let shards = shards.unwrap_or_else(|| units.clamp(1, DEFAULT_SHARDS));
    let signature = kind.job().signature()?;
    let (program, seed) = (VERSION.to_owned(), planned.seed());
    let plan = Plan { job, program, signature, seed, units, shards, arguments, files };
    plan.text()?;
    Ok(plan)
}

fn parse(words: &[OsString]) -> Result<(Command, ArgMatches, Planned), Failure> {
    let mut command = Arguments::full_command();
    let refused = |error: clap::Error| {
        let text = error.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        Failure::not_understood(text.split("\n\n").next().unwrap_or(text).to_owned())
    };
    let mut matches = command.try_get_matches_from_mut(words).map_err(refused)?;
    let planned = match Arguments::from_arg_matches(&matches).map_err(refused)?.task {
        Some(Task::Selfplay(selfplay)) => Planned::SelfPlay(selfplay),
        Some(Task::Match(played)) if played.join.is_empty() => Planned::Match(played),
        _ => return Err(Failure::not_understood(format!("no plan of this, expected {}", JOBS.join(" or ")))),
    };
    let subcommand = matches.remove_subcommand();
    let (name, matches) = subcommand.unwrap_or_default();
    let command = command.find_subcommand(name).cloned().unwrap_or_default();
    Ok((command, matches, planned))
}

fn check_job(job: &str) -> Result<(), Failure> {
    if JOBS.contains(&job) {
        return Ok(());
    }
    Err(Failure::not_understood(format!("a plan of '{job}', expected {}", JOBS.join(" or "))))
}

fn parse_arguments(job: &str, arguments: &[String]) -> Result<Planned, Failure> {
    check_job(job)?;
    let words = ["plywright", job, NO_OUTPUT].into_iter().chain(arguments.iter().map(String::as_str));
    Ok(parse(&words.map(OsString::from).collect::<Vec<_>>())?.2)
}

/// Returns all arguments that determine the units, including default values.
fn determining(command: &Command, matches: &ArgMatches) -> Result<Vec<String>, Failure> {
    let mut arguments = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let Some(long) = arg.get_long().filter(|_| !is_of_machine(id)) else { continue };
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            // A switch has no value on the command line.
            if matches.get_flag(id) {
                arguments.push(format!("--{long}"));
            }
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            let text = value.to_str().ok_or_else(|| {
                Failure::not_understood(format!("--{long} {} is not UTF-8", value.to_string_lossy()))
            })?;
            arguments.push(format!("--{long}={text}"));
        }
    }
    Ok(arguments)
}

impl Planned {
    /// Returns the files and folders that are named in options of the engines.
    fn option_files(&self) -> Result<Vec<String>, Failure> {
        match self {
            Self::SelfPlay(selfplay) => selfplay.files(),
            Self::Match(played) => played.option_files(),
        }
    }

    /// Returns all files and folders that the job reads.
    fn files(&self) -> Result<Vec<String>, Failure> {
        let mut files = self.option_files()?;
        if let Self::Match(played) = self {
            files.extend(played.opening_file());
        }
        Ok(files)
    }

    fn seed(&self) -> u64 {
        match self {
            Self::SelfPlay(selfplay) => selfplay.seed(),
            Self::Match(played) => played.seed,
        }
    }

    /// Checks that the job reads only files of the plan, because other files can be of any kind and size.
    /// Engine settings must contain the search parameters themselves, not a file of them.
    fn check_files(&self, plan: &Plan) -> Result<(), Failure> {
        if let Self::Match(played) = self {
            for settings in played.engines.iter().chain([&played.each]) {
                if names_params(settings)? {
                    return Err(Failure::not_understood(
                        "the plan has a file of params, expected their values",
                    ));
                }
            }
        }
        let is_listed = |path: &String| plan.files.iter().any(|file| file.path == *path);
        match self.files()?.into_iter().find(|path| !is_listed(path)) {
            None => Ok(()),
            Some(path) => Err(Failure::not_understood(format!("the plan has no hash of {path}"))),
        }
    }

    fn kind(&self, machine: &Machine) -> Result<Kind, Failure> {
        Ok(match self {
            Self::SelfPlay(selfplay) => Kind::SelfPlay(Box::new(selfplay.job(machine)?)),
            Self::Match(played) => {
                let tournament = played.tournament(machine)?;
                let conditions = played.conditions(&tournament);
                Kind::Match { job: Box::new(MatchJob::new(tournament)), sprt: played.sprt, conditions }
            }
        })
    }
}

impl Kind {
    fn job(&self) -> &dyn Job {
        match self {
            Self::SelfPlay(job) => &**job,
            Self::Match { job, .. } => &**job,
        }
    }
}

impl PlannedRun {
    /// Prepares the run of a plan. If a file of the plan is missing at its path or has changed, the folder
    /// `files` may contain it under its hash.
    ///
    /// # Errors
    ///
    /// Returns an error if another version created the plan, a file is missing or has changed, the command
    /// does not accept the arguments, or they give another number of units or another seed than the plan has.
    pub fn new(plan: Plan, files: Option<&Path>, machine: Machine) -> Result<Self, Failure> {
        if plan.program != VERSION {
            let error = format!("the plan was made by version {}, this is version {VERSION}", plan.program);
            return Err(Failure::not_understood(error));
        }
        let machine = Machine { sources: plan.locate(files)?, ..machine };
        let planned = parse_arguments(&plan.job, &plan.arguments)?;
        planned.check_files(&plan)?;
        let kind = planned.kind(&machine)?;
        let (found, expected) = ((plan.units, plan.seed), (kind.job().units(), planned.seed()));
        if found != expected {
            let error = format!(
                "the plan has {} units and the seed {}, but its arguments give {} and {}",
                found.0, found.1, expected.0, expected.1
            );
            return Err(Failure::not_understood(error));
        }
        let option_files = planned.option_files()?;
        Ok(Self { plan, machine, kind, option_files })
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the job that plays the units.
    pub fn job(&self) -> &dyn Job {
        self.kind.job()
    }

    /// Returns the names of the engines of a match; empty for self-play.
    pub fn engines(&self) -> Vec<String> {
        match &self.kind {
            Kind::SelfPlay(_) => Vec::new(),
            Kind::Match { job, .. } => {
                job.tournament.engines.iter().map(|engine| engine.name.clone()).collect()
            }
        }
    }

    /// Returns the paths of the programs that a match starts as engines; empty for self-play.
    pub fn programs(&self) -> Vec<String> {
        let Kind::Match { job, .. } = &self.kind else { return Vec::new() };
        let programs = job.tournament.engines.iter().filter_map(|engine| match &engine.origin {
            Origin::Builtin | Origin::Custom(_) => None,
            Origin::Process { program, .. } => Some(program.display().to_string()),
        });
        programs.collect()
    }

    /// Returns the standing of a match before its first pair; `None` for self-play.
    pub fn standing(&self) -> Option<Standing> {
        let Kind::Match { sprt, .. } = &self.kind else { return None };
        Some(Standing::new(self.engines(), *sprt, self.plan.shards))
    }

    /// Returns the text that the program prints when a match ends with this standing; empty for self-play.
    pub fn report(&self, standing: &Standing) -> String {
        let Kind::Match { conditions, .. } = &self.kind else { return String::new() };
        let report = report(standing.scores(), conditions, standing.sprt(), Columns::of_output().is_data());
        format!("{}{report}", completed(standing.verdict()))
    }

    /// Returns one line with the number of games and, between two engines, their score and the log-likelihood
    /// ratio of the sequential test, if there is a test.
    pub fn summary(&self, standing: &Standing) -> String {
        summary(standing.scores(), standing.sprt())
    }

    /// Checks that the plan starts no programs as engines, and that no option of an engine names a file.
    ///
    /// # Errors
    /// Returns an error that names the programs or the files.
    pub fn refuse_programs(&self) -> Result<(), Failure> {
        for (does, named) in
            [("starts programs", &self.programs()), ("has options that name files", &self.option_files)]
        {
            if !named.is_empty() {
                let error = format!("the plan {does} ({}); allow them by --programs", named.join(", "));
                return Err(Failure::not_understood(error));
            }
        }
        Ok(())
    }

    /// Checks that the engines play like those of the program that created the plan.
    ///
    /// # Errors
    ///
    /// Returns an error if they play differently, or if an engine fails.
    pub fn check_signature(&self) -> Result<(), Failure> {
        let (Key(found), Key(expected)) = (self.job().signature()?, self.plan.signature);
        if found == expected {
            return Ok(());
        }
        let error = format!(
            "this program does not play like the one that made the plan: its signature is {found:016x}, \
             expected {expected:016x}"
        );
        Err(Failure::not_understood(error))
    }

    /// Plays a shard into a folder; see [`play_shard`]. Returns the shard's path, or `None` if the run was
    /// stopped.
    ///
    /// # Errors
    /// Returns an error if there is no such shard, or it cannot be played or written.
    pub fn play(
        &self,
        number: u64,
        folder: &Path,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Option<PathBuf>, Failure> {
        self.check_number(number)?;
        play_shard(&self.plan, number, self.job(), folder, progress).map_err(failure)
    }

    /// Plays a shard in memory; see [`shard_bytes`]. Returns its bytes, or `None` if the run was stopped.
    ///
    /// # Errors
    /// Returns an error if there is no such shard or it cannot be played.
    pub fn bytes(
        &self,
        number: u64,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<u8>>, Failure> {
        self.check_number(number)?;
        shard_bytes(&self.plan, number, self.job(), progress).map_err(failure)
    }

    fn check_number(&self, number: u64) -> Result<(), ShardError> {
        let last = self.plan.shards - 1;
        if number <= last { Ok(()) } else { Err(ShardError::Unplanned { number, last }) }
    }

    /// Checks the bytes of a shard.
    ///
    /// # Errors
    /// Returns an error if they are not this shard of the plan.
    pub fn check(&self, number: u64, shard: &[u8]) -> Result<ShardFacts, ShardError> {
        check_shard(&self.plan, number, shard, self.job())
    }

    /// Merges the shards in a folder into a file. If the match has a sequential test, the file ends where the
    /// test reaches a verdict. Returns the report of a match, or the numbers of games and positions of
    /// self-play.
    ///
    /// # Errors
    /// Returns an error if a needed shard is missing, if a shard occurs twice, is damaged or belongs to
    /// another plan, or if a file cannot be read or written.
    pub fn merge(&self, folder: &Path, out: &Path) -> Result<String, LocatedError> {
        let mut positions = 0;
        let mut standing = self.standing();
        let mut take = |facts: &UnitFacts| {
            positions += facts.positions;
            match (&mut standing, &facts.outcome) {
                (Some(standing), Some(outcome)) => standing.count(outcome).map_break(drop),
                _ => ControlFlow::Continue(()),
            }
        };
        let may_end = matches!(&self.kind, Kind::Match { sprt: Some(_), .. });
        merge(&self.plan, self.job(), folder, out, may_end, &mut take)?;
        let played = || format!("{} games, {positions} positions", self.plan.units);
        Ok(standing.map_or_else(played, |standing| self.report(&standing)))
    }
}

fn failure(error: RunError) -> Failure {
    match error {
        RunError::File(error) => error.into(),
        RunError::Job(error) => error.into(),
    }
}
