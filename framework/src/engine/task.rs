//! Tasks: long work such as a search, a list of moves, a perft or a benchmark, with its control and its
//! reports.
//!
//! A report of a search has two forms: [`Info`](crate::search::Info) with the game's own moves inside the
//! search, and [`PvInfo`] with texts outside. A single form would require texts in every search algorithm, or
//! the game's types in every protocol.

use std::fmt;
use std::panic::resume_unwind;
use std::time::Duration;

use super::panics::{InternalError, caught};
use super::request::{BestMove, PvInfo};
use crate::rules::{Depth, Score};
use crate::search::{Algorithm, Bound, Control, per_second};
use crate::text::Action;

type Work = Box<dyn FnOnce(&Control, &mut dyn FnMut(TaskEvent)) + Send>;

/// Long work that owns all its data, so that it can run in another thread.
pub struct Task {
    /// Control that can stop the task.
    pub control: Control,
    /// Warnings and notes from the preparation of the task.
    pub notices: Vec<String>,
    work: Work,
}

impl Task {
    pub(super) fn new(
        control: Control,
        notices: Vec<String>,
        work: impl FnOnce(&Control, &mut dyn FnMut(TaskEvent)) + Send + 'static,
    ) -> Self {
        Self { control, notices, work: Box::new(work) }
    }

    /// Runs the task in the calling thread, and passes its reports to `listener`. The thread should have a
    /// stack of at least [`STACK`](crate::search::STACK) bytes. A panic in the task is caught and reported as
    /// [`TaskEvent::Panicked`]; a panic of `listener` is not.
    pub fn run(self, listener: &mut dyn FnMut(TaskEvent)) {
        let Self { control, work, .. } = self;
        guarded(listener, |listener| work(&control, listener));
    }

    /// Runs a search. Returns its answer, and the last report of its best line or `None` if no line was
    /// reported.
    ///
    /// # Errors
    ///
    /// Returns an error if the search panicked, even though it has answered.
    pub fn answer(self) -> Result<(BestMove, Option<PvInfo>), InternalError> {
        let (mut answer, mut line, mut failure) = (BestMove::default(), None, None);
        self.run(&mut |event| match event {
            TaskEvent::PvInfo(info) if info.rank == 1 => line = Some(info),
            TaskEvent::BestMove(best) => answer = best,
            TaskEvent::Panicked(error) => failure = Some(error),
            _ => {}
        });
        failure.map_or(Ok((answer, line)), Err)
    }
}

/// Runs `work`, which reports to `listener`. If it panics, reports [`TaskEvent::Panicked`] and returns `None`.
/// A panic of `listener` goes on.
pub(super) fn guarded<T>(
    listener: &mut dyn FnMut(TaskEvent),
    work: impl FnOnce(&mut dyn FnMut(TaskEvent)) -> T,
) -> Option<T> {
    let mut is_listening = false;
    let result = caught(|| {
        work(&mut |event| {
            is_listening = true;
            listener(event);
            is_listening = false;
        })
    });
    match result {
        Ok(result) => Some(result),
        Err(panic) if is_listening => resume_unwind(panic),
        Err(panic) => {
            listener(TaskEvent::Panicked(InternalError::of(&*panic)));
            None
        }
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

/// One report of a running task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskEvent {
    /// A line found by a search.
    PvInfo(PvInfo),
    /// The search of a root move has begun. Not every search reports it.
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
    /// A warning, in words. The task goes on.
    Notice(String),
    /// A search has ended.
    BestMove(BestMove),
    /// A report of an analysis.
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
    /// A panic in the task was caught. A search answers nevertheless, with the best move so far or an
    /// arbitrary one.
    Panicked(InternalError),
}

/// Report of a search in verbose mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verbose {
    /// Start of the search, with its first nominal depth.
    Started(Depth),
    /// The search has ended.
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
    /// First report if no answer is stored: an arbitrary legal move.
    Seed,
    /// First report: the best answer stored by earlier searches.
    Saved,
    /// A new report of the best line, at least as deep as the first report.
    Improvement,
    /// Last report in all cases other than [`Trigger::EndOfLine`].
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
    /// Board actions that play the move; empty if the game is over.
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
    /// An entry for each sequence of board actions that plays a legal move: the text of the position after
    /// the move, and the actions.
    pub next: Vec<(String, Vec<Action>)>,
}

/// Minimum time between two progress reports of a perft.
pub(super) const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Minimum time between two reports; see [`Throttle`] for the exceptions.
const INTERVAL: Duration = Duration::from_millis(100);

/// Limits the rate of a search's reports, so that a person can read them.
///
/// The first exact line of each depth and rank passes at once. Any other line that comes less than 100 ms
/// after the last report must wait for the next report. It is dropped if a newer line of its depth and
/// rank arrives first.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    /// `None` before the first report.
    passed_at: Option<Duration>,
    waiting: Vec<PvInfo>,
    depth: u16,
    /// Ranks that have had an exact line at `depth`.
    ranks: Vec<usize>,
}

impl Throttle {
    fn is_due(&self, now: Duration) -> bool {
        self.passed_at.is_none_or(|at| now.saturating_sub(at) >= INTERVAL)
    }

    /// Passes a line to `listener` at once, later or never, as [`Throttle`] describes.
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

    /// Passes the waiting lines and then an event without a line to `listener`. Drops the event if less than
    /// 100 ms have passed since the last report.
    pub(super) fn other(&mut self, now: Duration, event: TaskEvent, listener: &mut dyn FnMut(TaskEvent)) {
        if self.is_due(now) {
            self.release(now, listener);
            listener(event);
            self.passed_at = Some(now);
        }
    }

    /// Passes all waiting lines to `listener`, in order of arrival.
    pub(super) fn release(&mut self, now: Duration, listener: &mut dyn FnMut(TaskEvent)) {
        for info in self.waiting.drain(..) {
            self.passed_at = Some(now);
            listener(TaskEvent::PvInfo(info));
        }
    }
}
