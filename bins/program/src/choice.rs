//! Which game, which position and which options: what the arguments of several subcommands have in common.

use std::str::FromStr;

use clap::Args;
use plywright::engine::{DynEngine, Setup};

use crate::failure::Failure;
use crate::games;
use crate::stderr::say;

/// A game and its variant.
#[derive(Debug, Args)]
pub struct Choice {
    /// The game, as listed by `plywright games`
    #[arg(long, value_name = "NAME", default_value_t = games::default_name())]
    pub game: String,
    /// The variant; the game's first one unless given
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

/// A position of a game.
#[derive(Debug, Args)]
pub struct Place {
    /// Which game and variant.
    #[command(flatten)]
    pub choice: Choice,
    /// The position text; the start of a game unless given
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
    /// An engine for the chosen game and variant.
    pub fn engine(&self) -> Result<Box<dyn DynEngine>, Failure> {
        let game = games::find(&self.game)?;
        if let Some(variant) = &self.variant {
            games::check_variant(game, variant)?;
        }
        Ok(game.engine(self.variant.as_deref())?)
    }
}

impl Place {
    /// An engine in the chosen position. What is odd about the position goes to standard error.
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
