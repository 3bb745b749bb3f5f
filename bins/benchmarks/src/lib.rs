//! What the benchmarks share: the games, positions of each, and one search.
//!
//! Every benchmark that is not about one game runs on all of them, so a game joins with one line of
//! [`for_each_game`].

use std::sync::Arc;
use std::time::Duration;

use criterion::Criterion;
use plywright::search::{Algorithm, Control, Limits, Resources, Rng, Root, Search, SearchResult, Table};
use plywright::{Depth, Eval, Moves, Playable};
use plywright_connect_four::ConnectFour;
use plywright_gyges::Gyges;
use plywright_mill::Mill;
use plywright_othello::Othello;
use plywright_santorini::Santorini;
use plywright_tic_tac_toe::TicTacToe;

/// Something to be done with a game, whichever it is.
pub trait ForGame {
    /// Runs the task for one game.
    fn run<G: Playable>(&mut self, game: &G);
}

/// Runs a task for every game, the flagship first.
pub fn for_each_game(task: &mut impl ForGame) {
    task.run(&default_variant::<Mill>());
    task.run(&default_variant::<Santorini>());
    task.run(&default_variant::<ConnectFour>());
    task.run(&default_variant::<Gyges>());
    task.run(&default_variant::<Othello>());
    task.run(&default_variant::<TicTacToe>());
}

/// How something is measured: so many samples, in so many seconds after one to warm up.
pub fn samples(count: usize, seconds: u64) -> Criterion {
    Criterion::default()
        .sample_size(count)
        .measurement_time(Duration::from_secs(seconds))
        .warm_up_time(Duration::from_secs(1))
}

/// The rules that a game is played by unless others are asked for.
///
/// # Panics
/// When the game does not know the variant that it lists first.
pub fn default_variant<G: Playable>() -> G {
    let name = G::variants()[0].name;
    G::variant(name).unwrap_or_else(|| panic!("{} has no variant {name}", G::NAME))
}

/// The game's bench positions, with the depth for each.
///
/// # Panics
/// When the game cannot read one of them.
pub fn bench_positions<G: Playable>(game: &G) -> Vec<(G::State, Depth)> {
    let read = |(text, depth): (String, u16)| match game.parse_position(&text) {
        Ok(state) => (state, Depth(depth)),
        Err(error) => panic!("{} cannot read its own bench position: {error}", G::NAME),
    };
    game.bench_positions().into_iter().map(read).collect()
}

/// Positions of every phase: what random games from the bench positions pass through, the same in every run.
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

/// Positions in which the game is still open: the start after a few random moves, the same in every run.
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

/// The game's evaluation as the program has it: with the network that comes with the game.
///
/// # Panics
/// When the game comes with a network that does not fit it.
pub fn shipped_eval<G: Playable>(game: &G) -> G::Eval {
    let mut eval = game.eval();
    if let Some(slot) = eval.slot() {
        let network = slot.shipped(game);
        slot.fill(network).expect("a network of the game's own shape");
    }
    eval
}

/// A search: how, and how deep.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// When to end.
    pub limits: Limits,
    /// Threads that search.
    pub threads: usize,
    /// Whether the search may prune as the game's parameters allow; without, its value is plain minimax's.
    pub selective: bool,
    /// Size of the table, in mebibytes.
    pub table: usize,
}

impl Task {
    /// A search by PVS at one thread to that depth, with everything that the game's parameters allow.
    pub fn to_depth(depth: Depth) -> Self {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        Self { algorithm: Algorithm::Pvs, limits, threads: 1, selective: true, table: 16 }
    }

    /// Searches with a new table.
    ///
    /// # Panics
    /// When there is no memory for the table, or the game comes with a network that does not fit it.
    pub fn run<G: Playable>(&self, game: &G, state: &G::State) -> SearchResult<G::Move> {
        let table = Arc::new(Table::new(self.table).expect("memory for the table"));
        let resources =
            Resources { threads: self.threads, selective: self.selective, ..Resources::new(table) };
        let mut search = self.algorithm.search(game.clone(), shipped_eval(game), resources);
        search.search(&Root::new(game, state.clone()), &self.limits, &Control::new(), &mut ())
    }
}

/// The median of some numbers; of an even number of them the mean of the middle two.
///
/// # Panics
/// When there are none.
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
