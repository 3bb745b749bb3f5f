//! Extension module `plywright._core`: the Rust half of the Python package `plywright`.
//!
//! The module converts the framework's games, lines and engines without types to Python's types. The documentation for
//! users is in `_core.pyi`.

mod arrays;
mod background;
mod batch;
mod board;
mod boards;
mod checks;
mod conformance;
mod ending;
mod engine;
mod errors;
mod game;
mod guard;
mod matches;
mod network;
mod pixels;
mod positions;
mod puct;
mod records;
mod rules;
mod self_play;
mod shards;
mod state;
mod strokes;
mod tables;
mod training;
mod wait;
mod written;

use pyo3::prelude::*;

/// Adds the classes, functions and exceptions to the module `plywright._core`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::GameInfo>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<boards::PyBatch>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::PySearch>()?;
    module.add_class::<network::PyNetwork>()?;
    module.add_class::<puct::PyPuct>()?;
    module.add_class::<self_play::PySelfPlay>()?;
    module.add_class::<tables::PyTables>()?;
    module.add_class::<ending::PyEnding>()?;
    module.add_class::<state::PyState>()?;
    module.add_function(wrap_pyfunction!(state::_save_gif, module)?)?;
    module.add_function(wrap_pyfunction!(wait::_panic, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(batch::random_games, module)?)?;
    module.add_function(wrap_pyfunction!(batch::observe, module)?)?;
    module.add_function(wrap_pyfunction!(batch::action_masks, module)?)?;
    module.add_function(wrap_pyfunction!(batch::features, module)?)?;
    module.add_function(wrap_pyfunction!(training::_train, module)?)?;
    module.add_function(wrap_pyfunction!(training::_examples, module)?)?;
    module.add_function(wrap_pyfunction!(self_play::_read_games, module)?)?;
    module.add_function(wrap_pyfunction!(self_play::_targets, module)?)?;
    module.add_function(wrap_pyfunction!(matches::_play_match, module)?)?;
    module.add_function(wrap_pyfunction!(matches::_statistics, module)?)?;
    module.add_class::<records::PyRecordFile>()?;
    module.add_function(wrap_pyfunction!(records::_accuracy, module)?)?;
    module.add_function(wrap_pyfunction!(records::_read_records, module)?)?;
    module.add_function(wrap_pyfunction!(records::_write_record, module)?)?;
    module.add_function(wrap_pyfunction!(tables::_solve, module)?)?;
    module.add_function(wrap_pyfunction!(tables::_verify, module)?)?;
    module.add_function(wrap_pyfunction!(tables::_pack, module)?)?;
    module.add_function(wrap_pyfunction!(tables::_table_info, module)?)?;
    module.add_function(wrap_pyfunction!(conformance::_conformance, module)?)?;
    shards::register(module)?;
    module.add_function(wrap_pyfunction!(game::_restore, module)?)
}
