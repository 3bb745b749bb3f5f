//! The tests of the game: rules against published numbers, the framework's kit, and known values of
//! positions.

mod conformance;
mod rules;
mod small_boards;
mod solved;
