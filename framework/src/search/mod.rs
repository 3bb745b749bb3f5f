//! Search: the trait [`Search`], its inputs and results, and the algorithms.
//!
//! - The trait is in `algorithm`. `any_search` chooses among its implementations: `alphabeta`, `mcts`, `minimax` and
//!   `random`. The first two share `quiescence` and `ordering`.
//! - Inputs: `eval` and its `params`; `control` and `clock` for time and stopping; `oracle` for exact values, which
//!   `value` defines. `exact_choice` chooses a move by exact values, without a search if they suffice.
//! - Results: `report` and `statistics`.
//! - Proofs of wins: `forced_win`, `mate_solver` and `mate_lines`.
//! - Memory: `transposition_table`, and `kept_data` for what outlives a search.
//! - Threads are in `threads`; `alphabeta/abdada` divides the moves among them. Random numbers are in `rng`.
//! - `line` has the effect of moves on turns, and what a search asks of the line of the played game and its own moves.
//!   No search assumes that sides alternate.
//!
//! The documentation of [`engine`](crate::engine) follows a client's `go` to these inputs, and a line found by the
//! search back to the client.

mod algorithm;
mod alphabeta;
mod any_search;
mod clock;
mod control;
mod eval;
mod exact_choice;
mod forced_win;
mod kept_data;
mod line;
mod mate_lines;
mod mate_solver;
mod mcts;
mod minimax;
mod oracle;
mod ordering;
mod params;
mod quiescence;
mod random;
mod report;
mod rng;
mod statistics;
mod threads;
mod transposition_table;
mod value;

pub use algorithm::{Limits, Resources, Root, Search, SearchGame};
pub use alphabeta::{AlphaBetaSearch, Driver};
pub use any_search::{Algorithm, AnySearch};
pub use clock::Clock;
pub use control::{Budget, Control, MayAnswer, TimeSource};
pub use eval::{Eval, MoveScores, NoEval};
pub(crate) use exact_choice::{Candidates, choose_by_oracle};
pub use forced_win::{ForcedWin, forced_win};
pub use kept_data::KeptData;
pub(crate) use line::{Child, Turn};
pub(crate) use mate_lines::MateLines;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub(crate) use oracle::{FastValues, Layered};
pub use oracle::{Oracle, value_of_move, value_of_position};
pub use params::SearchParams;
pub use random::RandomMover;
pub(crate) use report::ANNOUNCE_AFTER;
pub use report::{Bound, Info, Report, SearchResult, Variation, per_second};
pub use rng::Rng;
pub use statistics::Statistics;
pub(crate) use threads::MAX_THREADS;
pub use threads::{STACK, lock, side_by_side};
pub use transposition_table::{Entry, Table, TableError};
pub use value::{Value, Wdl};
