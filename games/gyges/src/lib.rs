//! Gyges by Claude Leroy (1985): both players move the same twelve pieces, but a player may move only those on the
//! active row, the row with pieces that is nearest to the player. A piece moves exactly one step for each of its rings.
//! If its last step leads to another piece, it can bounce: it moves on by one step for each ring of that piece. Or it
//! replaces that piece, which the player then drops on an empty square, but not behind the opponent's active row. A
//! player wins by moving a piece into the goal behind the opponent's home row.
//!
//! Squares are numbered row by row from player one's home row, 0 to 35; 36 is the goal that player one
//! defends, 37 the goal that player two defends. The text of a position is six rows of rings and the player
//! to move, 1 or 2: `321123/000000/000000/000000/000000/321123 1`. In the form without slashes, two digits
//! for the goals may follow the rows. A move is `start|end`, or `start|end|drop` if it replaces a piece and
//! drops that piece elsewhere. A pass is `pass`.
//!
//! Published rules differ, so there are options:
//!
//! * `NullMoves`: a move may leave the board unchanged.
//! * `SquareOnce`: a move enters each square at most once and never returns to its start. Without this option, it
//!   crosses each edge between two squares at most once.
//! * `StuckRow`: what happens if no piece of the active row can move. The game is drawn (`draw`), the player uses the
//!   nearest row with a movable piece (`next-row`), or the player passes (`pass`).
//! * `Repetition`: the third occurrence of a position draws (`threefold`), repetition has no effect (`none`), or no
//!   move may lead to an earlier position (`forbid`).
//! * `Setup`: `fixed` or `players`. With `players`, each player first places six pieces on its home row, with
//!   a move such as `231123`.
//!
//! | module | content |
//! |---|---|
//! | `board`, `square`, `moves` | positions, squares and moves |
//! | `rules`, `setup` | the options, and the arrangement of the pieces |
//! | `paths`, `reach/` | how far a piece can bounce, without using an edge or a square twice |
//! | `generate`, `play`, `goal_threats` | lists of moves, playing a move, and moves that let the opponent win at once |
//! | `game`, `playable` | the framework's traits |
//! | `text`, `scene`, `actions`, `mover_pov` | texts, drawings, moves in steps, and the point of view of the mover |
//! | `eval`, `features` | the static evaluation and the inputs of the networks |

mod actions;
mod board;
mod eval;
mod features;
mod game;
mod generate;
mod goal_threats;
mod mover_pov;
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

use std::sync::Arc;

use plywright::engine::{DynGame, game_of};

pub use board::State;
pub use eval::GygesEval;
pub use features::PiecesAndReach;
pub use game::Gyges;
pub use moves::Move;
pub use rules::{Repetition, Rules, StuckRow};
pub use square::Square;

/// Returns the game's default variant. The search is compiled in this crate, so that the compiler builds the
/// searches of several games at the same time.
pub fn game() -> Arc<dyn DynGame> {
    game_of::<Gyges>()
}
