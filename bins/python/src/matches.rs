//! Matches between engines, and statistics of their results.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plywright::engine::DynEngine;
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::openings::{OpeningChoice, Openings};
use plywright_matches::player::{Answer, Choice, Custom, Fault, Finding, MoveRequest, Origin, Player};
use plywright_matches::ratings::ratings;
use plywright_matches::record::Tags;
use plywright_matches::referee::Conditions;
use plywright_matches::schedule::{Pairing, Schedule};
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::sprt::{Sprt, Verdict};
use plywright_matches::stats::Results;
use plywright_matches::tournament::{Event, OptionValue, Tournament};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{EngineError, IntoPyErr, OptionError};
use crate::game::{PyGame, state};
use crate::wait;

/// Time to wait for a move when no time limit applies.
const TIMEOUT: Duration = Duration::from_secs(600);

/// A player whose moves a Python function chooses: it receives a state and returns the text of a move.
struct PolicyPlayer {
    game: Py<PyGame>,
    choose: Arc<Py<PyAny>>,
    stop: Arc<Stop>,
}

/// Ends a match when a policy raises an exception, and holds the exception.
struct Stop {
    interrupt: Arc<AtomicBool>,
    error: Mutex<Option<PyErr>>,
}

impl Player for PolicyPlayer {
    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        let line = request.line.boxed();
        let started = Instant::now();
        let chosen = Python::attach(|py| {
            let state = Py::new(py, state(self.game.bind(py), line))?;
            self.choose.call1(py, (state,))?.extract::<String>(py)
        });
        let time = started.elapsed();
        match chosen {
            Ok(text) => Ok(Answer { choice: Choice::Move(text), finding: Finding::default(), time }),
            Err(error) => {
                let fault = Fault::Disconnected(error.to_string());
                self.stop.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                self.stop.interrupt.store(true, Ordering::Relaxed);
                Err(fault)
            }
        }
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Settings of a match, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct MatchSettings {
    rounds: usize,
    openings: String,
    seed: u64,
    concurrency: usize,
    max_plies: usize,
    sprt: Option<String>,
}

/// Plays a match between engines. `engines` describes them in the syntax of `plywright match`. `policies` has an entry
/// for each: the function that chooses the moves, or `None`. Returns the results of each pair of engines, the ratings,
/// the records and the warnings. `progress` receives the number of games played and the total number of games.
#[pyfunction]
pub fn _play_match<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    engines: Vec<String>,
    policies: Vec<Option<Py<PyAny>>>,
    settings: MatchSettings,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let MatchSettings { rounds, openings, seed, concurrency, max_plies, sprt } = settings;
    let wrong = |error: &dyn ToString| OptionError::new_err(error.to_string());
    let rules = game.get().rules();
    let mut engines: Vec<EngineSpec> = engines
        .iter()
        .map(|own| EngineSpec::parse(own, ""))
        .collect::<Result<_, _>>()
        .map_err(|error| wrong(&error))?;
    if engines.len() < 2 {
        return Err(OptionError::new_err(format!("{} engines, expected two or more", engines.len())));
    }
    let sprt: Option<Sprt> = sprt.as_deref().map(str::parse).transpose().map_err(|error| wrong(&error))?;
    if sprt.is_some() && engines.len() != 2 {
        return Err(OptionError::new_err(format!("sprt with {} engines, expected two", engines.len())));
    }
    let make_engine = |options: &[OptionValue]| -> Result<Box<dyn DynEngine>, String> {
        let mut engine = rules.engine().map_err(|error| error.to_string())?;
        for (name, value) in options {
            engine.set_option(name, value).map_err(|error| error.to_string())?;
        }
        Ok(engine)
    };
    let choice: OpeningChoice = openings.parse().map_err(|error| wrong(&error))?;
    let first = rules.engine().map_err(IntoPyErr::into_py)?;
    let openings = Openings::new(&choice, None, seed, &rules.about().facts.options, &*first)
        .map_err(|error| wrong(&error))?;
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    let interrupt = Arc::new(AtomicBool::new(false));
    let stop = Arc::new(Stop { interrupt: Arc::clone(&interrupt), error: Mutex::default() });
    supply(&mut engines, policies, game, &stop);
    let about = rules.about();
    let tags = [("Game", about.facts.game), ("Variant", &about.facts.variant)];
    let mut tags = Tags(tags.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
    tags.push_rules(&about.facts.options);
    let tournament = Tournament {
        schedule: Schedule::new(engines.len(), Pairing::RoundRobin, rounds),
        engines,
        openings,
        conditions: Conditions { resign: None, draw: None, max_plies, timeout: TIMEOUT },
        seed,
        concurrency,
        tags,
        make_engine: Box::new(&make_engine),
        interrupt: Arc::clone(&interrupt),
    };
    tournament.check().map_err(|error| wrong(&error))?;
    let (all, played) = (tournament.schedule.len(), Mutex::new(0_usize));
    let work = || {
        let (mut scores, mut records, mut warnings) = (Scoreboard::new(names), Vec::new(), Vec::new());
        let mut listener = |event| {
            match event {
                Event::Finished(game) => {
                    let id = game.id;
                    scores.add(&id.round.to_string(), id.first, id.second, game.record.result);
                    records.push(game.record.to_string());
                    *played.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                    let verdict = sprt.and_then(|sprt| sprt.verdict(&scores.between(0, 1)));
                    if verdict.is_some() {
                        return ControlFlow::Break(());
                    }
                }
                Event::Warning { engine, text } => warnings.push(format!("{engine}: {text}")),
                Event::Interrupted => {}
            }
            ControlFlow::Continue(())
        };
        let result = tournament.run(&HashSet::new(), &mut listener);
        result.map(|()| (scores, records, warnings))
    };
    let mut shown = None;
    let poll = |py: Python<'_>| {
        let played = *played.lock().unwrap_or_else(PoisonError::into_inner);
        if shown == Some(played) {
            return Ok(());
        }
        shown = Some(played);
        progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (played, all)).map(drop))
    };
    let result = wait::on(py, work, || interrupt.store(true, Ordering::Relaxed), poll)?;
    if let Some(error) = stop.error.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let (scores, records, warnings) = result.map_err(|error| EngineError::new_err(error.to_string()))?;
    let pairings = scores.pairings();
    let pairings = pairings.iter().map(|(one, other, results)| {
        let names = scores.names();
        results_dict(py, (&names[*one], &names[*other]), results, sprt.as_ref())
    });
    let rated = ratings(&scores).into_iter().enumerate().map(|(number, rating)| {
        let results = scores.of(number);
        let (elo, error) = rating.map_or((None, None), |rating| (Some(rating.elo), rating.error));
        (&scores.names()[number], elo, error, results.games(), results.points())
    });
    let dict = PyDict::new(py);
    dict.set_item("ratings", rated.collect::<Vec<_>>())?;
    dict.set_item("pairings", pairings.collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("records", records)?;
    dict.set_item("warnings", warnings)?;
    Ok(dict)
}

