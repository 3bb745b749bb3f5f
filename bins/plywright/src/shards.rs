//! Plans, shards and merged files of the commands `selfplay` and `match`, for one or many machines.
//!
//! Arguments in a plan are parsed like a command line. Settings of one machine, such as the number of games
//! played at the same time, are not part of a plan.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use clap::{ArgAction, ArgMatches, Command, FromArgMatches};
use plywright::Key;
use plywright_matches::engine_spec::{names_params, with_read_params};
use plywright_matches::files::LocatedError;
use plywright_matches::outputs::Output;
use plywright_matches::player::Origin;
use plywright_matches::report::report;
pub use plywright_matches::shards::{
    Job, JobError, PairOutcome, Plan, PlanFile, RunError, ShardError, ShardFacts, Standing, shard_name,
};
use plywright_matches::shards::{MatchJob, Shards, UnitFacts};
use plywright_matches::sprt::Sprt;

use crate::arguments::{Arguments, Step, Task};
use crate::columns::Columns;
use crate::commands::matches::{Match, completed};
use crate::commands::selfplay::Selfplay;
use crate::console::{print_line, say, stop_or_exit_after_grace};
use crate::failure::Failure;
pub use crate::planning::Machine;
use crate::planning::{JOBS, is_of_machine};
use crate::progress::Progress;

/// Version of the program. A plan of another version is refused.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Argument added if other arguments name no output, because the parser of `selfplay` requires one.
const NO_OUTPUT: &str = "--out=-";
/// Maximum number of shards of a plan if no number is given.
const DEFAULT_SHARDS: u64 = 100_000;

/// Writes a plan, plays a shard or merges shards. `words` are the words of the command line, the program's name first.
pub(crate) fn run_step(step: &Step<'_>, words: &[OsString]) -> Result<(), Failure> {
    let options = step.options;
    if let Some(number) = options.shards {
        return write_plan(step.plan, &plan_of(words, Some(number))?);
    }
    let run = planned_run(step, words)?;
    // The parser guarantees an output with `--shard` and `--merge`.
    let out = step.out.unwrap_or(Path::new(""));
    if let Some(folder) = &options.merge {
        return Ok(print_line(run.merge(folder, out)?)?);
    }
    if !options.programs {
        run.refuse_programs()?;
    }
    play_shard(&run, options.shard.unwrap_or_default(), out)
}

/// Reads a plan and prepares its run. The plan must be of the command in `words`.
fn planned_run(step: &Step<'_>, words: &[OsString]) -> Result<PlannedRun, Failure> {
    let plan = Plan::read(step.plan)?;
    if words.get(1).is_none_or(|word| *word != *plan.job) {
        let job = words.get(1).map(|word| word.to_string_lossy()).unwrap_or_default();
        let error = format!("it is a plan of {}, expected a plan of {job}", plan.job);
        return Err(LocatedError::new(step.plan, error).into());
    }
    let machine = Machine { concurrency: step.concurrency.into(), ..Machine::default() };
    PlannedRun::new(plan, None, machine)
}

