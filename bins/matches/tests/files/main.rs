//! Tests of files of records and of openings, in every game.

mod corpus;
mod mif;
mod openings;
mod pgn;
mod round_trips;
mod sgf;

use plywright::engine::DynEngine;

/// Creates an engine with a small transposition table.
fn engine(name: &str, variant: Option<&str>) -> Box<dyn DynEngine> {
    let games = plywright_games::all();
    let game = games.iter().find(|game| game.facts().game == name).expect(name);
    let engine = match variant {
        Some(variant) => game.variant(variant).expect(variant).engine(None),
        None => game.engine(None),
    };
    let mut engine = engine.expect("memory for an engine");
    engine.change(&|settings| settings.hash = 1).expect("a small table");
    engine
}
