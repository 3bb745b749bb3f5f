//! Tests of Mill: rules against outside data, texts and options, exact knowledge, and the engine's play.

mod compact_play;
mod conformance;
mod database;
mod database_values;
mod draw_rules;
mod endgame;
mod exact_play;
mod levels;
mod options;
mod perft;
mod positions;
mod puzzles;
mod random_games;
mod rules;
mod text;
mod variety;
