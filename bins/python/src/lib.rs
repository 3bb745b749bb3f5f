//! Extension module `plywright._core`: the Rust half of the Python package `plywright`.
//!
//! The module wraps the framework's trait objects, such as those for games, engines and lines (a line is a position
//! with the moves before it), in Python classes. The documentation for users is in `_core.pyi`.
//!
//! Work that may take long releases the interpreter's lock, so that other Python threads go on: `guard::unlocked` runs
//! short work, and `wait` runs work that Ctrl-C must end. A search and self-play go on between calls, in a
//! `background` thread.

/// Creates a Python dict, written as in Python. If a value cannot be converted, the enclosing function returns the
/// exception.
macro_rules! dict {
    ($py:expr, { $($name:literal: $value:expr),* $(,)? }) => {{
        let dict = pyo3::types::PyDict::new($py);
        $(dict.set_item($name, $value)?;)*
        dict
    }};
}

mod animation;
mod arrays;
mod background;
mod batch;
mod board;
mod checks;
mod conformance;
mod ending;
mod engine;
mod errors;
mod game;
mod guard;
mod ints;
mod lists;
mod matches;
mod move_argument;
mod network;
mod pixels;
mod policy;
mod positions;
mod prepared;
mod puct;
mod random_games;
mod records;
mod rules;
mod search;
mod self_play;
mod shards;
mod sparse;
mod state;
mod strokes;
mod tables;
mod threads;
mod training;
mod wait;
mod written;

/// The classes, functions and exceptions of the module `plywright._core`.
#[pyo3::pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        animation::_save_gif,
        batch::PyBatch,
        board::PyBoard,
        conformance::_conformance,
        ending::PyEnding,
        engine::PyEngine,
        errors::{
            EngineError, MoveError, NetworkError, OptionError, PlywrightError, PositionError, RecordError,
            ShardError, TableError,
        },
        game::{_restore, GameInfo, PyGame, games},
        lists::{action_masks, features, observe},
        matches::{_play_match, _statistics},
        network::PyNetwork,
        puct::PyPuct,
        random_games::random_games,
        records::{_accuracy, _read_records, _write_record, PyRecordFile},
        search::PySearch,
        self_play::{_read_games, _targets, PySelfPlay},
        shards::{_check_shard, _merge_shards, _plan, _plan_facts, _run_shard, _shard_name, PyStanding},
        state::PyState,
        tables::{_pack, _solve, _table_info, _verify, PyTables},
        training::{_examples, _train},
        wait::_panic,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::errors::adopt_panics(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
