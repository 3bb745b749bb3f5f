//! Shared code of the benchmarks: positions of games, and a search with given settings.

use std::sync::Arc;
use std::time::Duration;

use criterion::Criterion;
use plywright::network::Learnable;
use plywright::search::{Algorithm, Control, Limits, Resources, Rng, Root, Search, SearchResult, Table};
use plywright::{Depth, Moves, Playable};

/// Returns a configuration of Criterion: one second of warm-up, then `count` samples in about `seconds` seconds.
pub fn samples(count: usize, seconds: u64) -> Criterion {
    Criterion::default()
        .sample_size(count)
        .measurement_time(Duration::from_secs(seconds))
        .warm_up_time(Duration::from_secs(1))
}

/// Returns the positions of a game that `plywright bench` searches, each with the depth of its search.
///
/// # Panics
///
/// Panics if the game cannot parse one of its bench positions.
pub fn bench_positions<G: Playable>(game: &G) -> Vec<(G::State, Depth)> {
    let read = |(text, depth): (String, u16)| match game.parse_position(&text) {
        Ok(state) => (state, Depth(depth)),
        Err(error) => panic!("{} cannot read its own bench position: {error}", G::INFO.name),
    };
    game.bench_positions().into_iter().map(read).collect()
}

/// Returns the unfinished positions of random games, the same in every run. One game of at most 40 moves starts from
/// each bench position.
pub fn sample_positions<G: Playable>(game: &G) -> Vec<G::State> {
    const LONGEST: usize = 40;
    let mut rng = Rng::new(1);
    let mut sample = Vec::new();
    for (mut state, _) in bench_positions(game) {
        for _ in 0..LONGEST {
            let mut moves = Moves::new();
            game.moves(&state, &mut moves);
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            sample.push(state.clone());
            game.play(&mut state, *mv);
        }
    }
    sample
}

/// Returns `count` unfinished positions after six random moves from the start position, the same in every run. Some may
/// be equal. Does not return if no game lasts longer than six moves.
pub fn opening_positions<G: Playable>(game: &G, count: usize) -> Vec<G::State> {
    const MOVES: usize = 6;
    let opening = |seed| {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        for _ in 0..MOVES {
            let mut moves = Moves::new();
            game.moves(&state, &mut moves);
            let mv = moves.get(rng.below(moves.len()))?;
            game.play(&mut state, *mv);
        }
        game.ending(&state).is_none().then_some(state)
    };
    (1..).filter_map(opening).take(count).collect()
}

/// Returns the game's evaluation; its network is the shipped one, if the game has one.
///
/// # Panics
///
/// Panics if the shipped network does not fit the game.
pub fn shipped_eval<G: Playable>(game: &G) -> G::Eval {
    let mut eval = game.eval();
    let network = eval.features().and_then(|features| (features.shipped)(game));
    eval.set_network(network).expect("a network of the game's own shape");
    eval
}

/// Settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// Search algorithm.
    pub algorithm: Algorithm,
    /// Limits that end the search.
    pub limits: Limits,
    /// Number of threads.
    pub threads: usize,
    /// Whether the search prunes, reduces and extends as the game's parameters allow.
    pub selective: bool,
    /// Size of the transposition table in MiB.
    pub table: usize,
}

impl SearchSettings {
    /// Returns the settings for a principal variation search (PVS) to `depth`, with one thread, selective
    /// pruning and a transposition table of 16 MiB.
    pub fn to_depth(depth: Depth) -> Self {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        Self { algorithm: Algorithm::Pvs, limits, threads: 1, selective: true, table: 16 }
    }

    /// Searches a position with a new transposition table.
    ///
    /// # Panics
    ///
    /// Panics if there is not enough memory for the transposition table, or the shipped network does not fit
    /// the game.
    pub fn search<G: Playable>(&self, game: &G, state: &G::State) -> SearchResult<G::Move> {
        let table = Arc::new(Table::new(self.table).expect("memory for the table"));
        let resources =
            Resources { threads: self.threads, selective: self.selective, ..Resources::new(table) };
        let mut search = self.algorithm.search(game.clone(), shipped_eval(game), resources);
        search.search(&Root::new(game, state.clone()), &self.limits, &Control::new(), &mut ())
    }
}

/// Returns the median. For an even count, this is the mean of the two middle numbers.
///
/// # Panics
///
/// Panics if `numbers` is empty.
///
/// ```
/// assert_eq!(plywright_benchmarks::median([3.0, 1.0, 2.0, 10.0]), 2.5);
/// ```
pub fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<_> = numbers.into_iter().collect();
    assert!(!sorted.is_empty(), "the median of nothing");
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) }
}
