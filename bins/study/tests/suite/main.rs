//! Tests of puzzles and reports, with tic-tac-toe and connect four.

mod puzzles;
mod report;
