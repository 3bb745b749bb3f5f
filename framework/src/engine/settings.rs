//! The options that every game's engine has.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Duration;

use super::level::{DEFAULT_ELO, STRONGEST_ELO, WEAKEST_ELO};
use crate::notation::shorten;
use crate::options::{OptionError, OptionKind, OptionSpec, OptionValue};
use crate::search::{Budget, Clock, Table};

/// The present values of the options that do not belong to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which algorithm searches: 0 alpha-beta, 1 PVS, 2 MTD(f), 3 MCTS, 4 random.
    pub algorithm: u8,
    /// Playing strength of searches without limits of their own, 0..=30.
    pub skill_level: u8,
    /// Time of searches without limits of their own, in published units; see [`Settings::move_time`].
    pub move_time_units: u8,
    /// The same in milliseconds; 0 leaves it to the units.
    pub move_time_ms: u32,
    /// Search shallower when ahead.
    pub lazy: bool,
    /// Search depth 1, 2, 3 ... rather than a given depth at once.
    pub deepening: bool,
    /// Report what is wrong with the input.
    pub developer: bool,
    /// Size of the transposition table in mebibytes.
    pub hash: usize,
    /// Threads that search.
    pub threads: usize,
    /// Lines that are reported.
    pub multi_pv: usize,
    /// The engine may think in the opponent's time, and so may use more of its own.
    pub ponder: bool,
    /// Time lost on each move between the programs.
    pub move_overhead: Duration,
    /// Analysis rather than play: full strength whatever the level.
    pub analyse: bool,
    /// Put every search under the level, or under `elo` if it is set.
    pub limit_strength: bool,
    /// The Elo number to which strength is limited; `None` until it is set.
    pub elo: Option<u16>,
    /// The seed of every random choice. With 0 a choice that costs nothing, among moves that symmetry makes equal, differs
    /// from game to game.
    pub seed: u64,
    /// Where surprising scores are kept from one start to the next; empty for nowhere.
    pub learning_file: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            algorithm: 2,
            skill_level: 1,
            move_time_units: 1,
            move_time_ms: 0,
            lazy: false,
            deepening: true,
            developer: true,
            hash: 128,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: Duration::from_millis(10),
            analyse: false,
            limit_strength: false,
            elo: None,
            seed: 0,
            learning_file: String::new(),
        }
    }
}

/// One option: how it is advertised, and where its value goes.
type Setter = fn(&mut Settings, &OptionValue);

const HASH_OPTION: &str = "Hash";

/// The highest level: full strength.
pub const FULL_STRENGTH: u8 = 30;

const OPTIONS: [(OptionSpec, Setter); 17] = [
    (OptionSpec::spin("Algorithm", 2, 0, 4), |s, v| s.algorithm = number(v) as u8),
    (OptionSpec::spin("SkillLevel", 1, 0, FULL_STRENGTH as i64), |s, v| s.skill_level = number(v) as u8),
    (OptionSpec::spin("MoveTime", 1, 0, 60), |s, v| s.move_time_units = number(v) as u8),
    (OptionSpec::spin("MoveTimeMs", 0, 0, 3_600_000), |s, v| s.move_time_ms = number(v) as u32),
    (OptionSpec::check("AiIsLazy", false), |s, v| s.lazy = is_on(v)),
    (OptionSpec::check("IDS", true).or_called(&["IDSEnabled"]), |s, v| s.deepening = is_on(v)),
    (OptionSpec::check("DeveloperMode", true), |s, v| s.developer = is_on(v)),
    (OptionSpec::spin(HASH_OPTION, 128, 1, 65_536), |s, v| s.hash = number(v) as usize),
    (OptionSpec::spin("Threads", 1, 1, 64), |s, v| s.threads = number(v) as usize),
    (OptionSpec::spin("MultiPV", 1, 1, 500), |s, v| s.multi_pv = number(v) as usize),
    (OptionSpec::check("Ponder", false), |s, v| s.ponder = is_on(v)),
    (OptionSpec::spin("Move Overhead", 10, 0, 5000), |s, v| {
        s.move_overhead = Duration::from_millis(number(v) as u64);
    }),
    (OptionSpec::check("UCI_AnalyseMode", false), |s, v| s.analyse = is_on(v)),
    (OptionSpec::check("UCI_LimitStrength", false), |s, v| s.limit_strength = is_on(v)),
    (OptionSpec::spin("UCI_Elo", DEFAULT_ELO as i64, WEAKEST_ELO as i64, STRONGEST_ELO as i64), |s, v| {
        s.elo = Some(number(v) as u16);
    }),
    (OptionSpec::spin("Seed", 0, 0, i64::MAX), |s, v| s.seed = number(v) as u64),
    (OptionSpec::text("Learning File"), |s, v| s.learning_file = text(v)),
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

/// The option, with a table that this machine can hold as the greatest one.
fn within_memory(spec: OptionSpec) -> OptionSpec {
    // Asking for a table costs nothing, for its memory is not touched; but it must not be optimized away.
    static LARGEST: OnceLock<i64> = OnceLock::new();
    match spec.kind {
        OptionKind::Spin { default, min, max } if spec.name == HASH_OPTION => {
            let halves = || std::iter::successors(Some(max), |size| Some(size / 2));
            let fits = |size: &i64| *size <= default || black_box(Table::new(*size as usize)).is_ok();
            let largest = *LARGEST.get_or_init(|| halves().find(fits).unwrap_or(default));
            OptionSpec::spin(HASH_OPTION, default, min, largest.max(default))
        }
        _ => spec,
    }
}

impl Settings {
    /// All options, in the order in which they are advertised.
    pub fn specs() -> impl Iterator<Item = OptionSpec> {
        OPTIONS.into_iter().map(|(spec, _)| within_memory(spec))
    }

    /// Sets the option with that name, in any case, from text.
    ///
    /// # Errors
    /// When no option has the name, or the value does not fit it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (spec, setter) = OPTIONS
            .into_iter()
            .find(|(spec, _)| spec.is_called(name))
            .ok_or_else(|| OptionError::Unknown { name: shorten(name) })?;
        setter(self, &within_memory(spec).parse(value)?);
        Ok(())
    }

    /// The time for a move on that clock, when `choices` moves are legal.
    pub(super) fn budget(&self, clock: Clock, choices: usize) -> Budget {
        let budget = clock.budget(self.move_overhead);
        match (choices, self.ponder) {
            // Nothing to choose: a glance is enough to have a reply to expect.
            (0 | 1, _) => Budget { soft: Duration::ZERO, hard: budget.hard },
            // The opponent's time is worth about a quarter more of our own.
            (_, true) => Budget { soft: (budget.soft * 5 / 4).min(budget.hard), hard: budget.hard },
            (_, false) => budget,
        }
    }

    /// The time of a search without limits of its own; `None` when there is no limit by time.
    ///
    /// A unit is 640 ms, and 10 ms come on top: the formula under which the option was published.
    pub fn move_time(&self) -> Option<Duration> {
        match (self.move_time_ms, self.move_time_units) {
            (0, 0) => None,
            (0, units) => Some(Duration::from_millis(u64::from(units) * 640 + 10)),
            (ms, _) => Some(Duration::from_millis(ms.into())),
        }
    }
}
