//! Options shared by all games.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Duration;

use crate::game::{FULL_STRENGTH, Levels};
use crate::game::{OptionAlias, OptionError, OptionKind, OptionSpec, OptionUnit, OptionValue};
use crate::search::{Algorithm, Budget, Clock, MAX_THREADS, SearchParams, Table};
use crate::text::shorten;

/// Current values of the options shared by all games.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game's default level and the ratings of its levels.
    pub levels: Levels,
    aliases: &'static [OptionAlias],
    /// Search algorithm.
    pub algorithm: Algorithm,
    /// The game's default algorithm.
    preferred: Algorithm,
    /// Level that was set, 0 to 30; `None` if none was set.
    pub skill_level: Option<u8>,
    /// Time in milliseconds for a search whose request has no limits; 0 for no time limit.
    pub move_time_ms: u32,
    /// Whether to reduce time and depth when the side to move is clearly ahead.
    pub lazy: bool,
    /// Whether to search by iterative deepening.
    pub deepening: bool,
    /// Whether to report errors in the input, and warnings.
    pub developer: bool,
    /// Whether to report the start and the result of each search. The option `DeveloperMode` sets this field,
    /// too.
    pub verbose: bool,
    /// Whether to report details of each iteration. There is no option for it.
    pub debug: bool,
    /// Size of the transposition table in mebibytes.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of lines to report.
    pub multi_pv: usize,
    /// Whether the engine may ponder: search in the opponent's time.
    pub ponder: bool,
    /// Time lost in communication for each move.
    pub move_overhead: Duration,
    /// Whether the engine analyses instead of playing. Analysis has full strength and does not use the
    /// opening tree.
    pub analyse: bool,
    /// Whether to limit the strength of searches: to the rating `elo`, or to the level if the game has no
    /// ratings. Analysis and requests for full strength are not limited.
    pub limit_strength: bool,
    /// Elo rating used if `limit_strength` is on; 0 if the game has no ratings.
    pub elo: u16,
    /// Seed of random choices. With 0, random moves, moves from the opening tree and the choice among
    /// symmetric moves use a new seed in each game.
    pub seed: u64,
    /// Path of the file that stores surprising scores between runs; empty for none.
    pub learning_file: String,
    /// Path of the file with the opening tree from which the engine plays; empty for none.
    pub opening_tree: String,
    /// Variety of the openings in percent, from 0 to 100. A move of the opening tree needs at least `100 -
    /// opening_variety` percent of the games of the most played candidate.
    pub opening_variety: u8,
    /// Search parameters that replace those of the evaluation.
    pub params: ParamOverrides,
}

const HASH_OPTION: &str = "Hash";
const ELO_OPTION: &str = "UCI_Elo";
pub(super) const SEED_OPTION: &str = "Seed";
pub(super) const OPENING_TREE_OPTION: &str = "Opening Tree";

/// Creates an option's specification, with defaults from the given settings.
type Advertise = fn(&Settings) -> OptionSpec;
type Set = fn(&mut Settings, &OptionValue);

/// Options shared by all games, in the order in which clients see them.
const OPTIONS: [(Advertise, Set); 18] = [
    (
        |d| {
            let number = Algorithm::PLAYING.iter().position(|algorithm| *algorithm == d.algorithm);
            let max = Algorithm::PLAYING.len() - 1;
            OptionSpec::spin("Algorithm", number.unwrap_or(0) as i64, 0, max as i64)
                .with_value_names(&Algorithm::PLAYING_NAMES)
        },
        |s, v| s.algorithm = Algorithm::PLAYING[number(v) as usize % Algorithm::PLAYING.len()],
    ),
    (
        |d| OptionSpec::spin("SkillLevel", d.levels.default.into(), 0, FULL_STRENGTH.into()),
        |s, v| s.skill_level = Some(number(v) as u8),
    ),
    (
        |d| OptionSpec::spin("MoveTimeMs", d.move_time_ms.into(), 0, 3_600_000),
        |s, v| s.move_time_ms = number(v) as u32,
    ),
    (|d| OptionSpec::check("AiIsLazy", d.lazy), |s, v| s.lazy = is_on(v)),
    (|d| OptionSpec::check("IDS", d.deepening), |s, v| s.deepening = is_on(v)),
    (
        |d| OptionSpec::check("DeveloperMode", d.developer),
        |s, v| (s.developer, s.verbose) = (is_on(v), is_on(v)),
    ),
    (|d| OptionSpec::spin(HASH_OPTION, d.hash as i64, 1, 65_536), |s, v| s.hash = number(v) as usize),
    (
        |d| OptionSpec::spin("Threads", d.threads as i64, 1, MAX_THREADS as i64),
        |s, v| s.threads = number(v) as usize,
    ),
    (|d| OptionSpec::spin("MultiPV", d.multi_pv as i64, 1, 500), |s, v| s.multi_pv = number(v) as usize),
    (|d| OptionSpec::check("Ponder", d.ponder), |s, v| s.ponder = is_on(v)),
    (
        |d| OptionSpec::spin("Move Overhead", d.move_overhead.as_millis() as i64, 0, 5000),
        |s, v| s.move_overhead = Duration::from_millis(number(v) as u64),
    ),
    (|d| OptionSpec::check("UCI_AnalyseMode", d.analyse), |s, v| s.analyse = is_on(v)),
    (|d| OptionSpec::check("UCI_LimitStrength", d.limit_strength), |s, v| s.limit_strength = is_on(v)),
    (
        |d| {
            let (min, max) = d.levels.elo_range().unwrap_or_default();
            OptionSpec::spin(ELO_OPTION, d.elo.into(), min.into(), max.into())
        },
        |s, v| s.elo = number(v) as u16,
    ),
    (|d| OptionSpec::spin(SEED_OPTION, d.seed as i64, 0, i64::MAX), |s, v| s.seed = number(v) as u64),
    (|_| OptionSpec::text("Learning File"), |s, v| s.learning_file = text(v)),
    (|_| OptionSpec::text(OPENING_TREE_OPTION), |s, v| s.opening_tree = text(v)),
    (
        |d| OptionSpec::spin("Opening Variety", d.opening_variety.into(), 0, 100),
        |s, v| s.opening_variety = number(v) as u8,
    ),
];

