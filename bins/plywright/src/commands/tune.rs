//! Command `tune`: tunes search parameters by games of the engine against itself. The method is SPSA, simultaneous
//! perturbation stochastic approximation: the result of one match moves all parameters.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use plywright::engine::DynEngine;
use plywright::{SearchParams, shorten};
use plywright_matches::engine_spec::{EngineSpec, EngineSpecError, PARAM_PREFIX};
use plywright_matches::files::LocatedError;
use plywright_matches::openings::{OpeningChoice, Openings};
use plywright_matches::outputs::{Output, is_stream};
use plywright_matches::player::Fault;
use plywright_matches::record::Tags;
use plywright_matches::referee::Conditions;
use plywright_matches::running;
use plywright_matches::schedule::{Pairing, Schedule};
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::spsa::{Spsa, TunedParam};
use plywright_matches::stats::Results;
use plywright_matches::tournament::{Event, OptionValue, Tournament};

use super::matches::make_engine;
use crate::choice::Choice;
use crate::console::print_line;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::recorded::say_latin_1;
use crate::values::whole;

/// First words of the title of a run. An existing file is overwritten only if it is empty or has these words in its
/// first [`TITLE_BYTES`] bytes.
const TITLE: &str = "plywright tune";
const TITLE_BYTES: usize = 100;
/// Difference between the seeds of successive iterations: 2^64 divided by the golden ratio, which spreads the seeds
/// over all values.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;
/// Time to wait for a move if no time limit applies.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Number of moves, including the opening's, after which an unfinished game is drawn.
const MAX_PLIES: usize = 1000;

const NOTES: &str = "\
In each iteration, two engines play pairs of games. All parameters are shifted in random directions for one
engine and in the opposite directions for the other, and then move towards the winner's values. The file keeps
the state after each iteration: the same command resumes the run. Test the result by
`plywright match --engine \"cmd=builtin params=FILE\" --engine cmd=builtin`.

A parameter is NAME, with bounds and a step derived from its current value, or NAME=START:MIN:MAX:STEP.

Examples:
  plywright tune --game mill --params futility_margin,aspiration=40:5:200:10 --each nodes=5000 \\
    --iterations 2000 --out mill.params";

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct Tune {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// Parameters to tune; if not given, all numeric parameters that the game's evaluation uses
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    params: Vec<ParamChoice>,
    /// Limits of the search for each move, in the syntax of a match
    #[arg(long, value_name = "SETTINGS", default_value = "nodes=2000")]
    each: String,
    /// Total number of iterations
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1_u64..))]
    iterations: u64,
    /// Number of rounds in each iteration; a round is one opening, played twice with sides swapped
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(1..=10_000_u32))]
    rounds: u32,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    concurrency: u16,
    /// Openings, as in a match
    #[arg(long, value_name = "random:PLIES|random:MIN-MAX|FILE", default_value = "random:4")]
    openings: OpeningChoice,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    seed: u64,
    /// File of the run's state, which holds the result; a file of the same run is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A parameter to tune, as given on the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamChoice {
    name: String,
    /// The given start, minimum, maximum and step; with `None`, [`tuned_param`] derives them from the game's own value.
    bounds: Option<[f64; 4]>,
}

/// Parses `START:MIN:MAX:STEP`. Returns `None` if the text has another form, a number is not finite, the start is
/// outside the bounds, or the step is not above 0.
fn parse_bounds(text: &str) -> Option<[f64; 4]> {
    let numbers: Result<Vec<f64>, _> = text.split(':').map(str::parse).collect();
    let [start, min, max, step]: [f64; 4] = numbers.ok()?.try_into().ok()?;
    let is_ordered = min <= start && start <= max && (max - min).is_finite();
    (is_ordered && step > 0.0 && step.is_finite()).then_some([start, min, max, step])
}

impl FromStr for ParamChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, numbers)) = text.split_once('=') else {
            return Ok(Self { name: text.trim().to_owned(), bounds: None });
        };
        let wrong = || format!("'{}' is not NAME or NAME=START:MIN:MAX:STEP", shorten(text));
        let bounds = parse_bounds(numbers).ok_or_else(wrong)?;
        Ok(Self { name: name.trim().to_owned(), bounds: Some(bounds) })
    }
}

