//! Learned evaluations: self-play games and networks trained on them.
//!
//! This crate uses only [`DynEngine`](plywright::engine::DynEngine) and so knows no game. A file stores games
//! as the texts of their moves, so it stays valid when code changes. Reading replays each game by the rules;
//! a game of other rules or a damaged one is reported by its number.

mod checkpoint;
mod examples;
mod float;
mod record;
mod self_play;
mod train;

pub use examples::{Data, Example, Examples, Expansion, MakeEngine, TrainingError};
pub use record::{RecordedGame, RecordedMove, read_games};
pub use self_play::{GameSink, SelfPlay, SelfPlayError, SelfPlayProgress, play_games, self_play};
pub use train::{Epoch, Training, TrainingProgress, train, train_unless};
