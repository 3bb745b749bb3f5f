//! Nine Men's Morris and its family.
//!
//! A [`Board`] says which points there are and which lines join them, [`Rules`] say what may be done on it, and
//! [`Mill`] is the game of the two. Everything that tells one member of the family from another is a value of these
//! types; the standard game pays for none of it, because rare rules stand behind one flag that is tested once per move.

mod board;
mod captures;
mod database;
mod ending;
mod eval;
mod game;
mod generate;
mod moves;
mod order;
mod play;
mod playable;
mod points;
mod rule_options;
mod rule_sets;
mod rules;
mod scene;
mod special;
mod square;
mod state;
mod text;
mod zobrist;

pub use board::{Board, Layout, LineKind};
pub use database::{Database, DatabaseError, Tally};
pub use eval::MillEval;
pub use game::Mill;
pub use moves::{Action, Move};
pub use points::Points;
pub use rules::{BoardFull, CaptureRule, MillWhilePlacing, Rules, Stalemate};
pub use square::Square;
pub use state::{Phase, State};
