//! Plays the games of a match on several threads and reports each game when it ends. The opening and the
//! seeds of a game depend on the seed of the match and the game's id, not on the thread that plays it.

use std::collections::HashSet;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, OnceLock};

use plywright::engine::{DynEngine, Setup, lock};
use plywright::{Key, Side};
use thiserror::Error;

use crate::engine_spec::EngineSpec;
use crate::openings::{OpeningError, Openings};
use crate::player::{self, Fault, Origin, Player};
use crate::record::{GameRecord, Tags};
use crate::referee::{Conditions, Failure, PlayedGame, Seat, play};
use crate::schedule::{GameId, Schedule};
use crate::searches::Searches;
use crate::settings::quoted;
use crate::workers::{receive_until, run_workers};

/// Value of the tag `Event`, the first tag of every game.
pub const EVENT: &str = "match";
/// Tag with the names of all engines, in their order and quoted where necessary.
pub(crate) const ENGINES: &str = "Engines";
const UNKNOWN_DATE: &str = "????.??.??";

/// Name and value of an option.
pub type OptionValue = (String, String);

/// Tags in which a recorded game must agree with the match. A missing tag counts as empty.
const DECIDING_TAGS: &str = "Game Variant Seed Openings Options TimeControl WhiteTimeControl BlackTimeControl \
                             Conditions WhiteEngine BlackEngine";

/// Function that creates an engine of this program with the given options. It returns a message if an
/// option is wrong.
pub type MakeEngine<'a> = dyn Fn(&[OptionValue]) -> Result<Box<dyn DynEngine>, String> + Send + Sync + 'a;

/// Settings that determine the games of a match.
pub struct Tournament<'a> {
    /// Engines that play. [`GameId`] refers to an engine by its index in this list.
    pub engines: Vec<EngineSpec>,
    /// Order and sides of all games.
    pub schedule: Schedule,
    /// Openings from which the games start.
    pub openings: Openings,
    /// Adjudication rules, maximum length and timeout.
    pub conditions: Conditions,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Tags written to every record.
    pub tags: Tags,
    /// Creates the engines of this program. The rules of an engine without options are those of the match.
    pub make_engine: Box<MakeEngine<'a>>,
    /// Flag that ends the match early when it is set.
    pub interrupt: Arc<AtomicBool>,
}

/// Event that a match reports to its listener.
#[derive(Clone, Debug)]
pub enum Event {
    /// A game has ended.
    Finished(Box<FinishedGame>),
    /// The match was interrupted. This is the last event; unfinished games are not reported.
    Interrupted,
    /// An engine has a problem that does not end the match, such as an unknown option or a failed restart.
    Warning {
        /// The engine's name.
        engine: String,
        /// Description of the problem.
        text: String,
    },
}

/// Called with each event of a match. `Break` ends the match.
pub type Listener<'a> = dyn FnMut(Event) -> ControlFlow<()> + 'a;

/// A finished game of a match, with its record.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Identity of the game in the schedule.
    pub id: GameId,
    /// Moves, tags and result of the game.
    pub record: GameRecord,
    /// Failure of the losing engine; `None` if the game ended regularly.
    pub failure: Option<Failure>,
}

/// Reason why a match cannot start or continue.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// No usable opening is available.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An engine cannot be started.
    #[error("engine '{engine}' {fault}")]
    Start {
        /// The engine's name.
        engine: String,
        /// Reason why it cannot be started.
        fault: Fault,
    },
    /// The referee's engine cannot be created.
    #[error("cannot set up the referee: {0}")]
    Referee(String),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

struct Progress<'a> {
    /// Games to skip.
    done: &'a HashSet<GameId>,
    /// Index in the schedule of the next game to start.
    next: AtomicUsize,
    /// Index in the schedule just after the last game of the run.
    end: usize,
    stop: AtomicBool,
    searches: Arc<Searches>,
    /// For each engine, the fault of its first failed restart; empty if none has failed.
    unable: Vec<OnceLock<Fault>>,
}

pub(crate) struct WorkerEngines {
    /// Players by engine index; `None` if the engine must be started before its next game.
    players: Vec<Option<Box<dyn Player>>>,
    /// Engine under the rules of the match. It searches whether openings are balanced.
    pub(crate) engine: Box<dyn DynEngine>,
}

