//! The rules on which published rule sheets differ.
//!
//! In <http://salvi.chaosnet.org/texts/gyges-en.txt> a move crosses no edge twice, a player whose active row
//! is stuck uses the next row, and players place their pieces first. In
//! <https://www.di.fc.ul.pt/~jpn/gv/gyges.htm> a move uses no square twice, a player without a move passes,
//! and no move may restore the previous position.

/// Rule for an active row without a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum StuckRow {
    /// The game is drawn.
    #[default]
    Draw,
    /// The nearest row with a movable piece is used instead; the game is drawn if there is none.
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
    /// Whether a move uses each square at most once, the start included. Otherwise it uses each edge at most
    /// once.
    pub square_once: bool,
    /// Rule for an active row without a legal move.
    pub stuck_row: StuckRow,
    /// Rule for a repeated position.
    pub repetition: Repetition,
    /// Whether the players first place their pieces on the home rows, player one before player two.
    pub setup: bool,
}
