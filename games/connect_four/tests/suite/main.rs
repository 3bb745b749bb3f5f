//! Tests of connect four: published perft counts, the framework's test kit, positions of known value, small
//! boards and puzzles.

mod conformance;
mod puzzles;
mod repeatable;
mod rules;
mod small_boards;
mod solved;
