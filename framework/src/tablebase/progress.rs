//! Options of a solver run, its reports and its result.

use std::cmp::Ordering;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crate::rules::Score;
use crate::search::Value;

/// How to solve.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Folder of the tables. A later run continues from them.
    pub folder: PathBuf,
    /// Maximum number of pieces of the positions to solve; `None` for all.
    pub most: Option<u32>,
    /// Maximum number of bytes of memory to use.
    pub memory: u64,
    /// Number of threads, at least 1. Formats of other programs are written by one thread.
    pub threads: usize,
    /// Name of another program's output format; `None` for our own.
    pub format: Option<String>,
}

/// Stop flag and listener of a run.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Ends the run once it is set; finished slices remain.
    pub stop: &'a AtomicBool,
    /// Receives progress reports.
    pub report: &'a (dyn Fn(&SolveProgress) + Sync),
}

/// Progress of a run.
#[derive(Clone, Debug)]
pub struct SolveProgress {
    /// The current slices.
    pub slices: String,
    /// The stage of the work on them.
    pub stage: Stage,
    /// Positions finished in this run.
    pub done: u64,
    /// All positions of this run.
    pub all: u64,
}

/// Numbers of positions that are won, drawn and lost for the side to move. Symmetric positions count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SliceCounts {
    /// Won positions.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Lost positions.
    pub lost: u64,
    /// Length of the longest win in plies.
    pub longest_win: u32,
    /// Length of the longest loss in plies.
    pub longest_loss: u32,
}

impl SliceCounts {
    /// Number of positions in the slice.
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    pub(crate) fn add(&mut self, value: Value) {
        self.add_score(value.score());
    }

    /// Counts a position of this value. A win or a loss without a known distance has no length.
    pub fn add_score(&mut self, score: Score) {
        let plies = score.plies_to_end().unwrap_or(0);
        match score.cmp(&Score::DRAW) {
            Ordering::Greater => {
                self.won += 1;
                self.longest_win = self.longest_win.max(plies);
            }
            Ordering::Equal => self.drawn += 1,
            Ordering::Less => {
                self.lost += 1;
                self.longest_loss = self.longest_loss.max(plies);
            }
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.longest_win = self.longest_win.max(other.longest_win);
        self.longest_loss = self.longest_loss.max(other.longest_loss);
    }
}

/// The name of a slice and its counts.
pub type SliceRow = (String, SliceCounts);

/// What tables hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The slices in the order of solving.
    pub rows: Vec<SliceRow>,
    /// Value of the start position; `None` if no table contains it.
    pub start: Option<Value>,
}

/// Stage of the work on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are being expanded: number of expanded positions, and of all.
    Expanding(u64, u64),
    /// Predecessors of the positions decided in this number of plies are being valued.
    Iteration(u32),
    /// The slice is finished, with these counts.
    Finished(SliceCounts),
}
