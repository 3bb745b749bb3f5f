//! The settings of a run of the test kit. All except the game have defaults, so a test names only those that it
//! changes.

use crate::game::Playable;
use crate::rules::Game;

/// A function that returns a position with the sides swapped: they exchange their pieces, and the other side is to
/// move.
pub type SideSwap<G> = fn(&G, &<G as Game>::State) -> <G as Game>::State;

/// A function that returns the reason why no game can lead to a position; `None` if a game may lead to it.
pub type Impossibility<G> = fn(&G, &<G as Game>::State) -> Option<&'static str>;

/// Settings for testing a game: tables to compare with, and the amount of checks.
#[derive(Clone, Debug)]
pub struct Conformance<'a, G: Game> {
    /// The game to test.
    pub game: &'a G,
    /// Perft counts from another source. Each line has three fields, separated by tabs: position, depth and count. A
    /// move may stand before the count, as a further field. The count is then that of the sequences of this depth that
    /// begin with the move, as in a published divide. Empty lines and lines that begin with `#` are skipped. Random
    /// games also start at these positions.
    pub perft_table: &'a str,
    /// Known endings. Each line has two fields, separated by a tab: a position and a result. Moves to play first,
    /// separated by spaces, may stand between the two, as a further field. The result is `first` or `second` for a win
    /// of that side, `draw`, `open` for an unfinished game, or the first side's margin in units of the evaluation. A
    /// draw may be one by repetition or by the move limit. Empty lines and lines that begin with `#` are skipped.
    pub known_endings: &'a str,
    /// Swaps the sides of a position, for example by half a turn of the board and an exchange of the colours, in games
    /// with the same rules for both sides. Two swaps must restore the position. Endings, perft counts and evaluations
    /// for the side to move must stay the same. A symmetry of [`Symmetric`](crate::Symmetric) that swaps the sides is
    /// checked without this function.
    pub swapped: Option<SideSwap<G>>,
    /// Recognises positions to which no game can lead. The parser must refuse them, or
    /// [`Notation::position_warning`](crate::Notation::position_warning) must give a warning. No random game may reach
    /// such a position.
    pub impossible: Option<Impossibility<G>>,
    /// Number of random games. All positions in them are checked.
    pub games: usize,
    /// Maximum length of a random game in moves. A longer game fails the check.
    pub longest_game: usize,
    /// Number of times that the text of a position is changed at random and read. The parser must not panic. Each time,
    /// the text of a move is changed and read as well if the position has moves.
    pub texts: usize,
    /// Maximum number of positions in which the searches are compared; 0 skips the comparison and the check
    /// of stops.
    pub searches: usize,
    /// Limit of plain minimax in nodes. The searches are compared at the greatest depth, at most 12, at which minimax
    /// needs fewer. A position is skipped if depth 1 needs as many.
    pub search_nodes: u64,
    /// Minimum number of moves after which a position can recur: usually 4, two by each side. In games with a
    /// repetition rule, the searches are compared at a smaller depth than this, because the value of a repetition
    /// depends on the path, which a transposition table does not store.
    pub shortest_cycle: u16,
    /// Seed of all random choices. With otherwise equal settings, equal seeds give the same games and texts.
    pub seed: u64,
}

impl<'a, G: Playable> Conformance<'a, G> {
    /// Creates the settings for a game, with the default amount of checks and without tables. Without tables, a
    /// misunderstood rule is not found.
    pub const fn new(game: &'a G) -> Self {
        Self {
            game,
            perft_table: "",
            known_endings: "",
            swapped: None,
            impossible: None,
            games: 200,
            longest_game: 20_000,
            texts: 2_000,
            searches: 16,
            search_nodes: 20_000,
            shortest_cycle: 4,
            seed: 1,
        }
    }
}
