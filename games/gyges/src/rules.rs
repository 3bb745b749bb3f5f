//! The rules in which published rule sheets differ.
//!
//! Under <http://salvi.chaosnet.org/texts/gyges-en.txt> a move crosses no edge twice, the next row is used
//! where the active one is stuck, and players place their pieces first. Under
//! <https://www.di.fc.ul.pt/~jpn/gv/gyges.htm> a move uses no square twice, a player without a move passes,
//! and no move brings the position before back.

/// What happens when no piece of the active row can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum StuckRow {
    /// The game is drawn.
    #[default]
    Draw,
    /// The next row from the player that has a piece with a move is used instead; only a player without any
    /// is stuck, and then the game is drawn.
    NextRow,
    /// The player passes; the game is drawn when neither player can move.
    Pass,
}

/// The rule for a position that occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// The third occurrence draws the game.
    #[default]
    Threefold,
    /// The position counts like any other.
    None,
    /// No move may bring back a position that has occurred. A player who has no other move draws.
    Forbid,
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// Whether a move may leave the board as it is.
    pub null_moves: bool,
    /// Whether a move may use each square once, the start included, instead of each edge.
    pub square_once: bool,
    /// What happens when no piece of the active row can move.
    pub stuck_row: StuckRow,
    /// The rule for a position that occurs again.
    pub repetition: Repetition,
    /// Whether the players first place their pieces on the home rows, player one before player two.
    pub setup: bool,
}
