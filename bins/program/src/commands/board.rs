//! A board in the browser.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use clap::Args;
use plywright::engine::DynEngine;
use plywright_board::{Address, Catalogue, GameListing, serve};

use crate::choice::Choice;
use crate::failure::Failure;
use crate::games::{self, GameEntry};
use crate::stderr::say;

/// A board in the browser.
#[derive(Debug, Args)]
pub struct Board {
    /// The game and variant that are shown at the start.
    #[command(flatten)]
    pub choice: Choice,
    /// The port to listen on; any free one unless given
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// The address to listen on, to let others in who know the whole address of the page
    #[arg(long, value_name = "IP")]
    pub listen: Option<IpAddr>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
}

/// The program's games, the one that was asked for first.
struct Games {
    first: &'static str,
    variant: Option<String>,
}

/// Serves the board until the program is asked to end.
pub fn run(board: &Board) -> Result<(), Failure> {
    // A wrong name is an error here, where it was given.
    let first = board.choice.engine()?.game_name();
    let games = Games { first, variant: board.choice.variant.clone() };
    let ip = board.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let address = Address { ip, port: board.port, is_shared: board.listen.is_some() };
    let show = |page: &str| {
        if !board.no_open && open::that_detached(page).is_err() {
            say("note: no browser could be opened; the page is at the address above");
        }
    };
    Ok(serve(Arc::new(games), address, io::stdout(), show)?)
}

impl Catalogue for Games {
    fn games(&self) -> Vec<GameListing> {
        let listing = |game: &dyn GameEntry| {
            let mut variants = game.variants();
            let is_first = game.name() == self.first;
            if let Some(variant) = self.variant.as_deref().filter(|_| is_first) {
                variants.sort_by_key(|known| known.name != variant);
            }
            GameListing { name: game.name(), variants, further: game.further_variants() }
        };
        let mut games: Vec<_> = games::all().map(listing).collect();
        games.sort_by_key(|game| game.name != self.first);
        games
    }

    fn engine(&self, game: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String> {
        let game = games::find(game).map_err(|error| error.to_string())?;
        let variant = variant.or(self.variant.as_deref().filter(|_| game.name() == self.first));
        if let Some(variant) = variant {
            games::check_variant(game, variant).map_err(|error| error.to_string())?;
        }
        game.engine(variant).map_err(|error| error.to_string())
    }
}
