//! Tests of puzzles and reports, with tic-tac-toe and connect four.

mod puzzles;
mod report;

use std::sync::Arc;

use plywright::engine::DynGame;

fn game(name: &str, variant: Option<&str>) -> Arc<dyn DynGame> {
    let game = plywright_games::all().into_iter().find(|game| game.facts().game == name).unwrap();
    variant.map_or(Arc::clone(&game), |variant| game.variant(variant).unwrap())
}
