//! The games on offer. A new game is one line of [`AnyGame`] and one of [`AnyGame::all`].

use std::marker::PhantomData;
use std::path::Path;

use enum_dispatch::enum_dispatch;
use plywright::engine::{DynEngine, Engine, SetOptionError, Setup, SetupError};
use plywright::tables::{DynTables, Probed, TablesError, probe};
use plywright::{Playable, Variant, shorten};
use plywright_connect_four::ConnectFour;
use plywright_gyges::Gyges;
use plywright_mill::Mill;
use plywright_othello::Othello;
use plywright_santorini::Santorini;
use plywright_tic_tac_toe::TicTacToe;
use thiserror::Error;

/// A game as the program sees it: names, and engines by name.
#[enum_dispatch]
pub trait GameEntry {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// Its variants, the default first.
    fn variants(&self) -> Vec<Variant>;
    /// What names variants have that are not listed.
    fn further_variants(&self) -> Option<Variant>;
    /// Is this the name of a variant, or does it look like one of those that are not listed?
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
    fn tables(&self, variant: Option<&str>) -> Result<Option<Box<dyn DynTables>>, SetOptionError>;
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
pub struct EntryOf<G>(PhantomData<G>);

impl<G> EntryOf<G> {
    const NEW: Self = Self(PhantomData);
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
        Ok(Box::new(Engine::<G>::new(variant)?))
    }

    fn tables(&self, variant: Option<&str>) -> Result<Option<Box<dyn DynTables>>, SetOptionError> {
        let tables = Engine::<G>::new(variant)?.game().tables();
        Ok(tables.map(|tables| tables as Box<dyn DynTables>))
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
            None => game.oracle(),
        };
        Ok(probe(game, &*oracle.ok_or(ProbeError::Nothing)?, engine.state()))
    }
}

/// All games.
#[enum_dispatch(GameEntry)]
#[derive(Debug)]
pub enum AnyGame {
    /// Nine Men's Morris and its family.
    Mill(EntryOf<Mill>),
    /// Workers who climb and build.
    Santorini(EntryOf<Santorini>),
    /// Four in a row on a board that stands upright.
    ConnectFour(EntryOf<ConnectFour>),
    /// Pieces that belong to nobody, bounced into the goal.
    Gyges(EntryOf<Gyges>),
    /// Discs that are bracketed turn over.
    Othello(EntryOf<Othello>),
    /// Three in a row on nine squares.
    TicTacToe(EntryOf<TicTacToe>),
}

impl AnyGame {
    /// All games, the flagship first.
    pub fn all() -> [Self; 6] {
        [
            Self::Mill(EntryOf::NEW),
            Self::Santorini(EntryOf::NEW),
            Self::ConnectFour(EntryOf::NEW),
            Self::Gyges(EntryOf::NEW),
            Self::Othello(EntryOf::NEW),
            Self::TicTacToe(EntryOf::NEW),
        ]
    }

    /// The game with that name, in any case.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(name: &str) -> Result<Self, UnknownName> {
        Self::all().into_iter().find(|game| game.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
            UnknownName {
                kind: "game".to_owned(),
                found: shorten(name),
                known: Self::all().map(|game| game.name()).join(", "),
            }
        })
    }

    /// Does the game have a variant with that name, in any case? Why it has none after all, the engine tells.
    ///
    /// # Errors
    /// When there is no such name.
    pub fn check_variant(&self, name: &str) -> Result<(), UnknownName> {
        if self.may_have(name) {
            return Ok(());
        }
        let variants = self.variants().into_iter().chain(self.further_variants());
        Err(UnknownName {
            kind: format!("variant of {}", self.name()),
            found: shorten(name),
            known: variants.map(|variant| variant.name).collect::<Vec<_>>().join(", "),
        })
    }
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
    Tables(#[from] TablesError),
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
