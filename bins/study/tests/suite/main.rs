//! Tests of the studies with the smallest games.

mod puzzles;
mod report;
