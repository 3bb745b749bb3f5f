//! What a run of the solver is asked for, and what it reports.

use std::path::PathBuf;

use super::counts::SliceCounts;
use crate::search::Value;

/// How to solve.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Where files are written, and read again by a later run.
    pub folder: PathBuf,
    /// Only slices of positions with at most this number of pieces.
    pub most: Option<u32>,
    /// Bytes of memory that may be used.
    pub memory: u64,
    /// Threads that work; at least 1. Other programs' formats are written by one.
    pub threads: usize,
    /// Another program's format that is to be written; our own if none is named.
    pub format: Option<String>,
}

/// How far a run has come.
#[derive(Clone, Debug)]
pub struct SolveProgress {
    /// The slices that are worked on.
    pub slices: String,
    /// What is being done with them.
    pub stage: Stage,
    /// Positions of this run that are done with.
    pub done: u64,
    /// Positions of this run.
    pub all: u64,
}

/// A slice's name and its counts.
pub type SliceRow = (String, SliceCounts);

/// What tables hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The slices, in the order in which they were solved.
    pub rows: Vec<SliceRow>,
    /// The value of the game's start; `None` when it is not among them.
    pub start: Option<Value>,
}

/// How far the solution of a group has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are being expanded: how many have been, and how many there are.
    Expanding(u64, u64),
    /// The positions decided in this number of plies are being followed back.
    Iteration(u32),
    /// The slice is finished, with these counts.
    Finished(SliceCounts),
}
