//! Tests of Hex.

mod puzzles;
mod rules;
