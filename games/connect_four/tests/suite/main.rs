//! Tests of connect four: published perft counts, the framework's test kit, and positions of known value.

mod conformance;
mod puzzles;
mod repeatable;
mod rules;
mod small_boards;
mod solved;
