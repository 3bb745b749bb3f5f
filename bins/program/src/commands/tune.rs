//! Tuning search parameters by games of the engine against itself.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use plywright::engine::DynEngine;
use plywright::{SearchParams, Side, shorten};
use plywright_arena::contest::{Contest, ContestError, Event, OptionValue};
use plywright_arena::engine_spec::{EngineSpec, EngineSpecError, PARAM_PREFIX};
use plywright_arena::openings::{OpeningChoice, OpeningError, Openings};
use plywright_arena::referee::Conditions;
use plywright_arena::schedule::{Pairing, Schedule};
use plywright_arena::spsa::{Spsa, SpsaFileError, TunedParam};
use plywright_arena::stats::GameScore;
use thiserror::Error;

use super::progress::Progress;
use crate::choice::Choice;
use crate::failure::Failure;
use crate::number::whole;

/// Memory of an engine's table, in mebibytes.
const HASH: &str = "16";
/// How long a move may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Number of moves after which a game is drawn.
const MOST_PLIES: usize = 1000;

const NOTES: &str = "\
In each iteration two engines play pairs of games, with all parameters shifted by chance, up for one engine
and down for the other; the parameters move towards the winner's. The state is kept in the file after each
iteration: the same command goes on where it was. What was found is then tested by
`plywright match --engine \"cmd=builtin params=FILE\" --engine cmd=builtin`.

A parameter is NAME, with bounds and a step from its present value, or NAME=START:MIN:MAX:STEP.

Examples:
  plywright tune --game mill --params futility_margin,aspiration=40:5:200:10 --each nodes=5000 \\
    --iterations 2000 --output mill.params";

/// A tuning.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct TuneArguments {
    /// Which game and variant.
    #[command(flatten)]
    pub choice: Choice,
    /// Which parameters; those of the game's evaluation that are not switches unless given
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub params: Vec<ParamChoice>,
    /// How each move is searched, as the settings of a match have it
    #[arg(long, value_name = "SETTINGS", default_value = "nodes=2000")]
    pub each: String,
    /// Iterations in all
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1_u64..))]
    pub iterations: u64,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = whole(1..=10_000_u32))]
    pub pairs: u32,
    /// Games that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=256_u16))]
    pub concurrency: u16,
    /// Where games begin: random:PLIES or a file
    #[arg(long, value_name = "random:PLIES|FILE", default_value = "random:4")]
    pub openings: OpeningChoice,
    /// What chance depends on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    pub seed: u64,
    /// Where the state and the result are kept
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
}

/// A parameter to be tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamChoice {
    name: String,
    /// Start, least value, greatest value and step.
    bounds: Option<[f64; 4]>,
}

impl FromStr for ParamChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, numbers) = text.split_once('=').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let wrong = || format!("'{}' is not NAME or NAME=START:MIN:MAX:STEP", shorten(text));
        let bounds = match numbers {
            None => None,
            Some(numbers) => {
                let read: Result<Vec<f64>, _> = numbers.split(':').map(str::parse).collect();
                let bounds: [f64; 4] = read.map_err(|_| wrong())?.try_into().map_err(|_| wrong())?;
                let [start, min, max, step] = bounds;
                if !(min <= start
                    && start <= max
                    && step > 0.0
                    && step.is_finite()
                    && (max - min).is_finite())
                {
                    return Err(wrong());
                }
                Some(bounds)
            }
        };
        Ok(Self { name: name.trim().to_owned(), bounds })
    }
}

/// Why parameters cannot be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// There is no such parameter.
    #[error("no parameter is called '{found}'; there are {known}")]
    Unknown {
        /// The name that was read.
        found: String,
        /// The names that exist.
        known: String,
    },
    /// The evaluation uses no parameter that could be tuned.
    #[error("this game's evaluation has no parameter to tune, expected --params")]
    Nothing,
    /// A value lies outside a parameter's range.
    #[error("{name}: bounds {min} and {max} are not within {least} and {greatest}")]
    Bounds {
        /// The parameter.
        name: String,
        /// Least value that was asked for.
        min: f64,
        /// Greatest value that was asked for.
        max: f64,
        /// Least value that it may have.
        least: i32,
        /// Greatest value that it may have.
        greatest: i32,
    },
    /// The file of the state cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        error: SpsaFileError,
    },
    /// The file has the state of another tuning.
    #[error("{} has the state of another tuning: {found}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// How it is played, its parameters with their bounds, and its seed.
        found: String,
    },
    /// The settings of the games are wrong.
    #[error(transparent)]
    Engine(#[from] EngineSpecError),
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The games cannot go on.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// An engine cannot have the parameters.
    #[error("{0}")]
    Options(String),
}

