//! The framework as games see it: the conformance kit against games that are wrong, searches by several
//! threads and of trees that are written down, and networks.

mod broken_games;
mod coins;
mod helper_threads;
mod likely_moves;
mod mcts;
mod network;
mod tables;
mod take_away;
mod trees;
mod zugzwang;
