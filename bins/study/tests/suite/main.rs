//! Tests of puzzles and reports, with the smallest games.

mod puzzles;
mod report;
