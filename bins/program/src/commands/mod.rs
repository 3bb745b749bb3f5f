//! Commands of the program, one per file.

pub mod bench;
pub mod board;
pub mod games;
pub mod matches;
pub mod moves;
pub mod new;
pub mod perft;
pub mod play;
pub mod probe;
mod progress;
pub mod replay;
mod run_task;
pub mod selfplay;
pub mod serve;
pub mod solve;
pub mod train;
pub mod tune;
