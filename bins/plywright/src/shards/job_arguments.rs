//! Parses the arguments of the commands that can be planned (`selfplay` and `match`), selects those that a plan keeps,
//! and prepares the job.

use std::ffi::OsString;

use clap::{ArgAction, ArgMatches, FromArgMatches};
use plywright_matches::engine_spec::{names_params, with_read_params};
use plywright_matches::player::Origin;
use plywright_matches::shards::MatchJob;

use super::{Job, Machine, Plan, PlannedMatch};
use crate::arguments::{Arguments, Task};
use crate::commands::matches::Match;
use crate::commands::selfplay::Selfplay;
use crate::failure::Failure;
use crate::planning::{JOBS, is_of_machine};

/// Argument to add if the other arguments name no output. The parser of `selfplay` requires an output.
pub(super) const NO_OUTPUT: &str = "--out=-";

pub(super) enum JobArguments {
    SelfPlay(Box<Selfplay>),
    Match(Box<Match>),
}

/// Returns the name of the job and the arguments of a plan: all that determine the games, including default values. The
/// names of parameter files are replaced by the parameters. `words` are those of the command line, the program's name
/// first.
pub(super) fn determining_arguments(words: &[OsString]) -> Result<(String, Vec<String>), Failure> {
    let mut command = Arguments::full_command();
    let mut matches = command.try_get_matches_from_mut(words).map_err(|error| refused(&error))?;
    let values = job_of(&matches)?;
    let (job, matches) = matches.remove_subcommand().unwrap_or_default();
    let command = command.find_subcommand(&job).cloned().unwrap_or_default();
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
    if let JobArguments::Match(played) = &values {
        write_out_params(played, &mut arguments)?;
    }
    Ok((job, arguments))
}

/// Parses `arguments` of the command `job`, to which [`NO_OUTPUT`] is added.
pub(super) fn parse_arguments(job: &str, arguments: &[String]) -> Result<JobArguments, Failure> {
    let words = command_line(job, Some(NO_OUTPUT), arguments)?;
    job_of(&Arguments::full_command().try_get_matches_from(words).map_err(|error| refused(&error))?)
}

/// Returns the job of a command line. Returns an error for commands that cannot be planned, and for `match --join`.
fn job_of(matches: &ArgMatches) -> Result<JobArguments, Failure> {
    match Arguments::from_arg_matches(matches).map_err(|error| refused(&error))?.task {
        Some(Task::Selfplay(selfplay)) => Ok(JobArguments::SelfPlay(selfplay)),
        Some(Task::Match(played)) if played.join.is_empty() => Ok(JobArguments::Match(played)),
        _ => Err(Failure::not_understood(format!("no plan of this, expected {}", JOBS.join(" or ")))),
    }
}

fn refused(error: &clap::Error) -> Failure {
    // The first paragraph names the error; the others are hints for a command line. The word `error` at the beginning
    // is removed, because the program prints it before every error.
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    Failure::not_understood(text.split("\n\n").next().unwrap_or(text).to_owned())
}

/// Returns the words `plywright JOB`, then `output`, then `arguments`. Returns an error if `job` is not in [`JOBS`].
pub(super) fn command_line(
    job: &str,
    output: Option<&str>,
    arguments: &[String],
) -> Result<Vec<OsString>, Failure> {
    if !JOBS.contains(&job) {
        let error = format!("a plan of '{job}', expected {}", JOBS.join(" or "));
        return Err(Failure::not_understood(error));
    }
    let words = ["plywright", job].into_iter().chain(output).chain(arguments.iter().map(String::as_str));
    Ok(words.map(OsString::from).collect())
}

/// In the settings of engines, replaces the name of each file of search parameters by the parameters.
fn write_out_params(played: &Match, arguments: &mut [String]) -> Result<(), Failure> {
    // `specs` checks that no file of parameters is for another game. Once the parameters have replaced the file's name,
    // this cannot be checked, because parameters alone do not name their game.
    played.specs()?;
    for argument in arguments {
        let parts = argument.split_once('=').filter(|(name, _)| ["--engine", "--each"].contains(name));
        if let Some((name, settings)) = parts {
            *argument = format!("{name}={}", with_read_params(settings)?);
        }
    }
    Ok(())
}

impl JobArguments {
    /// Returns the paths of the files and folders that options of the engines name, and the path of the file of
    /// openings, if there is one.
    pub(super) fn files(&self) -> Result<(Vec<String>, Option<String>), Failure> {
        Ok(match self {
            Self::SelfPlay(selfplay) => (selfplay.files()?, None),
            Self::Match(played) => (played.option_files()?, played.opening_file()),
        })
    }

    pub(super) fn seed(&self) -> u64 {
        match self {
            Self::SelfPlay(selfplay) => selfplay.seed,
            Self::Match(played) => played.seed,
        }
    }

    /// Checks that the job reads only files whose hashes the plan contains, because other files can be of any kind and
    /// size. Engine settings must contain the search parameters themselves, not the name of a parameter file. Returns
    /// the paths of the files and folders that options of the engines name.
    pub(super) fn check_files(&self, plan: &Plan) -> Result<Vec<String>, Failure> {
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

    /// Prepares the job and the facts about the match. For self-play, the facts are empty.
    pub(super) fn job(
        &self,
        machine: &Machine,
    ) -> Result<(Box<dyn Job + Send + Sync>, PlannedMatch), Failure> {
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
