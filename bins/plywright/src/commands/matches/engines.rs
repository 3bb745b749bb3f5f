//! Engines of a match: describes all of them, and creates those of this program.

use plywright::engine::DynEngine;
use plywright_matches::engine_spec::{EngineSpec, EngineSpecError};
use plywright_matches::settings::quoted;
use plywright_matches::tournament::OptionValue;

use crate::choice::Choice;

/// Size of the transposition table of each built-in engine in MiB. It is small because several engines run at once.
const HASH: &str = "16";
/// Name of the option for the level of strength.
pub(in crate::commands) const LEVEL_OPTION: &str = "SkillLevel";

/// Returns a description for each of `levels`, and then for each of the `given` settings. An engine's own settings
/// override `each` and `options`, which apply to all engines. A name that occurs again gets a number, such as `name-2`.
pub(in crate::commands) fn engines(
    levels: &[u8],
    given: &[String],
    each: &str,
    options: &[OptionValue],
) -> Result<Vec<EngineSpec>, EngineSpecError> {
    let options = options.iter().map(|(name, value)| quoted(&format!("option.{name}={value}")) + " ");
    let each = options.collect::<String>() + each;
    let of_level = |level: &u8| format!("cmd=builtin name=level-{level} option.{LEVEL_OPTION}={level}");
    let all = levels.iter().map(of_level).chain(given.iter().cloned());
    let mut engines: Vec<EngineSpec> = Vec::new();
    for own in all {
        let mut engine = EngineSpec::parse(&own, &each)?;
        let (name, mut number) = (engine.name.clone(), 1);
        while engines.iter().any(|known| known.name == engine.name) {
            number += 1;
            engine.name = format!("{name}-{number}");
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// Creates an engine of this program. Sets the size [`HASH`], then `rules`, and then `options`, so that later ones
/// override earlier ones. Ignores the options of `choice`.
pub(in crate::commands) fn make_engine(
    choice: &Choice,
    rules: &[OptionValue],
    options: &[OptionValue],
) -> Result<Box<dyn DynEngine>, String> {
    let game = choice.rules().map_err(|error| error.to_string())?;
    let hash = [("Hash".to_owned(), HASH.to_owned())];
    game.engine_with(&[&hash[..], rules, options].concat()).map_err(|error| error.to_string())
}
