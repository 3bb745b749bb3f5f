//! Tests of connect four.

mod conformance;
mod puzzles;
mod repeatable;
mod rules;
mod small_boards;
mod solved;
