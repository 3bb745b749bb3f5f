//! Interface through which the board lists the games and creates their engines, and the message that shows them to
//! the page.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::AtomicBool;

use plywright::Variant;
use plywright::engine::{DynEngine, OpeningTree};
use plywright_matches::analysis::{BLUNDER, MISTAKE};
use serde_json::{Value as Json, json};

use crate::records;

/// Default size of an engine's transposition table in MiB. Memory allocators may keep freed blocks that are much
/// smaller.
pub const TABLE: usize = 32;

/// A game that the board offers.
#[derive(Clone, Debug)]
pub struct GameListing {
    /// Name of the game.
    pub name: &'static str,
    /// Variants of the game, the default variant first.
    pub variants: Vec<Variant>,
    /// The variants that are not listed: the pattern of their names, and their description. `None` if all are listed.
    pub further: Option<Variant>,
    /// How to play, by language tag, as in [`GameInfo`](plywright::GameInfo::how_to_play).
    pub how_to_play: &'static [(&'static str, &'static str)],
}

/// Source of games and engines for the board.
pub trait Catalogue: Send + Sync + 'static {
    /// Returns all games in the order in which they are shown. The first is the default.
    fn games(&self) -> Vec<GameListing>;

    /// Returns the name of the program, for the title of the page.
    fn program(&self) -> &'static str {
        "Plywright"
    }

    /// Returns the text of a file of records to show at the start; `None` shows a new game.
    fn records(&self) -> Option<&str> {
        None
    }

    /// Returns an opening tree to show beside the moves; `None` shows none.
    fn explorer(&self) -> Option<&OpeningTree> {
        None
    }

    /// Returns the names and values of the rules' options with which the first listed game opens.
    fn rules(&self) -> &[(String, String)] {
        &[]
    }

    /// Returns the size of each engine's transposition table in MiB, by default [`TABLE`].
    fn table(&self) -> usize {
        TABLE
    }

    /// Returns a new seed for the random choices in a game against a level.
    fn seed(&self) -> u64 {
        RandomState::new().hash_one(0)
    }

    /// Creates an engine for a game. `variant` is the name of a variant; `None` for the default variant.
    ///
    /// # Errors
    ///
    /// Returns a message if the game or variant does not exist or the memory is not available.
    fn engine(&self, game: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String>;

    /// Opens further data for an engine after its rules have been set, such as tablebases.
    ///
    /// # Errors
    ///
    /// Returns a warning for the page. The engine is used despite the warning.
    fn complete(&self, _engine: &mut dyn DynEngine) -> Result<(), String> {
        Ok(())
    }
}

/// Returns the first message: the version, the program's name, the games, the thresholds of mistakes and
/// blunders, the rules and records to show at the start, and whether there is an opening tree.
pub fn hello(catalogue: &dyn Catalogue) -> String {
    let variant = |variant: &Variant| json!({"name": variant.name, "summary": variant.summary});
    let game = |game: &GameListing| {
        json!({
            "name": game.name,
            "variants": game.variants.iter().map(variant).collect::<Vec<_>>(),
            "further": game.further.as_ref().map(variant),
        })
    };
    let games: Vec<_> = catalogue.games().iter().map(game).collect();
    let rules = catalogue.rules().iter().map(|(name, value)| (name.clone(), Json::from(value.as_str())));
    json!({
        "type": "hello",
        "version": env!("CARGO_PKG_VERSION"),
        "program": catalogue.program(),
        "games": games,
        "mistake": MISTAKE,
        "blunder": BLUNDER,
        "rules": rules.collect::<serde_json::Map<_, _>>(),
        "file": catalogue.records().map(file),
        "tree": catalogue.explorer().is_some(),
    })
    .to_string()
}

/// Returns the games of a file of records and the errors in it, as the JSON object of [`records::fields`].
fn file(text: &str) -> Json {
    let fields = records::fields(text, &AtomicBool::new(false)).unwrap_or_default();
    serde_json::from_str(&format!("{{{fields}}}")).unwrap_or_default()
}