fn number(value: &OptionValue) -> i64 {
    if let OptionValue::Spin(number) = value { *number } else { 0 }
}

fn is_on(value: &OptionValue) -> bool {
    *value == OptionValue::Check(true)
}

fn text(value: &OptionValue) -> String {
    if let OptionValue::Text(text) = value { text.clone() } else { String::new() }
}

/// Limits the maximum of the option `Hash` to a table size that this machine can allocate, or to the default
/// if that is larger.
fn within_memory(spec: OptionSpec) -> OptionSpec {
    // An allocation that is never written to costs no memory. `black_box` keeps it from being optimised away.
    // In WebAssembly no allocation is tried, because the memory of a module never shrinks.
    static LARGEST: OnceLock<i64> = OnceLock::new();
    match spec.kind {
        OptionKind::Spin { default, min, max } if spec.name == HASH_OPTION => {
            let halves = || std::iter::successors(Some(max), |size| Some(size / 2));
            let is_tried = cfg!(not(target_family = "wasm"));
            let fits =
                |size: &i64| *size <= default || is_tried && black_box(Table::new(*size as usize)).is_ok();
            let largest = *LARGEST.get_or_init(|| halves().find(fits).unwrap_or(default));
            OptionSpec::spin(HASH_OPTION, default, min, largest.max(default))
        }
        _ => spec,
    }
}

impl Settings {
    /// Returns the default settings of a game.
    pub fn new(algorithm: Algorithm, levels: Levels, aliases: &'static [OptionAlias]) -> Self {
        let mut settings = Self {
            levels,
            aliases,
            algorithm,
            preferred: algorithm,
            skill_level: None,
            move_time_ms: 1000,
            lazy: false,
            deepening: true,
            developer: true,
            verbose: false,
            debug: false,
            hash: 128,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: Duration::from_millis(10),
            analyse: false,
            limit_strength: false,
            elo: levels.elo_of(levels.default).unwrap_or(0),
            seed: 0,
            learning_file: String::new(),
            opening_tree: String::new(),
            opening_variety: 80,
            params: ParamOverrides::default(),
        };
        // A default in the game's unit also sets the shared option's default.
        for (alias, unit) in aliases.iter().filter_map(|alias| Some((alias, alias.unit?))) {
            if let Some((_, set)) = settings.entry(alias.option) {
                set(&mut settings, &OptionValue::Spin((unit.convert)(unit.default)));
            }
        }
        settings
    }

    /// Returns the specifications of all offered options, in the order in which clients see them. They
    /// include the aliases with a unit.
    pub fn specs(&self) -> Vec<OptionSpec> {
        let unchanged = Self::new(self.preferred, self.levels, self.aliases);
        let is_offered = |spec: &OptionSpec| spec.name != ELO_OPTION || self.levels.elo_range().is_some();
        let own = OPTIONS.iter().map(|(advertise, _)| advertise(&unchanged)).filter(is_offered);
        own.flat_map(|spec| {
            let units = self.aliases.iter().filter(|alias| alias.option == spec.name);
            let units = units.filter_map(|alias| Some(unit_spec(alias.name, alias.unit?)));
            units.chain([within_memory(spec.clone())]).collect::<Vec<_>>()
        })
        .collect()
    }

