//! Checks that a table folder belongs to the rules of the current run, so that no run overwrites the tables
//! of another game.
//!
//! The file [`NAME`] states the folder's rules. If it is missing, the headers of the tables show them.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::error::TablebaseError;
use super::file::{EXTENSION, TableFile};
use super::sliced::Sliced;
use crate::text::{FileError, write_atomically};

/// Name of the file that states the folder's rules.
const NAME: &str = "rules.txt";
/// First line of the file [`NAME`]. Each further line is one text of [`Sliced::table_rules`].
const TITLE: &str = "plywright-tables 1";

/// Returns the texts of [`Sliced::table_rules`] for all slices of a game, sorted and without duplicates.
pub(super) fn rules_of<G: Sliced>(game: &G) -> Vec<String> {
    let slices = game.groups(None).into_iter().flatten();
    let mut rules: Vec<String> = slices.map(|slice| game.table_rules(slice)).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// Sole right to write tables into a folder, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    /// The file of rules, locked.
    _file: File,
}

/// Claims the folder for tables under `rules`, each a line of text. Creates the folder and its file of rules
/// if they do not exist.
///
/// # Errors
///
/// Returns an error if the folder belongs to other rules, if another process writes tables into it, or if a file
/// cannot be read or written. Also returns an error if a table is damaged and nothing else shows the folder's
/// rules.
pub fn claim(folder: &Path, rules: &[String]) -> Result<Claim, TablebaseError> {
    fs::create_dir_all(folder).map_err(access(folder))?;
    let mut damage = None;
    let stated = match stated_rules(folder) {
        Err(error @ FileError::Content { .. }) => {
            damage = Some(error);
            None
        }
        stated => stated?,
    };
    let other = |found: &[String]| {
        let [found, expected] = [found, rules].map(|rules| rules.join("; "));
        Err(TablebaseError::Rules { folder: folder.to_owned(), found, expected })
    };
    let mut knows_rules = stated.as_deref() == Some(rules);
    for entry in fs::read_dir(folder).map_err(access(folder))? {
        let path = entry.map_err(access(folder))?.path();
        if path.extension().is_none_or(|extension| extension != EXTENSION) {
            continue;
        }
        match TableFile::open_any(&path) {
            Ok(file) if rules.contains(&file.header.rules) => knows_rules = true,
            Ok(file) => return other(&[file.header.rules]),
            Err(TablebaseError::File(error @ FileError::Content { .. })) => drop(damage.get_or_insert(error)),
            Err(error) => return Err(error),
        }
    }
    if let Some(found) = stated.as_deref().filter(|found| *found != rules) {
        if !knows_rules {
            return other(found);
        }
        let (found, rules) = (found.join("; "), rules.join("; "));
        let expected = format!("'{rules}', the rules of its tables");
        return Err(FileError::content(&folder.join(NAME), format!("the rules '{found}'"), expected).into());
    }
    match damage {
        // A damaged file may be overwritten only if the folder is known to belong to these rules.
        Some(damage) if !knows_rules => return Err(damage.into()),
        _ if stated.is_some() => {}
        _ => {
            let path = folder.join(NAME);
            let text = format!("{TITLE}\n{}\n", rules.join("\n"));
            write_atomically(&path, text.as_bytes()).map_err(access(&path))?;
        }
    }
    lock(folder)
}

fn lock(folder: &Path) -> Result<Claim, TablebaseError> {
    let path = folder.join(NAME);
    let file = File::open(&path).map_err(access(&path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(TablebaseError::Busy { folder: folder.to_owned() }),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Claim { _file: file }),
    }
}

fn access(path: &Path) -> impl Fn(io::Error) -> FileError {
    |error| FileError::access(path, &error)
}

/// Returns the rules in the folder's file [`NAME`]; `None` if there is no such file.
pub(super) fn stated_rules(folder: &Path) -> Result<Option<Vec<String>>, FileError> {
    let path = folder.join(NAME);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(access(&path)(error)),
    };
    match text.strip_prefix(TITLE).and_then(|text| text.strip_prefix('\n')) {
        Some(rules) => Ok(Some(rules.lines().map(str::to_owned).collect())),
        None => Err(FileError::content(&path, "an unknown first line", format!("'{TITLE}'"))),
    }
}
