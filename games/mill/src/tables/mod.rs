//! Endgame tables of Mill: the numbering of positions and the fast paths for the framework's solver.
//!
//! Tables exist only for rules under which the value of a position without stones in hand depends only on the stones
//! and the side to move. They hold all these positions with at least three stones of each side. If [`TableRules`]
//! support the rules of placing, they also hold positions with stones in hand.

mod built_in;
pub(crate) mod compact;
mod expander;
mod geometry;
mod grade;
mod numbering;
mod orbits;
mod placing;
mod row;
mod table_rules;
mod turns;

use std::fmt;

use crate::rules::StandardRules;
pub(crate) use built_in::{ENDINGS, OPENINGS, is_ending};
pub(crate) use expander::Expander;
pub(crate) use numbering::Numbering;
pub(crate) use table_rules::TableRules;
pub(crate) use turns::{each_turn, each_unmove, unmoves};

/// Minimum number of stones of a side. A side with fewer has lost.
pub(crate) const MIN_STONES: u8 = 3;
/// Maximum number of stones that a turn takes under rules with tables.
pub(super) const MAX_TAKEN: usize = 2;

/// A slice of the tables: all positions with these numbers of stones. Each array begins with the number of the side to
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// Numbers of stones in hand.
    pub hand: [u8; 2],
    /// Numbers of stones on the board.
    pub board: [u8; 2],
}

impl Slice {
    /// Returns the slice with these numbers of stones on the board and none in hand.
    pub const fn moving(own: u8, other: u8) -> Self {
        Self { hand: [0; 2], board: [own, other] }
    }

    /// Returns the slice after a turn that places `placed` stones and takes `taken` of the other side's stones. The
    /// other side is then to move, so its numbers come first.
    pub(crate) const fn after(self, placed: u8, taken: u8) -> Self {
        let Self { hand: [own_hand, other_hand], board: [own, other] } = self;
        Self { hand: [other_hand, own_hand - placed], board: [other - taken, own + placed] }
    }

    /// Returns the kinds of turns that place or take stones: each is a number of stones placed, 0 or 1, and a number of
    /// stones taken, 0 to [`MAX_TAKEN`]. No later turn leads back to the slice. Turns that end the game, because they
    /// leave the other side too few stones, are excluded. `must_place` is set if every turn places a stone. A side with
    /// fewer than two stones on the board then closes no mill.
    pub(crate) fn exits(self, rules: &StandardRules, must_place: bool) -> impl Iterator<Item = (u8, u8)> {
        let max_taken = if must_place && self.board[0] < 2 { 0 } else { self.taken(rules, MAX_TAKEN) };
        let leaves_enough = move |taken: u8| self.board[1] + self.hand[1] - taken >= MIN_STONES;
        (u8::from(must_place)..=self.hand[0].min(1))
            .flat_map(move |placed| (0..=max_taken as u8).map(move |taken| (placed, taken)))
            .filter(move |(placed, taken)| placed + taken > 0 && leaves_enough(*taken))
    }

    /// Returns the number of stones that a turn takes by closing `mills` mills. It is at most [`MAX_TAKEN`]
    /// and at most the other side's number of stones on the board.
    pub(super) fn taken(self, rules: &StandardRules, mills: usize) -> usize {
        usize::from(rules.removals_for(mills.min(MAX_TAKEN) as u8).min(self.board[1]))
    }

    /// Returns the number of stones of both sides, on the board and in hand.
    pub(crate) const fn total(self) -> u8 {
        self.board[0] + self.board[1] + self.hand[0] + self.hand[1]
    }
}

/// Formats the numbers of stones on the board, beginning with the side to move: `6-4`. If there are stones in hand,
/// each number is followed by a plus sign and that side's number in hand: `3+2-3+1`.
impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hand: [own_hand, other_hand], board: [own, other] } = self;
        if self.hand == [0; 2] {
            write!(f, "{own}-{other}")
        } else {
            write!(f, "{own}+{own_hand}-{other}+{other_hand}")
        }
    }
}
