//! Settings of a run: the checks and their amount.

/// The checks of a run and their amount.
#[derive(Clone, Debug)]
pub(super) struct Setup<'a, G> {
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

impl<'a, G> Setup<'a, G> {
    pub(super) const fn new(game: &'a G) -> Self {
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
}
