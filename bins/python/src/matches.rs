//! Matches between engines, and statistics of their results.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plywright::engine::lock;
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::openings::{OpeningChoice, Openings};
use plywright_matches::player::{Answer, Choice, Custom, Fault, Finding, MoveRequest, Origin, Player};
use plywright_matches::ratings::ratings;
use plywright_matches::record::Tags;
use plywright_matches::referee::Conditions;
use plywright_matches::schedule::{Pairing, Schedule};
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::sprt::Sprt;
use plywright_matches::stats::Results;
use plywright_matches::tournament::{Event, OptionValue, Tournament};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{EngineError, OptionError, raise};
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
                lock(&self.stop.error).get_or_insert(error);
                self.stop.interrupt.store(true, Ordering::Relaxed);
                Err(fault)
            }
        }
    }
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
    settings: &Bound<'_, PyAny>,
    progress: Py<PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = game.get().rules();
    let engines = engines.iter().map(|own| EngineSpec::parse(own, ""));
    let mut engines: Vec<EngineSpec> = engines.collect::<Result<_, _>>().map_err(raise::<OptionError>)?;
    if engines.len() < 2 {
        return Err(OptionError::new_err(format!("{} engines, expected two or more", engines.len())));
    }
    let sprt = test(settings.get_item("sprt")?.extract()?)?;
    if sprt.is_some() && engines.len() != 2 {
        return Err(OptionError::new_err(format!("sprt with {} engines, expected two", engines.len())));
    }
    let make_engine =
        |options: &[OptionValue]| rules.game.engine_with(options).map_err(|error| error.to_string());
    let seed = settings.get_item("seed")?.extract()?;
    let choice: String = settings.get_item("openings")?.extract()?;
    let choice: OpeningChoice = choice.parse().map_err(raise::<OptionError>)?;
    let first = rules.engine().map_err(raise::<OptionError>)?;
    let openings = Openings::new(&choice, None, seed, &rules.about.facts.options, &*first)
        .map_err(raise::<OptionError>)?;
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    let interrupt = Arc::new(AtomicBool::new(false));
    let stop = Arc::new(Stop { interrupt: Arc::clone(&interrupt), error: Mutex::default() });
    supply(&mut engines, policies, game, &stop);
    let facts = &rules.about.facts;
    let tags = [("Game", facts.game), ("Variant", &facts.variant)];
    let mut tags = Tags(tags.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
    tags.push_rules(&facts.options);
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
        tags,
        make_engine: Box::new(&make_engine),
        interrupt: Arc::clone(&interrupt),
    };
    tournament.check().map_err(raise::<OptionError>)?;
    let (all, played) = (tournament.schedule.len(), AtomicUsize::new(0));
    let work = || {
        let (mut scores, mut records, mut warnings) = (Scoreboard::new(names), Vec::new(), Vec::new());
        let mut listener = |event| {
            match event {
                Event::Finished(game) => {
                    let id = game.id;
                    scores.add(&id.round.to_string(), id.first, id.second, game.record.result);
                    records.push(game.record.to_string());
                    played.fetch_add(1, Ordering::Relaxed);
                    if sprt.is_some_and(|sprt| sprt.verdict(&scores.between(0, 1)).is_some()) {
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
        let played = played.load(Ordering::Relaxed);
        if shown.replace(played) != Some(played) {
            progress.call1(py, (played, all))?;
        }
        Ok(())
    };
    let result = wait::polling(py, &interrupt, work, poll)?;
    if let Some(error) = lock(&stop.error).take() {
        return Err(error);
    }
    let (scores, records, warnings) = result.map_err(raise::<EngineError>)?;
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
    Ok(dict!(py, {
        "ratings": rated.collect::<Vec<_>>(), "pairings": pairings.collect::<PyResult<Vec<_>>>()?,
        "records": records, "warnings": warnings,
    }))
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

/// Reads the settings of a sequential test.
fn test(settings: Option<String>) -> PyResult<Option<Sprt>> {
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
    let sprt = test(sprt)?;
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
