//! What the board needs to know of the program that offers it: which games there are, and engines for them.

use plywright::Variant;
use plywright::engine::DynEngine;

/// A game on offer.
#[derive(Clone, Debug)]
pub struct GameListing {
    /// The game's name.
    pub name: &'static str,
    /// Its variants, the default first.
    pub variants: Vec<Variant>,
    /// What names variants have that are not listed.
    pub further: Option<Variant>,
}

/// The games on offer.
pub trait Catalogue: Send + Sync + 'static {
    /// All games, in the order in which they are shown; the first is shown at the start.
    fn games(&self) -> Vec<GameListing>;

    /// An engine for a game and a variant; the default variant unless one is named.
    ///
    /// # Errors
    /// When there is no such game or variant, or no memory: why, for a person.
    fn engine(&self, game: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String>;
}
