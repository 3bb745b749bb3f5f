//! Matches between engines, and statistics of their results. `policy` adds players that are Python functions.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use plywright::engine::{Facts, lock};
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::openings::{OpeningChoice, Openings};
use plywright_matches::player::Fault;
use plywright_matches::ratings::ratings;
use plywright_matches::record::Tags;
use plywright_matches::referee::{Conditions, Failure};
use plywright_matches::running;
use plywright_matches::schedule::{Pairing, Schedule};
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::sprt::Sprt;
use plywright_matches::stats::Results;
use plywright_matches::tournament::{Event, OptionValue, Tournament, TournamentError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{EngineError, OptionError, raise};
use crate::game::PyGame;
use crate::guard::take_exception;
use crate::policy::{FirstError, add_policies};
use crate::rules::Rules;
use crate::wait;

/// Time to wait for an answer to a command, and for a move without a time limit. A slower engine loses the game.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Plays a match between engines. `engines` describes them in the syntax of `plywright match`. `policies` has an entry
/// for each: the function that chooses the moves, or `None`. Returns the results of each pair of engines, the ratings,
/// the records and the warnings. `progress` receives the number of games played and the total number of games.
#[pyfunction]
pub fn _play_match<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    engines: Vec<String>,
    policies: Vec<Option<Py<PyAny>>>,
    settings: &Bound<'_, PyAny>,
    progress: Py<PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = game.get().rules();
    let sprt = read_sprt(settings.get_item("sprt")?.extract()?)?;
    let mut engines = read_engines(&engines, sprt.is_some())?;
    let seed = settings.get_item("seed")?.extract()?;
    let openings = read_openings(rules, &settings.get_item("openings")?.extract::<String>()?, seed)?;
    let names = engines.iter().map(|engine| engine.name.clone());
    let mut games = Games {
        scores: Scoreboard::new(names),
        records: Vec::new(),
        warnings: Vec::new(),
        sprt,
        error: FirstError::default(),
    };
    add_policies(&mut engines, policies, game, &games.error);
    let make_engine =
        |options: &[OptionValue]| rules.game.engine_with(options).map_err(|error| error.to_string());
    let tournament = Tournament {
        schedule: Schedule::new(engines.len(), Pairing::RoundRobin, settings.get_item("rounds")?.extract()?),
        engines,
        openings,
        conditions: Conditions {
            resign: None,
            draw: None,
            max_plies: settings.get_item("max_plies")?.extract()?,
            timeout: TIMEOUT,
        },
        seed,
        concurrency: settings.get_item("concurrency")?.extract()?,
        tags: tags(game.getattr("name")?.extract()?, &rules.about.facts),
        make_engine: Box::new(&make_engine),
        interrupt: Arc::default(),
    };
    tournament.check().map_err(raise::<OptionError>)?;
    let played = play(py, &tournament, &mut games, &progress)?;
    let raised = lock(&games.error).take();
    if let Some(error) = raised {
        return Err(error);
    }
    played.map_err(raise::<EngineError>)?;
    games.into_dict(py)
}

/// Plays the games of a tournament and adds them to `games`. A sequential test with a verdict ends the tournament
/// early. Calls `progress` at least once, and again when the number of finished games has changed. The outer error is
/// one of [`wait::polling`], such as an exception of `progress`; the inner one is of the tournament.
fn play(
    py: Python<'_>,
    tournament: &Tournament<'_>,
    games: &mut Games,
    progress: &Py<PyAny>,
) -> PyResult<Result<(), TournamentError>> {
    let (all, played) = (tournament.schedule.len(), AtomicUsize::new(0));
    let work = || {
        running::run(tournament, &HashSet::new(), &mut |event| {
            let flow = games.add(event);
            played.store(games.records.len(), Ordering::Relaxed);
            flow
        })
    };
    let mut shown = None;
    let poll = |py: Python<'_>| {
        let played = played.load(Ordering::Relaxed);
        if shown != Some(played) {
            shown = Some(played);
            progress.call1(py, (played, all))?;
        }
        Ok(())
    };
    wait::polling(py, &tournament.interrupt, work, poll)
}

/// Parses the descriptions of the engines. Returns an error if there are fewer than two, or more than two with a
/// sequential test.
fn read_engines(texts: &[String], has_test: bool) -> PyResult<Vec<EngineSpec>> {
    let engines: Result<Vec<_>, _> = texts.iter().map(|text| EngineSpec::parse(text, "")).collect();
    let engines = engines.map_err(raise::<OptionError>)?;
    if engines.len() < 2 {
        return Err(OptionError::new_err(format!("{} engines, expected two or more", engines.len())));
    }
    if has_test && engines.len() != 2 {
        return Err(OptionError::new_err(format!("sprt with {} engines, expected two", engines.len())));
    }
    Ok(engines)
}