impl WorkerEngines {
    /// Ends the engines that run in their own processes.
    fn without_processes(mut self, tournament: &Tournament) -> Self {
        for (player, spec) in self.players.iter_mut().zip(&tournament.engines) {
            if spec.origin != Origin::Builtin {
                *player = None;
            }
        }
        self
    }
}

/// Engines of finished workers. They are reused because making an engine can take longer than a short game.
#[derive(Default)]
pub(crate) struct IdleEngines(Mutex<Vec<WorkerEngines>>);

impl IdleEngines {
    pub(crate) fn take(&self) -> Option<WorkerEngines> {
        lock(&self.0).pop()
    }

    pub(crate) fn put(&self, engines: WorkerEngines) {
        lock(&self.0).push(engines);
    }
}

type Sent = Result<Event, TournamentError>;

impl Tournament<'_> {
    /// Plays all games except those in `done`, and passes events to `listener`. Stops early when `listener`
    /// breaks or the match is interrupted: the running searches end, and unfinished games are dropped.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started before the first game, no opening is found, or a
    /// thread or a referee cannot be started. A fault of an engine during the match is not an error: the
    /// engine loses that game.
    pub fn run(&self, done: &HashSet<GameId>, listener: &mut Listener) -> Result<(), TournamentError> {
        self.run_range(0..self.schedule.len(), done, &IdleEngines::default(), listener)
    }

    /// Plays the games of the schedule with indices in `range`, like [`Tournament::run`]. Idle engines are
    /// reused.
    pub(crate) fn run_range(
        &self,
        range: Range<usize>,
        done: &HashSet<GameId>,
        idle: &IdleEngines,
        listener: &mut Listener,
    ) -> Result<(), TournamentError> {
        let mut all = range.clone().filter_map(|number| self.schedule.game(number));
        if all.all(|id| done.contains(&id)) {
            return Ok(());
        }
        let (next, stop) = (AtomicUsize::new(range.start), AtomicBool::new(false));
        let unable = self.engines.iter().map(|_| OnceLock::new()).collect();
        let progress = &Progress { done, next, end: range.end, stop, searches: Arc::default(), unable };
        let started = self.start_all(idle, listener)?;
        idle.put(started);
        let work = |_, sender: &Sender<Sent>| {
            let engines = idle.take().map_or_else(|| self.worker_engines(), Ok)?;
            let mut worker = Worker { tournament: self, progress, sender, engines };
            worker.run()?;
            idle.put(worker.engines.without_processes(self));
            Ok(())
        };
        run_workers(self.concurrency, &progress.stop, work, |events| {
            let interrupted = receive_until(&self.interrupt, events, |event| Ok(listener(event)));
            if matches!(interrupted, Ok(true)) {
                let _ = listener(Event::Interrupted);
            }
            progress.searches.stop();
            interrupted.map(drop)
        })
    }

    /// Starts all players of one worker, so that errors appear before the first game.
    fn start_all(
        &self,
        idle: &IdleEngines,
        listener: &mut Listener,
    ) -> Result<WorkerEngines, TournamentError> {
        let mut engines = idle.take().map_or_else(|| self.worker_engines(), Ok)?;
        for (spec, slot) in self.engines.iter().zip(&mut engines.players) {
            if slot.is_some() {
                continue;
            }
            let engine = || spec.name.clone();
            let mut player = self
                .start(spec, &*engines.engine)
                .map_err(|fault| TournamentError::Start { engine: engine(), fault })?;
            for text in player.warnings() {
                // A request to break is ignored here. The listener can repeat it at the first game.
                let _ = listener(Event::Warning { engine: engine(), text });
            }
            *slot = Some(player);
        }
        Ok(engines)
    }

    /// Creates the engines of one worker, but no players. A player starts before its first game.
    pub(crate) fn worker_engines(&self) -> Result<WorkerEngines, TournamentError> {
        let engine = (self.make_engine)(&[]).map_err(TournamentError::Referee)?;
        let players = self.engines.iter().map(|_| None).collect();
        Ok(WorkerEngines { players, engine })
    }

    /// Starts a player for games under the rules of the referee.
    fn start(&self, spec: &EngineSpec, referee: &dyn DynEngine) -> Result<Box<dyn Player>, Fault> {
        player::start(&spec.origin, &*referee.dyn_game(), &spec.options, self.conditions.timeout, || {
            (self.make_engine)(&spec.options)
        })
    }

    fn is_timed(&self) -> bool {
        let mut limits = self.engines.iter().map(|engine| engine.limits);
        limits.any(|limits| limits.clock.is_some() || limits.move_time.is_some())
    }

    /// Completes the record of a finished game. In a match without time limits, the record has no date and no
    /// times, so that equal games have equal records.
    fn finished(&self, id: GameId, setup: &Setup, played: PlayedGame) -> FinishedGame {
        let PlayedGame { mut record, failure } = played;
        let name = |engine: usize| self.engines[engine].name.clone();
        let mut date = UNKNOWN_DATE.to_owned();
        if self.is_timed() {
            let (year, month, day) = time::OffsetDateTime::now_utc().date().to_calendar_date();
            date = format!("{year:04}.{:02}.{day:02}", u8::from(month));
        } else {
            record.plies.iter_mut().for_each(|ply| ply.note.time = None);
        }
        // The seven mandatory tags of PGN, in their standard order.
        let mut tags = Tags::default();
        tags.push("Event", EVENT);
        tags.push("Site", "?");
        tags.push("Date", date);
        tags.push("Round", id.round.to_string());
        tags.push("White", name(id.first));
        tags.push("Black", name(id.second));
        tags.push("Result", record.result.to_string());
        tags.0.extend(self.tags_of(id).0);
        tags.push_setup(setup);
        tags.push("PlyCount", record.plies.len().to_string());
        tags.0.append(&mut record.tags.0);
        record.tags = tags;
        if let Some(failure) = &failure
            && !failure.last_lines.is_empty()
        {
            let last_lines = failure.last_lines.join(" / ");
            record.comment = format!("{}; it said last: {last_lines}", record.comment);
        }
        FinishedGame { id, record, failure }
    }

    /// Returns the tags of a game that describe the match, the limits and the engines.
    pub fn tags_of(&self, id: GameId) -> Tags {
        let engines = [id.first, id.second].map(|engine| &self.engines[engine]);
        let [first, second] = engines.map(|engine| engine.limits.to_string());
        let mut tags = self.tags.clone();
        if first == second {
            tags.push("TimeControl", first);
        } else {
            tags.push("WhiteTimeControl", first);
            tags.push("BlackTimeControl", second);
        }
        tags.push("WhiteEngine", engines[0].to_string());
        tags.push("BlackEngine", engines[1].to_string());
        let names: Vec<_> = self.engines.iter().map(|engine| quoted(&engine.name)).collect();
        tags.push(ENGINES, names.join(" "));
        tags
    }

    /// Returns the id of a recorded game of this match.
    ///
    /// # Errors
    /// Returns a message if the tags show another match.
    pub fn identify(&self, record: &GameRecord) -> Result<GameId, String> {
        let found = |tag| record.tags.get(tag).unwrap_or_default();
        let other = |tag, expected: &str| {
            format!("it has games of another match: {tag} is '{}', here '{expected}'", found(tag))
        };
        let names: Vec<_> = self.engines.iter().map(|engine| engine.name.as_str()).collect();
        let engine = |tag| {
            let place = names.iter().position(|name| *name == found(tag));
            place.ok_or_else(|| other(tag, &names.join(" or ")))
        };
        let (first, second) = (engine("White")?, engine("Black")?);
        let round = found("Round").parse().map_err(|_| other("Round", "a number"))?;
        let id = GameId { round, first, second };
        let expected = self.tags_of(id);
        for tag in DECIDING_TAGS.split(' ') {
            let expected = expected.get(tag).unwrap_or_default();
            // The kind of white space is not compared, because line breaks in a setting become spaces in a tag.
            if found(tag).split_whitespace().ne(expected.split_whitespace()) {
                return Err(other(tag, expected));
            }
        }
        Ok(id)
    }

    /// Creates each engine of this program once, to find wrong options early.
    ///
    /// # Errors
    /// Returns a message if an engine or the referee cannot be created.
    pub fn check(&self) -> Result<(), String> {
        for spec in self.engines.iter().filter(|spec| spec.origin == Origin::Builtin) {
            (self.make_engine)(&spec.options).map_err(|error| format!("engine '{}': {error}", spec.name))?;
        }
        (self.make_engine)(&[]).map(drop)
    }
}

