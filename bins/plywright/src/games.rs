//! The games that the program offers, with access by name.

use std::sync::{Arc, OnceLock};

use plywright::engine::DynGame;
use plywright::{OptionError, closest, shorten};

use crate::failure::Failure;

static GAMES: OnceLock<Vec<Arc<dyn DynGame>>> = OnceLock::new();

/// Sets the games of the program. Calls after the first have no effect. [`run`](crate::run) calls it.
pub fn offer(games: Vec<Arc<dyn DynGame>>) {
    let _ = GAMES.set(games);
}

/// Iterates over all games, the default game first. Each has the rules of its default variant.
pub(crate) fn all() -> impl Iterator<Item = &'static Arc<dyn DynGame>> {
    GAMES.get().into_iter().flatten()
}

/// Returns the name of the default game, or an empty string if there are no games.
pub(crate) fn default_name() -> &'static str {
    all().next().map_or("", |game| game.facts().game)
}

pub(crate) fn are_several() -> bool {
    all().nth(1).is_some()
}

/// Finds a game by name, ignoring case.
pub(crate) fn find(name: &str) -> Result<&'static Arc<dyn DynGame>, Failure> {
    let found = all().find(|game| game.facts().game.eq_ignore_ascii_case(name));
    let names: Vec<_> = all().map(|game| game.facts().game).collect();
    found.ok_or_else(|| unknown_name("game", name, &names))
}

/// Checks that a game may have a variant with this name. Whether an unlisted variant exists is checked by [`rules`].
pub(crate) fn check_variant(game: &Arc<dyn DynGame>, name: &str) -> Result<(), Failure> {
    if game.may_have(name) {
        return Ok(());
    }
    let of_game = game.info().name;
    let variants = game.variants().into_iter().chain(game.further_variants());
    let names: Vec<_> = variants.map(|variant| variant.name).collect();
    Err(unknown_name(&format!("variant of {of_game}"), name, &names))
}

/// Returns the rules of a variant of `game`, with the default of every option. `None` stands for the default variant.
/// `game` must be one of [`all`].
pub(crate) fn rules(game: &Arc<dyn DynGame>, variant: Option<&str>) -> Result<Arc<dyn DynGame>, OptionError> {
    variant.map_or_else(|| Ok(Arc::clone(game)), |variant| game.variant(variant))
}

fn unknown_name(kind: &str, found: &str, known: &[&str]) -> Failure {
    let advice = closest(found, known.iter().copied()).map_or_else(
        || format!("there are {}", known.join(", ")),
        |name| format!("did you mean '{name}'? The command `games` lists all"),
    );
    Failure::not_understood(format!("no {kind} is called '{}'; {advice}", shorten(found)))
}
