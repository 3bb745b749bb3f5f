//! Numbering of moves, for learning programs.

use std::sync::Arc;

use plywright::Playable;
use plywright::engine::DynGame;

/// A game with numbered moves, as the package needs it.
pub trait Numbered: Playable<Eval: Sync> {
    /// Returns the game without its type, compiled in its own crate.
    fn game() -> Arc<dyn DynGame>;
}
