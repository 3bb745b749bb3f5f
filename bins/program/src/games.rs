//! Games of the program: their names, and engines by name.

use std::marker::PhantomData;
use std::sync::OnceLock;

use plywright::engine::{DynEngine, Engine, SetOptionError};
use plywright::{Playable, Variant, closest, shorten};
use thiserror::Error;

/// A game of the program: its names, and engines by name.
pub trait GameEntry: Send + Sync {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// Variants of the game, the default first.
    fn variants(&self) -> Vec<Variant>;
    /// Pattern of the names of unlisted variants, if there are any.
    fn further_variants(&self) -> Option<Variant>;
    /// Whether this is the name of a variant, or matches the pattern of unlisted ones.
    fn may_have(&self, variant: &str) -> bool;
    /// Makes an engine for the variant with this name, or for the default variant.
    ///
    /// # Errors
    /// Returns an error if the variant does not exist or there is no memory for the engine's table.
    fn engine(&self, variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError>;
}

/// Makes an engine for the variant with this name, or for the default variant.
pub type MakeEngine = fn(Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError>;

/// Entry of a game type `G`.
#[derive(Debug)]
struct EntryOf<G> {
    engine: MakeEngine,
    game: PhantomData<fn() -> G>,
}

impl<G: Playable> GameEntry for EntryOf<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn variants(&self) -> Vec<Variant> {
        G::variants()
    }

    fn further_variants(&self) -> Option<Variant> {
        G::further_variants()
    }

    fn may_have(&self, variant: &str) -> bool {
        let name = variant.to_ascii_lowercase();
        G::variants().iter().any(|known| known.name == name) || G::further_variant(&name) != Ok(None)
    }

    fn engine(&self, variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        (self.engine)(variant)
    }
}

/// Makes the entry of a game.
pub fn game<G: Playable>() -> Box<dyn GameEntry> {
    game_with::<G>(|variant| Ok(Box::new(Engine::<G>::new(variant)?)))
}

/// Makes the entry of a game whose own crate compiles its engine. Crates are compiled side by side.
pub fn game_with<G: Playable>(engine: MakeEngine) -> Box<dyn GameEntry> {
    Box::new(EntryOf::<G> { engine, game: PhantomData })
}

/// All games, set once when the program starts.
static GAMES: OnceLock<Vec<Box<dyn GameEntry>>> = OnceLock::new();

/// Sets the games of the program. Only the first call has an effect.
pub(crate) fn offer(games: Vec<Box<dyn GameEntry>>) {
    let _ = GAMES.set(games);
}

/// All games, the default first.
pub(crate) fn all() -> impl Iterator<Item = &'static dyn GameEntry> {
    GAMES.get().into_iter().flatten().map(|game| &**game)
}

/// Name of the default game.
pub(crate) fn default_name() -> String {
    all().next().map_or_else(String::new, |game| game.name().to_owned())
}

/// Whether there is more than one game.
pub(crate) fn are_several() -> bool {
    all().nth(1).is_some()
}

/// Finds a game by its name, case-insensitively.
///
/// # Errors
/// Returns an error if no game has this name.
pub(crate) fn find(name: &str) -> Result<&'static dyn GameEntry, UnknownName> {
    let found = all().find(|game| game.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| UnknownName::new("game", name, &all().map(GameEntry::name).collect::<Vec<_>>()))
}

/// Checks, case-insensitively, that a game has or may have a variant with this name. The engine makes the
/// final check of unlisted variants.
///
/// # Errors
/// Returns an error if no variant can have this name.
pub(crate) fn check_variant(game: &dyn GameEntry, name: &str) -> Result<(), UnknownName> {
    if game.may_have(name) {
        return Ok(());
    }
    let variants = game.variants().into_iter().chain(game.further_variants());
    let names: Vec<_> = variants.map(|variant| variant.name).collect();
    Err(UnknownName::new(&format!("variant of {}", game.name()), name, &names))
}

/// Error for an unknown name of a game or a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct UnknownName(String);

impl UnknownName {
    /// Names what was read, and a similar known name or else all known names.
    fn new(kind: &str, found: &str, known: &[&str]) -> Self {
        let advice = closest(found, known.iter().copied()).map_or_else(
            || format!("there are {}", known.join(", ")),
            |name| format!("did you mean '{name}'? The command `games` lists all"),
        );
        Self(format!("no {kind} is called '{}'; {advice}", shorten(found)))
    }
}
