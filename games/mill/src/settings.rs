//! What the options of a game have been set to: rules, evaluation, exact knowledge.

use std::path::Path;
use std::sync::Arc;

use plywright::tables::{Sliced, Tables};
use plywright::{OptionError, OptionSpec, OptionValue};

use crate::database::Database;
use crate::endgame::{BuiltIn, TableRules};
use crate::rule_options;
use crate::rules::Rules;

const CONSIDER_MOBILITY: &str = "ConsiderMobility";
const DRAW_ON_HUMAN_EXPERIENCE: &str = "DrawOnHumanExperience";
const USE_PERFECT_DATABASE: &str = "UsePerfectDatabase";
const PERFECT_DATABASE_PATH: &str = "PerfectDatabasePath";
const ENDGAME_TABLES: &str = "EndgameTables";
const ENDGAME_TABLES_PATH: &str = "EndgameTablesPath";

/// The options of a game and what they have been set to.
#[derive(Clone, Debug)]
pub(crate) struct Settings<G: Sliced> {
    /// The rules of the variant, before any option changed them.
    variant_rules: Rules,
    /// The rules as options have changed them.
    rules: Rules,
    /// Whether repetition and long play without placing or removing are draws.
    draws_by_course: bool,
    /// Whether the evaluation counts mobility.
    pub(crate) considers_mobility: bool,
    /// The perfect database whose path was set.
    database: Option<Arc<Database>>,
    /// Whether the search asks the perfect database.
    uses_database: bool,
    /// Whether the search asks the built-in endgame tables.
    uses_built_in: bool,
    /// The folder of larger endgame tables whose path was set.
    pub(crate) tables: Option<Arc<Tables<G>>>,
}

impl<G: Sliced> Settings<G> {
    /// The settings of a variant with these rules.
    pub(crate) fn of(rules: Rules) -> Self {
        Self {
            variant_rules: rules,
            rules,
            draws_by_course: true,
            considers_mobility: true,
            database: None,
            uses_database: false,
            uses_built_in: true,
            tables: None,
        }
    }

    /// The rules to play by.
    pub(crate) fn rules_in_force(&self) -> Rules {
        if self.draws_by_course {
            return self.rules;
        }
        Rules { n_move_rule: 0, endgame_n_move_rule: 0, threefold_repetition_rule: false, ..self.rules }
    }

    /// The perfect database that the search asks, if it is switched on and fits the rules.
    pub(crate) fn database_in_use(&self) -> Option<Arc<Database>> {
        self.database.clone().filter(|_| self.uses_database && Database::fits(&self.rules))
    }

    /// The built-in endgame tables that the search asks, if they are switched on and fit the rules.
    pub(crate) fn built_in_in_use(&self) -> Option<&'static BuiltIn> {
        BuiltIn::for_rules(&self.rules).filter(|_| self.uses_built_in)
    }

    /// A warning about options that contradict each other.
    pub(crate) fn warning(&self) -> Option<String> {
        let is_missing = self.uses_database && self.database.is_none();
        is_missing.then(|| format!("{USE_PERFECT_DATABASE} is on, but {PERFECT_DATABASE_PATH} is not set"))
    }

    /// The options with their defaults.
    pub(crate) fn specs(&self) -> Vec<OptionSpec> {
        let mut specs = vec![
            OptionSpec::check(CONSIDER_MOBILITY, true),
            OptionSpec::check(DRAW_ON_HUMAN_EXPERIENCE, true),
        ];
        if Database::fits(&self.variant_rules) {
            specs.push(OptionSpec::check(USE_PERFECT_DATABASE, false).or_called(&["PerfectDatabase"]));
            specs.push(OptionSpec::text(PERFECT_DATABASE_PATH));
        }
        specs.extend(rule_options::specs(&self.variant_rules));
        if BuiltIn::for_rules(&self.variant_rules).is_some() {
            specs.push(OptionSpec::check(ENDGAME_TABLES, true));
        }
        if TableRules(&self.variant_rules).has_tables() {
            specs.push(OptionSpec::text(ENDGAME_TABLES_PATH));
        }
        specs
    }

    /// Sets an option to a value that its specification allows; `game` makes the game by given rules.
    ///
    /// # Errors
    /// When a path leads to no database or to no tables of these rules; then nothing changes.
    pub(crate) fn set(
        &mut self,
        name: &str,
        value: &OptionValue,
        game: impl FnOnce(Rules) -> G,
    ) -> Result<(), OptionError> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        match value {
            OptionValue::Check(on) if is(CONSIDER_MOBILITY) => self.considers_mobility = *on,
            OptionValue::Check(on) if is(DRAW_ON_HUMAN_EXPERIENCE) => self.draws_by_course = *on,
            OptionValue::Check(on) if is(USE_PERFECT_DATABASE) => self.uses_database = *on,
            OptionValue::Check(on) if is(ENDGAME_TABLES) => self.uses_built_in = *on,
            OptionValue::Text(path) if is(PERFECT_DATABASE_PATH) => {
                self.database = open(PERFECT_DATABASE_PATH, path, Database::open)?;
            }
            OptionValue::Text(path) if is(ENDGAME_TABLES_PATH) => {
                let game = game(self.rules_in_force());
                self.tables = open(ENDGAME_TABLES_PATH, path, |folder| Tables::open(game, folder))?;
            }
            _ => rule_options::set(&mut self.rules, name, value),
        }
        Ok(())
    }
}

/// Opens the folder whose path is the value of an option; `None` for the empty path.
fn open<T, E: ToString>(
    option: &str,
    path: &str,
    open: impl FnOnce(&Path) -> Result<T, E>,
) -> Result<Option<Arc<T>>, OptionError> {
    if path.is_empty() {
        return Ok(None);
    }
    open(Path::new(path))
        .map(|opened| Some(Arc::new(opened)))
        .map_err(|error| OptionError::Unusable { name: option.to_owned(), reason: error.to_string() })
}
