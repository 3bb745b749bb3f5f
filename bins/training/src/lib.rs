//! Learned evaluations: games that the engine plays against itself, and networks trained on them.
//!
//! The crate uses games through [`DynEngine`](plywright::engine::DynEngine), so it does not depend on a
//! particular game. Files of games store moves as text, which training replays by the rules.

mod checkpoint;
mod examples;
mod model;
mod outputs;
mod plan;
mod player;
mod record;
mod self_play;
mod shards;
mod train;

pub use examples::{Data, Example, Examples, Expansion, MakeEngine, TrainingError};
pub use plan::{SelfPlay, SelfPlayError};
pub use record::{RecordedGame, RecordedMove, read_games};
pub use self_play::{GameSink, play_games};
pub use shards::SelfPlayJob;
pub use train::{Epoch, Training, TrainingProgress, train};
