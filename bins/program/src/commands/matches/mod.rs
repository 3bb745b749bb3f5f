//! Matches between engines of this program and others, and statistics of their results.

mod arguments;
pub(crate) mod error;
mod games_file;
mod interrupt;

use std::collections::{HashMap, HashSet};
use std::env;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use plywright::Key;
use plywright::engine::{DynEngine, SetOptionError};
use plywright_arena::contest::{Contest, Event, FinishedGame, OptionValue};
use plywright_arena::engine_spec::EngineSpec;
use plywright_arena::openings::Openings;
use plywright_arena::ratings::ratings;
use plywright_arena::referee::Conditions;
use plywright_arena::report::{Heading, report, summary};
use plywright_arena::schedule::Schedule;
use plywright_arena::scoreboard::Scoreboard;

pub use arguments::MatchArguments;
use error::MatchError;

use super::progress::Progress;
use crate::failure::Failure;
use crate::stderr::say;
use games_file::{GamesFile, join};
use interrupt::{resuming_command, set_on_interrupt};

/// Default size of an engine's transposition table in MiB. It is small because several engines run at once.
const HASH: (&str, &str) = ("Hash", "16");
const LEVEL_OPTION: &str = "SkillLevel";
/// Maximum number of an engine's failures that are printed. The records contain all of them.
const MAX_REPORTED: u64 = 10;

/// Plays the match and prints its results.
pub fn run(arguments: &MatchArguments) -> Result<(), Failure> {
    if !arguments.join.is_empty() {
        return add_up(arguments);
    }
    let engines = engines(arguments)?;
    if engines.len() < 2 {
        return Err(MatchError::Alone.into());
    }
    if arguments.sprt.is_some() && engines.len() > 2 {
        return Err(MatchError::TooMany(engines.len()).into());
    }
    let rules = arguments.choice.options();
    let make_engine = |options: &[OptionValue]| make_engine(arguments, &rules, options);
    // Checks the names of the game and its variant first.
    let variant = arguments.choice.plain_engine()?.board().variant;
    let mut rules_engine = make_engine(&[]).map_err(MatchError::Options)?;
    let openings = Openings::new(&arguments.openings, arguments.balanced, arguments.seed, &mut *rules_engine)
        .map_err(MatchError::from)?;
    let game = rules_engine.game_name();
    engines.iter().try_for_each(|engine| engine.check_game(game)).map_err(MatchError::from)?;
    let tags = tags(arguments, game, variant, &rules, &openings);
    let contest = Contest {
        schedule: Schedule::new(engines.len(), arguments.pairing.into(), arguments.rounds as usize),
        engines,
        openings,
        conditions: Conditions {
            resign: arguments.resign,
            draw: arguments.draw,
            max_plies: arguments.max_plies as usize,
            patience: Duration::from_secs(arguments.patience.into()),
        },
        seed: arguments.seed,
        concurrency: arguments.concurrency.into(),
        tags,
        make_engine: &make_engine,
        interrupt: Arc::default(),
    };
    contest.check().map_err(MatchError::Options)?;
    MatchRun::new(arguments, &contest)?.run()
}

