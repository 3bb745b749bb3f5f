//! Tables that the engine has opened: a folder or another source. Tables are for certain rules only, so a folder is
//! opened again after a change of the rules. Any other source is closed, because it cannot be opened twice.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::game::Playable;
use crate::search::Oracle;
use crate::tablebase::{Source, Stored, TablebaseError};

pub(super) struct OpenedTables<G: Playable> {
    /// Folder of the tables; `None` if they come from another source.
    folder: Option<PathBuf>,
    /// The values of the tables; an error if the folder could not be opened again after a change of the rules.
    pub(super) values: Result<Arc<dyn Oracle<G>>, TablebaseError>,
}

impl<G: Playable> OpenedTables<G> {
    pub(super) fn of_folder(game: &G, folder: &Path) -> Result<Self, TablebaseError> {
        Ok(Self { folder: Some(folder.to_owned()), values: Ok(open(game, Stored::folder(folder))?) })
    }

    pub(super) fn of_source(game: &G, source: Box<dyn Source>) -> Result<Self, TablebaseError> {
        Ok(Self { folder: None, values: Ok(open(game, source)?) })
    }

    /// Opens the folder again under the rules of `game`; `None` if the tables come from another source. An error of the
    /// folder is stored in [`OpenedTables::values`].
    pub(super) fn reopened(self, game: &G) -> Option<Self> {
        let folder = self.folder?;
        Some(Self { values: open(game, Stored::folder(&folder)), folder: Some(folder) })
    }
}

fn open<G: Playable>(game: &G, source: Box<dyn Source>) -> Result<Arc<dyn Oracle<G>>, TablebaseError> {
    match game.tablebase() {
        Some(tablebase) => tablebase.open(source),
        None => Err(TablebaseError::Empty { folder: source.place().into() }),
    }
}
