//! Searches of the alpha-beta family, for tests. A call of [`Algorithm::search`](plywright::search::Algorithm::search)
//! would also compile all other algorithms for each test game.

use std::sync::Arc;

use plywright::search::{
    AlphaBetaSearch, Control, Driver, Limits, Resources, Root, Search, SearchGame, SearchResult, Table,
};
use plywright::{Depth, Eval, Game, Score, SearchParams};

pub const DRIVERS: [Driver; 3] = [Driver::AlphaBeta, Driver::Pvs, Driver::MtdF];

/// Returns the resources of a search with one thread and an empty transposition table of 1 MiB.
pub fn resources<G: SearchGame>() -> Resources<G> {
    Resources::new(Arc::new(Table::new(1).expect("memory")))
}

pub fn to_depth(depth: u16) -> Limits {
    Limits { depth: Some(Depth(depth)), ..Limits::default() }
}

pub fn search<G: SearchGame, E: Eval<G>>(
    driver: Driver,
    (game, eval): (G, E),
    resources: Resources<G>,
    root: &Root<G>,
    limits: &Limits,
) -> SearchResult<G::Move> {
    AlphaBetaSearch::new(game, eval, driver, resources).search(root, limits, &Control::new(), &mut ())
}

/// Evaluates every position as even, with these search parameters.
#[derive(Clone)]
pub struct Even(pub SearchParams);

impl<G: Game> Eval<G> for Even {
    fn evaluate(&mut self, _: &G, _: &G::State) -> Score {
        Score::DRAW
    }

    fn params(&self) -> SearchParams {
        self.0
    }
}
