//! What tasks report. The type of a [`Task`](super::Task) says which of these it reports.
//!
//! A line of a search has two forms: [`Info`], with the game's own moves, is used inside the engine, and [`PvInfo`],
//! with texts, outside. A single form would require texts in every search algorithm, or the game's types in every
//! protocol.

use std::fmt;
use std::time::Duration;

use super::panics::InternalError;
use crate::rules::{Depth, Score};
use crate::search::{Algorithm, Bound, Info, per_second};
use crate::text::Action;

/// One event of a running task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskEvent<R> {
    /// Something that the task reports, such as a line of a search or the final result.
    Report(R),
    /// A warning or note, in words. The task continues.
    Notice(String),
    /// The task was stopped before it had a result.
    Abandoned,
    /// The task failed, with the reason.
    Failed(String),
    /// A panic in the task was caught. A search still answers, with the best move so far or an arbitrary one.
    Panicked(InternalError),
}

impl<R> From<InternalError> for TaskEvent<R> {
    fn from(error: InternalError) -> Self {
        Self::Panicked(error)
    }
}

/// Report of a search inside the engine. A line still has the game's own moves, which become texts before a client gets
/// the line.
pub(super) enum InnerReport<M> {
    /// A line with the game's own moves.
    Line(Info<M>),
    /// A line that begins with a better move, found before the end of an iteration.
    Better(Info<M>),
    /// Any other event. It needs no conversion.
    Other(TaskEvent<SearchReport>),
}

impl<M> From<SearchReport> for InnerReport<M> {
    fn from(report: SearchReport) -> Self {
        Self::Other(TaskEvent::Report(report))
    }
}

impl<M> From<InternalError> for InnerReport<M> {
    fn from(error: InternalError) -> Self {
        Self::Other(TaskEvent::Panicked(error))
    }
}

/// Report of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchReport {
    /// The best line so far, or with `MultiPV` the line of another rank. The first exact line of each depth and rank is
    /// reported at once. So is, after three seconds of search, a line with a better move of an unfinished iteration.
    /// Any other line that comes too soon after the last report is held back. It is dropped if a newer line of its
    /// depth and rank arrives before it is reported.
    Line(PvInfo),
    /// The search of a root move has begun. Minimax reports root moves from the start; alpha-beta, PVS and MTD(f) after
    /// three seconds of search; MCTS and random play never. There are at most ten such reports a second.
    RootMove {
        /// Text of the move.
        text: String,
        /// Number of the root move, from 1.
        number: usize,
    },
    /// Details of one iteration, for developers of the search. Reported only if
    /// [`Settings::debug`](super::Settings::debug) is on.
    Debug(String),
    /// Start or end of a search in verbose mode.
    Verbose(Verbose),
    /// The answer of the search, which is its last report.
    BestMove(BestMove),
}

/// A line found by the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvInfo {
    /// Nominal depth in plies. For MCTS, the maximum length of a line so far.
    pub depth: Depth,
    /// Maximum depth reached in plies, including extensions and quiescence search.
    pub selective_depth: Depth,
    /// 1 for the best line, 2 for the second best and so on.
    pub rank: usize,
    /// Value for the side to move: an evaluation in reported units (see
    /// [`SearchParams::scale`](crate::SearchParams::scale)), or a proven win or loss, with its distance if it is known.
    pub score: Score,
    /// Logit of the winning chance for the score, times 400; see
    /// [`SearchParams::logit`](crate::SearchParams::logit).
    pub logit: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Share of the transposition table filled by this search, in thousandths. For MCTS, share of the tree's
    /// memory in use.
    pub hashfull: u32,
    /// Number of values found in tablebases and other oracles.
    pub tb_hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Texts of the line's moves, each legal after the moves before it; empty if the game is over.
    pub moves: Vec<String>,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BestMove {
    /// The move to play; `None` if the game is over, or after a panic if the moves cannot be listed or written.
    pub best: Option<String>,
    /// The expected reply; `None` if it is unknown, or if `best` does not pass the turn.
    pub ponder: Option<String>,
    /// Score of the last reported best line, as in [`PvInfo::score`]; `None` if no line was reported.
    pub score: Option<Score>,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Total search time.
    pub time: Duration,
    /// Whether the move comes from an opening tree, without a search.
    pub is_book: bool,
}

