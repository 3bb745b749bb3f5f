//! The rules of one variant of a game, with the facts that Python code asks for.

use std::sync::{Arc, OnceLock};

use plywright::did_you_mean;
use plywright::engine::{DynEngine, DynGame, Facts, SetOptionError};

use crate::errors::{OptionError, raise};
use pyo3::PyErr;

/// Facts about the rules of a game. Two games are equal in Python if these facts are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct About {
    /// Names of the game and the variant, and the names and values of the rules that were set.
    pub facts: Facts,
    /// Names of the first and the second side.
    pub sides: [String; 2],
    /// Number of different move numbers.
    pub move_count: u32,
    /// Shape of an observation.
    pub observation_shape: Vec<usize>,
    /// Number of moves after which an environment for learning may truncate a game.
    pub max_plies: u32,
}

impl About {
    /// Returns the number of entries of an observation.
    pub fn size(&self) -> usize {
        self.observation_shape.iter().product()
    }
}

/// Rules of one variant of a game.
pub struct Rules {
    /// The rules, as a trait object, which hides the game's type.
    pub game: Arc<dyn DynGame>,
    /// Facts about the rules.
    pub about: About,
}

/// Returns all games of the package, the default game first.
pub fn games() -> &'static [Arc<dyn DynGame>] {
    static GAMES: OnceLock<Vec<Arc<dyn DynGame>>> = OnceLock::new();
    GAMES.get_or_init(plywright_games::all)
}

impl Rules {
    /// Creates the rules of the game `name`. Without `variant`, they are those of the default variant. `options` are
    /// names and values.
    ///
    /// # Errors
    ///
    /// Returns an error if the game, the variant, an option or a value does not exist.
    pub fn new(name: &str, variant: Option<&str>, options: &[(String, String)]) -> Result<Self, PyErr> {
        let known = games().iter().find(|game| game.facts().game.eq_ignore_ascii_case(name.trim()));
        let mut game = Arc::clone(known.ok_or_else(|| no_game(name))?);
        if let Some(variant) = variant {
            game = game.variant(variant).map_err(raise::<OptionError>)?;
        }
        for (name, value) in options {
            game = game.with(name, value).map_err(raise::<OptionError>)?;
        }
        Ok(Self::of(game, None))
    }

    /// Creates the rules of a game. `max_plies` is the number of moves after which an environment may truncate a game.
    /// `None` stands for [`GameInfo::max_plies`](plywright::GameInfo::max_plies).
    pub fn of(game: Arc<dyn DynGame>, max_plies: Option<u32>) -> Self {
        let about = About {
            facts: game.facts().clone(),
            sides: game.sides(),
            move_count: game.move_count(),
            observation_shape: game.observation_shape(),
            max_plies: max_plies.unwrap_or(game.info().max_plies),
        };
        Self { game, about }
    }

    /// Creates an engine with these rules and a transposition table of the default size.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory is not available.
    pub fn engine(&self) -> Result<Box<dyn DynEngine>, SetOptionError> {
        self.game.engine(None)
    }
}

fn no_game(name: &str) -> PyErr {
    let names = || games().iter().map(|game| game.facts().game);
    let suggestion = did_you_mean(name, names());
    let names = names().collect::<Vec<_>>().join(", ");
    let name = plywright::shorten(name);
    OptionError::new_err(format!("no game is called '{name}', expected one of {names}{suggestion}"))
}
