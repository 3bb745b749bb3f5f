//! The engine: a game's position and options, and the searches started from them.
//!
//! Inside, the engine uses the game's own types. Programs and protocols that know no game use it through
//! [`DynEngine`] and exchange only texts and plain data. Long work runs as a [`Task`] that owns all its data.
//! The engine accepts commands while a task runs; they apply from the next search on.

mod analysis;
mod bench;
mod best_answers;
mod dyn_engine;
mod dyn_game;
mod erased_engine;
mod eval_file;
mod handicap;
mod learning;
mod opened_tables;
mod opening;
mod opening_choice;
mod opening_tree;
mod panics;
mod random_game;
mod request;
mod search_task;
mod settings;
mod strength;
mod task;
mod typed_engine;

pub use dyn_engine::DynEngine;
pub use dyn_game::{DynGame, DynOracle, GameInfo, RandomGame, game_of};
pub use eval_file::NetworkInput;
pub use opening_tree::{OpeningMove, OpeningNode, OpeningTree};
pub use panics::{InternalError, catch_panic};
pub use request::{BestMove, Board, Go, PvInfo, SearchError, SetOptionError, Setup, Strength};
pub use settings::{ParamOverrides, Settings};
pub use task::{BenchRow, Finding, NextMoves, Task, TaskEvent, Trigger, Verbose};
pub use typed_engine::Engine;

pub use crate::game::{
    FULL_STRENGTH, Facts, GameOption, GameOptions, Levels, MoveActions, OptionAlias, OptionError, OptionKind,
    OptionSpec, OptionUnit, OptionValue, Outcome, Playable, Protocol, Reason, SetupError, Solved, Variant,
};
pub use crate::search::STACK;
