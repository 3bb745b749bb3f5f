//! Tests of Mill.

mod compact_play;
mod compact_tables;
mod conformance;
mod database;
mod database_values;
mod draw_rules;
mod endgame;
mod exact_play;
mod levels;
mod openings;
mod options;
mod perft;
mod positions;
mod random_games;
mod rules;
mod text;
mod variety;
