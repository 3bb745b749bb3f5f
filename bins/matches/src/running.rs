//! Plays the games of a match on several threads and reports each game when it ends. The opening and the
//! seeds of a game depend on the seed of the match and the game's id, not on the thread that plays it.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, OnceLock};

use plywright::engine::{DynEngine, lock};
use plywright::{Key, Side};

use crate::engine_spec::EngineSpec;
use crate::player::{self, Fault, Origin, Player};
use crate::referee::{Failure, PlayedGame, Seat, play};
use crate::schedule::GameId;
use crate::searches::Searches;
use crate::tournament::{Event, FinishedGame, Tournament, TournamentError};
use crate::workers::{receive_until, run_workers};

/// Called with each event of a match. `Break` ends the match.
pub type Listener<'a> = dyn FnMut(Event) -> ControlFlow<()> + 'a;

/// Plays all games except those in `done`, and passes events to `listener`. Stops early when `listener`
/// breaks or the match is interrupted: the running searches end, and unfinished games are dropped.
///
/// # Errors
/// Returns an error if an engine cannot be started before the first game, no opening is found, or a
/// thread or a referee cannot be started. A fault of an engine during the match is not an error: the
/// engine loses that game.
#[allow(clippy::implicit_hasher)] // No caller has another hasher.
pub fn run(
    tournament: &Tournament,
    done: &HashSet<GameId>,
    listener: &mut Listener,
) -> Result<(), TournamentError> {
    run_range(tournament, 0..tournament.schedule.len(), done, &IdleEngines::default(), listener)
}

/// Plays the games of the schedule with indices in `range`, like [`run`]. Takes engines from `idle` before it creates
/// new ones. A worker that ends without an error returns the engines of this program to `idle` and drops all other
/// players.
pub(crate) fn run_range(
    tournament: &Tournament,
    range: Range<usize>,
    done: &HashSet<GameId>,
    idle: &IdleEngines,
    listener: &mut Listener,
) -> Result<(), TournamentError> {
    let games = range.clone().filter_map(|number| tournament.schedule.game(number));
    let workers = games.filter(|id| !done.contains(id)).take(tournament.concurrency.max(1)).count();
    if workers == 0 {
        return Ok(());
    }
    let (next, stop) = (AtomicUsize::new(range.start), AtomicBool::new(false));
    let failed_starts = tournament.engines.iter().map(|_| OnceLock::new()).collect();
    let progress = &Progress { done, next, end: range.end, stop, searches: Arc::default(), failed_starts };
    let started = start_all(tournament, idle, listener)?;
    idle.put(started);
    let work = |_, sender: &Sender<Sent>| {
        let engines = idle.take(tournament)?;
        let mut worker = Worker { tournament, progress, sender, engines };
        worker.run()?;
        let mut engines = worker.engines;
        for (player, spec) in engines.players.iter_mut().zip(&tournament.engines) {
            if spec.origin != Origin::Builtin {
                // Dropping a player of another program ends its process.
                *player = None;
            }
        }
        idle.put(engines);
        Ok(())
    };
    run_workers(workers, &progress.stop, work, |events| {
        let interrupted = receive_until(&tournament.interrupt, events, |event| Ok(listener(event)));
        if matches!(interrupted, Ok(true)) {
            // The match ends in any case, so a `Break` makes no difference.
            let _ = listener(Event::Interrupted);
        }
        progress.searches.stop();
        interrupted.map(drop)
    })
}

/// Starts the players of one worker, and passes their warnings to `listener`. A failed start is an error only here,
/// before the first game; later, the engine loses its games.
fn start_all(
    tournament: &Tournament,
    idle: &IdleEngines,
    listener: &mut Listener,
) -> Result<WorkerEngines, TournamentError> {
    let mut engines = idle.take(tournament)?;
    for (number, spec) in tournament.engines.iter().enumerate() {
        let engine = &spec.name;
        let warnings = engines.start(tournament, number);
        for text in warnings.map_err(|fault| TournamentError::Start { engine: engine.clone(), fault })? {
            // A `Break` is ignored here. The listener can repeat it at the next event.
            let _ = listener(Event::Warning { engine: engine.clone(), text });
        }
    }
    Ok(engines)
}