pub fn run(arguments: &Tune) -> Result<(), Failure> {
    if let OpeningChoice::File { path, .. } = &arguments.openings
        && is_stream(path)
    {
        let error = "it is a device or a pipe, expected a file, because every iteration reads it again";
        return Err(LocatedError::new(path, error).into());
    }
    let each: Vec<_> = arguments.each.split_whitespace().collect();
    let own_engine = arguments.choice.engine()?;
    let own = own_engine.search_params();
    let game = own_engine.dyn_game().facts().game;
    EngineSpec::parse("cmd=builtin", &arguments.each)?.check_game(game)?;
    let mut spsa = Spsa {
        title: format!("{TITLE}, game {game}, {}{}", each.join(" "), settings_text(arguments)),
        game: Some(game.to_owned()),
        params: tuned_params(&arguments.params, &own).map_err(Failure::not_understood)?,
        done: 0,
        iterations: arguments.iterations,
        seed: arguments.seed,
    };
    let is_own =
        |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(TITLE_BYTES)]).contains(TITLE);
    let mut output = Output::open(&arguments.out, "the state of a tuning run", is_own)?;
    if !output.before().is_empty() {
        spsa = resumed(&arguments.out, output.before(), &spsa)?;
    }
    let progress = Progress::new();
    while spsa.done < spsa.iterations {
        let sets = spsa.perturbation();
        let result = play(arguments, &spsa, &sets.plus, &sets.minus)?;
        spsa.learn(&sets, result);
        output.write(spsa.text().as_bytes())?;
        progress.show(spsa.done, spsa.iterations, || {
            let values = spsa.params.iter().map(|param| format!("{} {:.2}", param.name, param.value));
            values.collect::<Vec<_>>().join(", ")
        });
    }
    progress.clear();
    for (name, value) in spsa.values() {
        print_line(format_args!("{name}\t{value}"))?;
    }
    Ok(())
}

/// Returns the run whose state was read from the file at `path`, with the number of iterations of `new`. Returns an
/// error if the two are different runs.
fn resumed(path: &Path, state: &[u8], new: &Spsa) -> Result<Spsa, Failure> {
    let old = Spsa::read(path, &String::from_utf8_lossy(state))?;
    let found = description(&old);
    if found != description(new) {
        let error = format!("it has the state of another tuning run: {found}");
        return Err(LocatedError::new(path, error).into());
    }
    Ok(Spsa { iterations: new.iterations, ..old })
}

/// Describes the variant, the options, the openings and the number of rounds, for the title of the run.
fn settings_text(arguments: &Tune) -> String {
    let Tune { choice: Choice { variant, options, .. }, openings, rounds, .. } = arguments;
    let variant = variant.iter().map(|name| format!(", variant {name}"));
    let options = options.iter().map(|(name, value)| format!(", option {name}={value}"));
    format!("{}, openings {openings}, rounds {rounds}", variant.chain(options).collect::<String>())
}

/// Describes what must stay the same when a run resumes: the games, the parameters with their bounds and steps, and the
/// seed.
fn description(spsa: &Spsa) -> String {
    let params = spsa
        .params
        .iter()
        .map(|TunedParam { name, min, max, step, .. }| format!("{name} from {min} to {max} by {step}, "));
    format!("{}: {}seed {}", spsa.title, params.collect::<String>(), spsa.seed)
}

/// Returns the parameters to tune, with their bounds and steps. `own` are the values that the game's evaluation uses.
/// If `choices` is empty, selects all parameters with a positive value in `own`, except switches. Returns an error if
/// there is none, if a parameter occurs twice, or if [`tuned_param`] refuses one.
fn tuned_params(choices: &[ParamChoice], own: &SearchParams) -> Result<Vec<TunedParam>, String> {
    let is_number = |name: &&str| SearchParams::range(name).is_some_and(|range| *range.end() > 1);
    let used = |name: &&str| own.get(name).is_some_and(|value| value > 0);
    let mut choices = choices.to_vec();
    if choices.is_empty() {
        let names = SearchParams::names().filter(is_number).filter(used);
        choices = names.map(|name| ParamChoice { name: name.to_owned(), bounds: None }).collect();
    }
    if choices.is_empty() {
        return Err("this game's evaluation has no parameter to tune, expected --params".to_owned());
    }
    let mut seen = HashSet::new();
    let mut params = Vec::new();
    for choice in &choices {
        let param = tuned_param(choice, own)?;
        if !seen.insert(param.name.clone()) {
            return Err(format!("{} is given twice, expected each parameter once", param.name));
        }
        params.push(param);
    }
    Ok(params)
}

