//! The options that all games share, in one table, except `Clear Hash` and `UCI_Variant`, which the engine itself adds.
//! Each entry has two functions: the first describes the option to clients, and the second sets the option. Name,
//! range, default and effect of an option thus stand in one place.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use super::settings::Settings;
use crate::game::{FULL_STRENGTH, OptionError, OptionKind, OptionSpec, OptionUnit, OptionValue};
use crate::search::{Algorithm, MAX_THREADS, Table};

const HASH_OPTION: &str = "Hash";
const ELO_OPTION: &str = "UCI_Elo";
pub(super) const SEED_OPTION: &str = "Seed";
pub(super) const OPENING_TREE_OPTION: &str = "Opening Tree";
/// Beginning of the names of options that set search parameters.
const PARAM_PREFIX: &str = "param.";

/// Describes an option, with its value in these settings as the default.
type Describe = fn(&Settings) -> OptionSpec;
/// Sets the option. The value has the kind and the range of the description.
type Set = fn(&mut Settings, &OptionValue);

/// The options in the order in which clients see them. `d` are the settings that are described, `s` the settings that
/// are changed, and `v` is the new value. `Hash` is in MiB, and times are in milliseconds.
const OPTIONS: [(Describe, Set); 18] = [
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
        |d| OptionSpec::spin("SkillLevel", d.level().into(), 0, FULL_STRENGTH.into()),
        |s, v| s.skill_level = Some(number(v) as u8),
    ),
    (
        |d| OptionSpec::spin("MoveTimeMs", milliseconds(d.move_time.unwrap_or_default()), 0, 60 * 60 * 1000),
        |s, v| s.move_time = Some(duration(v)).filter(|time| !time.is_zero()),
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
        |d| OptionSpec::spin("Move Overhead", milliseconds(d.move_overhead), 0, 5000),
        |s, v| s.move_overhead = duration(v),
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
    (|_| OptionSpec::text("Learning File"), |s, v| s.learning_file = path(v)),
    (|_| OptionSpec::text(OPENING_TREE_OPTION), |s, v| s.opening_tree = path(v)),
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

fn path(value: &OptionValue) -> Option<PathBuf> {
    if let OptionValue::Text(text) = value
        && !text.is_empty()
    {
        Some(text.into())
    } else {
        None
    }
}

fn duration(value: &OptionValue) -> Duration {
    Duration::from_millis(number(value) as u64)
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// Limits the maximum of the option `Hash` to a table size that this machine can allocate, or to the default
/// if that is larger. Returns any other option unchanged. The size is found once in a process.
fn within_memory(spec: OptionSpec) -> OptionSpec {
    static LARGEST: OnceLock<i64> = OnceLock::new();
    match spec.kind {
        OptionKind::Spin { default, min, max } if spec.name == HASH_OPTION => {
            let largest = *LARGEST.get_or_init(|| largest_table(default, max));
            OptionSpec { kind: OptionKind::Spin { default, min, max: largest.max(default) }, ..spec }
        }
        _ => spec,
    }
}

/// Returns `max`, a size in MiB, halved until a table of that size can be allocated, or until it is at most `enough`.
/// The trials cost no memory, because nothing is written to the tables. In WebAssembly, where the memory of a module
/// never shrinks, nothing is allocated, and the result is at most `enough`.
fn largest_table(enough: i64, max: i64) -> i64 {
    // `black_box` keeps the compiler from removing the allocation.
    let fits = |size: i64| cfg!(not(target_family = "wasm")) && black_box(Table::new(size as usize)).is_ok();
    let mut size = max;
    while size > enough && !fits(size) {
        size /= 2;
    }
    size
}

impl Settings {
    /// Returns the descriptions of the options, in the order in which clients see them, with the game's defaults. The
    /// option for Elo is left out if the game's levels have no Elo range. An alias whose values are in another unit is
    /// an entry of its own, before its option.
    pub fn specs(&self) -> Vec<OptionSpec> {
        let unchanged = Self::new(self.game);
        let mut specs = Vec::new();
        for (describe, _) in OPTIONS {
            let spec = describe(&unchanged);
            if spec.name == ELO_OPTION && self.levels.elo_range().is_none() {
                continue;
            }
            let units = self.game.option_aliases.iter().filter(|alias| alias.option == spec.name);
            specs.extend(units.filter_map(|alias| Some(unit_spec(alias.name, alias.unit?))));
            specs.push(within_memory(spec));
        }
        specs
    }

    /// Sets an option from text. Names and aliases are case-insensitive. The name `param.NAME` sets the
    /// search parameter `NAME`. Files that the value names are not opened.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option or the value is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some((prefix, param)) = name.split_at_checked(PARAM_PREFIX.len())
            && prefix.eq_ignore_ascii_case(PARAM_PREFIX)
        {
            return self.params.set(param, value);
        }
        let alias = self.game.option_aliases.iter().find(|alias| alias.name.eq_ignore_ascii_case(name));
        let (spec, set_field) =
            self.entry(alias.map_or(name, |alias| alias.option)).ok_or_else(|| OptionError::unknown(name))?;
        let value = match alias.and_then(|alias| Some((alias.name, alias.unit?))) {
            None => spec.parse(value)?,
            Some((name, unit)) => {
                OptionValue::Spin((unit.convert)(number(&unit_spec(name, unit).parse(value)?)))
            }
        };
        set_field(self, &value);
        Ok(())
    }

    /// Checks the numbers that differ from those in `before`, the settings before a change.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them is outside the range of its option.
    pub(super) fn check(&self, before: &Self) -> Result<(), OptionError> {
        for (describe, _) in OPTIONS {
            let old = within_memory(describe(before));
            let new = describe(self).kind.default_value();
            let OptionKind::Spin { default, min, max } = old.kind else { continue };
            let OptionValue::Spin(number) = new else { continue };
            if number != default && !(min..=max).contains(&number) {
                return Err(OptionError::not_in_range(old.name, &number.to_string(), min, max));
            }
        }
        Ok(())
    }

    /// Sets each option that has an alias with a unit to the default of the alias.
    pub(super) fn take_defaults_of_aliases(&mut self) {
        for alias in self.game.option_aliases {
            if let (Some(unit), Some((_, set_field))) = (alias.unit, self.entry(alias.option)) {
                set_field(self, &OptionValue::Spin((unit.convert)(unit.default)));
            }
        }
    }

    /// Returns the option with this name, ignoring case, and its setter; `None` if the engine does not offer it.
    /// Aliases are not considered.
    fn entry(&self, name: &str) -> Option<(OptionSpec, Set)> {
        let is_offered = !name.eq_ignore_ascii_case(ELO_OPTION) || self.levels.elo_range().is_some();
        if !is_offered {
            return None;
        }
        let mut entries = OPTIONS.into_iter().map(|(describe, set)| (within_memory(describe(self)), set));
        entries.find(|(spec, _)| spec.is_called(name))
    }
}

/// Returns the description of an alias whose values have a unit of their own; the minimum is 0.
fn unit_spec(name: &'static str, unit: OptionUnit) -> OptionSpec {
    OptionSpec::spin(name, unit.default, 0, unit.max)
}
