//! The catalogue of games that the board's page shows: here, the game of this module alone.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

use plywright::Playable;
use plywright::engine::{DynEngine, DynGame, game_of};
use plywright_board::{Catalogue, GameListing};

use crate::page;
use crate::tables::Tables;

thread_local! {
    static GAME: OnceCell<Arc<dyn DynGame>> = const { OnceCell::new() };
    /// Size of the transposition table in MiB.
    static TABLE: Cell<usize> = const { Cell::new(plywright_board::TABLE) };
    /// Address of compact tables with exact values, if any.
    static TABLES: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Chooses the module's game. Calls after the first have no effect.
pub fn load<G: Playable>() {
    GAME.with(|game| {
        game.get_or_init(game_of::<G>);
    });
}

/// Returns the module's game.
///
/// # Panics
///
/// Panics before the call of [`load`].
pub(crate) fn game() -> Arc<dyn DynGame> {
    GAME.with(|game| Arc::clone(game.get().expect("a page loads the game first")))
}

pub(crate) fn set_table(mebibytes: usize) {
    TABLE.set(mebibytes);
}

pub(crate) fn set_tables(address: String) {
    TABLES.set(Some(address));
}

/// Returns the catalogue of the module's game. Later settings of the table's size do not change it.
pub(crate) fn catalogue() -> Catalogue {
    let listed = vec![GameListing::of(&*game())];
    Catalogue { table: TABLE.get(), seed: page::seed, complete, ..Catalogue::new(listed, Box::new(engine)) }
}

/// Creates an engine for the module's game, which must be called `name`. Its searches read the page's clock.
fn engine(name: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String> {
    let mut game = game();
    let own = game.info().name;
    if name != own {
        return Err(format!("the module of {own} has no game '{name}'"));
    }
    if let Some(variant) = variant {
        game = game.variant(variant).map_err(|error| error.to_string())?;
    }
    let mut engine = game.engine(Some(TABLE.get())).map_err(|error| error.to_string())?;
    engine.change(&|settings| settings.time = page::time()).map_err(|error| error.to_string())?;
    Ok(engine)
}

/// Opens the tables whose address was set, if any, for an engine.
fn complete(engine: &mut dyn DynEngine) -> Result<(), String> {
    let Some(address) = TABLES.with_borrow(Clone::clone) else { return Ok(()) };
    let opened = engine.open_source(Box::new(Tables { address }));
    opened.map_err(|error| format!("the tables are not used: {error}"))
}