/// Report of a search in verbose mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verbose {
    /// Start of the search, with its first nominal depth.
    Started(Depth),
    /// End of the search, before its answer.
    Ended {
        /// Number of nodes visited.
        nodes: u64,
        /// Elapsed time.
        time: Duration,
        /// The move to play and its score, as in [`PvInfo::score`]. `None` if the search has no line.
        best: Option<(String, Score)>,
    },
}

/// Reason why an analysis reports a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// First report: an arbitrary legal move, because no answer is stored that this analysis may use.
    Seed,
    /// First report: the best answer that earlier analyses of this position have stored.
    Saved,
    /// Later report of a best line. Its depth is at least that of the first report.
    Improvement,
    /// Last report: the search was stopped, or it ended without a proven win or loss.
    Stopped,
    /// Last report: the game is over, or the search ended by itself with a proven win or loss.
    EndOfLine,
}

/// Report of an analysis: the best move so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The reason for the report.
    pub trigger: Trigger,
    /// The position text as it was given.
    pub original: String,
    /// The position text in the game's standard form.
    pub start: String,
    /// Text of the position after the move, or of the position itself if the game is over.
    pub next: String,
    /// Board actions that play the move, in the first way that the game lists; empty if the game is over.
    pub actions: Vec<Action>,
    /// The principal variation; it has no moves if the game is over.
    pub line: PvInfo,
}

/// What the task of [`DynGame::next_moves`](super::DynGame::next_moves) reports: the positions after the legal moves of
/// a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMoves {
    /// The position text as it was given.
    pub original: String,
    /// The position text in the game's standard form.
    pub start: String,
    /// An entry for each sequence of board actions that plays a legal move: the text of the position after
    /// the move, and the actions.
    pub next: Vec<(String, Vec<Action>)>,
}

/// Report of a perft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftReport {
    /// Progress in the count of one first move. Reported at most five times a second.
    Progress {
        /// Text of the first move.
        text: String,
        /// Share of the first move's work that is done, in millionths.
        millionths: u32,
    },
    /// Perft count of one first move.
    Move {
        /// Text of the move.
        text: String,
        /// Perft count of the position after the move, at the requested depth less 1.
        nodes: u64,
    },
    /// The result, which is the last report.
    Total {
        /// Perft count of the position.
        nodes: u64,
        /// Elapsed time.
        time: Duration,
    },
}

/// Report of a benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BenchReport {
    /// Result of one algorithm.
    Row(BenchRow),
    /// The totals, which are the last report.
    Total {
        /// Total number of nodes of all algorithms and positions.
        nodes: u64,
        /// Elapsed time.
        time: Duration,
    },
}

/// Result of one algorithm on a game's bench positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchRow {
    /// Name of the game.
    pub game: &'static str,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Maximum depth of the searches in plies.
    pub depth: Depth,
    /// Total number of nodes of the searches of all positions.
    pub nodes: u64,
    /// Total time of the searches of all positions.
    pub time: Duration,
}

impl BenchRow {
    /// Header line with the column names.
    pub const HEADER: &'static str = "game          algorithm   depth         nodes      time      nodes/s";
}

impl fmt::Display for BenchRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, algorithm, depth, nodes, time } = self;
        let (name, seconds, speed) = (algorithm.name(), time.as_secs_f64(), per_second(*nodes, *time));
        write!(f, "{game:<14}{name:<12}{:>5}{nodes:>14}{seconds:>9.2}s{speed:>13}", depth.0)
    }
}
