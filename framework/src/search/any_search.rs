//! Selection of the search algorithm at run time, once per search.

use enum_dispatch::enum_dispatch;

use super::algorithm::{Limits, Resources, Root, Search, SearchGame};
use super::alphabeta::{AlphaBetaSearch, Driver};
use super::control::Control;
use super::eval::Eval;
use super::mcts::Mcts;
use super::minimax::Minimax;
use super::random::RandomMover;
use super::report::{Report, SearchResult};

/// Search algorithm of an engine; [`Algorithm::Minimax`] is for tests only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Plain alpha-beta: [`Driver::AlphaBeta`].
    AlphaBeta,
    /// Principal variation search: [`Driver::Pvs`].
    Pvs,
    /// MTD(f): [`Driver::MtdF`].
    MtdF,
    /// Monte Carlo tree search: [`Mcts`].
    Mcts,
    /// Random moves: [`RandomMover`].
    Random,
    /// Plain minimax, the reference for tests: [`Minimax`].
    Minimax,
}

impl Algorithm {
    /// Algorithms that can be chosen for play, in the order of the values of the option `Algorithm`.
    pub const PLAYING: [Self; 5] = [Self::AlphaBeta, Self::Pvs, Self::MtdF, Self::Mcts, Self::Random];

    /// Names of [`Algorithm::PLAYING`] in the same order, in lower case.
    pub const PLAYING_NAMES: [&'static str; 5] = ["alpha-beta", "pvs", "mtd(f)", "mcts", "random"];

    /// Returns the name in lower case, such as `mtd(f)`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            // The enum lists these algorithms in the order of `PLAYING_NAMES`.
            playing => Self::PLAYING_NAMES[playing as usize],
        }
    }

    /// Whether the algorithm's values result from a search to a known depth. Values of MCTS are estimates,
    /// and the random player does not search.
    pub const fn searches_to_a_depth(self) -> bool {
        !matches!(self, Self::Mcts | Self::Random)
    }

    /// Creates a search of `game` by this algorithm, with `eval` for static evaluations. [`Algorithm::Random`] uses
    /// only the seed and the number of lines in `resources`, and [`Algorithm::Minimax`] uses nothing in it.
    pub fn search<G: SearchGame, E: Eval<G>>(
        self,
        game: G,
        eval: E,
        resources: Resources<G>,
    ) -> AnySearch<G, E> {
        match self {
            Self::AlphaBeta => AlphaBetaSearch::new(game, eval, Driver::AlphaBeta, resources).into(),
            Self::Pvs => AlphaBetaSearch::new(game, eval, Driver::Pvs, resources).into(),
            Self::MtdF => AlphaBetaSearch::new(game, eval, Driver::MtdF, resources).into(),
            Self::Mcts => Mcts::new(game, eval, resources).into(),
            Self::Random => RandomMover::new(resources.seed, resources.multi_pv).into(),
            Self::Minimax => Minimax::new(game, eval).into(),
        }
    }
}

/// A search by one of the algorithms; [`Algorithm::search`] creates it.
#[allow(clippy::large_enum_variant, reason = "a search has one such value, so its size does not matter")]
#[enum_dispatch(Search<G, E>)]
pub enum AnySearch<G: SearchGame, E: Eval<G>> {
    /// Alpha-beta, PVS or MTD(f).
    AlphaBeta(AlphaBetaSearch<G, E>),
    /// Monte Carlo tree search.
    Mcts(Mcts<G, E>),
    /// Random legal moves.
    Random(RandomMover),
    /// Plain minimax.
    Minimax(Minimax<G, E>),
}
