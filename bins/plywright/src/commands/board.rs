//! A board in the browser.

use std::io;
use std::sync::Arc;

use plywright::engine::DynEngine;
use plywright_board::{Address, Catalogue, GameListing, serve};

use crate::arguments::Board;
use crate::failure::Failure;
use crate::games::{AnyGame, GameEntry};

/// The program's games, the one that was asked for first.
struct Games {
    first: &'static str,
    variant: Option<String>,
}

/// Serves the board until the program is told to end.
pub fn run(board: &Board) -> Result<(), Failure> {
    // A wrong name is told here, where it was given.
    let first = board.choice.engine()?.game_name();
    let games = Games { first, variant: board.choice.variant.clone() };
    let address = Address { ip: board.listen, port: board.port };
    let show = |page: &str| {
        if !board.no_open && open::that_detached(page).is_err() {
            eprintln!("note: no browser could be opened; the page is at the address above");
        }
    };
    Ok(serve(Arc::new(games), address, io::stdout(), show)?)
}

impl Catalogue for Games {
    fn games(&self) -> Vec<GameListing> {
        let listing = |game: AnyGame| {
            let mut variants = game.variants();
            let is_first = game.name() == self.first;
            if let Some(variant) = self.variant.as_deref().filter(|_| is_first) {
                variants.sort_by_key(|known| known.name != variant);
            }
            GameListing { name: game.name(), variants, further: game.further_variants() }
        };
        let mut games: Vec<_> = AnyGame::all().into_iter().map(listing).collect();
        games.sort_by_key(|game| game.name != self.first);
        games
    }

    fn engine(&self, game: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String> {
        let game = AnyGame::find(game).map_err(|error| error.to_string())?;
        let variant = variant.or(self.variant.as_deref().filter(|_| game.name() == self.first));
        if let Some(variant) = variant {
            game.check_variant(variant).map_err(|error| error.to_string())?;
        }
        game.engine(variant).map_err(|error| error.to_string())
    }
}