struct Worker<'a> {
    tournament: &'a Tournament<'a>,
    progress: &'a Progress<'a>,
    sender: &'a Sender<Sent>,
    engines: WorkerEngines,
}

impl Worker<'_> {
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
            let Some(finished) = self.game(id)? else { break };
            self.pass_warnings(id);
            if self.sender.send(Ok(Event::Finished(Box::new(finished)))).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Plays a game. Starts engines that are not running; a side whose engine cannot start loses. Returns `None` if
    /// the match stops before the game ends.
    fn game(&mut self, id: GameId) -> Result<Option<FinishedGame>, TournamentError> {
        let (tournament, engines) = (self.tournament, [id.first, id.second]);
        let Some(opening) =
            tournament.openings.get(id.round - 1, &*self.engines.engine, &self.progress.stop)?
        else {
            return Ok(None);
        };
        for (side, engine) in Side::BOTH.into_iter().zip(engines) {
            if let Err(fault) = self.prepare(id, engine) {
                self.engines.players[engine] = None;
                let failure = Failure { side, fault, position: String::new(), last_lines: Vec::new() };
                let played = PlayedGame::lost_by(failure, &tournament.engines[engine]);
                return Ok(Some(tournament.finished(id, &opening.setup, played)));
            }
        }
        let Ok([Some(first), Some(second)]) = self.engines.players.get_disjoint_mut(engines) else {
            return Ok(None);
        };
        let mut seats = [
            Seat { player: &mut **first, spec: &tournament.engines[id.first] },
            Seat { player: &mut **second, spec: &tournament.engines[id.second] },
        ];
        let conditions = &tournament.conditions;
        let rules = self.engines.engine.dyn_game();
        let played = play(&*rules, &mut seats, &opening, conditions, &self.progress.searches);
        let Some(played) = played else { return Ok(None) };
        // A player that failed, or whose engine restarts for each game, is dropped.
        let failed = played.failure.as_ref().map(|failure| failure.side);
        for (side, engine) in Side::BOTH.into_iter().zip(engines) {
            if failed == Some(side) || tournament.engines[engine].restart {
                self.engines.players[engine] = None;
            }
        }
        Ok(Some(tournament.finished(id, &opening.setup, played)))
    }

    /// Reports warnings that the players had during a game.
    fn pass_warnings(&mut self, id: GameId) {
        for engine in [id.first, id.second] {
            let player = self.engines.players[engine].as_mut();
            for text in player.map_or(Vec::new(), |player| player.warnings()) {
                let engine = self.tournament.engines[engine].name.clone();
                // A closed channel is noticed when the game's result is sent.
                let _ = self.sender.send(Ok(Event::Warning { engine, text }));
            }
        }
    }

    /// Starts the engine if it is not running, and begins a new game with it. After one failed restart, the engine
    /// is not started again and loses its other games, because each attempt may take the whole timeout.
    fn prepare(&mut self, id: GameId, engine: usize) -> Result<(), Fault> {
        let Self { tournament, progress, sender, .. } = *self;
        let (spec, unable) = (&tournament.engines[engine], &progress.unable[engine]);
        // A closed channel is noticed when the game's result is sent.
        let warn = |text| drop(sender.send(Ok(Event::Warning { engine: spec.name.clone(), text })));
        let player = match &mut self.engines.players[engine] {
            Some(player) => player,
            none => {
                if let Some(fault) = unable.get() {
                    return Err(fault.clone());
                }
                let mut new = tournament.start(spec, &*self.engines.engine).inspect_err(|fault| {
                    if unable.set(fault.clone()).is_ok() {
                        warn(format!("{fault}; it loses all remaining games"));
                    }
                })?;
                new.warnings().into_iter().for_each(warn);
                none.insert(new)
            }
        };
        let number = ((id.round as u64) << 32) ^ ((id.first as u64) << 16) ^ id.second as u64;
        let seed = Key::mix(Key::mix(tournament.seed).0 ^ Key::mix(number).0 ^ engine as u64).0;
        player.new_game(seed)
    }
}