/// Tunes, and prints what was found.
pub fn run(arguments: &TuneArguments) -> Result<(), Failure> {
    let each: Vec<_> = arguments.each.split_whitespace().collect();
    let own_engine = arguments.choice.engine()?;
    let own = own_engine.search_params();
    let mut spsa = Spsa {
        title: format!("plywright tune, game {}, {}", own_engine.game_name(), each.join(" ")),
        params: params(&arguments.params, &own)?,
        done: 0,
        iterations: arguments.iterations,
        seed: arguments.seed,
    };
    let wrong = |error| TuneError::File { path: arguments.output.clone(), error };
    if arguments.output.exists() {
        let old = Spsa::load(&arguments.output).map_err(wrong)?;
        let found = description(&old);
        if found != description(&spsa) {
            return Err(TuneError::Other { path: arguments.output.clone(), found }.into());
        }
        spsa = Spsa { iterations: arguments.iterations, ..old };
    }
    let progress = Progress::new();
    while spsa.done < spsa.iterations {
        let sets = spsa.perturbation();
        let result = play(arguments, &spsa, &sets.plus, &sets.minus)?;
        spsa.learn(&sets, result);
        spsa.save(&arguments.output).map_err(|error| wrong(error.into()))?;
        progress.show(spsa.done, spsa.iterations, || {
            let values = spsa.params.iter().map(|param| format!("{} {:.2}", param.name, param.value));
            values.collect::<Vec<_>>().join(", ")
        });
    }
    progress.clear();
    let mut out = io::stdout().lock();
    for (name, value) in spsa.values() {
        writeln!(out, "{name} {value}")?;
    }
    Ok(out.flush()?)
}

/// What a tuning keeps from run to run.
fn description(spsa: &Spsa) -> String {
    let params = spsa
        .params
        .iter()
        .map(|TunedParam { name, min, max, step, .. }| format!("{name} from {min} to {max} by {step}, "));
    format!("{}: {}seed {}", spsa.title, params.collect::<String>(), spsa.seed)
}

/// The parameters with their bounds.
fn params(choices: &[ParamChoice], own: &SearchParams) -> Result<Vec<TunedParam>, TuneError> {
    let known: Vec<_> = SearchParams::names().collect();
    let is_number = |name: &&str| SearchParams::range(name).is_some_and(|range| *range.end() > 1);
    let used = |name: &&str| own.get(name).is_some_and(|value| value > 0);
    let mut choices = choices.to_vec();
    if choices.is_empty() {
        let names = known.iter().copied().filter(is_number).filter(used);
        choices = names.map(|name| ParamChoice { name: name.to_owned(), bounds: None }).collect();
    }
    if choices.is_empty() {
        return Err(TuneError::Nothing);
    }
    choices
        .into_iter()
        .map(|ParamChoice { name, bounds }| {
            let (Some(value), Some(range)) = (own.get(&name), SearchParams::range(&name)) else {
                return Err(TuneError::Unknown { found: shorten(&name), known: known.join(", ") });
            };
            let (least, greatest) = (*range.start(), *range.end());
            let start = f64::from(value);
            let [value, min, max, step] = bounds.unwrap_or_else(|| {
                let max = (2.0 * start + 4.0).min(greatest.into());
                [start, least.into(), max, ((max - f64::from(least)) / 10.0).max(0.5)]
            });
            if min < least.into() || max > greatest.into() {
                return Err(TuneError::Bounds { name, min, max, least, greatest });
            }
            Ok(TunedParam { name, value, min, max, step })
        })
        .collect()
}

/// Plays the games of an iteration and returns the wins less the losses of the first set of values.
fn play(arguments: &TuneArguments, spsa: &Spsa, plus: &[i64], minus: &[i64]) -> Result<f64, Failure> {
    let engine = |name: &str, values: &[i64]| -> Result<EngineSpec, TuneError> {
        let mut spec = EngineSpec::parse(&format!("cmd=builtin name={name}"), &arguments.each)?;
        for (param, value) in spsa.params.iter().zip(values) {
            spec.options.push((format!("{PARAM_PREFIX}{}", param.name), value.to_string()));
        }
        Ok(spec)
    };
    let make_engine = |options: &[OptionValue]| -> Result<Box<dyn DynEngine>, String> {
        let mut engine =
            arguments.choice.engine_over(&[("Hash", HASH)]).map_err(|error| error.to_string())?;
        for (name, value) in options {
            engine.set_option(name, value).map_err(|error| error.to_string())?;
        }
        Ok(engine)
    };
    let seed = arguments.seed.wrapping_add(spsa.done.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut rules = make_engine(&[]).map_err(TuneError::Options)?;
    let openings = Openings::new(&arguments.openings, None, seed, &mut *rules).map_err(TuneError::from)?;
    let contest = Contest {
        engines: vec![engine("plus", plus)?, engine("minus", minus)?],
        schedule: Schedule::new(2, Pairing::RoundRobin, arguments.pairs as usize),
        openings,
        conditions: Conditions { resign: None, draw: None, max_plies: MOST_PLIES, patience: PATIENCE },
        seed,
        concurrency: arguments.concurrency.into(),
        tags: Vec::new(),
        make_engine: &make_engine,
        interrupt: Arc::default(),
    };
    if spsa.done == 0 {
        contest.check().map_err(TuneError::Options)?;
    }
    let mut result = 0.0;
    let played = contest.run(&HashSet::new(), &mut |event| {
        if let Event::Finished(game) = event {
            let side = if game.id.first == 0 { Side::First } else { Side::Second };
            result += match game.record.result.score_of(side) {
                Some(GameScore::Win) => 1.0,
                Some(GameScore::Loss) => -1.0,
                _ => 0.0,
            };
        }
        ControlFlow::Continue(())
    });
    played.map_err(TuneError::from)?;
    Ok(result)
}
