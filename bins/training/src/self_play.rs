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
    mut sink: GameSink,
    stop: &AtomicBool,
    receive: &mut dyn FnMut(RecordedGame) -> ControlFlow<()>,
) -> Result<(), SelfPlayError> {
    let first = plan.first + sink.done;
    let (next, is_over) = (AtomicU64::new(first), AtomicBool::new(false));
    let searches = Arc::<Searches>::default();
    let end = plan.first + plan.games;
    let play_until_end = |_, sender: &Sender<News>| {
        idle.with_player(plan, engine, &searches, |player| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let game = if number < end { player.play_game(number).transpose() } else { None };
                if game.is_none_or(|game| sender.send(game).is_err()) {
                    break;
                }
            }
        })
    };
    // Finished games that wait for an unfinished game with a lower number.
    let mut waiting = BTreeMap::new();
    let mut expected = first;
    let mut receive_in_order = |game: RecordedGame| {
        waiting.insert(game.number, game);
        while let Some(game) = waiting.remove(&expected) {
            expected += 1;
            // Each game is written at once, so that a killed run loses no finished game.
            if let Some(file) = &mut sink.file {
                file.write(&game.to_string())?;
            }
            if receive(game).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    run_workers(plan.concurrency, &is_over, play_until_end, |news| {
        let result = receive_until(stop, news, &mut receive_in_order);
        // After an early end, some games are still being played. They are not needed, so their searches are stopped.
        searches.stop();
        result.map(drop)
    })
}
