//! Matches that measure the Elo gain of doubling the nodes.
//!
//! A gain says how much the result of the game depends on skill: in a game of pure chance, more nodes gain nothing.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plywright::engine::{DynEngine, SetOptionError};
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::limits::MoveLimits;
use plywright_matches::openings::{OpeningChoice, Openings};
use plywright_matches::record::Tags;
use plywright_matches::referee::Conditions;
use plywright_matches::running;
use plywright_matches::schedule::{Pairing, Schedule};
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::stats::Results;
use plywright_matches::tournament::{Event, FinishedGame, OptionValue, Tournament};
use serde::Serialize;

use super::{MakeEngine, ReportError, ReportSettings};
use crate::interval::Estimate;

/// Maximum time to wait for an answer. The searches have node limits, so they take far less.
const TIMEOUT: Duration = Duration::from_secs(24 * 3600);

/// Result of a match in which one engine has twice the nodes of the other.
#[derive(Clone, Debug, Serialize)]
pub struct Doubling {
    /// Node limit of the weaker engine.
    pub nodes: u64,
    /// Games that the engine with twice the nodes won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the engine with twice the nodes lost.
    pub losses: u64,
    /// Elo gain of the engine with twice the nodes; `None` if it cannot be estimated. The interval is
    /// computed from pairs of games with the same opening.
    pub elo: Option<Estimate>,
}

/// Plays a match between each engine and the next stronger one, which has twice its nodes. Calls `after_game` after
/// each game. If `stop` is set, the results cover only the games finished by then.
pub(super) fn measure_doublings(
    settings: &ReportSettings,
    player: &MakeEngine,
    stop: &Arc<AtomicBool>,
    after_game: &mut dyn FnMut(),
) -> Result<Vec<Doubling>, ReportError> {
    if settings.doublings == 0 || stop.load(Ordering::Relaxed) {
        return Ok(Vec::new());
    }
    let doublings = settings.doublings();
    let fewest = settings.nodes.max(1) >> doublings;
    let ladder: Vec<u64> = (0..=doublings).map(|step| fewest << step).collect();
    let choice = OpeningChoice::Random(settings.opening);
    let openings = Openings::new(&choice, None, settings.seed, &[], &*player()?)?;
    let tournament = Tournament {
        engines: ladder.iter().map(|nodes| engine_with(*nodes)).collect(),
        schedule: Schedule::new(ladder.len(), Pairing::Neighbours, settings.rounds() as usize),
        openings,
        conditions: Conditions { resign: None, draw: None, max_plies: settings.max_plies, timeout: TIMEOUT },
        seed: settings.seed,
        concurrency: settings.concurrency,
        tags: Tags::default(),
        // The engines have no options of their own.
        make_engine: Box::new(|_: &[OptionValue]| make_engine(player).map_err(|error| error.to_string())),
        interrupt: Arc::clone(stop),
    };
    let mut scores = Scoreboard::new(tournament.engines.iter().map(|engine| engine.name.clone()));
    let mut failed = None;
    running::run(&tournament, &HashSet::new(), &mut |event| {
        if let Event::Finished(game) = event {
            let FinishedGame { id, record, failure } = *game;
            if failure.is_some() {
                failed = Some(record.comment);
                return ControlFlow::Break(());
            }
            scores.add(&id.round.to_string(), id.first, id.second, record.result);
            after_game();
        }
        ControlFlow::Continue(())
    })?;
    if let Some(reason) = failed {
        return Err(ReportError::Engine(reason));
    }
    let mut results = Vec::new();
    for (weaker, nodes) in ladder[..ladder.len() - 1].iter().enumerate() {
        results.push(Doubling::of(*nodes, &scores.between(weaker + 1, weaker)));
    }
    Ok(results)
}

/// Creates an engine by `player`. Its transposition table is small because it is cleared before each game.
fn make_engine(player: &MakeEngine) -> Result<Box<dyn DynEngine>, SetOptionError> {
    let mut engine = player()?;
    engine.change(&|settings| settings.hash = 1)?;
    Ok(engine)
}

fn engine_with(nodes: u64) -> EngineSpec {
    EngineSpec {
        name: format!("{nodes} nodes"),
        limits: MoveLimits { nodes: Some(nodes), ..MoveLimits::default() },
        ..EngineSpec::default()
    }
}

impl Doubling {
    /// Computes the gain of doubling `nodes`. `results` are those of the engine with twice the nodes.
    fn of(nodes: u64, results: &Results) -> Self {
        let estimate = results.estimate();
        let [low, high] = [-1.0, 1.0].map(|sign| estimate.elo + sign * estimate.elo_error);
        let elo = Estimate { value: estimate.elo, interval: Some([low, high]) };
        Self {
            nodes,
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            elo: estimate.is_known().then_some(elo),
        }
    }
}
