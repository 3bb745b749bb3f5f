//! Commands: the requests of a client as plain data. A dialect reads them from lines, and the session executes them
//! without knowing the protocol.

use std::str::Utf8Error;

use plywright::engine::{Go, Setup};
use plywright::{Depth, shorten};
use thiserror::Error;

use crate::lines::{MAX_LINE_BYTES, Words};

/// Maximum number of moves that a client may play from a position, in one line or in several. The session keeps the
/// position after each of them, which takes memory.
pub(crate) const MAX_MOVES: usize = 100_000;

/// One request of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Report the program's identity, the game's name and all options.
    Handshake,
    /// Report that the session accepts requests. The session also reports this unasked when it starts.
    Begin,
    /// Answer with this line. If the running task is being stopped, the task's answer comes first.
    Echo(String),
    /// Discard the results of earlier searches and set up the start position. A running search goes on.
    NewGame,
    /// Set up a position and play moves from it. If the position or a move is invalid, the current position is kept,
    /// and every [`Command::Go`] and [`Command::Perft`] repeats the error until a position or a new game is accepted.
    Position {
        /// The position before the moves.
        setup: Setup,
        /// Texts of the moves, in order.
        moves: Vec<String>,
    },
    /// Set up a position, without moves. An invalid position has the effect that it has in [`Command::Position`].
    SetUp(Setup),
    /// Play moves, given as texts, in the current position. If one is illegal or there are too many, none is played,
    /// and every [`Command::Go`] and [`Command::Perft`] repeats the error until a position or a new game is accepted.
    /// The error about an illegal move also ends when legal moves are played.
    Play(Vec<String>),
    /// Answer a question about the current position.
    Ask(Question),
    /// Set an option. A running search keeps its options.
    SetOption {
        /// The option's name, case-insensitive.
        name: String,
        /// The option's value; empty if none was given.
        value: String,
    },
    /// Stop the running task, and search the current position.
    Go(Go),
    /// Set up a position, given as text or as `startpos`, stop the running task, and search the position. Report each
    /// new best line with the position after its first move and the board actions that play this move. If the text is
    /// invalid, report only that; the running task goes on.
    Analyse(String, Go),
    /// Report every legal move of a position, which is given as text or as `startpos`. The current position stays. For
    /// each move, report the board actions that play it and the position after it.
    NextMoves(String),
    /// Stop the running task, and count the sequences of this number of moves from the current position.
    Perft(u32),
    /// Stop the running task, and search the game's benchmark positions to this depth, with every algorithm that can be
    /// chosen for play. `None` stands for each position's own depth.
    Bench(Option<Depth>),
    /// Stop the running task: a search, a [`Command::Perft`] or a [`Command::Bench`]. Lists of moves, which
    /// [`Command::NextMoves`] asks for, are not stopped.
    Stop,
    /// The opponent played the move for which the engine ponders. The search goes on, and its time counts from now on.
    PonderHit,
    /// Turn debug mode on or off. In debug mode, details of each iteration are reported. Errors in requests are
    /// reported only in debug mode or in developer mode, which is an option. However, a position that
    /// [`Command::Analyse`] or [`Command::NextMoves`] refuses is always reported.
    Debug(bool),
    /// Report the protocol's requests, for people.
    Help,
    /// Stop all tasks and end the session. The running task has a short time to answer.
    Quit,
    /// Report that a line or a part of it is invalid. Nothing else changes.
    Invalid(InputError),
    /// Report that a line that sets up a position is invalid. The current position is kept, and every [`Command::Go`]
    /// and [`Command::Perft`] repeats the report until a position or a new game is accepted.
    InvalidPosition(InputError),
}

impl Command {
    /// Returns the topic of the report that is made if the execution of this command panics. It is [`Topic::Search`]
    /// for commands without a topic of their own.
    pub(crate) fn topic(&self) -> Topic {
        match self {
            Self::NewGame => Topic::NewGame,
            Self::Position { .. } | Self::InvalidPosition(_) => Topic::Position,
            Self::SetUp(_) => Topic::SetUp,
            Self::Play(_) => Topic::Moves,
            Self::SetOption { .. } | Self::Debug(_) => Topic::Option,
            Self::Analyse(..) => Topic::Analysis,
            Self::NextMoves(_) => Topic::NextMoves,
            Self::Bench(_) => Topic::Bench,
            _ => Topic::Search,
        }
    }

    /// Reads the rest of the line as moves, but at most one more than [`MAX_MOVES`]. The session refuses a list that
    /// long, so the remaining words do not matter.
    pub(crate) fn moves(words: Words<'_>) -> Vec<String> {
        words.take(MAX_MOVES + 1).map(str::to_owned).collect()
    }

