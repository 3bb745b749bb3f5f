//! Arguments that select a game, its rules and a position. All commands share them.

use std::str::FromStr;

use clap::Args;
use plywright::engine::{DynEngine, Setup};

use crate::console::say;
use crate::failure::Failure;
use crate::games::{self, GameEntry};

/// A game and its rules.
#[derive(Debug, Default, Args)]
pub struct Choice {
    /// The game.
    #[arg(long, value_name = "NAME", help = game_help())]
    pub game: Option<String>,
    /// The variant; the game's first one by default
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// An option of the game's rules or of the engine, as in `setoption`; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<OptionValues>,
}

fn game_help() -> String {
    format!("The game, as listed by `plywright games`; {} unless given", games::default_name())
}

/// A position of a game.
#[derive(Debug, Args)]
pub struct Place {
    /// The game and its rules.
    #[command(flatten)]
    pub choice: Choice,
    /// The position text; the start of the game by default
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

/// Options of the engine with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValues(pub Vec<(String, String)>);

impl FromStr for OptionValues {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let option = |text: &str| {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                format!("'{}' sets no option, expected NAME=VALUE", plywright::shorten(text))
            })?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        text.split(',').map(option).collect::<Result<_, _>>().map(Self)
    }
}

impl Choice {
    /// The chosen game.
    pub fn game(&self) -> Result<&'static dyn GameEntry, Failure> {
        let default = games::default_name();
        Ok(games::find(self.game.as_deref().unwrap_or(&default))?)
    }

    /// Returns the options with their values in the order given.
    pub fn options(&self) -> Vec<(String, String)> {
        self.options.iter().flat_map(|options| options.0.clone()).collect()
    }

    /// Makes an engine for the chosen game and variant, with all options at their defaults.
    pub fn plain_engine(&self) -> Result<Box<dyn DynEngine>, Failure> {
        let game = self.game()?;
        if let Some(variant) = &self.variant {
            games::check_variant(game, variant)?;
        }
        Ok(game.engine(self.variant.as_deref())?)
    }

    /// Makes an engine for the chosen game, variant and options.
    pub fn engine(&self) -> Result<Box<dyn DynEngine>, Failure> {
        self.engine_over(&[])
    }

    /// Makes an engine as [`Self::engine`] does, but with other defaults for some options.
    pub fn engine_over(&self, defaults: &[(&str, &str)]) -> Result<Box<dyn DynEngine>, Failure> {
        let mut engine = self.plain_engine()?;
        for (name, value) in defaults {
            engine.set_option(name, value)?;
        }
        for (name, value) in self.options() {
            engine.set_option(&name, &value)?;
        }
        Ok(engine)
    }
}

impl Place {
    /// Makes an engine in the chosen position. Prints a warning about the position, if any, to standard
    /// error.
    pub fn engine(&self) -> Result<Box<dyn DynEngine>, Failure> {
        let mut engine = self.choice.engine()?;
        if let Some(text) = &self.position
            && let Some(warning) = engine.set_position(&Setup::Text(text.clone()), &[])?
        {
            say(format_args!("note: {warning}"));
        }
        Ok(engine)
    }
}
