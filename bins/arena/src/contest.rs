//! Plays a match: several games at a time, each reported as soon as it ends.
//!
//! A game depends on its id and the seed alone, not on the thread that plays it. One thread plays a game and
//! also runs the searches of this program's engines; an engine of another program thinks in its own process.
//! Memory does not grow with the number of games.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use plywright::engine::{DynEngine, STACK, Setup};
use plywright::{Key, Side};
use thiserror::Error;

use crate::engine_spec::{EngineSpec, Origin};
use crate::openings::{OpeningError, Openings};
use crate::player::{self, Fault, Player};
use crate::record::{GameRecord, Tags};
use crate::referee::{Conditions, Failure, PlayedGame, Referee, Seat};
use crate::schedule::{GameId, Schedule};

/// Interval between checks of the interrupt flag.
const INTERRUPT_CHECK: Duration = Duration::from_millis(50);

/// Name and value of an option.
pub type OptionValue = (String, String);

/// Makes one of this program's engines with the given options.
pub type MakeEngine<'a> = dyn Fn(&[OptionValue]) -> Result<Box<dyn DynEngine>, String> + Sync + 'a;

/// Everything that determines the games of a match.
pub struct Contest<'a> {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: Openings,
    /// Conditions that hold for all games.
    pub conditions: Conditions,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Tags written to every record.
    pub tags: Vec<OptionValue>,
    /// Makes engines of this program. An engine made without options serves as referee.
    pub make_engine: &'a MakeEngine<'a>,
    /// Ends the match early once another thread sets it.
    pub interrupt: Arc<AtomicBool>,
}

/// An event of a match.
#[derive(Clone, Debug)]
pub enum Event {
    /// A game has ended.
    Finished(Box<FinishedGame>),
    /// The match was interrupted. This is the last event; unfinished games are dropped.
    Interrupted,
    /// An engine plays, but something about it looks wrong.
    Warning {
        /// The engine's name.
        engine: String,
        /// What is odd.
        text: String,
    },
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Which one.
    pub id: GameId,
    /// Its record.
    pub record: GameRecord,
    /// The loser's failure, if the game was lost by one.
    pub failure: Option<Failure>,
}

