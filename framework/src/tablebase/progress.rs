//! Options, progress reports and results of solving, verifying, packing and comparing tables. All four share these
//! types, so that a program can show each of them in the same way.

use std::cmp::Ordering;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::error::TablebaseError;
use crate::rules::Score;
use crate::search::Value;

/// Options of the solver.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Folder into which the tables are written. It is created if it does not exist.
    pub folder: PathBuf,
    /// Maximum number of pieces in the positions to solve; `None` for no maximum. A number that admits no slice is
    /// refused as [`TablebaseError::Pieces`], and so is a number if a smaller one already admits all slices.
    pub max_pieces: Option<u32>,
    /// Memory limit in bytes for solving a group of slices, not counting small buffers. At the first group that needs
    /// more, the run ends with [`SolveError::Memory`](super::SolveError::Memory).
    pub memory: u64,
    /// Format of the tables; `None` for full tables.
    pub format: Option<TableFormat>,
}

/// Format of tables that are not full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Compact tables.
    Compact(Contents),
    /// The format of another program, by its name; see [`Sliced::solve_as`](super::Sliced::solve_as).
    Other(String),
}

/// Which values are packed into compact tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Win, draw or loss in every slice for which [`Sliced::is_stored`](super::Sliced::is_stored) returns `true`.
    /// Intact files with distances, from an earlier run, are kept.
    Values,
    /// The same values as [`Contents::Values`] and, in the slices for which
    /// [`Sliced::has_distances`](super::Sliced::has_distances) returns `true`, also the distances of wins and losses
    /// from [`Value::LONG`] plies on.
    Distances,
    /// Only the slices for which [`Sliced::has_distances`](super::Sliced::has_distances) returns `true`: their values
    /// with all distances.
    Endings,
    /// Win, draw or loss in the slices at this ply and at every second ply before it; see
    /// [`Sliced::ply`](super::Sliced::ply).
    Openings(u32),
}

/// Threads, stop flag and progress listener of a run: solving, verifying, packing or comparing tables.
#[derive(Clone, Copy)]
pub struct SolveControl<'a> {
    /// Number of threads; 0 counts as 1. A solver for the format of another program may ignore it.
    pub threads: usize,
    /// The run ends early, with [`SolveError::Stopped`](super::SolveError::Stopped), soon after this flag is set.
    pub stop: &'a AtomicBool,
    /// Receives progress reports. Several threads may call this function at the same time.
    pub report: &'a (dyn Fn(&SolveProgress) + Sync),
}

impl SolveControl<'static> {
    /// Creates the control of a run with this number of threads that is never stopped and reports nothing.
    pub fn new(threads: usize) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { threads, stop: &NEVER, report: &|_| {} }
    }
}

/// Progress of a run: solving, verifying, packing or comparing tables.
#[derive(Clone, Debug)]
pub struct SolveProgress {
    /// Names of the slices that the run is working on, separated by commas.
    pub slices: String,
    /// What the run is doing with these slices.
    pub stage: Stage,
    /// Work that this run has finished, in units of about equal time. While verifying, packing or comparing, a unit is
    /// an index, and only finished slices are counted.
    pub done: u64,
    /// Value of `done` at the end of the run; 0 while a solver checks the files of earlier runs.
    pub all: u64,
}

/// Numbers of positions in a slice that are won, drawn and lost for the side to move. Positions that share an index,
/// such as symmetric ones, count once. In a game with [`Hints::points`](crate::Hints::points), the final margin minus
/// the current lead counts: a position is won if the side to move gains points on the opponent from there on, even if
/// it loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SliceCounts {
    /// Number of positions that the side to move wins.
    pub won: u64,
    /// Number of positions that are draws.
    pub drawn: u64,
    /// Number of positions that the side to move loses.
    pub lost: u64,
    /// Length of the longest win in plies; 0 without a win of known length.
    pub longest_win: u32,
    /// Length of the longest loss in plies; 0 without a loss of known length.
    pub longest_loss: u32,
}

impl SliceCounts {
    /// Returns the number of all counted positions. Indices without a position do not count, nor do positions that the
    /// side to move has already won.
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Counts a position with this score for the side to move. A win or loss of unknown distance leaves the
    /// lengths unchanged.
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

/// Summary of tables: the counts of their slices, and the value of the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Name and counts of each slice, in the order of solving.
    pub rows: Vec<SliceRow>,
    /// Value of the start position; `None` if the tables do not give it.
    pub start: Option<Value>,
}

/// Result of solving, verifying, packing or comparing tables.
pub type SolveResult = Result<Solution, TablebaseError>;

/// Stage of the work on a group or a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The file of a slice is damaged and will be made again.
    Damaged(TablebaseError),
    /// Indices are being expanded, checked or packed. The numbers count the finished indices and all indices
    /// of the group or slice. While packing, only their ratio is meaningful.
    Expanding(u64, u64),
    /// Predecessors of positions decided in this number of plies are being updated. In a game decided by
    /// points, this is the number of finished sweeps over the group.
    Iteration(u32),
    /// The slice is finished, with these counts.
    Finished(SliceCounts),
}
