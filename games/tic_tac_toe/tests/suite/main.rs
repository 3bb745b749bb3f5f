//! Tests of tic-tac-toe: published perft counts, the framework's test kit, and forced wins.

mod conformance;
mod forced_wins;
mod rules;
