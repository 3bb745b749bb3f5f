//! Saves the game in a file of records: at the person's request, or when the program is interrupted.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use plywright::engine::{DynGame, lock};
use plywright_matches::files::{LocatedError, Naming};
use plywright_matches::outputs::Output;
use plywright_matches::record::GameRecord;
use plywright_matches::record::formats::{self, Format};

use crate::console::say;

/// Appends a record, which has the rules of `game`, to a file, with an empty line before it unless the file is empty.
/// The file must be new, empty or a file of records, whose format is kept. The name determines the format of a new one.
pub fn append(path: &Path, record: &mut GameRecord, game: &dyn DynGame) -> Result<(), LocatedError> {
    let is_record =
        |bytes: &[u8]| formats::read(bytes).is_ok_and(|mut records| matches!(records.next(), Some(Ok(_))));
    let mut output = Output::open(path, "a file of game records", is_record)?;
    let format = match output.before() {
        [] => Format::of(path),
        before => Format::of_start(before),
    };
    let added = format.write(record, game).naming(path)?;
    let gap: &[u8] = match output.before() {
        [] | [.., b'\n', b'\n'] => b"",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    };
    let text = [output.before(), gap, added.as_bytes()].concat();
    output.write(&text)
}

/// A record, and the game that has its rules.
pub type Played = (GameRecord, Arc<dyn DynGame>);

/// The game that has not been saved yet, if any. All clones share it, so that the action for Ctrl-C can save it.
#[derive(Clone)]
pub struct Unsaved {
    /// Name of the program, for records. The name of the file begins with it.
    pub program: &'static str,
    played: Arc<Mutex<Option<Played>>>,
}

impl Unsaved {
    pub fn new(program: &'static str) -> Self {
        Self { program, played: Arc::default() }
    }

    /// Replaces the unsaved game; `None` if there is nothing to save.
    pub fn set(&self, played: Option<Played>) {
        *lock(&self.played) = played;
    }

    fn file_name(&self, game: &str) -> String {
        let program = self.program.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "-");
        format!("{program}-{game}.pgn")
    }

    /// Saves the unsaved game, if any, in the current folder and prints the file's path. If that fails, uses the
    /// system's temporary folder. If both fail, prints the record. The game then no longer counts as unsaved.
    pub fn save_or_print(&self) {
        let Some((mut record, game)) = lock(&self.played).take() else { return };
        let name = self.file_name(record.tags.get("Game").unwrap_or("game"));
        let places = [PathBuf::from(&name), env::temp_dir().join(&name)];
        let kept = places.iter().find(|path| append(path, &mut record, &*game).is_ok());
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
    fn the_file_of_an_interrupted_game_is_named_by_the_program() {
        assert_eq!(Unsaved::new("Plywright").file_name("hex"), "plywright-hex.pgn");
        assert_eq!(Unsaved::new("My Games").file_name("nim"), "my-games-nim.pgn");
    }

    #[test]
    fn games_are_added_to_files_of_games_only() {
        let folder = tempfile::tempdir().unwrap();
        let game = plywright::engine::game_of::<plywright_mill::Mill>();
        let mut record = GameRecord::default();
        for (name, start) in
            [("games", "[Game "), ("games.sgf", "(;FF[4]"), ("games.mif", "{\"annotations\"")]
        {
            let path = folder.path().join(name);
            append(&path, &mut record, &*game).unwrap();
            append(&path, &mut record, &*game).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(formats::read(text.as_bytes()).unwrap().flatten().count(), 2, "{text}");
            assert_eq!(text.matches(start).count(), 2, "{text}");
            std::fs::write(&path, "Dear reader\n").unwrap();
            assert!(append(&path, &mut record, &*game).is_err());
        }
    }
}
