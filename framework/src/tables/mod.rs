//! Exact endings: solving games, or the last part of them, and keeping what was found.
//!
//! A game that numbers positions ([`Sliced`]) is solved slice by slice by retrograde analysis: win, draw or
//! loss, and plies to the end under best play, a byte a position. Files carry the rules, counts and
//! checksums; what is damaged, cut short or made under other rules is refused.

mod cells;
mod edges;
mod erased;
mod error;
mod file;
mod folder;
mod group;
mod probe;
mod sliced;
mod turns;
mod value;

pub use erased::{DynTables, GameTables, Listener};
pub use error::SolveError;
pub use file::TableFileError;
pub use folder::{SliceRow, SolveOptions, SolveProgress, Tables, TablesError, solve, verify};
pub use group::Stage;
pub use probe::{Probed, probe, value_of_move, value_of_position};
pub use sliced::{Exits, Node, Place, Scope, SliceName, Sliced, SolvedSlice};
pub use value::Value;

/// How many positions of a slice the side to move wins, draws and loses, symmetric ones counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SliceCounts {
    /// Positions that it wins.
    pub won: u64,
    /// Positions that nobody wins.
    pub drawn: u64,
    /// Positions that it loses.
    pub lost: u64,
    /// Plies of the longest win.
    pub longest_win: u32,
    /// Plies of the longest loss.
    pub longest_loss: u32,
}

impl SliceCounts {
    pub(crate) fn add(&mut self, value: Value) {
        match value.plies() {
            None => self.drawn += 1,
            Some(plies) if value.is_win() => {
                self.won += 1;
                self.longest_win = self.longest_win.max(plies);
            }
            Some(plies) => {
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