    /// Reads `NAME VALUE`, the arguments of a `command` that sets an option. The last word is the value. All words
    /// before it are the name, because names may contain spaces. A single word is a name without a value. Without any
    /// word, the result is [`Command::Invalid`].
    pub(crate) fn set_option(command: &str, words: Words<'_>) -> Self {
        let mut words: Vec<&str> = words.collect();
        let value = if words.len() > 1 { words.pop().unwrap_or_default() } else { "" };
        if words.is_empty() {
            return Self::invalid(command, "the name", None, "an option's name and its value");
        }
        Self::SetOption { name: words.join(" "), value: value.to_owned() }
    }

    /// Creates [`Command::Invalid`] for the `argument` of `command` that is wrong, or missing if `found` is `None`.
    pub(crate) fn invalid(command: &str, argument: &str, found: Option<&str>, expected: &str) -> Self {
        Self::Invalid(InputError::argument(command, argument, found.unwrap_or_default(), expected))
    }
}

/// Kind of the request that an event refers to. A dialect writes the kind in its own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// [`Command::NewGame`].
    NewGame,
    /// [`Command::Position`] or [`Command::InvalidPosition`].
    Position,
    /// [`Command::SetUp`].
    SetUp,
    /// [`Command::Play`].
    Moves,
    /// [`Command::SetOption`] or [`Command::Debug`].
    Option,
    /// [`Command::Go`], [`Command::Perft`] or any command without a topic of its own.
    Search,
    /// [`Command::Bench`].
    Bench,
    /// [`Command::Analyse`].
    Analysis,
    /// [`Command::NextMoves`].
    NextMoves,
}

/// A question about the current position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the first side is to move.
    FirstToMove,
    /// Whether the game is over. Draws by repetition and by the move limit count.
    IsOver,
    /// Result of the game, which may still be open. Draws by repetition and by the move limit count.
    Result,
    /// Whether this move, given as text, is legal. No move is legal once the game is over.
    IsLegal(String),
    /// The position text, for a program.
    PositionText,
    /// The position text, for people.
    Position,
    /// Drawing of the board with position text, key, variant, side to move, number of legal moves and result,
    /// for people.
    Board,
    /// The exact value if it is known, otherwise the static evaluation, for people.
    Evaluation,
    /// The legal moves, for people.
    Moves,
}

/// Error in a line of input. Its message is for people and shortens long parts of the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct InputError {
    /// Name of the command in the line; empty if the error concerns the whole line or the number of moves.
    pub(crate) command: String,
    message: String,
}

impl InputError {
    fn without_command(message: String) -> Self {
        Self { command: String::new(), message }
    }

    /// Creates the error for a line whose command `found` is unknown.
    pub fn unknown(found: &str) -> Self {
        let command = shorten(found);
        Self { message: format!("'{command}' is not a command"), command }
    }

    /// Creates the error for a line that is not UTF-8.
    pub fn not_text(line: &[u8], error: Utf8Error) -> Self {
        let (found, valid) = (shorten(&String::from_utf8_lossy(line)), error.valid_up_to());
        Self::without_command(format!("'{found}' is not UTF-8 from byte {valid} on"))
    }

    /// Creates the error for a line that is longer than [`MAX_LINE_BYTES`].
    pub(crate) fn too_long() -> Self {
        Self::without_command(format!("the line is longer than {MAX_LINE_BYTES} bytes, so it was not read"))
    }

    /// Creates the error for a position with more moves than a session accepts.
    pub(crate) fn too_many_moves() -> Self {
        let message = format!("the position has more than {MAX_MOVES} moves, expected at most {MAX_MOVES}");
        Self::without_command(message)
    }

    /// Creates the error for a line that does not have the form of a request. `expected` describes this form, and
    /// `reason` is the parser's message.
    pub(crate) fn malformed(line: &str, expected: &str, reason: &str) -> Self {
        let (found, reason) = (shorten(line), shorten(reason));
        Self::without_command(format!("'{found}' is not {expected}: {reason}"))
    }

    /// Creates the error for a line that names a command but does not have the command's form. `reason` is the
    /// parser's message.
    pub(crate) fn wrong_form(command: &str, reason: &str) -> Self {
        let command = shorten(command);
        Self { message: format!("{command}: {}", shorten(reason)), command }
    }

    /// Creates the error for an argument of `command`. `argument` is the name of the argument, and `expected` describes
    /// valid texts. `found` is the text that was read, or empty if the argument is missing.
    pub fn argument(command: &str, argument: &str, found: &str, expected: &str) -> Self {
        let found = if found.is_empty() { "missing".to_owned() } else { format!("'{}'", shorten(found)) };
        let message = format!("{command}: {} is {found}, expected {expected}", shorten(argument));
        Self { command: command.to_owned(), message }
    }
}
