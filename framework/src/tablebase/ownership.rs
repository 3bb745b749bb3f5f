//! Claims a folder for a run that writes tables. A locked file keeps other processes out. A check of the rules keeps
//! the run from overwriting tables of other rules.
//!
//! The manifest states the rules of a folder. If the manifest is missing or damaged, the heads of the tables show them.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use super::error::TablebaseError;
use super::files::{Files, paths_in, tables_in};
use super::manifest::Manifest;
use crate::text::{FileError, is_unfinished};

/// Name of the file that a process locks while it writes tables.
const LOCK: &str = "lock";

/// The right to write tables into a folder. No other run gets it until this value is dropped or the process ends,
/// except on a file system without locks.
#[derive(Debug)]
pub struct Claim {
    _file: File,
}

/// Claims the folder for tables under `rules`, each a line of text from [`Sliced::table_rules`]. Creates the folder if
/// there is none, and a manifest without files if there is no intact one. Removes the unfinished files of processes
/// that were killed. On a file system without locks, other runs are not kept out.
///
/// [`Sliced::table_rules`]: super::Sliced::table_rules
///
/// # Errors
///
/// Returns an error if the folder belongs to other rules, if its manifest is of another version, if another process
/// writes tables into it, or if a file cannot be read or written. Also returns an error if the manifest or a table is
/// damaged and nothing else shows the folder's rules.
pub fn claim(folder: &Path, rules: &[String]) -> Result<Claim, TablebaseError> {
    fs::create_dir_all(folder).map_err(|error| FileError::access(folder, &error))?;
    let claimed = lock(folder)?;
    let has_manifest = check_rules(folder, rules)?;
    for path in paths_in(folder)? {
        if is_unfinished(&path) {
            fs::remove_file(&path).map_err(|error| FileError::access(&path, &error))?;
        }
    }
    if !has_manifest {
        Manifest { rules: rules.to_vec(), files: Vec::new() }.write(folder)?;
    }
    Ok(claimed)
}

/// Checks that the folder does not belong to other rules. Returns whether it has an intact manifest.
fn check_rules(folder: &Path, rules: &[String]) -> Result<bool, TablebaseError> {
    let refuse = |found: &[String]| {
        let [found, expected] = [found, rules].map(|rules| rules.join("; "));
        Err(TablebaseError::Rules { folder: folder.to_owned(), found, expected })
    };
    let files = Files::in_folder(folder);
    let mut damage = None;
    let has_manifest = match files.manifest() {
        Ok(Some(manifest)) if manifest.rules != rules => return refuse(&manifest.rules),
        Ok(manifest) => manifest.is_some(),
        Err(TablebaseError::File(error @ FileError::Content { .. })) => {
            damage = Some(error);
            false
        }
        Err(error) => return Err(error),
    };
    let mut has_tables = false;
    for (encoding, slice) in tables_in(folder)? {
        match files.rules(encoding, &slice) {
            Ok(Some(found)) if !rules.contains(&found) => return refuse(&[found]),
            Ok(found) => has_tables |= found.is_some(),
            Err(error @ FileError::Content { .. }) => damage = damage.or(Some(error)),
            Err(error) => return Err(error.into()),
        }
    }
    match damage {
        // Damage may be overwritten only if the folder is known to belong to these rules.
        Some(damage) if !has_manifest && !has_tables => Err(damage.into()),
        _ => Ok(has_manifest),
    }
}

/// Locks the file [`LOCK`] in a folder, and creates it if necessary. Returns [`TablebaseError::Busy`] at once if it is
/// locked already.
fn lock(folder: &Path) -> Result<Claim, TablebaseError> {
    let path = folder.join(LOCK);
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|error| FileError::access(&path, &error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(TablebaseError::Busy(folder.to_owned())),
        // Some file systems have no locks. Tables can be written there, but only the user keeps other processes out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Claim { _file: file }),
    }
}
