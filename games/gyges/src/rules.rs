//! The rules that published rule sheets differ in.

/// What happens when no piece of the active row can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum StuckRow {
    /// The game is drawn.
    #[default]
    Draw,
    /// The next row from the player that has a piece with a move is used instead; only a player without any is stuck,
    /// and then the game is drawn.
    NextRow,
    /// The player passes; the game is drawn when neither player can move.
    Pass,
}

/// What the rules say of a position that comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// The third occurrence draws the game.
    #[default]
    Threefold,
    /// Nothing.
    None,
    /// No move may bring back a position that has occurred; a player who has no other draws.
    Forbid,
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// May a move leave the board as it is?
    pub null_moves: bool,
    /// May a move use a square only once, instead of an edge? The start counts as used.
    pub square_once: bool,
    /// See there.
    pub stuck_row: StuckRow,
    /// See there.
    pub repetition: Repetition,
    /// Do the players put their pieces on the home rows first, player one before player two?
    pub setup: bool,
}