/// Returns a parameter with the given bounds and step, or with bounds and a step derived from the game's own value.
/// Returns an error if the parameter does not exist, or if the given bounds exceed what the search allows.
fn tuned_param(
    ParamChoice { name: given, bounds }: &ParamChoice,
    own: &SearchParams,
) -> Result<TunedParam, String> {
    let known_param = (SearchParams::name(given), own.get(given), SearchParams::range(given));
    let (Some(name), Some(value), Some(range)) = known_param else {
        let names: Vec<_> = SearchParams::names().collect();
        return Err(format!("no parameter is called '{}'; there are {}", shorten(given), names.join(", ")));
    };
    let (lowest, highest) = (f64::from(*range.start()), f64::from(*range.end()));
    let own_value = f64::from(value);
    let [start, min, max, step] = bounds.unwrap_or_else(|| {
        let max = (2.0 * own_value + 4.0).min(highest);
        [own_value, lowest, max, ((max - lowest) / 10.0).max(0.5)]
    });
    if min < lowest || max > highest {
        return Err(format!("{name}: bounds {min} and {max} are not within {lowest} and {highest}"));
    }
    Ok(TunedParam { name: name.to_owned(), value: start, min, max, step })
}

/// Plays the games of an iteration. Returns the number of wins minus the number of losses of the engine with the values
/// `plus`. A warning of an engine, for example about a damaged table, is an error. So is a failure other than a loss on
/// time, because such a game says nothing about the values.
fn play(arguments: &Tune, spsa: &Spsa, plus: &[i64], minus: &[i64]) -> Result<f64, Failure> {
    let choice = &arguments.choice;
    let make = |options: &[OptionValue]| make_engine(choice, &choice.options, options);
    let seed = arguments.seed.wrapping_add(spsa.done.wrapping_mul(SEED_STEP));
    let engine = make(&[]).map_err(Failure::not_understood)?;
    let openings = openings_of_iteration(arguments, spsa.done, seed, &*engine)?;
    if let Some(line) = openings.line_in_latin_1.filter(|_| spsa.done == 0) {
        say_latin_1(&arguments.openings, line);
    }
    let tournament = Tournament {
        engines: vec![
            tuned_engine(arguments, "plus", &spsa.params, plus)?,
            tuned_engine(arguments, "minus", &spsa.params, minus)?,
        ],
        schedule: Schedule::new(2, Pairing::RoundRobin, arguments.rounds as usize),
        openings,
        conditions: Conditions { resign: None, draw: None, max_plies: MAX_PLIES, timeout: TIMEOUT },
        seed,
        concurrency: arguments.concurrency.into(),
        tags: Tags::default(),
        make_engine: Box::new(make),
        interrupt: Arc::default(),
    };
    // One check is enough: later iterations change only the values of parameters, the seed and the openings.
    if spsa.done == 0 {
        tournament.check().map_err(Failure::not_understood)?;
    }
    let (mut scores, mut trouble) = (Scoreboard::default(), None);
    running::run(&tournament, &HashSet::new(), &mut |event| {
        match event {
            Event::Finished(game) => match &game.failure {
                Some(failed) if !matches!(failed.fault, Fault::Time { .. }) => {
                    let mut text = game.record.comment.clone();
                    if !failed.position.is_empty() {
                        text = format!("{text} in {}", failed.position);
                    }
                    trouble = Some(text);
                }
                _ => {
                    let id = game.id;
                    scores.add(&id.round.to_string(), id.first, id.second, game.record.result);
                }
            },
            Event::Warning { engine, text } => trouble = Some(format!("engine '{engine}' {text}")),
            Event::Searching { .. } | Event::Interrupted => {}
        }
        if trouble.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let Results { wins, losses, .. } = scores.between(0, 1);
    trouble.map_or(Ok(wins as f64 - losses as f64), |trouble| Err(Failure::failed(trouble)))
}

/// Returns the description of an engine called `name` that plays with these values of the parameters.
fn tuned_engine(
    arguments: &Tune,
    name: &str,
    params: &[TunedParam],
    values: &[i64],
) -> Result<EngineSpec, EngineSpecError> {
    let mut spec = EngineSpec::parse(&format!("cmd=builtin name={name}"), &arguments.each)?;
    for (param, value) in params.iter().zip(values) {
        spec.options.push((format!("{PARAM_PREFIX}{}", param.name), value.to_string()));
    }
    Ok(spec)
}

/// Returns the openings of an iteration. From a file in sequential order, each iteration takes the openings that
/// follow those of the previous iteration. With `order=random`, each iteration shuffles the file by a seed of its own.
fn openings_of_iteration(
    arguments: &Tune,
    iteration: u64,
    seed: u64,
    engine: &dyn DynEngine,
) -> Result<Openings, Failure> {
    let (rules, _) = arguments.choice.split_options(&*engine.dyn_game());
    let mut choice = arguments.openings.clone();
    if let OpeningChoice::File { start, .. } = &mut choice {
        let played = iteration.wrapping_mul(arguments.rounds.into()) as usize;
        *start = (*start).saturating_add(played);
    }
    Ok(Openings::new(&choice, None, seed, &rules, engine)?)
}
