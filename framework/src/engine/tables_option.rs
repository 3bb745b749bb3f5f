//! The option [`TABLES_OPTION`], which names a folder of tables. Also joins the values of the opened tables with those
//! of the game's own options.

use std::path::Path;
use std::sync::Arc;

use super::opened_tables::OpenedTables;
use super::request::SetOptionError;
use super::typed_engine::Engine;
use crate::game::{OptionError, OptionSpec, OptionValue, Playable};
use crate::search::{Layered, Oracle};

/// Name of the option for the folder of tables. Every game that numbers its positions has it.
pub(super) const TABLES_OPTION: &str = "EndgameTablesPath";

impl<G: Playable> Engine<G> {
    /// Returns the source of exact values: the oracle of the game's options together with the opened tables; `None` if
    /// there is neither. If both know a value, a fast value (see [`Oracle::probe`]) is preferred to a slow one. If both
    /// values are fast, that of the options is taken; if both are slow, that of the tables.
    pub fn oracle(&self) -> Option<Arc<dyn Oracle<G>>> {
        let tables = self.tables.as_ref().and_then(|tables| tables.values.as_ref().ok().cloned());
        match (self.options.oracle(), tables) {
            (Some(first), Some(second)) => Some(Arc::new(Layered { first, second })),
            (own, tables) => own.or(tables),
        }
    }

    /// Returns the option for the folder of tables; `None` if neither the current rules nor the variant's default rules
    /// can have tables.
    pub(super) fn tables_option(&self) -> Option<OptionSpec> {
        let has_tables = |game: &G| game.tablebase().is_some();
        let is_offered =
            has_tables(self.game()) || G::variant(self.variant()).is_some_and(|game| has_tables(&game));
        is_offered.then(|| OptionSpec::text(TABLES_OPTION))
    }

    /// Opens the folder of tables with this path, or closes the opened tables if the path is empty. The results of
    /// earlier searches are discarded, because other exact values led to them.
    pub(super) fn set_tables(&mut self, option: &OptionSpec, value: &str) -> Result<(), SetOptionError> {
        let OptionValue::Text(path) = option.parse(value)? else { return Ok(()) };
        let spare = self.spare_table()?;
        if path.is_empty() {
            self.tables = None;
        } else {
            let tables = OpenedTables::of_folder(self.game(), Path::new(&path));
            self.tables = Some(tables.map_err(|error| OptionError::File {
                name: TABLES_OPTION.to_owned(),
                reason: error.to_string(),
            })?);
        }
        self.forget(spare);
        Ok(())
    }

    /// Opens the folder of tables again after a change of the rules; [`Engine::tables_misfit`] returns the error, if
    /// any. Closes tables of another source.
    pub(super) fn reopen_tables(&mut self) {
        self.tables = self.tables.take().and_then(|tables| tables.reopened(self.game()));
    }

    /// Returns why the opened tables cannot be used under the current rules; `None` if they can, or none are open.
    pub(super) fn tables_misfit(&self) -> Option<String> {
        let error = self.tables.as_ref()?.values.as_ref().err()?;
        Some(format!("{TABLES_OPTION}: {error}"))
    }
}
