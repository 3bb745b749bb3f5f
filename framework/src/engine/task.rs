//! Tasks: long work such as a search, a list of moves, a perft or a benchmark, with its control and its
//! reports.
//!
//! A report of a search has two forms. The search creates an [`Info`](crate::search::Info) with the game's
//! own moves. The task converts it to a [`PvInfo`] with texts and reported units, which listeners receive. A
//! single form would require texts in every search algorithm, or the game's types in every protocol.

use std::fmt;
use std::time::Duration;

use super::request::{BestMove, PvInfo};
use crate::rules::{Depth, Score};
use crate::search::{Algorithm, Bound, Control, per_second};
use crate::text::Action;

type Work = Box<dyn FnOnce(&Control, &mut dyn FnMut(TaskEvent)) + Send>;

/// Long work that owns all its data, so that it can run in another thread.
pub struct Task {
    /// Control that can stop the task.
    pub control: Control,
    /// Warnings about the request, the position and the options, or a note on the choice from an opening
    /// tree.
    pub notices: Vec<String>,
    work: Work,
}

impl Task {
    /// Creates a task that ends early when `control` is stopped.
    pub(super) fn new(
        control: Control,
        notices: Vec<String>,
        work: impl FnOnce(&Control, &mut dyn FnMut(TaskEvent)) + Send + 'static,
    ) -> Self {
        Self { control, notices, work: Box::new(work) }
    }

    /// Runs the task in the calling thread, and passes its reports to `listener`. The thread should have a
    /// stack of at least [`STACK`](crate::search::STACK) bytes.
    pub fn run(self, listener: &mut dyn FnMut(TaskEvent)) {
        (self.work)(&self.control, listener);
    }

    /// Runs a search. Returns its answer, and the last report of its best line or `None` if no line was
    /// reported.
    pub fn answer(self) -> (BestMove, Option<PvInfo>) {
        let (mut answer, mut line) = (BestMove::default(), None);
        self.run(&mut |event| match event {
            TaskEvent::PvInfo(info) if info.rank == 1 => line = Some(info),
            TaskEvent::BestMove(best) => answer = best,
            _ => {}
        });
        (answer, line)
    }
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
    /// Number of nodes over all positions.
    pub nodes: u64,
    /// Search time over all positions.
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

/// One report of a running [`Task`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskEvent {
    /// A search found a new line, or narrowed the value of a line.
    PvInfo(PvInfo),
    /// The search of a root move has begun. Alpha-beta searches report it only after three seconds, MCTS
    /// never.
    RootMove {
        /// Text of the move.
        text: String,
        /// Number of the root move, from 1.
        number: usize,
    },
    /// Details of one iteration for developers of the search; reported only on request.
    Debug(String),
    /// Start or end of a search in verbose mode.
    Verbose(Verbose),
    /// A warning, in words. The task goes on.
    Notice(String),
    /// A search has ended.
    BestMove(BestMove),
    /// An analysis reports its first line, a new best line, or its result.
    Finding(Finding),
    /// The positions after each legal move.
    NextMoves(NextMoves),
    /// Perft count of one first move.
    PerftMove {
        /// Text of the move.
        text: String,
        /// Perft count of the position after the move, at the requested depth less 1.
        nodes: u64,
    },
    /// Progress of a perft within a first move, at most five times a second.
    PerftProgress {
        /// Text of the first move.
        text: String,
        /// Share of the first move's work that is done, in millionths.
        millionths: u32,
    },
    /// Result of one algorithm in a benchmark.
    BenchRow(BenchRow),
    /// A perft or a benchmark has ended.
    Total {
        /// Perft count of the position, or number of nodes over all algorithms and positions of a benchmark.
        nodes: u64,
        /// Elapsed time.
        time: Duration,
    },
    /// The task was stopped before it had a result.
    Abandoned,
    /// The task failed, with the reason.
    Failed(String),
}