    /// Sets an option from text. Names and aliases are case-insensitive. The name `param.NAME` sets the
    /// search parameter `NAME`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option or the value is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some((_, param)) = name
            .split_at_checked(PARAM_PREFIX.len())
            .filter(|(prefix, _)| prefix.eq_ignore_ascii_case(PARAM_PREFIX))
        {
            return self.params.set(param, value);
        }
        let alias = self.aliases.iter().find(|alias| alias.name.eq_ignore_ascii_case(name));
        let (spec, set) =
            self.entry(alias.map_or(name, |alias| alias.option)).ok_or_else(|| OptionError::unknown(name))?;
        let value = match alias.and_then(|alias| Some((alias.name, alias.unit?))) {
            None => spec.parse(value)?,
            Some((name, unit)) => {
                OptionValue::Spin((unit.convert)(number(&unit_spec(name, unit).parse(value)?)))
            }
        };
        set(self, &value);
        Ok(())
    }

    /// Returns the option with this name, ignoring case, and its setter. Does not look at the game's aliases.
    fn entry(&self, name: &str) -> Option<(OptionSpec, Set)> {
        if name.eq_ignore_ascii_case(ELO_OPTION) && self.levels.elo_range().is_none() {
            return None;
        }
        let entries = OPTIONS.into_iter().map(|(advertise, set)| (advertise(self), set));
        entries.map(|(spec, set)| (within_memory(spec), set)).find(|(spec, _)| spec.is_called(name))
    }

    /// Returns the level that was set, or the game's default level.
    pub fn level(&self) -> u8 {
        self.skill_level.unwrap_or(self.levels.default)
    }

    pub(super) fn budget(&self, clock: Clock, choices: usize) -> Budget {
        let budget = clock.budget(self.move_overhead);
        match (choices, self.ponder) {
            // With at most one root move, a minimal search is enough to find the expected reply.
            (0 | 1, _) => Budget { soft: Duration::ZERO, hard: budget.hard },
            // Pondering saves about a quarter of the engine's time, so each move may use a quarter more.
            (_, true) => Budget { soft: (budget.soft * 5 / 4).min(budget.hard), hard: budget.hard },
            (_, false) => budget,
        }
    }

    /// Returns the time for a search whose request has no limits; `None` for no time limit.
    pub fn move_time(&self) -> Option<Duration> {
        (self.move_time_ms > 0).then(|| Duration::from_millis(self.move_time_ms.into()))
    }
}

fn unit_spec(name: &'static str, unit: OptionUnit) -> OptionSpec {
    OptionSpec::spin(name, unit.default, 0, unit.max)
}

const PARAM_PREFIX: &str = "param.";

/// Search parameters that replace those of the evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamOverrides(Vec<(&'static str, i32)>);

impl ParamOverrides {
    /// Sets a parameter from text.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter or the value is invalid.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let name = SearchParams::name(name)
            .ok_or_else(|| OptionError::unknown(name).among(SearchParams::names()))?;
        let value = text.trim().parse().map_err(|_| OptionError::Value {
            name: name.to_owned(),
            found: shorten(text),
            expected: "a whole number".to_owned(),
        })?;
        let mut checked = SearchParams::FULL_WIDTH;
        checked.set(name, value)?;
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, value));
        Ok(())
    }

    /// Returns the evaluation's parameters with the overrides applied.
    pub fn over(&self, own: SearchParams) -> SearchParams {
        let mut params = own;
        for (name, value) in &self.0 {
            // `set` has checked names and values.
            let _ = params.set(name, *value);
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_keeps_its_bounds() {
        for name in SearchParams::names() {
            let range = SearchParams::range(name).unwrap();
            for value in [*range.start(), *range.end()] {
                let mut overrides = ParamOverrides::default();
                overrides.set(&name.to_uppercase(), &format!(" {value} ")).unwrap();
                assert_eq!(overrides.over(SearchParams::FULL_WIDTH).get(name), Some(value), "{name}");
            }
            let mut params = SearchParams::FULL_WIDTH;
            assert!(
                params.set(name, range.start() - 1).is_err() && params.set(name, range.end() + 1).is_err()
            );
            assert_eq!(params, SearchParams::FULL_WIDTH);
        }
    }

    #[test]
    fn what_is_no_parameter_is_refused() {
        let mut overrides = ParamOverrides::default();
        for (name, value) in
            [("joho", "1"), ("futility_margin", "x"), ("futility_margin", "-1"), ("scale", "1")]
        {
            assert!(overrides.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(overrides, ParamOverrides::default());
    }
}
