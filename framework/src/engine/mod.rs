//! The engine: a game's position and options, and the searches started from them.
//!
//! Inside, the engine uses the game's own types. Programs and protocols that know no game use it through
//! [`DynEngine`] and exchange only texts and plain data. Long work runs as a [`Task`] that owns all its data.
//! The engine accepts commands while a task runs; they apply from the next search on.

mod analysis;
mod bench;
mod best_answers;
mod current_game;
mod dyn_engine;
mod erased_engine;
mod eval_file;
mod game_option;
mod handicap;
mod learning;
mod opening;
mod opening_choice;
mod opening_names;
mod opening_tree;
mod option_spec;
mod playable;
mod ratings;
mod request;
mod search_task;
mod settings;
mod strength;
mod task;
mod typed_engine;

pub use dyn_engine::DynEngine;
pub use eval_file::NetworkInput;
pub use opening_tree::{OpeningMove, OpeningNode, OpeningTree};
pub use request::{
    BestMove, Board, Go, MoveActions, Outcome, PvInfo, Reason, SetOptionError, Setup, SetupError, Strength,
};
pub use settings::{ParamOverrides, Settings};
pub use task::{BenchRow, Finding, NextMoves, Task, TaskEvent, Trigger, Verbose};
pub use typed_engine::Engine;

#[cfg(feature = "threads")] // Used by the test kit only.
pub(crate) use {opening::canonical_key, opening_names::named_position};

pub use crate::search::STACK;
pub use game_option::GameOption;
pub use option_spec::{OptionAlias, OptionError, OptionKind, OptionSpec, OptionUnit, OptionValue};
pub use playable::{GameOptions, Playable, Protocol, Solved, Variant};
pub use ratings::{FULL_STRENGTH, Levels};
