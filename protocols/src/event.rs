//! What a session reports to its client, as plain data that no protocol owns.

use plywright::engine::{Board, Outcome, TaskEvent};
use plywright::{OptionSpec, Score};

use crate::command::InputError;
use crate::program::Program;

/// One thing that the client learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The answer to the handshake.
    Identity {
        /// The program that answers.
        program: Program,
        /// The game's name.
        game: &'static str,
        /// Everything that can be set.
        options: Vec<OptionSpec>,
    },
    /// Requests are taken from now on.
    Started,
    /// Everything asked for so far is done, or runs.
    Ready,
    /// The same, with the line that was asked for.
    Echo(String),
    /// Something that a running task reports.
    Task(TaskEvent),
    /// Something is odd, but was accepted.
    Notice {
        /// What it was about.
        topic: Topic,
        /// What is odd.
        message: String,
    },
    /// A request was refused and changed nothing.
    Refused {
        /// What was asked for.
        topic: Topic,
        /// Why it was refused.
        message: String,
    },
    /// A line, or a part of it, could not be understood.
    Misread(InputError),
    /// The answer to a question.
    Reply(Reply),
    /// The present position.
    Board(Board),
    /// The static evaluation for the side to move, in reported units; `None` when the game is over.
    Evaluation(Option<Score>),
    /// The legal moves.
    Moves(Vec<String>),
    /// The position text.
    Position(String),
    /// The client asked which words the protocol understands.
    Help,
}

impl Event {
    /// Whether a request of this kind was refused.
    pub(crate) fn is_refusal_of(&self, kind: Topic) -> bool {
        matches!(self, Self::Refused { topic, .. } if *topic == kind)
    }

    /// What a task for that request reports.
    pub(crate) fn of_task(event: TaskEvent, topic: Topic) -> Self {
        match event {
            TaskEvent::Notice(message) => Self::Notice { topic, message },
            TaskEvent::Failed(message) => Self::Refused { topic, message },
            event => Self::Task(event),
        }
    }
}

/// What a request was about, for a dialect to call it by its own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Another game.
    NewGame,
    /// The position, and moves from there.
    Position,
    /// The position alone.
    SetUp,
    /// Moves to play.
    Moves,
    /// An option.
    Option,
    /// A search or a count.
    Search,
    /// A benchmark.
    Bench,
    /// An analysis.
    Analysis,
    /// What moves lead to.
    NextMoves,
}

/// The answer to a [`Question`](crate::Question).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Whether it is the first side's turn.
    FirstToMove(bool),
    /// Whether the game is over.
    IsOver(bool),
    /// How the game stands, draws by its course included.
    Result(Outcome),
    /// Whether the move may be played.
    IsLegal(bool),
    /// The position text.
    Position(String),
}
