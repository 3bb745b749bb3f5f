//! The settings of a run of the test kit.

use crate::game::Playable;
use crate::rules::Game;

/// Maps a position to the one with the sides swapped.
pub type SideSwap<G> = fn(&G, &<G as Game>::State) -> <G as Game>::State;

/// Returns the reason why no game can lead to a position; `None` if a game may lead to it.
pub type Impossibility<G> = fn(&G, &<G as Game>::State) -> Option<&'static str>;

/// Settings for testing a game: tables to compare with, and the amount of checks.
#[derive(Clone, Debug)]
pub struct Conformance<'a, G: Game> {
    /// The game to test.
    pub game: &'a G,
    /// Perft counts: lines of position, depth and count, separated by tabs. Lines of position, depth, a move and
    /// count are a published divide: the count of the sequences of this depth that begin with the move. Empty
    /// lines and lines that begin with `#` are skipped. Random games also start at these positions.
    pub perft_table: &'a str,
    /// Known endings: lines of a position, perhaps moves from there, separated by spaces, and the result,
    /// separated by tabs. The result is `first` or `second` for a win of that side, `draw`, `open` for an
    /// unfinished game, or the first side's margin in units of the evaluation. With moves, it includes draws
    /// by repetition and by the move limit. Empty lines and lines that begin with `#` are skipped.
    pub known_endings: &'a str,
    /// Maps a position to the one with the sides swapped, such as the board turned by half a turn with the
    /// colours exchanged, in games whose rules do not tell the sides apart. A map of
    /// [`Symmetric`](crate::Symmetric) that swaps the sides need not be given again.
    pub swapped: Option<SideSwap<G>>,
    /// Positions to which no game can lead. The parser must refuse them with a reason, or warn of them.
    pub impossible: Option<Impossibility<G>>,
    /// Number of random games.
    pub games: usize,
    /// Maximum length of a random game in moves. A longer game fails the check.
    pub longest_game: usize,
    /// Number of mutated position texts to pass to the parser. With each of them, at most one mutated move
    /// text is passed too.
    pub texts: usize,
    /// Maximum number of positions in which the searches are compared; 0 skips the comparison and the check
    /// of stops.
    pub searches: usize,
    /// Node limit of plain minimax in each position. It limits the depth of the compared searches.
    pub search_nodes: u64,
    /// Minimum number of moves after which a position can recur: usually 4, two by each side.
    pub shortest_cycle: u16,
    /// Seed of all random choices.
    pub seed: u64,
}

impl<'a, G: Playable> Conformance<'a, G> {
    /// Creates the settings for a game, with the default amount of checks and no tables.
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
