//! Evaluations that are learned: games that the engine plays against itself, and networks trained on them.
//!
//! Everything here speaks to a [`DynEngine`](plywright::engine::DynEngine) and so knows no game. Games are
//! kept as the texts of their moves, which outlive any change of the code, and reading them plays them again
//! by the rules: a file of other rules or a damaged one is found out with the game's number.

mod adam;
mod checkpoint;
mod examples;
mod exponential;
mod float;
mod record;
mod self_play;
mod train;

pub use checkpoint::CheckpointError;
pub use examples::{ExampleError, MakeEngine};
pub use record::{GameReader, GameWriter, RecordError, RecordHeader, RecordedGame, RecordedMove};
pub use self_play::{SelfPlay, SelfPlayError, SelfPlayProgress, self_play};
pub use train::{Epoch, Training, TrainingError, TrainingProgress, train};
