//! Saves the game: to a file that the person names, or to a default file on interruption.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plywright_arena::files::{FileError, Output};
use plywright_arena::record::{GameRecord, RecordReader};

use crate::console::say;

/// Appends a record to a file of records.
pub fn append(path: &Path, record: &GameRecord) -> Result<(), FileError> {
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

/// The unsaved game. It is saved when the program is asked to end.
#[derive(Clone, Default)]
pub struct Unsaved(Arc<Mutex<Option<GameRecord>>>);

impl Unsaved {
    /// Sets the game to be saved, if any.
    pub fn set(&self, record: Option<GameRecord>) {
        *self.lock() = record;
    }

    /// Saves the game, once, and prints the file's path.
    pub fn keep(&self) {
        let Some(record) = self.lock().take() else { return };
        let name = format!("plywright-{}.pgn", record.tags.get("Game").unwrap_or("game"));
        let places = [PathBuf::from(&name), env::temp_dir().join(&name)];
        let kept = places.iter().find(|path| append(path, &record).is_ok());
        match kept {
            Some(path) => {
                let path = path.display();
                say(format_args!("\nThe game is kept in {path}; the command `play {path}` goes on with it."));
            }
            // Prints the record as a last resort.
            None => say(format_args!("\nNo file can be written to keep the game:\n{record}")),
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
}
