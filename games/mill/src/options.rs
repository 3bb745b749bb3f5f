//! Options of the game: rules, evaluation and exact knowledge.

use std::path::Path;
use std::sync::Arc;

use plywright::{FileError, GameOptions, Learned, OptionError, OptionSpec, OptionValue, Oracle};

use crate::database::Database;
use crate::eval::{MillEval, PointsAndLines};
use crate::exact_knowledge::ExactKnowledge;
use crate::game::Mill;
use crate::rules::Rules;
use crate::rules::options as rule_options;
use crate::tables::{ENDINGS, OPENINGS};

const CONSIDER_MOBILITY: &str = "ConsiderMobility";
const DRAW_ON_HUMAN_EXPERIENCE: &str = "DrawOnHumanExperience";
const USE_PERFECT_DATABASE: &str = "UsePerfectDatabase";
const PERFECT_DATABASE_PATH: &str = "PerfectDatabasePath";
const ENDGAME_TABLES: &str = "EndgameTables";
const OPENING_TABLES: &str = "OpeningTables";

/// Current settings of a Mill game: rules, evaluation, and sources of exact values.
pub(crate) struct MillOptions {
    /// Rules of the variant before any option was set. They have the defaults of the options that are rules.
    variant_rules: Rules,
    /// Rules of the variant with the changes by options.
    rules: Rules,
    /// Whether games can be drawn by repetition and by move limits. `rules` keeps these rules while this is `false`.
    has_draw_rules: bool,
    considers_mobility: bool,
    /// The perfect database, if its path is set. It may be open while `uses_database` is off.
    database: Option<Arc<Database>>,
    uses_database: bool,
    /// Whether the search probes the built-in endgame tables.
    uses_endings: bool,
    /// Whether the engine probes the built-in opening tables for the root moves.
    uses_openings: bool,
}

impl MillOptions {
    pub(crate) fn of(rules: Rules) -> Self {
        Self {
            variant_rules: rules,
            rules,
            has_draw_rules: true,
            considers_mobility: true,
            database: None,
            uses_database: false,
            uses_endings: true,
            uses_openings: true,
        }
    }
}

impl GameOptions<Mill> for MillOptions {
    /// Options for exact values are listed only if the variant or its changed rules can have exact values.
    fn specs(&self) -> Vec<OptionSpec> {
        let rules = [self.variant_rules, *self.game().rules()];
        let mut specs = vec![
            OptionSpec::check(CONSIDER_MOBILITY, true),
            OptionSpec::check(DRAW_ON_HUMAN_EXPERIENCE, true).of_rules(),
        ];
        if rules.iter().any(Database::fits) {
            specs.push(OptionSpec::check(USE_PERFECT_DATABASE, false).or_called(&["PerfectDatabase"]));
            specs.push(OptionSpec::text(PERFECT_DATABASE_PATH));
        }
        specs.extend(rule_options::specs(&self.variant_rules));
        for (name, archive) in [(ENDGAME_TABLES, &ENDINGS), (OPENING_TABLES, &OPENINGS)] {
            if rules.iter().any(|rules| archive.tables(rules).is_some()) {
                specs.push(OptionSpec::check(name, true));
            }
        }
        specs
    }

    fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        match (name, value) {
            (CONSIDER_MOBILITY, OptionValue::Check(on)) => self.considers_mobility = *on,
            (DRAW_ON_HUMAN_EXPERIENCE, OptionValue::Check(on)) => self.has_draw_rules = *on,
            (USE_PERFECT_DATABASE, OptionValue::Check(on)) => self.uses_database = *on,
            (ENDGAME_TABLES, OptionValue::Check(on)) => self.uses_endings = *on,
            (OPENING_TABLES, OptionValue::Check(on)) => self.uses_openings = *on,
            (PERFECT_DATABASE_PATH, OptionValue::Text(path)) => {
                self.database = open_database(path)?;
            }
            _ => rule_options::set(&mut self.rules, name, value)?,
        }
        Ok(())
    }

    fn game(&self) -> Mill {
        Mill::new(if self.has_draw_rules { self.rules } else { self.rules.without_draw_rules() })
    }

    fn eval(&self) -> Learned<PointsAndLines, MillEval> {
        let eval = Learned::new(MillEval { considers_mobility: self.considers_mobility });
        // The shipped network cannot leave mobility out, so the hand-written evaluation is used instead.
        if self.considers_mobility { eval } else { eval.without_shipped() }
    }

    fn oracle(&self) -> Option<Arc<dyn Oracle<Mill>>> {
        let game = self.game();
        let rules = game.rules();
        let endings = if self.uses_endings { ENDINGS.tables(rules) } else { None };
        let openings = if self.uses_openings { OPENINGS.tables(rules) } else { None };
        let database = self.database.clone().filter(|_| self.uses_database && Database::fits(rules));
        if endings.is_none() && database.is_none() && openings.is_none() {
            return None;
        }
        Some(Arc::new(ExactKnowledge { endings, database, openings }))
    }

    fn warning(&self) -> Option<String> {
        let game = self.game();
        let rules = game.rules();
        if self.uses_database && !Database::fits(rules) {
            let message = format!("{USE_PERFECT_DATABASE} is on, but no perfect database fits these rules");
            return Some(message);
        }
        if self.uses_database && self.database.is_none() {
            return Some(format!("{USE_PERFECT_DATABASE} is on, but {PERFECT_DATABASE_PATH} is not set"));
        }
        let damaged = if self.uses_endings && ENDINGS.is_damaged(rules) {
            "endgame"
        } else if self.uses_openings && OPENINGS.is_damaged(rules) {
            "opening"
        } else {
            return None;
        };
        Some(format!("the file of the built-in {damaged} tables is damaged"))
    }
}

/// Opens the perfect database in the folder at `path`. Returns `None` for an empty path.
fn open_database(path: &str) -> Result<Option<Arc<Database>>, OptionError> {
    if path.is_empty() {
        return Ok(None);
    }
    let refused = |error: FileError| OptionError::File {
        name: PERFECT_DATABASE_PATH.to_owned(),
        reason: error.to_string(),
    };
    Ok(Some(Arc::new(Database::open(Path::new(path)).map_err(refused)?)))
}
