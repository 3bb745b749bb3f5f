//! Command-line arguments that select a game, its rules and a position.

use std::sync::Arc;

use clap::Args;
use plywright::engine::{DynEngine, DynGame, Setup};
use plywright::game::DynLine;
use plywright::shorten;
use plywright_matches::tournament::OptionValue;

use crate::console::say;
use crate::failure::Failure;
use crate::games;

/// Selection of a game, its variant and its options.
#[derive(Clone, Debug, Default, Args)]
pub struct Choice {
    /// Name of the game; `None` for the program's default.
    #[arg(long, value_name = "NAME", help = game_help())]
    pub game: Option<String>,
    /// The variant of the game; the game's default variant if not given
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// An option of the rules or of the engine, as in `setoption`; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option_value)]
    pub options: Vec<(String, String)>,
}

fn game_help() -> String {
    format!("The game, as listed by `plywright games`; {} if not given", games::default_name())
}

/// Selection of a game and of a position in it.
#[derive(Debug, Args)]
pub struct Place {
    /// Game and rules.
    #[command(flatten)]
    pub choice: Choice,
    /// The position, as text; the start of the game if not given
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

/// Parses `NAME=VALUE` into the name and the value, both without surrounding white space. The first `=` ends the name.
pub fn option_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it sets no option, expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl Choice {
    /// Returns the selected game, or the program's default game if none is selected.
    pub fn game(&self) -> Result<&'static Arc<dyn DynGame>, Failure> {
        games::find(self.game.as_deref().unwrap_or(games::default_name()))
    }

    /// Checks that the selected game exists and may have the selected variant. If no game is selected, it is enough
    /// that one of the games may have the variant, because a record can name its game itself.
    pub fn check(&self) -> Result<(), Failure> {
        let game = self.game()?;
        let Some(variant) = &self.variant else { return Ok(()) };
        if self.game.is_some() {
            return games::check_variant(game, variant);
        }
        if games::all().any(|game| game.may_have(variant)) {
            return Ok(());
        }
        let message = format!("no game has a variant called '{}'", shorten(variant));
        Err(Failure::not_understood(message))
    }

    /// Divides the selected options into those that set rules of `game`, and all others.
    pub fn split_options(&self, game: &dyn DynGame) -> (Vec<OptionValue>, Vec<OptionValue>) {
        self.options.iter().cloned().partition(|(name, _)| game.has_rule(name))
    }

    /// Returns the rules of the selected game and variant, with the default of every option.
    pub fn rules(&self) -> Result<Arc<dyn DynGame>, Failure> {
        let game = self.game()?;
        if let Some(variant) = &self.variant {
            games::check_variant(game, variant)?;
        }
        Ok(games::rules(game, self.variant.as_deref())?)
    }

    /// Creates an engine for the selected game, variant and options.
    pub fn engine(&self) -> Result<Box<dyn DynEngine>, Failure> {
        Ok(self.rules()?.engine_with(&self.options)?)
    }
}

/// An engine, and the line of the selected position.
type EngineAndLine = (Box<dyn DynEngine>, Box<dyn DynLine>);

impl Place {
    /// Creates the selected engine, and a line at the selected position. Prints the game's warning about the position,
    /// if there is one, to standard error.
    pub fn set_up(&self) -> Result<EngineAndLine, Failure> {
        let engine = self.choice.engine()?;
        let (game, setup) = (engine.dyn_game(), self.position.clone().map_or(Setup::Start, Setup::Text));
        let line = game.set_up(&setup, &[])?;
        if let Some(warning) = game.warning(&setup) {
            say(format_args!("note: {warning}"));
        }
        Ok((engine, line))
    }
}