/// Parses the engines and makes their names unique.
fn engines(arguments: &MatchArguments) -> Result<Vec<EngineSpec>, MatchError> {
    let level = |level: &u8| format!("cmd=builtin name=level-{level} option.{LEVEL_OPTION}={level}");
    let given = arguments.levels.iter().map(level).chain(arguments.engines.iter().cloned());
    let mut engines = Vec::new();
    let mut uses: HashMap<String, usize> = HashMap::new();
    for own in given {
        let mut engine = EngineSpec::parse(&own, &arguments.each)?;
        let name = engine.name.clone();
        loop {
            let number = uses.entry(name.clone()).and_modify(|number| *number += 1).or_insert(1);
            if *number > 1 {
                engine.name = format!("{name}-{number}");
            }
            if engines.iter().all(|known: &EngineSpec| known.name != engine.name) {
                break;
            }
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// Makes an engine of this program with the rules of the match and its own options.
fn make_engine(
    arguments: &MatchArguments,
    rules: &[OptionValue],
    options: &[OptionValue],
) -> Result<Box<dyn DynEngine>, String> {
    let mut engine = arguments.choice.plain_engine().map_err(|error| error.to_string())?;
    let mut set = || {
        engine.set_option(HASH.0, HASH.1)?;
        rules.iter().try_for_each(|(name, value)| engine.set_rule(name, value))?;
        options.iter().try_for_each(|(name, value)| engine.set_option(name, value))
    };
    set().map_err(|error: SetOptionError| error.to_string())?;
    Ok(engine)
}

/// Tags written to every record.
fn tags(
    arguments: &MatchArguments,
    game: &str,
    variant: &str,
    rules: &[OptionValue],
    openings: &Openings,
) -> Vec<OptionValue> {
    let mut tags = vec![
        ("Game".to_owned(), game.to_owned()),
        ("Variant".to_owned(), variant.to_owned()),
        ("Seed".to_owned(), arguments.seed.to_string()),
        ("Openings".to_owned(), arguments.openings.to_string()),
    ];
    let rules: Vec<_> = rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if !rules.is_empty() {
        tags.push(("Options".to_owned(), rules.join(",")));
    }
    tags.push(("Conditions".to_owned(), conditions(arguments, openings)));
    tags
}

/// Describes everything that determines the games, except the game and the engines.
fn conditions(arguments: &MatchArguments, openings: &Openings) -> String {
    let MatchArguments { balanced, resign, draw, max_plies, patience, .. } = arguments;
    let parts = [
        openings.content().map(|Key(key)| format!("openings {key:016x}")),
        balanced.map(|centi| format!("balanced {centi}")),
        resign.map(|resign| format!("resign {resign}")),
        draw.map(|draw| format!("draw {draw}")),
        Some(format!("max-plies {max_plies}, patience {patience}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Prints the results of the games in several files.
fn add_up(arguments: &MatchArguments) -> Result<(), Failure> {
    let scores = join(&arguments.join, |error| say(format_args!("note: {error}")))?;
    if arguments.sprt.is_some() && scores.names().len() != 2 {
        return Err(MatchError::TooMany(scores.names().len()).into());
    }
    let unlinked: Vec<_> = ratings(&scores)
        .iter()
        .zip(scores.names())
        .filter(|(rating, _)| rating.is_none())
        .map(|(_, name)| name.as_str())
        .collect();
    if !unlinked.is_empty() {
        let (engines, first) = (unlinked.join(", "), scores.names()[0].clone());
        return Err(MatchError::Unlinked { engines, first }.into());
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}", report(&scores, &Heading::default(), arguments.sprt.as_ref()))?;
    Ok(out.flush()?)
}

/// A match in progress.
struct MatchRun<'a> {
    arguments: &'a MatchArguments,
    contest: &'a Contest<'a>,
    heading: Heading,
    scores: Scoreboard,
    file: Option<GamesFile>,
    progress: Progress,
    /// Number of games that each engine has lost by a failure.
    failures: HashMap<String, u64>,
    done: HashSet<plywright_arena::schedule::GameId>,
}

impl<'a> MatchRun<'a> {
    fn new(arguments: &'a MatchArguments, contest: &'a Contest<'a>) -> Result<Self, MatchError> {
        let mut scores = Scoreboard::new(contest.engines.iter().map(|engine| engine.name.clone()));
        let (file, done) = match (&arguments.record, &arguments.resume) {
            (Some(path), _) => (Some(GamesFile::create(path)?), HashSet::new()),
            (None, Some(path)) => {
                let (file, done) = GamesFile::resume(path, contest, &mut scores)?;
                (Some(file), done)
            }
            (None, None) => (None, HashSet::new()),
        };
        let limits: Vec<_> = contest.engines.iter().map(|engine| engine.limits.to_string()).collect();
        let same = limits.iter().all(|limit| *limit == limits[0]);
        let heading = Heading {
            limits: if same { limits[0].clone() } else { limits.join(" - ") },
            openings: arguments.openings.to_string(),
        };
        Ok(Self {
            arguments,
            contest,
            heading,
            scores,
            file,
            progress: Progress::new(),
            failures: HashMap::new(),
            done,
        })
    }

    fn run(mut self) -> Result<(), Failure> {
        let mut result = Ok(());
        let done = std::mem::take(&mut self.done);
        if self.verdict().is_none() {
            let contest = self.contest;
            set_on_interrupt(Arc::clone(&contest.interrupt));
            self.show_progress();
            contest
                .run(&done, &mut |event| {
                    let flow = self.take(event);
                    flow.unwrap_or_else(|error| {
                        result = Err(error);
                        ControlFlow::Break(())
                    })
                })
                .map_err(MatchError::from)?;
        }
        self.progress.clear();
        result?;
        let mut out = io::stdout().lock();
        let mut failures: Vec<_> = self.failures.iter().collect();
        failures.sort();
        for (engine, count) in failures {
            writeln!(out, "{engine} has lost {count} games by failures")?;
        }
        if let Some(verdict) = self.verdict() {
            writeln!(out, "SPRT completed: {verdict} was accepted")?;
        }
        writeln!(out, "{}", self.report())?;
        Ok(out.flush()?)
    }

    fn report(&self) -> String {
        report(&self.scores, &self.heading, self.arguments.sprt.as_ref())
    }

    /// Hypothesis that the SPRT accepts, if any.
    fn verdict(&self) -> Option<plywright_arena::sprt::Verdict> {
        let sprt = self.arguments.sprt.as_ref()?;
        sprt.verdict(sprt.llr(&self.scores.between(0, 1)))
    }

    fn take(&mut self, event: Event) -> Result<ControlFlow<()>, Failure> {
        let game = match event {
            Event::Warning { engine, text } => {
                self.progress.line(&format!("note: {engine} {text}"));
                return Ok(ControlFlow::Continue(()));
            }
            Event::Finished(game) => game,
            Event::Interrupted => {
                self.print_interrupted()?;
                return Err(Failure::interrupted());
            }
        };
        if let Some(file) = &mut self.file {
            file.add(&game.record)?;
        }
        self.note_failure(&game);
        let id = game.id;
        self.scores.add(&id.round.to_string(), id.first, id.second, game.record.result);
        let interval = self.arguments.rating_interval;
        if interval > 0 && self.scores.games().is_multiple_of(interval) {
            self.progress.aside(|| {
                let mut out = io::stdout().lock();
                writeln!(out, "{}", self.report()).and_then(|()| out.flush())
            })?;
        }
        self.show_progress();
        Ok(if self.verdict().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn show_progress(&self) {
        let (played, all) = (self.scores.games(), self.contest.schedule.len() as u64);
        self.progress.show(played, all, || summary(&self.scores, self.arguments.sprt.as_ref()));
    }

    /// Prints the results so far and the command to resume, while the engines finish their moves.
    fn print_interrupted(&self) -> Result<(), Failure> {
        self.progress.clear();
        let mut out = io::stdout().lock();
        writeln!(out, "{}", self.report())?;
        out.flush()?;
        let (played, all) = (self.scores.games(), self.contest.schedule.len());
        let next = match &self.file {
            Some(_) => format!("to go on: {}", resuming_command(env::args())),
            None => "its games were not kept; with --resume FILE the same command goes on".to_owned(),
        };
        say(format_args!("interrupted after {played} of {all} games; {next}"));
        Ok(())
    }

    fn note_failure(&mut self, game: &FinishedGame) {
        let Some(failure) = &game.failure else { return };
        let loser = [game.id.first, game.id.second][failure.side.index()];
        let name = &self.contest.engines[loser].name;
        let count = self.failures.entry(name.clone()).or_default();
        *count += 1;
        if *count > MAX_REPORTED {
            return;
        }
        let mut text = format!("round {}: {name} {}", game.id.round, failure.fault);
        if !failure.position.is_empty() {
            text = format!("{text} in {}", failure.position);
        }
        for line in &failure.last_lines {
            text = format!("{text}\n  {line}");
        }
        self.progress.line(&text);
    }
}
