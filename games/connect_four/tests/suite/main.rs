//! Tests of connect four.

mod conformance;
mod repeatable;
mod rules;
mod small_boards;
mod solved;
