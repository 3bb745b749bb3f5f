//! Tests of Hex: perft counts of an independent program, the framework's test kit, and solved boards.

mod puzzles;
mod rules;
