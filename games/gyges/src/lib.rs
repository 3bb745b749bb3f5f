//! Gyges: twelve pieces that belong to nobody, moved by their rings and on from piece to piece, towards the goal beyond
//! the opponent's row.
//!
//! Squares are numbered row by row from player one's home row, 0 to 35; 36 is the goal that player one defends, 37 player
//! two's. A position is six rows of rings, `321123/000000/000000/000000/000000/321123`, with the player to move after it,
//! 1 or 2; or all 38 digits in one. A move is `start|end`, or `start|end|drop` where a piece takes another's place and
//! that one is dropped elsewhere.
//!
//! Published rules differ, so there are options: `NullMoves` (a move may leave the board as it is), `SquareOnce` (a move
//! may use a square once only, instead of an edge), `StuckRow` (what happens when no piece of the active row can move:
//! `draw`, `next-row` or `pass`), `Repetition` (`threefold`, `none`, or `forbid` to play into an earlier position) and
//! `Setup` (`fixed`, or `players` who put their six pieces on the home row first, with moves such as `231123`).

mod board;
mod eval;
mod game;
mod generate;
mod goal_threats;
mod mover_view;
mod moves;
mod paths;
mod play;
mod playable;
mod reach;
mod rules;
mod scene;
mod setup;
mod square;
mod text;

pub use board::State;
pub use eval::GygesEval;
pub use game::Gyges;
pub use moves::Move;
pub use rules::{Repetition, Rules, StuckRow};
pub use square::Square;
