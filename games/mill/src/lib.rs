//! Nine Men's Morris and its family.
//!
//! A [`Board`] has points and the lines that join them. [`Rules`] are the parameters of a variant; one of them is the
//! board's layout. [`Mill`] is the game under given rules.
//!
//! | module | content |
//! |---|---|
//! | `board/` | points, lines and symmetries; the table of boards |
//! | `position/` | positions, moves and keys |
//! | `rules/` | the standard rules, the rules of other variants, parameters, named rule sets, options |
//! | `game` | the game: rules on a board |
//! | `text/` | texts of positions and moves, the drawing and the scene |
//! | `eval/` | the static evaluation, move ordering, and the features of the networks |
//! | `tables/` | endgame tables: numbering, fast generation for the solver, the built-in tables |
//! | `database/` | the files of the perfect database |
//! | `tablebase` | implements the framework's tables for the game |
//! | `exact_knowledge` | built-in tables and the perfect database as sources of exact values |
//! | `themes` | themes of puzzles |
//! | `options`, `playable` | options, names, levels and benchmark positions |

mod board;
mod database;
mod eval;
mod exact_knowledge;
mod game;
mod options;
mod playable;
mod position;
mod rules;
mod tablebase;
mod tables;
mod text;
mod themes;

use plywright::engine::{DynGame, game_of};

pub use board::{Board, Layout, LineKind, Point, PointSet};
pub use database::Database;
pub use eval::{MillEval, PointsAndLines};
pub use game::Mill;
pub use position::{Action, Move, State};
pub use rules::{BoardFull, CaptureRule, MillWhilePlacing, Rules, Stalemate};
pub use tables::Slice;

/// Returns the game under its default variant, Nine Men's Morris. The code of its search is compiled in this crate, so
/// that the searches of several games can be compiled at the same time.
pub fn game() -> std::sync::Arc<dyn DynGame> {
    game_of::<Mill>()
}
