//! How the positions of a slice are distributed over wins, draws and losses.

use crate::search::Value;

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
    /// Number of positions in the slice.
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

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
