//! The three forms of alpha-beta search, for tests. A call of [`Algorithm::search`] would also compile all
//! other algorithms for each test game.

use std::sync::Arc;

use plywright::search::{
    Algorithm, AlphaBetaSearch, Control, Driver, Limits, Resources, Root, Search, SearchGame, SearchResult,
    Table,
};
use plywright::{Depth, Eval};

pub const FORMS: [Algorithm; 3] = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF];

pub fn resources<G: SearchGame>() -> Resources<G> {
    Resources::new(Arc::new(Table::new(1).expect("memory")))
}

pub fn to_depth(depth: u16) -> Limits {
    Limits { depth: Some(Depth(depth)), ..Limits::default() }
}

pub fn search<G: SearchGame, E: Eval<G>>(
    form: Algorithm,
    (game, eval): (G, E),
    resources: Resources<G>,
    root: &Root<G>,
    limits: &Limits,
) -> SearchResult<G::Move> {
    let driver = match form {
        Algorithm::AlphaBeta => Driver::AlphaBeta,
        Algorithm::Pvs => Driver::Pvs,
        Algorithm::MtdF => Driver::MtdF,
        other => panic!("{other:?} is not a form of alpha-beta"),
    };
    AlphaBetaSearch::new(game, eval, driver, resources).search(root, limits, &Control::new(), &mut ())
}
