//! Santorini: workers climb and build, and whoever steps up to the third level wins. Mortals and every god.
//!
//! A position ([`State`]) names its gods. [`God`]s are files under `gods/`, each with what its card says and a walk
//! through its turn; what a god forbids to its opponent is seen to by the turn itself, so no god knows another.

mod eval;
mod game;
mod gods;
mod mortals;
mod moves;
mod pairs;
mod placement;
mod playable;
mod square;
mod squares;
mod state;
mod text;
mod turn;

pub use eval::Heights;
pub use game::Santorini;
pub use gods::God;
pub use moves::Move;
pub use square::{Direction, Square};
pub use squares::Squares;
pub use state::{State, Stored};
