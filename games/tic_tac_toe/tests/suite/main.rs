//! Tests of tic-tac-toe.

mod conformance;
mod forced_wins;
mod rules;