/// Replaces the engines that have a policy by players that call it.
fn supply(
    engines: &mut [EngineSpec],
    policies: Vec<Option<Py<PyAny>>>,
    game: &Bound<'_, PyGame>,
    stop: &Arc<Stop>,
) {
    for (engine, choose) in engines.iter_mut().zip(policies) {
        let Some(choose) = choose else { continue };
        let game = game.clone().unbind();
        let (choose, stop) = (Arc::new(choose), Arc::clone(stop));
        engine.origin = Origin::Custom(Custom(Arc::new(move || -> Box<dyn Player> {
            let game = Python::attach(|py| game.clone_ref(py));
            Box::new(PolicyPlayer { game, choose: Arc::clone(&choose), stop: Arc::clone(&stop) })
        })));
    }
}

/// Computes statistics from the results of games between two engines.
#[pyfunction]
#[pyo3(signature = (wins, draws, losses, pairs, sprt=None))]
pub fn _statistics<'py>(
    py: Python<'py>,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    sprt: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let sprt = sprt.map(str::parse::<Sprt>).transpose();
    let sprt = sprt.map_err(|error| OptionError::new_err(error.to_string()))?;
    let results = Results { wins, draws, losses, pairs, ..Results::default() };
    results_dict(py, ("", ""), &results, sprt.as_ref())
}

/// Returns the results of the engine `one` against `other` and their statistics.
pub fn results_dict<'py>(
    py: Python<'py>,
    (one, other): (&str, &str),
    results: &Results,
    sprt: Option<&Sprt>,
) -> PyResult<Bound<'py, PyDict>> {
    let estimate = results.estimate();
    let dict = PyDict::new(py);
    dict.set_item("first", one)?;
    dict.set_item("second", other)?;
    dict.set_item("wins", results.wins)?;
    dict.set_item("draws", results.draws)?;
    dict.set_item("losses", results.losses)?;
    dict.set_item("pairs", results.pairs)?;
    dict.set_item("score", estimate.score)?;
    dict.set_item("elo", estimate.elo)?;
    dict.set_item("elo_error", estimate.elo_error)?;
    dict.set_item("normalized_elo", estimate.normalized_elo)?;
    dict.set_item("normalized_elo_error", estimate.normalized_elo_error)?;
    dict.set_item("los", estimate.los)?;
    let verdict = sprt.and_then(|sprt| sprt.verdict(results));
    dict.set_item("llr", sprt.map(|sprt| sprt.llr(results)))?;
    dict.set_item("bounds", sprt.map(Sprt::bounds))?;
    dict.set_item(
        "verdict",
        verdict.map(|verdict| match verdict {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        }),
    )?;
    Ok(dict)
}
