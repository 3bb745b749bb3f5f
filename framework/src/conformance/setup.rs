//! What to check of a game, and how much of it.

use crate::playable::Playable;

/// What to check, and how much of it.
#[derive(Clone, Debug)]
pub struct Conformance<'a, G> {
    pub(super) game: &'a G,
    pub(super) perft_tables: Vec<&'a str>,
    pub(super) ending_tables: Vec<&'a str>,
    pub(super) games: usize,
    pub(super) longest_game: usize,
    pub(super) texts: usize,
    pub(super) searches: usize,
    pub(super) search_nodes: u64,
    pub(super) shortest_cycle: u16,
    pub(super) seed: u64,
}

impl<'a, G: Playable> Conformance<'a, G> {
    /// The checks of that game, in an amount that takes seconds: 200 random games of at most 20,000 moves,
    /// 2,000 mutilated texts, 16 positions for the searches.
    pub const fn new(game: &'a G) -> Self {
        Self {
            game,
            perft_tables: Vec::new(),
            ending_tables: Vec::new(),
            games: 200,
            longest_game: 20_000,
            texts: 2_000,
            searches: 16,
            search_nodes: 20_000,
            shortest_cycle: 4,
            seed: 1,
        }
    }

    /// Adds perft counts: lines of position, depth and count with tabs between them. Empty lines and lines
    /// that begin with `#` are passed over. The positions also serve as starts of random games.
    pub fn perft_table(mut self, table: &'a str) -> Self {
        self.perft_tables.push(table);
        self
    }

    /// Adds known endings: lines of a position and how the game ended there, with a tab between them. The
    /// ending is `first` or `second` for a win of that side, `draw`, `open` where the game goes on, or the
    /// margin of the first side in the evaluation's units. Empty lines and lines that begin with `#` are
    /// passed over.
    pub fn known_endings(mut self, table: &'a str) -> Self {
        self.ending_tables.push(table);
        self
    }

    /// Sets the number of random games.
    pub const fn games(mut self, games: usize) -> Self {
        self.games = games;
        self
    }

    /// Takes a random game that goes on for more moves than this for one that never ends.
    pub const fn longest_game(mut self, moves: usize) -> Self {
        self.longest_game = moves;
        self
    }

    /// Sets the number of mutilated texts that the parsers are offered.
    pub const fn texts(mut self, texts: usize) -> Self {
        self.texts = texts;
        self
    }

    /// Sets the number of positions in which the searches are compared; 0 leaves them out.
    pub const fn searches(mut self, positions: usize) -> Self {
        self.searches = positions;
        self
    }

    /// Searches as deep as plain minimax gets with about this number of nodes.
    pub const fn search_nodes(mut self, nodes: u64) -> Self {
        self.search_nodes = nodes;
        self
    }

    /// Minimum number of moves after which a position comes back, instead of 4: two by each side.
    pub const fn shortest_cycle(mut self, moves: u16) -> Self {
        self.shortest_cycle = moves;
        self
    }

    /// Draws all random choices from this seed.
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}
