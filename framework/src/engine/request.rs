//! Requests to the engine and its answers: plain data without the game's types.

use std::time::Duration;

use thiserror::Error;

use super::options::OptionError;
use crate::rules::{Depth, Key, Score, Side};
use crate::search::{Bound, Clock, TableError};
use crate::text::{Action, ParseMoveError, ParsePositionError};

/// Source of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The start position.
    Start,
    /// A position text.
    Text(String),
    /// A named position of the game.
    Named(String),
}

/// A request for a search. The options limit a search without limits of its own.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// Root moves to search, as texts; empty for all. Illegal moves are ignored; if none is legal, all moves
    /// are searched.
    pub search_moves: Vec<String>,
    /// Maximum depth in plies.
    pub depth: Option<Depth>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Use this time.
    pub move_time: Option<Duration>,
    /// Do not answer before the search is stopped.
    pub infinite: bool,
    /// Stop after proving a win in at most this number of moves.
    pub mate: Option<u32>,
    /// Clocks of the first and the second side.
    pub clocks: [Option<Clock>; 2],
    /// Think in the opponent's time: do not answer before a ponder hit or a stop.
    pub ponder: bool,
    /// Strength of the search.
    pub strength: Strength,
}

/// The strength of a search. A level that was set governs every search except those at full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strength {
    /// The level that was set. Without one, the game's default level in bare searches and full strength in
    /// all others.
    #[default]
    Level,
    /// The level that was set, or full strength without one.
    FullUnlessSet,
    /// Full strength, whatever level was set.
    Full,
}

impl Go {
    /// The maximum depth; a depth of 0 is none.
    pub(super) fn max_depth(&self) -> Option<Depth> {
        self.depth.filter(|depth| depth.0 > 0)
    }

    /// Whether the request itself decides which tree is searched. Such searches serve analysis and give the same
    /// result in every run; all others play a move in a game.
    pub(super) fn is_for_analysis(&self) -> bool {
        let Self { search_moves, nodes, infinite, mate, .. } = self;
        !search_moves.is_empty()
            || self.max_depth().is_some()
            || nodes.is_some()
            || *infinite
            || mate.is_some()
    }

    /// Whether the request sets nothing at all. Only then does the game's default level apply.
    pub(super) fn is_bare(&self) -> bool {
        self.is_without_limits() && self.search_moves.is_empty() && !self.ponder
    }

    /// Whether the options decide when the search ends. Pondering is not a limit: it only decides when the
    /// clock starts.
    pub(super) fn is_without_limits(&self) -> bool {
        let unlimited = Self {
            depth: self.max_depth(),
            search_moves: Vec::new(),
            ponder: false,
            strength: Strength::default(),
            ..self.clone()
        };
        unlimited == Self::default()
    }
}

/// A line found by the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvInfo {
    /// Nominal depth.
    pub depth: Depth,
    /// Greatest depth reached.
    pub selective_depth: Depth,
    /// 1 for the best line, 2 for the second best and so on.
    pub rank: usize,
    /// Value for the side to move, in reported units (centi-units) or as a distance.
    pub score: Score,
    /// The same value as logit; see [`SearchParams::logit`](crate::SearchParams::logit).
    pub logit: i32,
    /// Value or bound.
    pub bound: Bound,
    /// Nodes visited.
    pub nodes: u64,
    /// Fill of the table, in thousandths.
    pub hashfull: u32,
    /// Answers of oracles.
    pub tb_hits: u64,
    /// Time since the start.
    pub time: Duration,
    /// The moves of the line, each legal after the ones before it.
    pub moves: Vec<String>,
}

impl PvInfo {
    /// Whether the search was at least as deep as the game end that the value announces.
    pub(super) fn is_proven(&self) -> bool {
        let distance = self.score.plies_to_end();
        self.bound == Bound::Exact && distance.is_some_and(|plies| plies <= self.depth.0.into())
    }
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BestMove {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Total search time.
    pub time: Duration,
}

/// Whether a game is on or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Over, by the rules or because a draw can no longer be avoided.
    Over(crate::rules::Ending),
    /// Still on.
    Open,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game's own rules decide the position.
    Position,
    /// The position has been repeated too often.
    Repetition,
    /// The last moves were all reversible, and their number has reached this limit.
    MoveLimit(u16),
}

/// A legal move with the actions at the board that play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The move.
    pub text: String,
    /// All orders of actions that play the move, the usual one first; never empty.
    pub orders: Vec<Vec<Action>>,
}

/// A position for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The drawing, in several lines.
    pub drawing: String,
    /// The position text.
    pub position: String,
    /// Its key.
    pub key: Key,
    /// The current variant.
    pub variant: &'static str,
    /// The side to move.
    pub side: Side,
    /// Number of legal moves.
    pub legal_moves: usize,
    /// State of the game, including draws by repetition and move limit.
    pub outcome: Outcome,
}

/// Why a position could not be set. The current position is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The position text cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The game has no position with this name.
    #[error("no position is called '{0}'")]
    Name(String),
    /// A move in the list cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// The move's number in the list, from 1.
        number: usize,
        /// The error in the move.
        error: ParseMoveError,
    },
}

/// Why an option could not be set. Its value is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetOptionError {
    /// The name or the value is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There is not enough memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The learning file named by the option cannot be used.
    #[error("cannot use the learning file: {0}")]
    File(String),
}
