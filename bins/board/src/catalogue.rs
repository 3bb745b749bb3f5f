//! The games that the board offers, and the message that shows them to the page.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::AtomicBool;

use plywright::engine::{DynEngine, DynGame, OpeningTree};
use plywright::{GameInfo, Variant};
use plywright_matches::analysis::{BLUNDER, MISTAKE};
use serde_json::{Value as Json, json};

use crate::records;

/// Default size of an engine's transposition table in MiB. Memory allocators return blocks of this size to the system
/// when a page leaves, but may keep much smaller ones.
pub const TABLE: usize = 32;

/// A game that the board offers.
#[derive(Clone, Debug)]
pub struct GameListing {
    /// Name of the game.
    pub name: &'static str,
    /// Variants of the game, the default variant first.
    pub variants: Vec<Variant>,
    /// Name of the variant whose positions the pictures in `how_to_play` show.
    pub explained: &'static str,
    /// Texts that say how to play, each after the tag of its language; see [`GameInfo::how_to_play`].
    pub how_to_play: &'static [(&'static str, &'static str)],
}

impl GameListing {
    /// Lists a game. The variant of `game` is the default variant. If it is not a listed one, its name stays in memory
    /// until the program ends.
    pub fn of(game: &dyn DynGame) -> Self {
        let GameInfo { name, how_to_play, .. } = *game.info();
        let own = &game.facts().variant;
        let mut variants = game.variants();
        let explained = variants[0].name;
        variants.sort_by_key(|variant| variant.name != own);
        if variants[0].name != own {
            variants.insert(0, Variant { name: own.clone().leak(), summary: "" });
        }
        Self { name, variants, explained, how_to_play }
    }
}

/// Function that creates an engine for a game, given by its name. The second argument is the name of a variant; `None`
/// for the default variant. It returns a message if the game or variant does not exist or the memory is not available.
pub type MakeEngine = dyn Fn(&str, Option<&str>) -> Result<Box<dyn DynEngine>, String> + Send + Sync;

/// The games that the board offers, and what it shows at the start.
pub struct Catalogue {
    /// All games in the order in which they are shown. The first is the default.
    pub games: Vec<GameListing>,
    /// Creates an engine for a page: for its first game, when it changes the game or its rules, and after a panic.
    pub engine: Box<MakeEngine>,
    /// Opens data, such as tablebases, for an engine whose rules have been set. Returns a warning for the page if that
    /// fails. The engine is used despite the warning.
    pub complete: fn(&mut dyn DynEngine) -> Result<(), String>,
    /// Returns a new seed for the random choices in a game against a level.
    pub seed: fn() -> u64,
    /// Size of each engine's transposition table in MiB.
    pub table: usize,
    /// Name of the program, for the title of the page.
    pub program: &'static str,
    /// Names and values of the options of the rules with which the page opens the first game.
    pub rules: Vec<(String, String)>,
    /// Content of a file of records to show at the start; `None` shows a new game.
    pub records: Option<Vec<u8>>,
    /// Opening tree to show beside the moves; `None` shows none.
    pub explorer: Option<OpeningTree>,
}

impl Catalogue {
    /// Creates a catalogue of these games that shows a new game at the start.
    pub fn new(games: Vec<GameListing>, engine: Box<MakeEngine>) -> Self {
        Self {
            games,
            engine,
            complete: |_| Ok(()),
            // Each `RandomState` has random keys of its own, so its hash of any number is random.
            seed: || RandomState::new().hash_one(0),
            table: TABLE,
            program: "Plywright",
            rules: Vec::new(),
            records: None,
            explorer: None,
        }
    }
}

/// Returns the first message to a page, as JSON: the program's name, the games, the thresholds of mistakes and
/// blunders, the rules and records to show at the start, and whether there is an opening tree.
pub fn hello(catalogue: &Catalogue) -> String {
    let variant_json = |variant: &Variant| json!({"name": variant.name, "summary": variant.summary});
    let game_json = |game: &GameListing| {
        let variants: Vec<_> = game.variants.iter().map(variant_json).collect();
        json!({"name": game.name, "variants": variants})
    };
    let games: Vec<_> = catalogue.games.iter().map(game_json).collect();
    let rules = catalogue.rules.iter().map(|(name, value)| (name.clone(), Json::from(value.as_str())));
    json!({
        "type": "hello",
        "program": catalogue.program,
        "games": games,
        "mistake": MISTAKE,
        "blunder": BLUNDER,
        "rules": rules.collect::<serde_json::Map<_, _>>(),
        "file": catalogue.records.as_deref().map(records_json),
        "tree": catalogue.explorer.is_some(),
    })
    .to_string()
}

/// Returns the games in a file of records, and the errors in it, as a JSON object; see [`records::fields`].
fn records_json(file: &[u8]) -> Json {
    let fields = records::fields(file, &AtomicBool::new(false)).unwrap_or_default();
    serde_json::from_str(&format!("{{{fields}}}")).unwrap_or_default()
}