/// Data that the workers of a run share.
struct Progress<'a> {
    /// Games to skip.
    done: &'a HashSet<GameId>,
    /// Index in the schedule of the next game to start.
    next: AtomicUsize,
    /// Index in the schedule just after the last game of the run.
    end: usize,
    /// Set when the workers must start no further game.
    stop: AtomicBool,
    searches: Arc<Searches>,
    /// For each engine, the fault of its first failed restart; empty if none has failed.
    failed_starts: Vec<OnceLock<Fault>>,
}

/// The players and the referee of one worker.
pub(crate) struct WorkerEngines {
    /// Players by engine index; `None` if the engine must be started before its next game.
    players: Vec<Option<Box<dyn Player>>>,
    /// Engine of this program under the rules of the match. Its rules decide the games, and its searches decide whether
    /// an opening is balanced.
    pub(crate) referee: Box<dyn DynEngine>,
}

impl WorkerEngines {
    /// Starts an engine for games under the referee's rules, unless it is running. Returns its warnings.
    fn start(&mut self, tournament: &Tournament, engine: usize) -> Result<Vec<String>, Fault> {
        if self.players[engine].is_some() {
            return Ok(Vec::new());
        }
        let EngineSpec { origin, options, .. } = &tournament.engines[engine];
        let (rules, timeout) = (self.referee.dyn_game(), tournament.conditions.timeout);
        let make_engine = || (tournament.make_engine)(options);
        let mut player = player::start(origin, &*rules, options, timeout, make_engine)?;
        let warnings = player.warnings();
        self.players[engine] = Some(player);
        Ok(warnings)
    }
}

/// Engines of finished workers, for later workers, because creating an engine can take longer than a short game.
#[derive(Default)]
pub(crate) struct IdleEngines {
    engines: Mutex<Vec<WorkerEngines>>,
}

impl IdleEngines {
    /// Takes engines that a finished worker has put back. If there are none, creates a referee; its players start
    /// before their first games.
    pub(crate) fn take(&self, tournament: &Tournament) -> Result<WorkerEngines, TournamentError> {
        let idle = lock(&self.engines).pop();
        if let Some(idle) = idle {
            return Ok(idle);
        }
        let referee = (tournament.make_engine)(&[]).map_err(TournamentError::Referee)?;
        let players = tournament.engines.iter().map(|_| None).collect();
        Ok(WorkerEngines { players, referee })
    }

    pub(crate) fn put(&self, engines: WorkerEngines) {
        lock(&self.engines).push(engines);
    }
}

type Sent = Result<Event, TournamentError>;

struct Worker<'a> {
    tournament: &'a Tournament<'a>,
    progress: &'a Progress<'a>,
    sender: &'a Sender<Sent>,
    engines: WorkerEngines,
}

