//! Why a subcommand ends early, and the exit code that goes with it.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use plywright::engine::{SetOptionError, SetupError};
use thiserror::Error;

use crate::commands::bench::SignatureError;
use crate::commands::matches::MatchError;
use crate::commands::replay::ReplayError;
use crate::commands::tune::TuneError;
use crate::games::UnknownName;

/// Exit code for arguments that make no sense, as the command-line parser has it.
const USAGE: u8 = 2;

/// Why the program cannot do what it was asked.
#[derive(Debug, Error)]
pub enum Failure {
    /// No such game or variant.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// No memory for the engine.
    #[error(transparent)]
    Engine(#[from] SetOptionError),
    /// Not a position of the game.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// A match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The search is not what it was.
    #[error(transparent)]
    Signature(#[from] SignatureError),
    /// Parameters cannot be tuned.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// A recorded game cannot be shown.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// An option that the chosen protocol does not have.
    #[error("--{option} goes with no other protocol than {protocol}")]
    Misplaced {
        /// The option.
        option: &'static str,
        /// The protocol that has it.
        protocol: &'static str,
    },
    /// The board cannot be served.
    #[error(transparent)]
    Board(#[from] plywright_board::BoardError),
    /// Standard output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Says what is wrong and turns it into an exit code. A reader that has seen enough is no failure.
    pub fn exit(&self) -> ExitCode {
        match self {
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(_) | Self::Signature(_) => {
                eprintln!("error: {self}");
                ExitCode::FAILURE
            }
            Self::Match(error) if !error.is_usage() => {
                eprintln!("error: {self}");
                ExitCode::FAILURE
            }
            _ => {
                eprintln!("error: {self}");
                ExitCode::from(USAGE)
            }
        }
    }
}