fn read_openings(rules: &Rules, choice: &str, seed: u64) -> PyResult<Openings> {
    let choice: OpeningChoice = choice.parse().map_err(raise::<OptionError>)?;
    let engine = rules.engine().map_err(raise::<OptionError>)?;
    Openings::new(&choice, None, seed, &rules.about.facts.options, &*engine).map_err(raise::<OptionError>)
}

/// Returns the tags that all records of a match share. `name` is the game's name in Python, which for a game written in
/// Python is not that of `facts`.
fn tags(name: String, facts: &Facts) -> Tags {
    let mut tags = Tags(vec![("Game".to_owned(), name), ("Variant".to_owned(), facts.variant.clone())]);
    tags.push_rules(&facts.options);
    tags
}

/// Results of a match: its finished games, and the warnings of its engines.
struct Games {
    scores: Scoreboard,
    records: Vec<String>,
    warnings: Vec<String>,
    sprt: Option<Sprt>,
    /// Exception that ends the match.
    error: FirstError,
}

impl Games {
    /// Adds a finished game or a warning. Returns `Break`, which ends the match, when the sequential test has a
    /// verdict, or when a policy or a rule that is written in Python has raised an exception.
    fn add(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Finished(game) => {
                if let Some(Failure { fault: Fault::Panicked(error), .. }) = &game.failure
                    && let Some(error) = take_exception(&error.0)
                {
                    lock(&self.error).get_or_insert(error);
                }
                if lock(&self.error).is_some() {
                    return ControlFlow::Break(());
                }
                let id = game.id;
                self.scores.add(&id.round.to_string(), id.first, id.second, game.record.result);
                self.records.push(game.record.to_string());
                if self.sprt.is_some_and(|sprt| sprt.verdict(&self.scores.between(0, 1)).is_some()) {
                    return ControlFlow::Break(());
                }
            }
            Event::Warning { engine, text } => {
                let warning = format!("{engine}: {text}");
                // The engines of all workers, and each restarted one, send it.
                if !self.warnings.contains(&warning) {
                    self.warnings.push(warning);
                }
            }
            Event::Searching { .. } | Event::Interrupted => {}
        }
        ControlFlow::Continue(())
    }

    fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let (names, mut pairings, mut rated) = (self.scores.names(), Vec::new(), Vec::new());
        for (one, other, results) in self.scores.pairings() {
            pairings.push(results_dict(py, (&names[one], &names[other]), &results, self.sprt.as_ref())?);
        }
        for (number, rating) in ratings(&self.scores).into_iter().enumerate() {
            let results = self.scores.of(number);
            let (elo, error) = rating.map_or((None, None), |rating| (Some(rating.elo), rating.error));
            rated.push((&names[number], elo, error, results.games(), results.points()));
        }
        Ok(dict!(py, {
            "ratings": rated, "pairings": pairings, "records": self.records, "warnings": self.warnings,
        }))
    }
}

/// Reads the settings of a sequential test, such as `elo0=0 elo1=5`.
fn read_sprt(settings: Option<String>) -> PyResult<Option<Sprt>> {
    settings.map(|text| text.parse()).transpose().map_err(raise::<OptionError>)
}

/// Computes statistics from the results of games between two engines.
#[pyfunction]
pub fn _statistics(
    py: Python<'_>,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    sprt: Option<String>,
) -> PyResult<Bound<'_, PyDict>> {
    let sprt = read_sprt(sprt)?;
    let results = Results { wins, draws, losses, pairs, ..Results::default() };
    results_dict(py, ("", ""), &results, sprt.as_ref())
}

/// Returns the results of the engine `one` against `other` and their statistics, all from the view of `one`.
pub fn results_dict<'py>(
    py: Python<'py>,
    (one, other): (&str, &str),
    results: &Results,
    sprt: Option<&Sprt>,
) -> PyResult<Bound<'py, PyDict>> {
    let estimate = results.estimate();
    let verdict = sprt.and_then(|sprt| sprt.verdict(results));
    Ok(dict!(py, {
        "first": one, "second": other,
        "wins": results.wins, "draws": results.draws, "losses": results.losses, "pairs": results.pairs,
        "score": estimate.score, "elo": estimate.elo, "elo_error": estimate.elo_error,
        "normalized_elo": estimate.normalized_elo, "normalized_elo_error": estimate.normalized_elo_error,
        "los": estimate.los, "llr": sprt.map(|sprt| sprt.llr(results)), "bounds": sprt.map(Sprt::bounds),
        "verdict": verdict.map(|verdict| format!("{verdict:?}")),
    }))
}
