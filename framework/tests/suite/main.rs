//! Tests of the framework through its public items, on small games that are written for them. Some of the games have
//! deliberate faults.

mod broken_games;
mod coins;
mod helper_threads;
mod layers;
mod lives;
mod margins;
mod mcts;
mod most_promising;
mod move_limit;
mod network;
mod obligatory;
mod searches;
mod tables;
mod take_away;
mod token;
mod trees;
mod zugzwang;
