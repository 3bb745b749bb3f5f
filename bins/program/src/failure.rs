//! Why a subcommand ends early, and the exit code that goes with it.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use plywright::engine::{SetOptionError, SetupError};
use plywright::tablebase::TablebaseError;
use plywright_training::{ExampleError, RecordError, SelfPlayError, TrainingError};
use thiserror::Error;

use crate::games::{ProbeError, UnknownName};
use crate::stderr::say;

/// Exit code for arguments that make no sense, as the command-line parser has it.
const USAGE: u8 = 2;

/// Exit code after Ctrl-C, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Why the program cannot do what it was asked.
#[derive(Debug, Error)]
pub enum Failure {
    /// No such game or variant.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// No memory for the engine.
    #[error(transparent)]
    Engine(#[from] SetOptionError),
    /// The game has no tables.
    #[error("the positions of this game, or of this variant, are not numbered, so it cannot be solved")]
    NoTables,
    /// Tables cannot be made or read.
    #[error(transparent)]
    Tables(#[from] TablebaseError),
    /// Nothing can be said about a position.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// Not a position of the game.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// A subcommand cannot do what it was asked.
    #[error(transparent)]
    Usage(Box<dyn Error + Send + Sync>),
    /// A subcommand has failed although it was asked well.
    #[error(transparent)]
    Broken(Box<dyn Error + Send + Sync>),
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
    /// Games for training cannot be played or kept.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// A network cannot be trained.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// The program was asked to end, and has said how far it came.
    #[error("interrupted")]
    Interrupted,
    /// Standard input cannot be read, or standard output not written.
    #[error("cannot go on with standard input and output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Says what is wrong and turns it into an exit code. A reader that has seen enough is not a failure.
    pub fn exit(&self) -> ExitCode {
        if matches!(self, Self::Output(error) if error.kind() == ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        if matches!(self, Self::Interrupted) {
            return ExitCode::from(INTERRUPTED);
        }
        say(format_args!("error: {self}"));
        if self.is_of_the_system() { ExitCode::FAILURE } else { ExitCode::from(USAGE) }
    }

    /// Whether the command line made sense, and the system does not give what it takes.
    fn is_of_the_system(&self) -> bool {
        matches!(
            self,
            Self::Output(_)
                | Self::Broken(_)
                | Self::Board(_)
                | Self::Tables(TablebaseError::File(_) | TablebaseError::Solve(_))
                | Self::SelfPlay(
                    SelfPlayError::Thread(_) | SelfPlayError::Record(RecordError::Access { .. })
                )
                | Self::Training(
                    TrainingError::Write { .. }
                        | TrainingError::Examples(ExampleError::Record(RecordError::Access { .. }))
                )
        )
    }
}
