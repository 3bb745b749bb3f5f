//! Search: the trait [`Search`], its inputs and results, and the algorithms.
//!
//! The search never assumes that sides alternate: after each move it determines the side to move ([`line`]).

mod algorithm;
mod any_search;
mod clock;
mod control;
mod eval;
mod exact;
mod line;
mod mcts;
mod memory;
mod minimax;
mod oracle;
mod params;
mod random;
mod report;
mod resources;
mod root;
mod statistics;
mod table;
mod tree;
mod value;
mod win_solver;

pub use algorithm::Search;
pub use any_search::{Algorithm, AnySearch};
pub use clock::Clock;
pub use control::{Budget, Control};
pub use eval::{Eval, NoEval, Ranks};
pub use exact::by_oracle;
pub(crate) use line::{Child, Turn};
pub use mcts::Mcts;
pub use memory::{Memory, STACK};
pub use minimax::Minimax;
pub use oracle::{Oracle, value_of_move, value_of_position};
pub use params::{ParamError, SearchParams};
pub use random::{RandomMover, Rng};
pub use report::{Bound, Info, Line, Report, SearchResult, per_second};
pub use resources::Resources;
pub use root::{Limits, Root, SearchGame};
pub use statistics::Statistics;
pub use table::{Entry, Table, TableError};
pub use tree::TreeSearch;
pub use value::Value;
