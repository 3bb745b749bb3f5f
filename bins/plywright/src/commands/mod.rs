//! What the program can do, one file each.

pub mod bench;
pub mod board;
pub mod games;
pub mod moves;
pub mod perft;
pub mod play;
mod run_task;
pub mod serve;
pub mod tournament;
