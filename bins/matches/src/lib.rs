//! Matches between engines of any game, and statistics of their results. An engine may run inside this
//! process or in its own process.
//!
//! The framework's rules are the referee of every game. An engine that breaks a rule, ends without a move or
//! exceeds a time limit loses that game, and the match continues.
//!
//! | module | contents |
//! |---|---|
//! | [`engine_spec`], [`limits`], [`settings`] | description of an engine, in fastchess's syntax |
//! | [`player`] | requests moves from an engine, in this process or in another |
//! | [`referee`], [`adjudication`], [`openings`] | one game: its opening, its moves and its end |
//! | [`schedule`], [`tournament`], [`running`], [`workers`], [`searches`] | all games of a match and their threads |
//! | [`shards`] | runs on several machines: plans, shards and merged files |
//! | [`record`] | game records in PGN, SGF and MIF |
//! | [`files`], [`outputs`] | text files and errors in them; locked output files, replaced as a whole or appended to |
//! | [`explorer`] | builds an opening tree from recorded games, and adds the values of an engine |
//! | [`analysis`], [`graph`] | winning chance after each move of a finished game |
//! | [`spsa`] | tuning of parameters by games |
//! | [`scoreboard`], [`stats`], [`sprt`], [`ratings`], [`report`] | statistics of the results |
//!
#![doc = include_str!("testing_a_patch.md")]

pub mod adjudication;
pub mod analysis;
mod clocks;
mod encoding;
pub mod engine_spec;
mod epd;
pub mod explorer;
pub mod files;
pub mod graph;
pub mod limits;
mod opening;
mod opening_choice;
mod opening_file;
pub mod openings;
pub mod outputs;
pub mod player;
pub mod ratings;
pub mod record;
pub mod referee;
pub mod report;
pub mod running;
pub mod schedule;
pub mod scoreboard;
pub mod searches;
pub mod settings;
pub mod shards;
pub mod sprt;
pub mod spsa;
pub mod stats;
pub mod tournament;
pub mod workers;
