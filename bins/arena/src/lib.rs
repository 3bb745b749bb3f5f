//! Matches between engines of any game, in this process or in others, and what their results prove.
//!
//! The rules are the framework's: it is the referee of every game, and an engine that breaks a rule, a pipe
//! or a time limit loses that game and nothing else happens. The crate knows no game and no command line.
//!
//! | module | what it knows |
//! |---|---|
//! | [`engine_spec`], [`settings`] | the description of an engine, in fastchess's syntax |
//! | [`player`] | how to ask an engine for a move, in this process or in another |
//! | [`game_loop`], [`referee`], [`adjudication`], [`openings`] | one game |
//! | [`schedule`], [`contest`] | all games of a match |
//! | [`record`] | the text format of games |
//! | [`analysis`], [`graph`] | what a finished game was worth, move by move |
//! | [`spsa`] | better parameters out of games |
//! | [`scoreboard`], [`stats`], [`sprt`], [`ratings`], [`report`] | what the results prove |
//!
#![doc = include_str!("testing_a_patch.md")]

pub mod adjudication;
pub mod analysis;
pub mod contest;
pub mod engine_spec;
pub mod game_loop;
pub mod graph;
pub mod openings;
pub mod player;
pub mod ratings;
pub mod record;
pub mod referee;
pub mod report;
pub mod schedule;
pub mod scoreboard;
pub mod settings;
pub mod sprt;
pub mod spsa;
pub mod stats;
