//! The games that the program offers, with access by name.

use std::marker::PhantomData;
use std::sync::OnceLock;

use plywright::engine::{DynEngine, Engine, SetOptionError};
use plywright::{Playable, Variant, closest, shorten};
use thiserror::Error;

/// A game that the program offers.
pub trait GameEntry: Send + Sync {
    /// Returns the game's name, as used on the command line.
    fn name(&self) -> &'static str;
    /// Returns the listed variants, the default variant first.
    fn variants(&self) -> Vec<Variant>;
    /// Returns a description of variants that are not listed one by one, with a pattern as name; `None` if
    /// there are none.
    fn further_variants(&self) -> Option<Variant>;
    /// Whether `variant` is the name of a listed variant or matches the pattern of unlisted ones.
    fn may_have(&self, variant: &str) -> bool;
    /// Creates an engine for the variant with this name; `None` for the default variant.
    ///
    /// # Errors
    /// Returns an error if the variant does not exist or the memory for the transposition table is not
    /// available.
    fn engine(&self, variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError>;
}

/// Function that creates an engine for the variant with this name; `None` for the default variant.
pub type MakeEngine = fn(Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError>;

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

/// Creates the entry of a game, for [`run`](crate::run).
pub fn game<G: Playable>() -> Box<dyn GameEntry> {
    game_with::<G>(|variant| Ok(Box::new(Engine::<G>::new(variant)?)))
}

/// Creates the entry of a game whose engine is compiled in the game's own crate. This lets the compiler build
/// several engines at once.
pub fn game_with<G: Playable>(engine: MakeEngine) -> Box<dyn GameEntry> {
    Box::new(EntryOf::<G> { engine, game: PhantomData })
}

static GAMES: OnceLock<Vec<Box<dyn GameEntry>>> = OnceLock::new();

/// Sets the games of the program. Calls after the first have no effect. [`run`](crate::run) calls it.
pub fn offer(games: Vec<Box<dyn GameEntry>>) {
    let _ = GAMES.set(games);
}

/// Iterates over all games, the default game first.
pub(crate) fn all() -> impl Iterator<Item = &'static dyn GameEntry> {
    GAMES.get().into_iter().flatten().map(|game| &**game)
}

/// Returns the name of the default game, or an empty string if there are no games.
pub(crate) fn default_name() -> String {
    all().next().map_or_else(String::new, |game| game.name().to_owned())
}

pub(crate) fn are_several() -> bool {
    all().nth(1).is_some()
}

/// Finds a game by name, ignoring case.
pub(crate) fn find(name: &str) -> Result<&'static dyn GameEntry, UnknownName> {
    let found = all().find(|game| game.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| UnknownName::new("game", name, &all().map(GameEntry::name).collect::<Vec<_>>()))
}

/// Checks that a game may have a variant with this name. Whether an unlisted variant exists is checked when
/// its engine is created.
pub(crate) fn check_variant(game: &dyn GameEntry, name: &str) -> Result<(), UnknownName> {
    if game.may_have(name) {
        return Ok(());
    }
    let variants = game.variants().into_iter().chain(game.further_variants());
    let names: Vec<_> = variants.map(|variant| variant.name).collect();
    Err(UnknownName::new(&format!("variant of {}", game.name()), name, &names))
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct UnknownName(String);

impl UnknownName {
    fn new(kind: &str, found: &str, known: &[&str]) -> Self {
        let advice = closest(found, known.iter().copied()).map_or_else(
            || format!("there are {}", known.join(", ")),
            |name| format!("did you mean '{name}'? The command `games` lists all"),
        );
        Self(format!("no {kind} is called '{}'; {advice}", shorten(found)))
    }
}