/// Report of a search in verbose mode. Each search sends `Started` and later `Ended`. If the game is over,
/// there is no search and no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verbose {
    /// The search has begun. Its first iteration has this depth.
    Started(Depth),
    /// The search has ended.
    Ended {
        /// Number of nodes visited.
        nodes: u64,
        /// Elapsed time.
        time: Duration,
        /// The move to play and its score for the side to move, in reported units or as a distance to mate.
        /// `None` if the search has no line.
        best: Option<(String, Score)>,
    },
}

/// Reason why an analysis reports a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// First report, before any search, if no answer is stored: an arbitrary legal move.
    Seed,
    /// First report if earlier searches stored answers to the position: the best stored answer.
    Saved,
    /// The search found a better move, or a deeper or more exact value of the same move.
    Improvement,
    /// Last report: the search was stopped, or it ended without a proven win or loss.
    Stopped,
    /// Last report: the game is over, or a win or loss is proven.
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
    /// The board actions that play the move; empty if the game is over.
    pub actions: Vec<Action>,
    /// The principal variation; it has no moves if the game is over.
    pub line: PvInfo,
}

/// List of the positions after each legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMoves {
    /// The position text as it was given.
    pub original: String,
    /// The position text in the game's standard form.
    pub start: String,
    /// For each way to play a legal move, the text of the position after it and the board actions; empty if
    /// the game is over.
    pub next: Vec<(String, Vec<Action>)>,
}

/// Minimum time between two progress reports of a perft.
pub(super) const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Minimum time between two reports. Meanwhile, lines wait and other events are dropped; see [`Throttle`].
const INTERVAL: Duration = Duration::from_millis(100);

/// Limits the rate of a search's reports, so that a person can read them.
///
/// The first exact line of each depth and rank passes at once. Any other line that comes less than 100 ms
/// after the last report must wait for the next report. It is dropped if a newer line of its rank arrives
/// first. The last line of each rank in an iteration therefore always passes, and times and nodes never
/// decrease.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    /// Time of the last report, measured from the start of the search; `None` before the first report.
    passed_at: Option<Duration>,
    waiting: Vec<PvInfo>,
    /// Depth of the current iteration.
    depth: u16,
    /// Ranks of the lines that have passed as the first exact line of their rank at `depth`.
    ranks: Vec<usize>,
}

impl Throttle {
    fn is_due(&self, now: Duration) -> bool {
        self.passed_at.is_none_or(|at| now.saturating_sub(at) >= INTERVAL)
    }

    /// Receives a line of the search. Passes it to `listener` at once, later or never; [`Throttle`] describes
    /// the rule.
    pub(super) fn line(&mut self, info: PvInfo, listener: &mut dyn FnMut(TaskEvent)) {
        let now = info.time;
        if info.depth.0 != self.depth {
            self.release(now, listener);
            self.depth = info.depth.0;
            self.ranks.clear();
        }
        self.waiting.retain(|older| older.rank != info.rank);
        let first = info.bound == Bound::Exact && !self.ranks.contains(&info.rank);
        if first {
            self.ranks.push(info.rank);
        }
        self.waiting.push(info);
        if first || self.is_due(now) {
            self.release(now, listener);
        }
    }

    /// Passes an event that contains no line to `listener`, after the waiting lines. If less than 100 ms have
    /// passed since the last report, drops the event. `now` is the time since the search began.
    pub(super) fn other(&mut self, now: Duration, event: TaskEvent, listener: &mut dyn FnMut(TaskEvent)) {
        if self.is_due(now) {
            self.release(now, listener);
            listener(event);
            self.passed_at = Some(now);
        }
    }

    /// Passes all waiting lines to `listener` in order of arrival. `now` is the time since the search began.
    pub(super) fn release(&mut self, now: Duration, listener: &mut dyn FnMut(TaskEvent)) {
        for info in self.waiting.drain(..) {
            self.passed_at = Some(now);
            listener(TaskEvent::PvInfo(info));
        }
    }
}
