//! Files of game records: reads a record, creates an engine for its rules, and saves games.

use std::env;
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plywright::engine::{DynEngine, SetupError};
use plywright::shorten;
use plywright_arena::files::{LocatedError, Output};
use plywright_arena::record::{GameRecord, RecordProblem, RecordReader, formats};

use crate::choice::{Choice, pairs};
use crate::console::say;
use crate::failure::Failure;
use crate::games;

/// Reads the game with this number, from 1; `None` reads the last game of the file. Malformed records before
/// the game are counted but skipped. Returns an error if the file cannot be read or has no such game, or if
/// the game is malformed.
pub fn find(path: &Path, number: Option<u64>) -> Result<GameRecord, LocatedError> {
    let file = File::open(path).map_err(|error| LocatedError::new(path, error))?;
    let (mut games, mut last) = (0, None);
    let records = formats::read(BufReader::new(file)).map_err(|error| LocatedError::new(path, error))?;
    for record in records {
        games += 1;
        last = Some(record);
        if number == Some(games) {
            break;
        }
    }
    let record = last.ok_or_else(|| LocatedError::new(path, "the file holds no games"))?;
    let is_beyond = number.is_some_and(|number| number > games);
    match record {
        Ok(record) if !is_beyond => Ok(record),
        // After an incomplete or unreadable record, games may be missing, so its error comes first.
        Err(error) if !is_beyond || !matches!(error.problem, RecordProblem::Malformed(_)) => {
            Err(error.in_file(path))
        }
        _ => {
            let error = format!("the file has {games} games, expected --number to be at most that");
            Err(LocatedError::new(path, error))
        }
    }
}

/// Creates an engine with the rules of the record. If the record names no game, the command line selects the
/// game and rules. Options of the command line override those of the record and `defaults`. Returns an error
/// if the record and the command line name different games or variants.
pub fn engine(
    path: &Path,
    record: &GameRecord,
    choice: &Choice,
    defaults: &[(&str, &str)],
) -> Result<Box<dyn DynEngine>, Failure> {
    let Some(game) = record.tags.get("Game") else {
        return choice.engine_with(defaults.iter().copied().chain(pairs(&choice.options)));
    };
    let variant = record.tags.get("Variant");
    let given = [("game", Some(game), &choice.game), ("variant", variant, &choice.variant)];
    for (option, found, expected) in given {
        if let (Some(found), Some(expected)) = (found, expected)
            && !found.eq_ignore_ascii_case(expected)
        {
            let (found, expected) = (shorten(found), shorten(expected));
            let error = format!("it records a game of {found}, not of {expected}; leave --{option} out");
            return Err(LocatedError::new(path, error).into());
        }
    }
    let mut engine = games::engine(games::find(game)?, variant)?;
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

/// Returns an error about an illegal move in a record of a file, with the move's place. Any other error gets
/// the place of the record's first move.
pub fn illegal(path: &Path, record: &GameRecord, error: SetupError) -> LocatedError {
    match error {
        SetupError::Move { number, .. } if number > 0 && number <= record.plies.len() => {
            LocatedError::new(path, error).at(record.plies[number - 1].place)
        }
        _ => at(path, record, error),
    }
}

/// Returns an error about a whole record of a file, with the place of the first move, if there is one.
pub fn at(path: &Path, record: &GameRecord, error: impl Display) -> LocatedError {
    let error = LocatedError::new(path, error.to_string());
    match record.plies.first() {
        Some(ply) => error.at(ply.place),
        None => error,
    }
}

/// Appends a record to a file. The file must be new, empty or a file of records.
pub fn append(path: &Path, record: &GameRecord) -> Result<(), LocatedError> {
    let is_record = |bytes: &[u8]| matches!(RecordReader::new(bytes).next(), Some(Ok(_)));
    let mut output = Output::open(path, "a file of game records", is_record)?;
    let gap: &[u8] = match output.before() {
        [] | [.., b'\n', b'\n'] => b"",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    };
    let text = [output.before(), gap, record.to_string().as_bytes()].concat();
    output.write(&text)
}

/// The game that has not been saved yet. If the program is interrupted, it saves this game.
#[derive(Clone, Default)]
pub struct Unsaved(Arc<Mutex<Option<GameRecord>>>);

impl Unsaved {
    /// Replaces the unsaved game; `None` if there is nothing to save.
    pub fn set(&self, record: Option<GameRecord>) {
        *self.lock() = record;
    }

    /// Saves the game in the current folder or, if that fails, in the temporary folder, and prints the file's
    /// path. If both fail, prints the record. Does nothing if there is no unsaved game.
    pub fn keep(&self) {
        let Some(record) = self.lock().take() else { return };
        let name = format!("plywright-{}.pgn", record.tags.get("Game").unwrap_or("game"));
        let places = [PathBuf::from(&name), env::temp_dir().join(&name)];
        let kept = places.iter().find(|path| append(path, &record).is_ok());
        match kept {
            Some(path) => {
                let path = path.display();
                say(format_args!("\nThe game is saved in {path}; the command `play {path}` continues it."));
            }
            None => say(format_args!("\nNo file can be written to save the game:\n{record}")),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<GameRecord>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_added_to_files_of_games_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut record = GameRecord::default();
        record.tags.push("Game", "x");
        append(&path, &record).unwrap();
        append(&path, &record).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(RecordReader::new(text.as_bytes()).flatten().count(), 2, "{text}");
        std::fs::write(&path, "Dear reader\n").unwrap();
        assert!(append(&path, &record).is_err());
    }

    #[test]
    fn a_number_beyond_the_last_game_is_named_although_that_game_is_malformed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let error = |text: &str, number| {
            std::fs::write(&path, text).unwrap();
            find(&path, number).unwrap_err().to_string()
        };
        let malformed = "[Game \"x\"]\n\n1. a *\n\n[Game \"x]\n\n1. a *\n";
        for number in [None, Some(2)] {
            let error = error(malformed, number);
            assert!(error.contains("line 5"), "{error}");
        }
        let beyond = error(malformed, Some(3));
        assert!(beyond.contains("the file has 2 games"), "{beyond}");
        // After an incomplete record, games may be missing.
        let incomplete = error("[Game \"x\"]\n\n1. a {open\n", Some(2));
        assert!(incomplete.contains("line 3"), "{incomplete}");
    }
}
