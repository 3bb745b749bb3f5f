//! Tests of files of records and of openings, in every game.

mod corpus;
mod mif;
mod openings;
mod pgn;
mod round_trips;
mod sgf;

use std::sync::Arc;

use plywright::engine::{DynEngine, DynGame};

/// Returns a game, or a variant of it.
fn rules(name: &str, variant: Option<&str>) -> Arc<dyn DynGame> {
    let game = plywright_games::all().into_iter().find(|game| game.facts().game == name).expect(name);
    variant.map_or(game.clone(), |variant| game.variant(variant).expect(variant))
}

/// Creates an engine with a small transposition table.
fn engine(name: &str, variant: Option<&str>) -> Box<dyn DynEngine> {
    rules(name, variant).engine(Some(1)).expect("memory for an engine")
}
