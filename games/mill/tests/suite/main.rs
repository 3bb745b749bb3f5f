//! Mill: its rules against data from elsewhere, its texts and options, its exact knowledge, and what the
//! engine makes of it.

mod captures;
mod conformance;
mod course;
mod database;
mod database_values;
mod endgame;
mod exact_play;
mod family;
mod levels;
mod options;
mod perft;
mod positions;
mod random_games;
mod rule_options;
mod standard;
mod text;
mod variety;
