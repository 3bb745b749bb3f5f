//! What a client can ask for, as plain data that no protocol owns.

use std::str::Utf8Error;

use plywright::engine::{Analysis, Go, Setup};
use plywright::{Depth, shorten};
use thiserror::Error;

/// One request of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Say which engine this is, and what can be set.
    Handshake,
    /// Say that requests are taken from now on.
    Begin,
    /// Answer when everything before this is done.
    Ready,
    /// The same, with this line for the answer.
    Echo(String),
    /// What follows belongs to another game.
    NewGame,
    /// Set up a position and play moves from there.
    Position {
        /// Where to start from.
        setup: Setup,
        /// The moves, as texts.
        moves: Vec<String>,
    },
    /// Set up a position, by a request that takes no moves.
    SetUp(Setup),
    /// Play moves, as texts, in the present position.
    Play(Vec<String>),
    /// Say how the game stands.
    Ask(Question),
    /// Set an option.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// Its value; empty when none was given.
        value: String,
    },
    /// Search.
    Go(Go),
    /// Set up a position, search it, and report every better move at once as a position and actions.
    Analyse(Analysis),
    /// Report what every legal move of a position leads to; the position as it was given.
    NextMoves(String),
    /// Count move sequences of this length.
    Perft(u32),
    /// Search the game's benchmark positions, to this depth or to their own.
    Bench(Option<Depth>),
    /// End what is running.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// Say what is wrong with the input, whatever the options say.
    Debug(bool),
    /// Show something about the present position.
    Show(View),
    /// End the program.
    Quit,
    /// The line, or a part of it, cannot be understood.
    Invalid(InputError),
    /// A position that cannot be understood: the present one stays.
    InvalidPosition(InputError),
}

/// What a client that does not know the rules asks about the present position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether it is the first side's turn.
    FirstToMove,
    /// Whether the game is over.
    IsOver,
    /// How the game ended.
    Result,
    /// Whether this move, as a text, may be played.
    IsLegal(String),
    /// The position's text.
    Position,
}

/// What can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A drawing of the board with the position's data.
    Board,
    /// The static evaluation.
    Evaluation,
    /// The legal moves.
    Moves,
    /// The position text.
    Position,
    /// The words that the protocol understands.
    Help,
}

/// Why a line, or a part of it, cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InputError {
    /// Not text at all.
    #[error("'{found}' is not UTF-8 from byte {valid} on")]
    NotText {
        /// The line, with marks in place of what is not text.
        found: String,
        /// How many bytes were text.
        valid: usize,
    },
    /// Not of the form that every line has.
    #[error("'{found}' is not {expected}: {reason}")]
    Malformed {
        /// The line.
        found: String,
        /// What it should be.
        expected: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// No command of the protocol.
    #[error("'{found}' is not a command")]
    Unknown {
        /// The first word of the line.
        found: String,
    },
    /// An object with the name of a command that is not of its form.
    #[error("{command}: {reason}")]
    Object {
        /// The command.
        command: String,
        /// What is wrong.
        reason: String,
    },
    /// A command's argument is wrong or missing.
    #[error("{command}: {argument} is {}, expected {expected}", quoted(found))]
    Argument {
        /// The command.
        command: &'static str,
        /// Which argument.
        argument: String,
        /// What stands there; empty at the end of the line.
        found: String,
        /// What should stand there.
        expected: &'static str,
    },
}

/// What stands somewhere, for a message.
fn quoted(found: &str) -> String {
    if found.is_empty() { "missing".to_owned() } else { format!("'{found}'") }
}

impl InputError {
    /// An error about a line that starts with the unknown word `found`.
    pub fn unknown(found: &str) -> Self {
        Self::Unknown { found: shorten(found) }
    }

    /// An error about a line of bytes that are not text.
    pub fn not_text(line: &[u8], error: Utf8Error) -> Self {
        Self::NotText { found: shorten(&String::from_utf8_lossy(line)), valid: error.valid_up_to() }
    }

    /// An error about an argument of `command`.
    pub fn argument(command: &'static str, argument: &str, found: &str, expected: &'static str) -> Self {
        Self::Argument { command, argument: shorten(argument), found: shorten(found), expected }
    }
}