/// Plays a shard into the folder `out`, with progress. Returns an error if Ctrl-C stops it before its end; what it has
/// played is kept.
fn play_shard(run: &PlannedRun, number: u64, out: &Path) -> Result<(), Failure> {
    run.check_signature()?;
    stop_or_exit_after_grace(Arc::clone(&run.machine.stop));
    let progress = Progress::new();
    let path = run.shards().play(number, out, &mut |done, all| {
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

/// Arguments of a command that can be planned.
enum Planned {
    SelfPlay(Box<Selfplay>),
    Match(Box<Match>),
}

/// A plan, the job that plays its units, and the settings of this machine: all that playing shards needs.
pub struct PlannedRun {
    /// The plan.
    pub plan: Plan,
    /// Facts about the match; empty for self-play.
    pub played: PlannedMatch,
    job: Box<dyn Job + Send + Sync>,
    machine: Machine,
    /// Paths of the files and folders that options of the engines name.
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

/// Creates the plan of a run. `job` is the command, and `arguments` are its arguments. Without `shards`,
/// there is a shard for each unit, up to 100,000 shards. A unit is a game of self-play, or a pair of games of a match.
///
/// # Errors
/// Returns an error if the command does not accept the arguments, or the job cannot be planned.
pub fn plan(job: &str, arguments: &[String], shards: Option<u64>) -> Result<Plan, Failure> {
    let has_output = arguments.iter().any(|argument| argument == "--out" || argument.starts_with("--out="));
    let output = if has_output { None } else { Some(NO_OUTPUT) };
    plan_of(&command_line(job, output, arguments)?, shards)
}

/// Creates the plan of a command line. The plan contains the values of all options that determine the games, defaults
/// included, and the hashes of the files that they name.
fn plan_of(words: &[OsString], shards: Option<u64>) -> Result<Plan, Failure> {
    let (command, matches, planned) = parse(words)?;
    let mut arguments = determining_arguments(&command, &matches)?;
    if let Planned::Match(played) = &planned {
        // The names of parameter files are replaced by the parameters. `specs` comes first, because it compares the
        // game that each file names with the game of the match.
        played.specs()?;
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
    plan.text()?;
    Ok(plan)
}

/// Parses the command line of a job. Returns the command, its arguments as words, and its arguments as values. Returns
/// an error for other commands, and for `match --join`.
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

/// Returns the words `plywright JOB`, then `output`, then `arguments`. Returns an error if `job` is not in [`JOBS`].
fn command_line(job: &str, output: Option<&str>, arguments: &[String]) -> Result<Vec<OsString>, Failure> {
    if !JOBS.contains(&job) {
        let error = format!("a plan of '{job}', expected {}", JOBS.join(" or "));
        return Err(Failure::not_understood(error));
    }
    let words = ["plywright", job].into_iter().chain(output).chain(arguments.iter().map(String::as_str));
    Ok(words.map(OsString::from).collect())
}

fn parse_arguments(job: &str, arguments: &[String]) -> Result<Planned, Failure> {
    let (_, _, planned) = parse(&command_line(job, Some(NO_OUTPUT), arguments)?)?;
    Ok(planned)
}

/// Returns all arguments that determine the units, including default values.
fn determining_arguments(command: &Command, matches: &ArgMatches) -> Result<Vec<String>, Failure> {
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
    /// Returns the paths of the files and folders that options of the engines name, and that of the file of openings.
    fn files(&self) -> Result<(Vec<String>, Option<String>), Failure> {
        Ok(match self {
            Self::SelfPlay(selfplay) => (selfplay.files()?, None),
            Self::Match(played) => (played.option_files()?, played.opening_file()),
        })
    }

    fn seed(&self) -> u64 {
        match self {
            Self::SelfPlay(selfplay) => selfplay.seed,
            Self::Match(played) => played.seed,
        }
    }

    /// Checks that the job reads only files whose hashes the plan contains, because other files can be of any kind and
    /// size. Engine settings must contain the search parameters themselves, not the name of a file of them. Returns
    /// the paths of the files and folders that options of the engines name.
    fn check_files(&self, plan: &Plan) -> Result<Vec<String>, Failure> {
        if let Self::Match(played) = self {
            for settings in played.engines.iter().chain([&played.each]) {
                if names_params(settings)? {
                    return Err(Failure::not_understood(
                        "the plan has a file of params, expected their values",
                    ));
                }
            }
        }
        let (option_files, openings) = self.files()?;
        for path in option_files.iter().chain(&openings) {
            if plan.files.iter().all(|file| file.path != *path) {
                return Err(Failure::not_understood(format!("the plan has no hash of {path}")));
            }
        }
        Ok(option_files)
    }

    /// Prepares the job and, for a match, the facts about it. For self-play, the facts are empty.
    fn job(&self, machine: &Machine) -> Result<(Box<dyn Job + Send + Sync>, PlannedMatch), Failure> {
        let played = match self {
            Self::SelfPlay(selfplay) => {
                return Ok((Box::new(selfplay.job(machine)?), PlannedMatch::default()));
            }
            Self::Match(played) => played,
        };
        let tournament = played.tournament(machine)?;
        let programs = tournament.engines.iter().filter_map(|engine| match &engine.origin {
            Origin::Builtin | Origin::Custom(_) => None,
            Origin::Process { program, .. } => Some(program.display().to_string()),
        });
        let facts = PlannedMatch {
            engines: tournament.engines.iter().map(|engine| engine.name.clone()).collect(),
            programs: programs.collect(),
            sprt: played.sprt,
            conditions: played.conditions(&tournament),
        };
        Ok((Box::new(MatchJob::new(tournament)), facts))
    }
}

impl PlannedRun {
    /// Prepares the run of a plan. If a file that the plan names is missing at its path or has changed, the folder
    /// `files` may contain the original under its hash.
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

    /// Returns the shards, with the job that plays their units.
    pub fn shards(&self) -> Shards<'_> {
        Shards { plan: &self.plan, job: &*self.job }
    }

    /// Returns the standing of the match before its first pair of games, in which results are then counted; `None`
    /// for self-play.
    pub fn standing(&self) -> Option<Standing> {
        let PlannedMatch { engines, sprt, .. } = &self.played;
        (!engines.is_empty()).then(|| Standing::new(engines.iter().cloned(), *sprt, self.plan.shards))
    }

    /// Returns the text that the program prints at the end of the match: the verdict, if any, and the report of the
    /// results.
    pub fn report(&self, standing: &Standing) -> String {
        let (scores, conditions) = (&standing.scores, &self.played.conditions);
        let report = report(scores, conditions, standing.sprt.as_ref(), Columns::of_output().is_data());
        format!("{}{report}", completed(standing.verdict))
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

    /// Checks that the engines play like those of the program that created the plan.
    ///
    /// # Errors
    ///
    /// Returns an error if they play differently, or if an engine fails.
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
        self.shards().merge(folder, out, self.played.sprt.is_some(), &mut take)?;
        let played = || format!("{} games, {positions} positions", self.plan.units);
        Ok(standing.map_or_else(played, |standing| self.report(&standing)))
    }
}