/// Reason why a match cannot start or go on.
#[derive(Debug, Error)]
pub enum ContestError {
    /// No opening is available.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An engine cannot be started; no game has been played.
    #[error("engine '{engine}' {fault}")]
    Start {
        /// The engine's name.
        engine: String,
        /// What went wrong.
        fault: Fault,
    },
    /// The referee's engine cannot be made.
    #[error("cannot set up the referee: {0}")]
    Referee(String),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// State of a match that its threads share.
struct Progress {
    /// Index of the next game.
    next: AtomicUsize,
    /// Whether the threads must stop.
    stop: AtomicBool,
    /// For each engine, the fault of a failed start during the match.
    unable: Vec<OnceLock<Fault>>,
}

impl Contest<'_> {
    /// Plays all games except those in `done`. Stops early when `listener` breaks or the match is
    /// interrupted; unfinished games are then dropped.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started before the first game, if no opening is found, or if a
    /// thread or a referee cannot be started. An engine that fails later loses its game. An engine that
    /// cannot be restarted loses all its remaining games.
    pub fn run(
        &self,
        done: &HashSet<GameId>,
        listener: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), ContestError> {
        let all = (0..self.schedule.len()).filter_map(|number| self.schedule.game(number));
        if all.into_iter().all(|id| done.contains(&id)) {
            return Ok(());
        }
        let progress = Progress {
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            unable: self.engines.iter().map(|_| OnceLock::new()).collect(),
        };
        let (progress, stop) = (&progress, &progress.stop);
        let mut started = self.start_all(listener)?;
        thread::scope(|scope| {
            let (sender, events) = channel();
            for _ in 0..self.concurrency.max(1) {
                let (sender, players) = (sender.clone(), std::mem::take(&mut started));
                let work = move || {
                    if let Err(error) = self.work(done, progress, players, &sender) {
                        let _ = sender.send(Err(error));
                    }
                };
                // The search of a built-in engine runs in this thread and needs its stack size.
                if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
            }
            drop(sender);
            let result = self.listen(&events, listener);
            stop.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Starts each engine once. The first thread plays with these players.
    fn start_all(
        &self,
        listener: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<Vec<Option<Box<dyn Player>>>, ContestError> {
        let mut players = Vec::new();
        for spec in &self.engines {
            let engine = || spec.name.clone();
            let player = self.start(spec).map_err(|fault| ContestError::Start { engine: engine(), fault })?;
            for text in player.warnings() {
                // A break is ignored here: the first game's event can still end the match.
                let _ = listener(Event::Warning { engine: engine(), text });
            }
            players.push(Some(player));
        }
        Ok(players)
    }

    fn start(&self, spec: &EngineSpec) -> Result<Box<dyn Player>, Fault> {
        player::start(spec, self.conditions.patience, || (self.make_engine)(&spec.options))
    }

    /// Passes events to `listener` until the match ends.
    fn listen(
        &self,
        events: &Receiver<Result<Event, ContestError>>,
        listener: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), ContestError> {
        loop {
            if self.interrupt.load(Ordering::Relaxed) {
                let _ = listener(Event::Interrupted);
                return Ok(());
            }
            let event = match events.recv_timeout(INTERRUPT_CHECK) {
                Ok(event) => event?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            if listener(event).is_break() {
                return Ok(());
            }
        }
    }

    /// Plays games one after another until none is left.
    fn work(
        &self,
        done: &HashSet<GameId>,
        progress: &Progress,
        mut players: Vec<Option<Box<dyn Player>>>,
        sender: &Sender<Result<Event, ContestError>>,
    ) -> Result<(), ContestError> {
        let engine = || (self.make_engine)(&[]).map_err(ContestError::Referee);
        let mut referee = Referee { game: engine()?, scratch: engine()? };
        players.resize_with(self.engines.len(), || None);
        while let Some(id) = self.schedule.game(progress.next.fetch_add(1, Ordering::Relaxed)) {
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
            if done.contains(&id) {
                continue;
            }
            let mut warn = |engine: usize, text: String| {
                let engine = self.engines[engine].name.clone();
                sender.send(Ok(Event::Warning { engine, text })).is_ok()
            };
            let Some(finished) = self.game(id, &mut referee, &mut players, progress, &mut warn)? else {
                break;
            };
            if sender.send(Ok(Event::Finished(Box::new(finished)))).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Plays one game. Returns `None` if the match stops before the game ends.
    fn game(
        &self,
        id: GameId,
        referee: &mut Referee,
        players: &mut [Option<Box<dyn Player>>],
        progress: &Progress,
        warn: &mut dyn FnMut(usize, String) -> bool,
    ) -> Result<Option<FinishedGame>, ContestError> {
        let opening = self.openings.get(id.round - 1, &mut *referee.scratch)?;
        let engines = [id.first, id.second];
        for (side, engine) in Side::BOTH.into_iter().zip(engines) {
            if let Err(fault) = self.prepare(id, engine, &mut players[engine], &progress.unable[engine], warn)
            {
                players[engine] = None;
                let failure = Failure { side, fault, position: String::new(), last_lines: Vec::new() };
                let played = PlayedGame::lost_by(failure, &self.engines[engine], Vec::new());
                return Ok(Some(self.finished(id, &opening.setup, played)));
            }
        }
        let [first, second] = engines.map(|engine| players[engine].take());
        let (Some(mut first), Some(mut second)) = (first, second) else { return Ok(None) };
        let mut seats = [
            Seat { player: &mut *first, spec: &self.engines[id.first] },
            Seat { player: &mut *second, spec: &self.engines[id.second] },
        ];
        let played = referee.play(&mut seats, &opening, &self.conditions, &progress.stop);
        let Some(played) = played else { return Ok(None) };
        // An engine that failed, or that asks for a restart, is started again for its next game.
        let failed = played.failure.as_ref().map(|failure| failure.side);
        for (side, engine, player) in [(Side::First, id.first, first), (Side::Second, id.second, second)] {
            if failed != Some(side) && !self.engines[engine].restart {
                players[engine] = Some(player);
            }
        }
        Ok(Some(self.finished(id, &opening.setup, played)))
    }

    /// Prepares a player for a game and starts it first if necessary. An engine whose restart failed is not
    /// tried again: each attempt may take the whole timeout.
    fn prepare(
        &self,
        id: GameId,
        engine: usize,
        player: &mut Option<Box<dyn Player>>,
        unable: &OnceLock<Fault>,
        warn: &mut dyn FnMut(usize, String) -> bool,
    ) -> Result<(), Fault> {
        let spec = &self.engines[engine];
        if player.is_none() {
            if let Some(fault) = unable.get() {
                return Err(fault.clone());
            }
            let new = self.start(spec).inspect_err(|fault| {
                if unable.set(fault.clone()).is_ok() {
                    warn(engine, format!("{fault}; it loses all games that are left"));
                }
            })?;
            for text in new.warnings() {
                warn(engine, text);
            }
            *player = Some(new);
        }
        let number = ((id.round as u64) << 32) ^ ((id.first as u64) << 16) ^ id.second as u64;
        let seed = Key::mix(Key::mix(self.seed).0 ^ Key::mix(number).0 ^ engine as u64).0;
        player.as_mut().map_or(Ok(()), |player| player.new_game(seed))
    }

    fn finished(&self, id: GameId, setup: &Setup, played: PlayedGame) -> FinishedGame {
        let name = |engine: usize| self.engines[engine].name.clone();
        let date = time::OffsetDateTime::now_utc().date();
        let (year, month, day) = date.to_calendar_date();
        // The seven tags that every PGN file has, in their order.
        let mut tags = Tags::default();
        for (tag, value) in [
            ("Event", "match".to_owned()),
            ("Site", "?".to_owned()),
            ("Date", format!("{year:04}.{:02}.{day:02}", u8::from(month))),
            ("Round", id.round.to_string()),
            ("White", name(id.first)),
            ("Black", name(id.second)),
            ("Result", played.result.to_string()),
        ] {
            tags.push(tag, value);
        }
        tags.0.extend(self.tags_of(id));
        if let Setup::Text(text) | Setup::Named(text) = setup {
            tags.push("SetUp", "1");
            tags.push("FEN", text);
        }
        tags.push("PlyCount", played.plies.len().to_string());
        tags.push("Termination", played.termination);
        let mut comment = played.reason;
        if let Some(failure) = &played.failure
            && !failure.last_lines.is_empty()
        {
            comment = format!("{comment}; it said last: {}", failure.last_lines.join(" / "));
        }
        let record = GameRecord { tags, plies: played.plies, result: played.result, comment };
        FinishedGame { id, record, failure: played.failure }
    }

    /// Returns the tags of a game that are known before it is played. They hold everything that determines
    /// the game.
    pub fn tags_of(&self, id: GameId) -> Vec<OptionValue> {
        let engines = [id.first, id.second].map(|engine| &self.engines[engine]);
        let [first, second] = engines.map(|engine| engine.limits.to_string());
        let mut tags = self.tags.clone();
        let mut push = |name: &str, value| tags.push((name.to_owned(), value));
        if first == second {
            push("TimeControl", first);
        } else {
            push("WhiteTimeControl", first);
            push("BlackTimeControl", second);
        }
        push("WhiteEngine", engines[0].to_string());
        push("BlackEngine", engines[1].to_string());
        tags
    }

    /// Makes each of this program's engines once, to find wrong options before the first game.
    ///
    /// # Errors
    /// Returns the name of the engine and the problem with its options.
    pub fn check(&self) -> Result<(), String> {
        for spec in self.engines.iter().filter(|spec| spec.origin == Origin::Builtin) {
            (self.make_engine)(&spec.options).map_err(|error| format!("engine '{}': {error}", spec.name))?;
        }
        (self.make_engine)(&[]).map(drop)
    }
}
