//! Nine Men's Morris and its family.
//!
//! A [`Board`] has points and the lines that join them. [`Rules`] are the parameters of a member of the
//! family. [`Mill`] is the game with these rules on its board.
//!
//! | module | content |
//! |---|---|
//! | `mill`, `game`, `sheet` | the game: its rules on its board, and its rule sheet |
//! | `standard` | the standard rules on one page |
//! | `family/` | rules in which other members differ |
//! | `rules`, `rule_sets` | parameters of the rules, and the named members |
//! | `boards`, `board/` | the table of boards; lines, symmetries and sets of points on a board |
//! | `state`, `moves`, `text/` | positions, moves and their texts |
//! | `eval`, `move_scorer` | the static evaluation and move ordering |
//! | `database/`, `endgame/`, `tables` | exact values: the perfect database's files, and this crate's own tables |
//! | `knowledge` | the sources of exact values that the search probes |
//! | `options`, `rule_options` | options for rules, evaluation and exact knowledge |

mod board;
mod boards;
mod both_sides;
mod database;
mod endgame;
mod eval;
mod family;
mod features;
mod game;
mod knowledge;
mod mill;
mod move_scorer;
mod moves;
mod options;
mod playable;
mod point;
mod rule_options;
mod rule_sets;
mod rule_sheet;
mod rules;
mod scene;
mod sheet;
mod signs;
mod standard;
mod state;
mod tables;
mod text;
mod zobrist;

pub use board::{Board, LineKind};
pub use boards::Layout;
pub use database::{Database, DatabaseError, SubspaceId, WdlCounts};
pub use endgame::Slice;
pub use eval::MillEval;
pub use features::PointsAndLines;
pub use mill::Mill;
pub use moves::{Action, Move};
pub use point::{Point, PointSet};
pub use rules::{BoardFull, CaptureRule, MillWhilePlacing, Rules, Stalemate};
pub use state::{Phase, State};
pub use tables::pack_endgames;
