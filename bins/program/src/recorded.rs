//! Game records named on the command line: finds a record in a file and makes an engine for its rules.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use plywright::engine::DynEngine;
use plywright::shorten;
use plywright_arena::files::FileError;
use plywright_arena::record::{GameRecord, RecordReader};

use crate::choice::Choice;
use crate::console::say;
use crate::failure::Failure;
use crate::games;

/// Finds the game with this number, or the last one. Skips malformed records before it, unless no record
/// follows them.
pub fn find(path: &Path, number: Option<u64>) -> Result<GameRecord, FileError> {
    let file = File::open(path).map_err(|error| FileError::new(path, error))?;
    let (mut games, mut last) = (0, None);
    for record in RecordReader::new(BufReader::new(file)) {
        games += 1;
        last = Some(record);
        if number == Some(games) {
            break;
        }
    }
    let record = last.ok_or_else(|| FileError::new(path, "the file holds no games"))?;
    let record = record.map_err(|error| error.in_file(path))?;
    if number.is_some_and(|number| number > games) {
        let error = format!("the file has {games} games, expected --number to be at most that");
        return Err(FileError::new(path, error));
    }
    Ok(record)
}

/// Makes an engine with the rules in the record, or those of the command line if the record names no game.
pub fn engine(
    path: &Path,
    record: &GameRecord,
    choice: &Choice,
    defaults: &[(&str, &str)],
) -> Result<Box<dyn DynEngine>, Failure> {
    let Some(game) = record.tags.get("Game") else { return choice.engine_over(defaults) };
    let variant = record.tags.get("Variant");
    let given = [("game", Some(game), &choice.game), ("variant", variant, &choice.variant)];
    for (option, found, expected) in given {
        if let (Some(found), Some(expected)) = (found, expected)
            && !found.eq_ignore_ascii_case(expected)
        {
            let (found, expected) = (shorten(found), shorten(expected));
            let error = format!("it records a game of {found}, not of {expected}; leave --{option} out");
            return Err(FileError::new(path, error).into());
        }
    }
    let mut engine = games::find(game)?.engine(variant)?;
    for (name, value) in defaults {
        engine.set_option(name, value)?;
    }
    for (name, value) in record.rules() {
        if engine.has_rule(name) {
            engine.set_rule(name, value)?;
        } else {
            say(format_args!("note: the record sets '{}', which is not a rule: ignored", shorten(name)));
        }
    }
    for (name, value) in &choice.options {
        engine.set_option(name, value)?;
    }
    Ok(engine)
}
