//! Distribution of a slice's positions over wins, draws and losses.

use crate::search::Value;

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
