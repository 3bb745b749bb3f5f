//! Gyges: twelve pieces that belong to nobody, moved by their rings and on from piece to piece, towards the
//! goal beyond the opponent's row. The game is Claude Leroy's (1985).
//!
//! Squares are numbered row by row from player one's home row, 0 to 35; 36 is the goal that player one
//! defends, 37 player two's. A position is six rows of rings, `321123/000000/000000/000000/000000/321123`,
//! with the player to move after it, 1 or 2; the slashes may be left out, and two digits for the goals may
//! then follow. A move is `start|end`, or `start|end|drop` if a piece takes another's place and that one is
//! dropped elsewhere.
//!
//! Published rules differ, so there are options: `NullMoves` (a move may leave the board as it is),
//! `SquareOnce` (a move uses each square at most once, instead of each edge), `StuckRow` (what happens when
//! no piece of the active row can move: `draw`, `next-row` or `pass`), `Repetition` (`threefold`, `none`, or
//! `forbid`, under which no move may lead to an earlier position) and `Setup` (`fixed`, or `players`, who
//! first place six pieces each on their home rows, with moves such as `231123`).

mod actions;
mod board;
mod eval;
mod features;
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
pub use features::PiecesAndReach;
pub use game::Gyges;
pub use moves::Move;
pub use rules::{Repetition, Rules, StuckRow};
pub use square::Square;
