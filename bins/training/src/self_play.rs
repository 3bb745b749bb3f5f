//! Self-play: the engine plays games against itself. The games are recorded for training.
//!
//! Games are written in the order of their numbers, so that an interrupted run can resume after the last game
//! in the file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plywright::engine::DynEngine;
use plywright_matches::searches::Searches;
use plywright_matches::workers::run_workers;

use crate::examples::MakeEngine;
use crate::plan::{SelfPlay, SelfPlayError};
use crate::player::Player;
use crate::record::{GameWriter, RecordedGame};

/// Interval at which a run checks whether it has been stopped.
const STOP_CHECK: Duration = Duration::from_millis(20);

/// Progress of a self-play run.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayProgress {
    /// Number of games in the file, including those of earlier runs.
    pub games: u64,
    /// Number of searched positions in the games that this run has finished.
    pub positions: u64,
    /// Time since this run started.
    pub time: Duration,
}

type News = Result<RecordedGame, SelfPlayError>;

/// File that receives the games, if any, and the number of games that it already had.
#[derive(Debug, Default)]
pub struct GameSink {
    writer: Option<GameWriter>,
    done: u64,
}

impl GameSink {
    /// Opens the file `out` for the games of `plan`. With `None`, games are not written to a file. `engine`
    /// creates an engine.
    ///
    /// # Errors
    /// Returns an error if the file has games of another run or cannot be written, or if an option is
    /// invalid.
    pub fn open(plan: &SelfPlay, engine: &MakeEngine, out: Option<&Path>) -> Result<Self, SelfPlayError> {
        // The options are checked before the file is created.
        let first = Player::new(plan, engine()?)?.engine;
        let Some(out) = out else { return Ok(Self::default()) };
        let (writer, done) = GameWriter::open(out, &plan.header(&*first))?;
        Ok(Self { writer: Some(writer), done })
    }
}

/// Plays the games that `out` does not have yet and appends them to it. `engine` creates an engine for each
/// thread.
///
/// # Errors
/// Returns an error if an option is invalid, the file has games of another run or cannot be written, or a
/// game cannot be played.
pub fn self_play(
    plan: &SelfPlay,
    engine: &MakeEngine,
    out: &Path,
    progress: &mut dyn FnMut(SelfPlayProgress),
) -> Result<(), SelfPlayError> {
    let sink = GameSink::open(plan, engine, Some(out))?;
    let (started, mut games, mut positions) = (Instant::now(), sink.done, 0);
    progress(SelfPlayProgress { games, positions, time: Duration::ZERO });
    play_games(plan, engine, sink, &AtomicBool::new(false), &mut |game| {
        games += 1;
        positions += game.moves.len() as u64;
        progress(SelfPlayProgress { games, positions, time: started.elapsed() });
        ControlFlow::Continue(())
    })
}

/// Plays the games that `sink` does not have yet. Writes them to `sink` and passes them to `receive`, both in
/// the order of their numbers. Ends early, with all its searches, if `receive` returns `Break` or another thread sets
/// `stop`.
///
/// # Errors
/// Returns an error if the file cannot be written, or if a game cannot be played.
pub fn play_games(
    plan: &SelfPlay,
    engine: &MakeEngine,
    sink: GameSink,
    stop: &AtomicBool,
    receive: &mut dyn FnMut(RecordedGame) -> ControlFlow<()>,
) -> Result<(), SelfPlayError> {
    play_with(plan, engine, &IdleEngines::default(), sink, stop, receive)
}

/// Engines with the options of the run. They are kept for later calls, because making an engine can take
/// longer than a short game.
pub(crate) type IdleEngines = Mutex<Vec<Box<dyn DynEngine>>>;

/// Like [`play_games`], but takes its engines from `idle` and returns them to it. Makes an engine only if
/// `idle` is empty.
pub(crate) fn play_with(
    plan: &SelfPlay,
    engine: &MakeEngine,
    idle: &IdleEngines,
    mut sink: GameSink,
    stop: &AtomicBool,
    receive: &mut dyn FnMut(RecordedGame) -> ControlFlow<()>,
) -> Result<(), SelfPlayError> {
    let first = plan.first + sink.done;
    let (next, is_over) = (AtomicU64::new(first), AtomicBool::new(false));
    let searches = Arc::<Searches>::default();
    let is_stopped = || is_over.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
    let end = plan.first + plan.games;
    let work = |_, sender: &Sender<News>| {
        let ready = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut player = match ready {
            Some(engine) => Player::ready(plan, engine),
            None => Player::new(plan, engine()?)?,
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                break;
            }
            let Some(game) = player.game(number, &is_stopped, &searches).transpose() else { break };
            if sender.send(game).is_err() {
                break;
            }
        }
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(player.engine);
        Ok(())
    };
    run_workers(plan.concurrency, &is_over, work, |news| {
        let stop_searches = || {
            if stop.load(Ordering::Relaxed) {
                searches.stop();
            }
        };
        let result = in_order(first, news, &mut sink, receive, &stop_searches);
        // The games after the last one that was received are not wanted.
        searches.stop();
        result
    })
}

/// Writes games to `sink` and passes them to `receive` in the order of their numbers, from `next` on. Calls `idle`
/// regularly while it waits for a game.
fn in_order(
    mut next: u64,
    news: &Receiver<News>,
    sink: &mut GameSink,
    receive: &mut dyn FnMut(RecordedGame) -> ControlFlow<()>,
    idle: &dyn Fn(),
) -> Result<(), SelfPlayError> {
    let mut waiting = BTreeMap::new();
    loop {
        let game = match news.recv_timeout(STOP_CHECK) {
            Ok(game) => game?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                idle();
                continue;
            }
        };
        waiting.insert(game.number, game);
        while let Some(game) = waiting.remove(&next) {
            next += 1;
            if let Some(writer) = &mut sink.writer {
                writer.push(&game)?;
            }
            if receive(game).is_break() {
                return Ok(());
            }
        }
    }
}