impl Worker<'_> {
    /// Plays games until none is left, the match stops or nobody listens.
    fn run(&mut self) -> Result<(), TournamentError> {
        let Progress { done, next, end, stop, .. } = self.progress;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(id) = self.tournament.schedule.game(number).filter(|_| number < *end) else { break };
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if done.contains(&id) {
                continue;
            }
            let Some(finished) = self.play_game(id)? else { break };
            if self.sender.send(Ok(Event::Finished(Box::new(finished)))).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Plays a game. First starts the engines that are not running; a side whose engine fails to start or to begin a
    /// game loses. Returns `None` if the match stops before the game ends, and an error if no opening is found.
    fn play_game(&mut self, id: GameId) -> Result<Option<FinishedGame>, TournamentError> {
        let (tournament, engines) = (self.tournament, [id.first, id.second]);
        let mut report_search = |tried| {
            // An error is ignored: sending fails only when nobody listens any more, and `Worker::run` notices this when
            // it sends the game's result.
            let _ = self.sender.send(Ok(Event::Searching { tried }));
        };
        let referee = &*self.engines.referee;
        let opening =
            tournament.openings.get(id.round - 1, referee, &self.progress.stop, &mut report_search)?;
        let Some(opening) = opening else { return Ok(None) };
        for (side, engine) in Side::BOTH.into_iter().zip(engines) {
            if let Err(fault) = self.prepare(id, engine) {
                let player = self.engines.players[engine].take();
                let last_lines = player.map(|player| player.last_lines()).unwrap_or_default();
                let failure = Failure { side, fault, position: String::new(), last_lines };
                let lost = PlayedGame::lost_by(failure, &tournament.engines[engine]);
                return Ok(Some(tournament.finished(id, &opening.setup, lost)));
            }
        }
        // This never fails: `prepare` has put both players into the list, and no engine plays itself.
        let Ok([Some(first), Some(second)]) = self.engines.players.get_disjoint_mut(engines) else {
            return Ok(None);
        };
        let mut seats = [
            Seat { player: &mut **first, spec: &tournament.engines[id.first] },
            Seat { player: &mut **second, spec: &tournament.engines[id.second] },
        ];
        let conditions = &tournament.conditions;
        let rules = self.engines.referee.dyn_game();
        let played = play(&*rules, &mut seats, &opening, conditions, &self.progress.searches);
        // A player that is dropped below takes its warnings with it.
        self.pass_warnings(id);
        let Some(played) = played else { return Ok(None) };
        // Drops players that failed, or whose engines restart for each game. They are started again before their next
        // games.
        let failed = played.failure.as_ref().map(|failure| failure.side);
        for (side, engine) in Side::BOTH.into_iter().zip(engines) {
            if failed == Some(side) || tournament.engines[engine].restart {
                self.engines.players[engine] = None;
            }
        }
        Ok(Some(tournament.finished(id, &opening.setup, played)))
    }

    fn pass_warnings(&mut self, id: GameId) {
        for engine in [id.first, id.second] {
            let player = self.engines.players[engine].as_mut();
            for text in player.map_or(Vec::new(), |player| player.warnings()) {
                self.warn(engine, text);
            }
        }
    }

    fn warn(&self, engine: usize, text: String) {
        let engine = self.tournament.engines[engine].name.clone();
        // An error is ignored: sending fails only when nobody listens any more, and `Worker::run` notices this when it
        // sends the game's result.
        let _ = self.sender.send(Ok(Event::Warning { engine, text }));
    }

    /// Starts the engine if necessary, and begins a new game with it. The seed of the match, the game and the engine
    /// determine its seed.
    fn prepare(&mut self, id: GameId, engine: usize) -> Result<(), Fault> {
        self.restart(engine)?;
        // Each index has bits of its own in a match of at most 65,536 engines.
        let number = ((id.round as u64) << 32) ^ ((id.first as u64) << 16) ^ id.second as u64;
        let seed = Key::mix(Key::mix(self.tournament.seed).0 ^ Key::mix(number).0 ^ engine as u64).0;
        self.engines.players[engine].as_mut().map_or(Ok(()), |player| player.new_game(seed))
    }

    /// Starts an engine, unless it is running. After a failed start in any worker, does not try again, because each
    /// attempt may take the whole timeout. The engine then loses its games in all workers where it is not running.
    fn restart(&mut self, engine: usize) -> Result<(), Fault> {
        let failed_start = &self.progress.failed_starts[engine];
        if let (None, Some(fault)) = (&self.engines.players[engine], failed_start.get()) {
            return Err(fault.clone());
        }
        match self.engines.start(self.tournament, engine) {
            Ok(warnings) => {
                for text in warnings {
                    self.warn(engine, text);
                }
                Ok(())
            }
            Err(fault) => {
                if failed_start.set(fault.clone()).is_ok() {
                    self.warn(engine, format!("{fault}; it is not started again"));
                }
                Err(fault)
            }
        }
    }
}
