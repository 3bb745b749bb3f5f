//! Nine Men's Morris and its family.
//!
//! A [`Board`] says which points there are and which lines join them, [`Rules`] say what may be done on it, and
//! [`Mill`] is the game of the two. Everything that tells one member of the family from another is a value of these
//! types; the standard game pays for none of it, because rare rules stand behind one flag that is tested once per move.

mod board;
mod boards;
mod both_sides;
mod database;
mod endgame;
mod eval;
mod family;
mod game;
mod mill;
mod move_scorer;
mod moves;
mod playable;
mod point;
mod rule_options;
mod rule_sets;
mod rule_sheet;
mod rules;
mod scene;
mod settings;
mod sheet;
mod standard;
mod state;
mod text;
mod zobrist;

pub use board::{Board, LineKind};
pub use boards::Layout;
pub use database::{Database, DatabaseError, Tally};
pub use endgame::Slice;
pub use eval::MillEval;
pub use mill::Mill;
pub use moves::{Action, Move};
pub use point::{Point, PointSet};
pub use rules::{BoardFull, CaptureRule, MillWhilePlacing, Rules, Stalemate};
pub use state::{Phase, State};
