//! Catalogue for the board's page: the game that is compiled into this module.

use std::cell::{Cell, RefCell};

use plywright::Playable;
use plywright::engine::{DynEngine, game_of};
use plywright_board::{Catalogue, GameListing};

use crate::tables::Tables;
use crate::{Game, page};

thread_local! {
    /// Size of the transposition table in MiB.
    static TABLE: Cell<usize> = const { Cell::new(32) };
    /// Address of compact tables with exact values, if any.
    static TABLES: RefCell<Option<String>> = const { RefCell::new(None) };
}

pub(crate) fn set_table(mebibytes: usize) {
    TABLE.set(mebibytes);
}

pub(crate) fn set_tables(address: String) {
    TABLES.set(Some(address));
}

pub(crate) struct Module;

impl Catalogue for Module {
    fn games(&self) -> Vec<GameListing> {
        vec![GameListing {
            name: Game::INFO.name,
            variants: Game::variants(),
            further: Game::further_variants(),
            how_to_play: Game::INFO.how_to_play,
        }]
    }

    fn table(&self) -> usize {
        TABLE.get()
    }

    fn seed(&self) -> u64 {
        page::seed()
    }

    fn engine(&self, game: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String> {
        if game != Game::INFO.name {
            return Err(format!("the module of {} has no game '{game}'", Game::INFO.name));
        }
        let mut game = game_of::<Game>();
        if let Some(variant) = variant {
            game = game.variant(variant).map_err(|error| error.to_string())?;
        }
        let mut engine = game.engine(Some(TABLE.get())).map_err(|error| error.to_string())?;
        engine.set_time_source(page::time());
        Ok(engine)
    }

    fn complete(&self, engine: &mut dyn DynEngine) -> Result<(), String> {
        let Some(address) = TABLES.with_borrow(Clone::clone) else { return Ok(()) };
        let opened = engine.open_source(Box::new(Tables { address }));
        opened.map_err(|error| format!("the tables are not used: {error}"))
    }
}
