//! The games that the board's program offers, and their engines.

use plywright::Variant;
use plywright::engine::DynEngine;

/// A game on offer.
#[derive(Clone, Debug)]
pub struct GameListing {
    /// The game's name.
    pub name: &'static str,
    /// Its variants, the default first.
    pub variants: Vec<Variant>,
    /// Form of the names of unlisted variants.
    pub further: Option<Variant>,
}

/// The games on offer.
pub trait Catalogue: Send + Sync + 'static {
    /// All games in the order in which they are shown; the first is the default.
    fn games(&self) -> Vec<GameListing>;

    /// The text of a file of records to be shown at the start instead of a new game.
    fn records(&self) -> Option<&str> {
        None
    }

    /// Rules of the first game that are set at the start.
    fn rules(&self) -> &[(String, String)] {
        &[]
    }

    /// Creates an engine for a game and a variant, by default the game's default variant.
    ///
    /// # Errors
    ///
    /// Returns a message if there is no such game or variant, or not enough memory.
    fn engine(&self, game: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String>;
}
