//! Options of a solver run, and its reports.

use std::path::PathBuf;

use super::counts::SliceCounts;
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
