//! What the options of a game have been set to: rules, evaluation, perfect database.

use std::path::Path;
use std::sync::Arc;

use plywright::{OptionError, OptionSpec, OptionValue};

use crate::database::Database;
use crate::rule_options;
use crate::rules::Rules;

const CONSIDER_MOBILITY: &str = "ConsiderMobility";
const DRAW_ON_HUMAN_EXPERIENCE: &str = "DrawOnHumanExperience";
const USE_PERFECT_DATABASE: &str = "UsePerfectDatabase";
const PERFECT_DATABASE_PATH: &str = "PerfectDatabasePath";

/// The options of a game and what they have been set to.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The rules of the variant, before any option changed them.
    pub(crate) variant_rules: Rules,
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
}

impl Settings {
    /// The settings of a variant with these rules.
    pub(crate) fn of(rules: Rules) -> Self {
        Self {
            variant_rules: rules,
            rules,
            draws_by_course: true,
            considers_mobility: true,
            database: None,
            uses_database: false,
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

    /// What is odd about the options as they are set.
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
        specs
    }

    /// Sets an option to a value that its specification allows.
    ///
    /// # Errors
    /// When the path of the perfect database leads to none; then nothing changes.
    pub(crate) fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        match value {
            OptionValue::Check(on) if is(CONSIDER_MOBILITY) => self.considers_mobility = *on,
            OptionValue::Check(on) if is(DRAW_ON_HUMAN_EXPERIENCE) => self.draws_by_course = *on,
            OptionValue::Check(on) if is(USE_PERFECT_DATABASE) => self.uses_database = *on,
            OptionValue::Text(path) if is(PERFECT_DATABASE_PATH) => self.database = open_database(path)?,
            _ => rule_options::set(&mut self.rules, name, value),
        }
        Ok(())
    }
}

/// The database in that directory; none for the empty path.
fn open_database(path: &str) -> Result<Option<Arc<Database>>, OptionError> {
    if path.is_empty() {
        return Ok(None);
    }
    let unusable = |reason: String| OptionError::Unusable { name: PERFECT_DATABASE_PATH.to_owned(), reason };
    Database::open(Path::new(path))
        .map(|database| Some(Arc::new(database)))
        .map_err(|error| unusable(error.to_string()))
}
