//! Learned evaluations: games that the engine plays against itself, and networks trained on them.
//!
//! The crate uses games through [`DynEngine`], so it does not depend on a particular game. Files of games store moves
//! as text, which training replays by the rules.

use plywright::engine::{DynEngine, SetOptionError};

mod adam;
mod chance;
mod checkpoint;
mod data;
mod error;
mod examples;
mod game_file;
mod header;
mod model;
mod outputs;
mod plan;
mod player;
mod record;
mod self_play;
mod settings;
mod shards;
mod train;

pub use data::{Data, Expansion};
pub use error::{SelfPlayError, TrainingError};
pub use examples::{Example, Examples};
pub use game_file::{read_games, read_opened_games};
pub use plan::SelfPlay;
pub use record::{RecordedGame, RecordedMove};
pub use self_play::{GameSink, play_games};
pub use settings::{Epoch, Training, TrainingProgress};
pub use shards::SelfPlayJob;
pub use train::train;

/// Function that creates an engine. Self-play then sets the options of its plan in the engine; training sets the rules
/// of the recorded games.
pub type MakeEngine<'a> = dyn Fn() -> Result<Box<dyn DynEngine>, SetOptionError> + Send + Sync + 'a;
