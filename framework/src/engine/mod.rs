//! The engine of a game: its rules, its settings, and the searches started with them. The engine holds no position.
//! Its callers hold lines, which are positions with the moves that led to them, and pass one to each search.
//!
//! Inside, the engine uses the game's own types. Programs and protocols that know no game use it through
//! [`DynEngine`] and exchange only texts and plain data. Long work runs as a [`Task`] that owns all its data.
//! The type of a task says what it reports. The engine accepts commands while a task runs; they apply from the
//! next search on.
//!
//! # From `go` to `bestmove`
//!
//! A client's command `go` passes through six files. It is first a line of text, then a [`Go`], and last the
//! [`Limits`](crate::search::Limits) and the [`Control`](crate::search::Control) of the search.
//!
//! 1. `lines.rs` of the protocols reads the line, in `for_each_line`.
//! 2. `uci/go.rs`, or the parser of another protocol, parses it as a [`Go`], in `read_go`.
//! 3. `session.rs` asks the engine for the task, in `Session::go`, and starts it, in `Session::start`.
//! 4. `erased_engine.rs` plays a move of the opening tree or prepares the search, in `prepare_search`.
//! 5. `search_task.rs` sets the search up, in `SearchTask::new`. The root moves and the limits come from `root_moves`
//!    and `combined_limits` in `search_limits.rs`. `Control::starting` starts the clock.
//! 6. `search_run.rs` runs the search in the task's thread, from `SearchTask::run` to `search_moves`, which calls
//!    [`Search::search`](crate::search::Search::search).
//!
//! A principal variation that the search finds passes back through five files. It is first an
//! [`Info`](crate::search::Info) with the game's own moves, then a [`PvInfo`] with the texts of these moves, and last a
//! line of text.
//!
//! 1. `search_reporter.rs` extends the variation to the end of a forced win, and may hold it back for some time.
//! 2. `erased_engine.rs` converts the variation to a [`PvInfo`].
//! 3. `task_thread.rs` of the protocols receives the [`TaskEvent`] with it.
//! 4. `uci/write.rs`, or the formatter of another protocol, writes it as text.
//! 5. `output.rs` sends the text to the client.

mod analysis;
mod bench;
mod best_answers;
mod dyn_engine;
mod erased_engine;
mod erased_game;
mod eval_file;
mod handicap;
mod learning;
mod opened_tables;
mod opening;
mod opening_choice;
mod opening_moves;
mod opening_tree;
mod option_table;
mod panics;
mod perft_task;
mod random_game;
mod random_seeds;
mod report;
mod request;
mod search_limits;
mod search_reporter;
mod search_run;
mod search_task;
mod settings;
mod strength;
mod tables_option;
mod task;
mod typed_engine;

pub use dyn_engine::{DynEngine, DynGame, DynOracle};
pub use erased_game::game_of;
pub use opening_tree::{OpeningMove, OpeningNode, OpeningTree};
pub use panics::{InternalError, catch_panic};
pub use random_game::RandomGame;
pub use report::{
    BenchReport, BenchRow, BestMove, Finding, NextMoves, PerftReport, PvInfo, SearchReport, TaskEvent,
    Trigger, Verbose,
};
pub use request::{Go, SearchError, SetOptionError, Setup, Strength};
pub use settings::{ParamOverrides, Settings};
pub use task::Task;
pub use typed_engine::Engine;

pub use crate::game::{
    FULL_STRENGTH, Facts, GameInfo, GameOption, GameOptions, Levels, MoveActions, NetworkInput, OptionAlias,
    OptionError, OptionKind, OptionSpec, OptionUnit, OptionValue, Outcome, Playable, Protocol, Reason,
    SetupError, Solved, VARIANT_OPTION, Variant,
};
pub use crate::search::{STACK, lock};
