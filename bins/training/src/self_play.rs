//! Self-play: the engine plays games against itself. The games are recorded for training.
//!
//! Games are written in the order of their numbers, so that an interrupted run can resume after the last game
//! in the file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use plywright_matches::outputs::AppendedOutput;
use plywright_matches::searches::Searches;
use plywright_matches::workers::{receive_until, run_workers};

use crate::MakeEngine;
use crate::error::SelfPlayError;
use crate::game_file::open_run;
use crate::plan::SelfPlay;
use crate::player::{IdleEngines, Player};
use crate::record::RecordedGame;

/// A finished game, or the reason why it could not be played.
type News = Result<RecordedGame, SelfPlayError>;

/// Where the games go: a file, or by default nowhere.
#[derive(Debug, Default)]
pub struct GameSink {
    file: Option<AppendedOutput>,
    /// Number of games that the file already had when it was opened.
    pub done: u64,
}

impl GameSink {
    /// Opens the file `out` for the games of `plan`. With `None`, games are not written to a file. Sets the options of
    /// `plan` in an engine from `engine`, to find errors in them.
    ///
    /// # Errors
    /// Returns an error if the file has games of another run, is malformed or cannot be written, or if an option is
    /// invalid.
    pub fn open(plan: &SelfPlay, engine: &MakeEngine, out: Option<&Path>) -> Result<Self, SelfPlayError> {
        // The options are checked before the file is created.
        let first = Player::new(plan, engine()?)?.engine;
        let Some(out) = out else { return Ok(Self::default()) };
        let (file, done) = open_run(out, &plan.header(&*first)?)?;
        Ok(Self { file: Some(file), done })
    }
}

/// Plays the games that `sink` does not have yet, and returns when they are finished. Writes them to `sink` and passes
/// them to `receive`, both in the order of their numbers. If `receive` returns `Break` or another thread sets `stop`,
/// stops the running searches and returns early.
///
/// # Errors
/// Returns an error if the file cannot be written, an engine or a thread cannot be created, or a game cannot be played.
pub fn play_games(
    plan: &SelfPlay,
    engine: &MakeEngine,
    sink: GameSink,
    stop: &AtomicBool,
    receive: &mut dyn FnMut(RecordedGame) -> ControlFlow<()>,
) -> Result<(), SelfPlayError> {
    play_with(plan, engine, &IdleEngines::default(), sink, stop, receive)
}

/// Does the same as [`play_games`], with engines from `idle`, which gets them back.
pub(crate) fn play_with(
    plan: &SelfPlay,
    engine: &MakeEngine,
    idle: &IdleEngines,
    sink: GameSink,
    stop: &AtomicBool,
    receive: &mut dyn FnMut(RecordedGame) -> ControlFlow<()>,
) -> Result<(), SelfPlayError> {
    let first = plan.first + sink.done;
    let (next, is_over) = (AtomicU64::new(first), AtomicBool::new(false));
    let searches = Arc::<Searches>::default();
    let end = plan.first + plan.games;
    let work = |_, sender: &Sender<News>| {
        idle.with_player(plan, engine, &searches, |player| play_until(end, &next, player, sender))
    };
    let mut in_order = InOrder { expected: first, waiting: BTreeMap::new(), file: sink.file, receive };
    run_workers(plan.concurrency, &is_over, work, |news| {
        let result = receive_until(stop, news, |game| in_order.add(game));
        // After an early end, some games are still being played. They are not needed, so their searches are stopped.
        searches.stop();
        result.map(drop)
    })
}

/// Plays games with the numbers that `next` gives out, and sends them. Returns when `end` is reached, a game was
/// stopped or nobody receives the games any more.
fn play_until(end: u64, next: &AtomicU64, player: &mut Player, sender: &Sender<News>) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= end {
            return;
        }
        let Some(game) = player.play_game(number).transpose() else { return };
        if sender.send(game).is_err() {
            return;
        }
    }
}

/// Puts games, which are finished in any order, into the order of their numbers.
struct InOrder<'a> {
    /// Number of the next game for `file` and `receive`.
    expected: u64,
    /// Finished games that wait for an unfinished game with a lower number.
    waiting: BTreeMap<u64, RecordedGame>,
    file: Option<AppendedOutput>,
    receive: &'a mut dyn FnMut(RecordedGame) -> ControlFlow<()>,
}

impl InOrder<'_> {
    /// Adds a finished game. Writes the games that no longer wait to the file and passes them to `receive`. Breaks if
    /// `receive` does.
    fn add(&mut self, game: RecordedGame) -> Result<ControlFlow<()>, SelfPlayError> {
        self.waiting.insert(game.number, game);
        while let Some(game) = self.waiting.remove(&self.expected) {
            self.expected += 1;
            // Each game is written at once, so that a killed run loses no finished game.
            if let Some(file) = &mut self.file {
                file.write(&game.to_string())?;
            }
            if (self.receive)(game).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
