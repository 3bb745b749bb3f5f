//! Gyges: twelve pieces that belong to nobody, moved by their rings and on from piece to piece, towards the goal beyond
//! the opponent's row.

mod board;
mod defence;
mod eval;
mod game;
mod generate;
mod moves;
mod playable;
mod reach;
mod rules;
mod setup;
mod squares;
mod text;
mod trails;

pub use board::State;
pub use eval::GygesEval;
pub use game::Gyges;
pub use moves::Move;
pub use rules::{Repetition, Rules, StuckRow};
