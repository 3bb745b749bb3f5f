//! Plain data that goes into the engine and comes out of it: numbers and texts, no game's types.

use std::time::Duration;

use crate::rules::{Depth, Key, Score, Side};
use crate::search::{Bound, Clock};
use crate::text::Action;

/// Where a position comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The start of a game.
    Start,
    /// A position text.
    Text(String),
    /// A position that the game knows by name.
    Named(String),
}

/// A position to be searched until it is stopped, or within limits, and reported in terms of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The position text, or `startpos`.
    pub text: String,
    /// The limits.
    pub go: Go,
}

/// What a search is asked to do. Without any limit it is governed by the options.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// Only these moves, as texts; illegal ones are left out, and if none is left the list counts for
    /// nothing.
    pub search_moves: Vec<String>,
    /// Maximum depth in plies.
    pub depth: Option<Depth>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Use this time.
    pub move_time: Option<Duration>,
    /// Do not answer before being stopped.
    pub infinite: bool,
    /// End when a win in this number of moves is proven.
    pub mate: Option<u32>,
    /// The clocks of the first and the second side.
    pub clocks: [Option<Clock>; 2],
    /// Think in the opponent's time: do not answer before the expected move is played or the search is
    /// stopped.
    pub ponder: bool,
    /// How strong the search is.
    pub strength: Strength,
}

/// The strength of a search. A level that was set governs every search but those of full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strength {
    /// The level that was set. Without one, a bare search has the game's default level and any other full
    /// strength.
    #[default]
    Level,
    /// The level that was set. Without one, full strength.
    FullUnlessSet,
    /// Full strength, whatever level was set.
    Full,
}

impl Go {
    /// Whether a move in a game is asked for, with nothing but time to limit the search. Searches of fixed
    /// moves, depth or nodes, and such without end, are for study, and say the same in every run.
    pub fn is_for_play(&self) -> bool {
        let Self {
            search_moves,
            depth,
            nodes,
            move_time: _,
            infinite,
            mate,
            clocks: _,
            ponder: _,
            strength: _,
        } = self;
        search_moves.is_empty()
            && depth.is_none_or(|depth| depth.0 == 0)
            && nodes.is_none()
            && !infinite
            && mate.is_none()
    }

    /// Whether nothing was asked for but a search: only then the game's default level holds.
    pub fn is_bare(&self) -> bool {
        self.is_without_limits() && self.search_moves.is_empty() && !self.ponder
    }

    /// Whether the options decide when the search ends. Pondering is no limit: it says when the time begins
    /// to count.
    pub fn is_without_limits(&self) -> bool {
        let Self { depth, nodes, move_time, infinite, mate, clocks, .. } = self;
        depth.is_none_or(|depth| depth.0 == 0)
            && nodes.is_none()
            && move_time.is_none()
            && !infinite
            && mate.is_none()
            && clocks.iter().all(Option::is_none)
    }
}

/// A line that the search has found, for a person or a program to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvInfo {
    /// Nominal depth.
    pub depth: Depth,
    /// Greatest depth reached.
    pub selective_depth: Depth,
    /// 1 for the best line, 2 for the next best ...
    pub rank: usize,
    /// Value for the side to move, in reported units (centi-units) or as a distance.
    pub score: Score,
    /// The same as logit; see [`SearchParams::logit`](crate::SearchParams::logit).
    pub logit: i32,
    /// Value or bound.
    pub bound: Bound,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes per second.
    pub nodes_per_second: u64,
    /// Part of the table in use, in thousandths.
    pub hashfull: u32,
    /// Answers of oracles.
    pub tb_hits: u64,
    /// Time since the start.
    pub time: Duration,
    /// The moves of the line, legal one after the other.
    pub moves: Vec<String>,
}

impl PvInfo {
    /// Whether the line was searched as deep as the end of the game that it announces.
    pub(super) fn is_proven(&self) -> bool {
        let distance = self.score.plies_to_end();
        self.bound == Bound::Exact && distance.is_some_and(|plies| plies <= self.depth.0.into())
    }
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BestMove {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<String>,
    /// The reply that is expected.
    pub ponder: Option<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time from the start to the end of the search.
    pub time: Duration,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Over, by the rules or because no draw can be avoided any more.
    Over(crate::rules::Ending),
    /// Still on.
    Open,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position is decided by the game's own rules.
    Position,
    /// The position has occurred too often.
    Repetition,
    /// This many moves in a row were reversible.
    MoveLimit(u16),
}

/// A legal move with what a person does at the board to play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The move.
    pub text: String,
    /// The orders of actions that play it, the usual one first; never empty.
    pub orders: Vec<Vec<Action>>,
}

/// A position for a person to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The drawing, in several lines.
    pub drawing: String,
    /// The position text.
    pub position: String,
    /// Its key.
    pub key: Key,
    /// The rules in force.
    pub variant: &'static str,
    /// Whose turn it is.
    pub side: Side,
    /// How many legal moves there are.
    pub legal_moves: usize,
    /// How the game stands, draws by its course included.
    pub outcome: Outcome,
}
