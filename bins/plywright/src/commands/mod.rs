//! Commands of the program. The module `serve` runs the program without a command.

pub mod accuracy;
pub mod bench;
#[cfg(feature = "board")]
pub mod board;
pub mod completions;
pub mod convert;
pub mod explore;
pub mod games;
pub mod man;
pub mod matches;
pub mod moves;
pub mod new;
pub mod perft;
pub mod play;
pub mod probe;
pub mod puzzles;
pub mod replay;
pub mod report;
pub mod selfplay;
pub mod serve;
pub mod solve;
pub mod train;
pub mod tune;
