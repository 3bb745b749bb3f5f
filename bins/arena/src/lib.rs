//! Matches between engines of any game, in this process or in others, and what their results prove.
//!
//! The rules are the framework's: it is the referee of every game, and an engine that breaks a rule, a pipe or a time limit
//! loses that game and nothing else happens. The crate knows no game and no command line.

pub mod engine_spec;
pub mod record;
pub mod settings;
pub mod sprt;
pub mod stats;
