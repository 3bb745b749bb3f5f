//! The games on offer: names, and engines by name.

use std::marker::PhantomData;
use std::sync::OnceLock;

use plywright::engine::{DynEngine, Engine, SetOptionError};
use plywright::{Playable, Variant, closest, shorten};
use thiserror::Error;

/// A game as the program sees it: names, and engines by name.
pub trait GameEntry: Send + Sync {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// Its variants, the default first.
    fn variants(&self) -> Vec<Variant>;
    /// What names variants have that are not listed.
    fn further_variants(&self) -> Option<Variant>;
    /// Whether this is the name of a variant, or looks like one of those that are not listed.
    fn may_have(&self, variant: &str) -> bool;
    /// An engine for the variant with that name, or the default one.
    ///
    /// # Errors
    /// When there is no such variant, or no memory for the engine's table.
    fn engine(&self, variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError>;
}

/// Stands for a game before any of its variants is chosen.
#[derive(Debug)]
struct EntryOf<G>(PhantomData<fn() -> G>);

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
        Ok(Box::new(Engine::<G>::new(variant)?))
    }
}

/// A game to be offered.
pub fn game<G: Playable>() -> Box<dyn GameEntry> {
    Box::new(EntryOf::<G>(PhantomData))
}

/// The games on offer, set once when the program starts.
static GAMES: OnceLock<Vec<Box<dyn GameEntry>>> = OnceLock::new();

/// Offers these games from now on; they stay what they are when offered first.
pub(crate) fn offer(games: Vec<Box<dyn GameEntry>>) {
    let _ = GAMES.set(games);
}

/// All games, the default first.
pub(crate) fn all() -> impl Iterator<Item = &'static dyn GameEntry> {
    GAMES.get().into_iter().flatten().map(|game| &**game)
}

/// The name of the game that is played unless another is asked for.
pub(crate) fn default_name() -> String {
    all().next().map_or_else(String::new, |game| game.name().to_owned())
}

/// Whether a game has to be chosen.
pub(crate) fn are_several() -> bool {
    all().nth(1).is_some()
}

/// The game with that name, in any case.
///
/// # Errors
/// When there is none.
pub(crate) fn find(name: &str) -> Result<&'static dyn GameEntry, UnknownName> {
    let found = all().find(|game| game.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        UnknownName::new("game".to_owned(), name, &all().map(GameEntry::name).collect::<Vec<_>>())
    })
}

/// Checks that a game has a variant with that name, in any case, or may have one: then the engine decides.
///
/// # Errors
/// When there is no such name.
pub(crate) fn check_variant(game: &dyn GameEntry, name: &str) -> Result<(), UnknownName> {
    if game.may_have(name) {
        return Ok(());
    }
    let variants = game.variants().into_iter().chain(game.further_variants());
    let names: Vec<_> = variants.map(|variant| variant.name).collect();
    Err(UnknownName::new(format!("variant of {}", game.name()), name, &names))
}

/// No game, or no variant of the game, has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no {kind} is called '{found}'; {advice}")]
pub struct UnknownName {
    /// What was looked for.
    kind: String,
    /// The name that was read.
    found: String,
    /// The name that may be meant, or else all names.
    advice: String,
}

impl UnknownName {
    fn new(kind: String, found: &str, known: &[&str]) -> Self {
        let advice = closest(found, known.iter().copied()).map_or_else(
            || format!("there are {}", known.join(", ")),
            |name| format!("did you mean '{name}'? The command `games` lists all"),
        );
        Self { kind, found: shorten(found), advice }
    }
}
