//! What the program can do, one file each.

pub mod games;
pub mod moves;
pub mod perft;
pub mod serve;
