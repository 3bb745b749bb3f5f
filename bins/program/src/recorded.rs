//! Game records named on the command line: finds a record in a file and makes an engine for its rules.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use plywright::engine::DynEngine;
use plywright::shorten;
use plywright_arena::record::{GameRecord, RecordError, RecordReader};
use thiserror::Error;

use crate::choice::Choice;
use crate::failure::Failure;
use crate::games;
use crate::output::FileError;
use crate::stderr::say;

/// Reason why no record is available.
#[derive(Debug, Error)]
pub enum RecordedError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The record is malformed.
    #[error("{}, {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        error: RecordError,
    },
    /// The file has no games.
    #[error("{} holds no games", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file has fewer games.
    #[error("{} has {games} games, expected --number to be at most that", path.display())]
    TooFew {
        /// The file.
        path: PathBuf,
        /// Its games.
        games: u64,
    },
    /// The command line names another game or variant than the record.
    #[error("{} records a game of {found}, not of {expected}; leave --{option} out", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// The name in the record.
        found: String,
        /// The name on the command line.
        expected: String,
        /// The option of the command line.
        option: &'static str,
    },
}

/// Finds the game with this number, or the last one. Skips malformed records before it, unless no record
/// follows them.
pub fn find(path: &Path, number: Option<u64>) -> Result<GameRecord, RecordedError> {
    let file = File::open(path).map_err(|error| FileError::new(path, error))?;
    let (mut games, mut last) = (0, None);
    for record in RecordReader::new(BufReader::new(file)) {
        games += 1;
        last = Some(record);
        if number == Some(games) {
            break;
        }
    }
    let path = path.to_owned();
    match last {
        None => Err(RecordedError::Empty { path }),
        Some(Err(error)) => Err(RecordedError::Record { path, error }),
        Some(Ok(_)) if number.is_some_and(|number| number > games) => {
            Err(RecordedError::TooFew { path, games })
        }
        Some(Ok(record)) => Ok(record),
    }
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
            let (path, found, expected) = (path.to_owned(), shorten(found), shorten(expected));
            return Err(RecordedError::Contradiction { path, found, expected, option }.into());
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
    for (name, value) in choice.options() {
        engine.set_option(&name, &value)?;
    }
    Ok(engine)
}
