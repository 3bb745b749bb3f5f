//! Saves the game in a file of records: at the person's request, or when the program is interrupted.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use plywright::engine::lock;
use plywright_matches::files::LocatedError;
use plywright_matches::outputs::Output;
use plywright_matches::record::{GameRecord, RecordReader};

use crate::console::say;

/// Appends a record to a file, with an empty line before it unless the file is empty. The file must be new, empty or a
/// file of records.
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

/// The game that has not been saved yet, if any. All clones share it, so that the action for Ctrl-C can save it.
#[derive(Clone, Default)]
pub struct Unsaved(Arc<Mutex<Option<GameRecord>>>);

impl Unsaved {
    /// Replaces the unsaved game; `None` if there is nothing to save.
    pub fn set(&self, record: Option<GameRecord>) {
        *lock(&self.0) = record;
    }

    /// Saves the unsaved game, if any, in the current folder and prints the file's path. If that fails, uses the
    /// system's temporary folder. If both fail, prints the record. The game then no longer counts as unsaved.
    pub fn save_or_print(&self) {
        let Some(record) = lock(&self.0).take() else { return };
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
