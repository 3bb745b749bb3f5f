//! Tests of tic-tac-toe: published perft counts, the framework's test kit, and positions of known value.

mod conformance;
mod forced_wins;
mod rules;
mod solved;
