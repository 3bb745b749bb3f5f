//! What a program needs to offer the game: names, options, evaluation, positions to measure on.

use std::path::Path;
use std::sync::Arc;

use plywright::{
    Levels, Notation, OptionAlias, OptionError, OptionSpec, OptionUnit, OptionValue, Oracle, Playable,
    Variant,
};

use crate::database::Database;
use crate::eval::MillEval;
use crate::game::Mill;
use crate::rule_options;
use crate::rule_sets::{self, RULE_SETS};

const CONSIDER_MOBILITY: &str = "ConsiderMobility";
const DRAW_ON_HUMAN_EXPERIENCE: &str = "DrawOnHumanExperience";
const USE_PERFECT_DATABASE: &str = "UsePerfectDatabase";
const PERFECT_DATABASE_PATH: &str = "PerfectDatabasePath";

/// Positions of every phase of Nine Men's Morris, with the depth to search each.
const BENCH: [(&str, u16); 8] = [
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", 10),
    ("****O***/*@*O*@**/****O*@* w p p 3 6 3 6 0 0 0 0 0 0 0 0 4", 10),
    ("O*@*O@**/*@@@**@O/**@OOO** w p r 6 1 7 2 1 0 0 0 0 0 0 0 8", 14),
    ("@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10", 11),
    ("@**@*@@@/O*OO*@O*/O@*OOO** b m s 8 0 7 0 0 0 0 0 0 0 0 1 10", 11),
    ("*O**@*@@/@O*O****/*@*OOO** w m r 6 0 5 0 1 0 0 0 0 0 0 10 22", 11),
    ("***@***O/**@OO***/**@****O w m s 4 0 3 0 0 0 0 0 0 0 0 6 30", 9),
    ("***@**O*/***@**O*/O****@** b m s 3 0 3 0 0 0 0 0 0 0 0 12 40", 11),
];

/// Levels with their Elo numbers, from a tournament of levels at Nine Men's Morris, on a scale on which a player that
/// moves at random has 0.
const RATINGS: [(u8, u16); 10] = [
    (0, 860),
    (3, 1080),
    (6, 1260),
    (9, 1470),
    (12, 1660),
    (15, 1830),
    (18, 2010),
    (21, 2240),
    (24, 2420),
    (26, 2520),
];

/// Names and units that programs for Mill know.
const ALIASES: [OptionAlias; 2] = [
    OptionAlias {
        name: "MoveTime",
        option: "MoveTimeMs",
        unit: Some(OptionUnit { default: 1, max: 60, convert: move_time_ms }),
    },
    OptionAlias { name: "IDSEnabled", option: "IDS", unit: None },
];

/// The milliseconds that a `MoveTime` stands for: 640 for each unit and 10 besides, but no limit for 0.
const fn move_time_ms(units: i64) -> i64 {
    if units == 0 { 0 } else { 640 * units + 10 }
}

impl Playable for Mill {
    type Eval = MillEval;

    const NAME: &'static str = "mill";
    const SUMMARY: &'static str = "Nine Men's Morris and its family.";

    fn variants() -> Vec<Variant> {
        RULE_SETS.iter().map(|set| set.variant).collect()
    }

    fn variant(name: &str) -> Option<Self> {
        rule_sets::find(name).map(|set| Self::new(set.rules))
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut options = vec![
            OptionSpec::check(CONSIDER_MOBILITY, true),
            OptionSpec::check(DRAW_ON_HUMAN_EXPERIENCE, true),
        ];
        if Database::fits(&self.named_rules) {
            options.push(OptionSpec::check(USE_PERFECT_DATABASE, false).or_called(&["PerfectDatabase"]));
            options.push(OptionSpec::text(PERFECT_DATABASE_PATH));
        }
        options.extend(rule_options::specs(&self.named_rules));
        options
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        match value {
            OptionValue::Check(on) if name.eq_ignore_ascii_case(CONSIDER_MOBILITY) => {
                self.considers_mobility = *on;
            }
            OptionValue::Check(on) if name.eq_ignore_ascii_case(DRAW_ON_HUMAN_EXPERIENCE) => {
                self.human_draws = *on;
            }
            OptionValue::Check(on) if name.eq_ignore_ascii_case(USE_PERFECT_DATABASE) => {
                self.uses_database = *on;
            }
            OptionValue::Text(path) if name.eq_ignore_ascii_case(PERFECT_DATABASE_PATH) => {
                self.database = open_database(path)?;
            }
            _ => {
                let mut rules = self.rules;
                rule_options::set(&mut rules, name, value);
                self.change_rules(rules);
            }
        }
        Ok(())
    }

    fn levels() -> Levels {
        Levels { default: 1, ratings: &RATINGS }
    }

    fn option_aliases() -> &'static [OptionAlias] {
        &ALIASES
    }

    fn oracle(&self) -> Option<Arc<dyn Oracle<Self>>> {
        let database = self.database.clone().filter(|_| self.uses_database && Database::fits(&self.rules))?;
        Some(database)
    }

    fn bench_positions(&self) -> Vec<(String, u16)> {
        if self.rules == rule_sets::RULE_SETS[0].rules {
            BENCH.iter().map(|(text, depth)| ((*text).to_owned(), *depth)).collect()
        } else {
            vec![(self.position_text(&plywright::Game::start(self)), 8)]
        }
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
