//! The rules on which published rule sheets differ.
//!
//! In <http://salvi.chaosnet.org/texts/gyges-en.txt> a move crosses no edge twice, a player whose active row
//! is stuck uses the next row, and players place their pieces first. In
//! <https://www.di.fc.ul.pt/~jpn/gv/gyges.htm> a move uses no square twice, a player without a move passes,
//! and no move may restore the previous position.

/// Rule for a player whose active row (the row with pieces nearest to the player) has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum StuckRow {
    /// The game is drawn.
    #[default]
    Draw,
    /// The player uses the nearest row with a movable piece; the game is drawn if there is no such row.
    NextRow,
    /// The player passes; the game is drawn when neither player can move.
    Pass,
}

/// Rule for a repeated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// The third occurrence draws the game.
    #[default]
    Threefold,
    /// Repetition has no effect.
    None,
    /// A move to an earlier position is illegal. The game is drawn if no other move is left.
    Forbid,
}

/// Rule options of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// Whether a move may leave the board unchanged.
    pub may_leave_board_unchanged: bool,
    /// Whether a move enters each square at most once and never returns to its start. If `false`, it crosses each edge
    /// between two squares at most once.
    pub square_once: bool,
    /// What happens if no piece of the active row can move.
    pub stuck_row: StuckRow,
    /// What happens if a position occurs again.
    pub repetition: Repetition,
    /// Whether the players first place their pieces on the home rows, player one before player two.
    pub setup: bool,
}
