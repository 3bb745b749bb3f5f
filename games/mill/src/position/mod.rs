//! Positions and moves.

mod moves;
mod state;
mod zobrist;

pub use moves::{Action, Move};
pub use state::{Phase, State};
