//! The games on offer: names, and engines by name.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::OnceLock;

use plywright::engine::{DynEngine, Engine, SetOptionError, Setup, SetupError};
use plywright::tablebase::{DynTablebase, Probed, TablebaseError, probe};
use plywright::{Playable, Variant, shorten};
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
    /// What solves the variant and reads its tables; `None` where the game does not number its positions.
    ///
    /// # Errors
    /// As [`GameEntry::engine`].
    fn tables(&self, variant: Option<&str>) -> Result<Option<Box<dyn DynTablebase>>, SetOptionError>;
    /// What the tables in a folder, or the game's own knowledge, say about a position and its moves.
    ///
    /// # Errors
    /// When there is no such variant or position, or the tables cannot be used.
    fn probe(
        &self,
        variant: Option<&str>,
        folder: Option<&Path>,
        position: Option<&str>,
    ) -> Result<Probed, ProbeError>;
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

    fn tables(&self, variant: Option<&str>) -> Result<Option<Box<dyn DynTablebase>>, SetOptionError> {
        let tables = Engine::<G>::new(variant)?.game().tables();
        Ok(tables.map(|tables| tables as Box<dyn DynTablebase>))
    }

    fn probe(
        &self,
        variant: Option<&str>,
        folder: Option<&Path>,
        position: Option<&str>,
    ) -> Result<Probed, ProbeError> {
        let mut engine = Engine::<G>::new(variant)?;
        if let Some(text) = position {
            engine.set_position(&Setup::Text(text.to_owned()), &[])?;
        }
        let game = engine.game();
        let oracle = match folder {
            Some(folder) => Some(game.tables().ok_or(ProbeError::Nothing)?.open(folder)?),
            None => engine.oracle(),
        };
        Ok(probe(game, &*oracle.ok_or(ProbeError::Nothing)?, engine.state()))
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
    all().find(|game| game.name().eq_ignore_ascii_case(name)).ok_or_else(|| UnknownName {
        kind: "game".to_owned(),
        found: shorten(name),
        known: all().map(GameEntry::name).collect::<Vec<_>>().join(", "),
    })
}

/// Whether a game has a variant with that name, in any case. Why it has none after all, the engine says.
///
/// # Errors
/// When there is no such name.
pub(crate) fn check_variant(game: &dyn GameEntry, name: &str) -> Result<(), UnknownName> {
    if game.may_have(name) {
        return Ok(());
    }
    let variants = game.variants().into_iter().chain(game.further_variants());
    Err(UnknownName {
        kind: format!("variant of {}", game.name()),
        found: shorten(name),
        known: variants.map(|variant| variant.name).collect::<Vec<_>>().join(", "),
    })
}

/// Why nothing can be said about a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProbeError {
    /// There is no such variant.
    #[error(transparent)]
    Variant(#[from] SetOptionError),
    /// There is no such position.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// The tables cannot be used.
    #[error(transparent)]
    Tables(#[from] TablebaseError),
    /// Nobody knows anything about the game under these rules.
    #[error("nothing is exactly known under these rules without a folder of tables for them")]
    Nothing,
}

/// No game, or no variant of the game, has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no {kind} is called '{found}'; there are {known}")]
pub struct UnknownName {
    /// What was looked for.
    kind: String,
    /// The name that was read.
    found: String,
    /// The names that exist.
    known: String,
}
