//! The catalogue of games that the board's page shows: here, the game of this module alone.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use plywright::Playable;
use plywright::engine::{DynEngine, DynGame, game_of};
use plywright_board::{Catalogue, GameListing};

use crate::page;
use crate::tables::Tables;

thread_local! {
    static GAME: OnceCell<Arc<dyn DynGame>> = const { OnceCell::new() };
    /// Address of the folder of compact endgame tables; `None` if the page has named none. Only engines that are
    /// created later open it: the first one, and one after each change of the variant or the rules.
    pub(crate) static ENDGAME_FOLDER: RefCell<Option<String>> = const { RefCell::new(None) };
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
/// Panics if [`load`] has not been called.
pub(crate) fn game() -> Arc<dyn DynGame> {
    GAME.with(|game| Arc::clone(game.get().expect("a page loads the game first")))
}

/// Returns the catalogue of the module's game. `table` is the size of an engine's transposition table in MiB.
pub(crate) fn catalogue(table: usize) -> Catalogue {
    let listed = vec![GameListing::of(&*game())];
    let make_engine = move |name: &str, variant: Option<&str>| engine(name, variant, table);
    let usual = Catalogue::new(listed, Box::new(make_engine));
    Catalogue { table, seed: page::seed, complete: open_endgame_tables, ..usual }
}

/// Creates an engine for the module's game, which must be called `name`. Its searches read the page's clock.
fn engine(name: &str, variant: Option<&str>, table: usize) -> Result<Box<dyn DynEngine>, String> {
    let mut game = game();
    let own = game.info().name;
    if name != own {
        return Err(format!("the module of {own} has no game '{name}'"));
    }
    if let Some(variant) = variant {
        game = game.variant(variant).map_err(|error| error.to_string())?;
    }
    let mut engine = game.engine(Some(table)).map_err(|error| error.to_string())?;
    engine.change(&|settings| settings.time = page::time()).map_err(|error| error.to_string())?;
    Ok(engine)
}

/// Opens the endgame tables in the folder that was set, if any, for an engine. Returns a warning for the page if that
/// fails.
fn open_endgame_tables(engine: &mut dyn DynEngine) -> Result<(), String> {
    let Some(address) = ENDGAME_FOLDER.with_borrow(Clone::clone) else { return Ok(()) };
    let opened = engine.open_source(Box::new(Tables { address }));
    opened.map_err(|error| format!("the tables are not used: {error}"))
}
