//! The engine's settings, which all games share, as typed values. [`option_table`](super::option_table) reads
//! them from text.

use std::path::PathBuf;
use std::time::Duration;

use crate::game::{GameInfo, Levels, OptionError};
use crate::search::{Algorithm, Budget, Clock, SearchParams, TimeSource};
use crate::text::shorten;

/// Settings of an engine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game's levels: the default level, the ratings, and how levels play.
    pub levels: Levels,
    /// The game, with its defaults and its names of options.
    pub(super) game: &'static GameInfo,
    /// Search algorithm.
    pub algorithm: Algorithm,
    /// Level that was set, 0 to 30; `None` if none was set.
    pub skill_level: Option<u8>,
    /// Time for a search whose request has no limits; `None` for no time limit.
    pub move_time: Option<Duration>,
    /// Whether to reduce time and depth when the side to move is clearly ahead.
    pub lazy: bool,
    /// Whether to search by iterative deepening.
    pub deepening: bool,
    /// Whether to report warnings, and errors in the client's commands. They are also reported if `debug` is on.
    pub developer: bool,
    /// Whether to report the start and the result of each search. The option `DeveloperMode` sets this field,
    /// too.
    pub verbose: bool,
    /// Whether to report details of each iteration, and what `developer` reports. Clients switch it by a command, not
    /// by an option.
    pub debug: bool,
    /// Size of the transposition table in mebibytes.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of lines to report.
    pub multi_pv: usize,
    /// Whether the client lets the engine ponder: search in the opponent's time. Each move may then use more time of
    /// the clock. A request decides for itself whether its search ponders.
    pub ponder: bool,
    /// Time that each move loses in communication. The search does not use this part of the remaining time.
    pub move_overhead: Duration,
    /// Whether the engine analyses instead of playing. Analysis has full strength and does not use the
    /// opening tree.
    pub analyse: bool,
    /// Whether to limit the strength of searches: to the rating `elo`, or to the level if the game has no
    /// ratings. Nothing is limited if `analyse` is on, nor for requests for full strength.
    pub limit_strength: bool,
    /// Elo rating used if `limit_strength` is on; 0 if the game has no ratings.
    pub elo: u16,
    /// Seed of random choices. With 0, random moves, moves from the opening tree and the choice among
    /// symmetric moves use a new seed in each game.
    pub seed: u64,
    /// Path of the file that stores surprising scores between runs; `None` if there is none.
    pub learning_file: Option<PathBuf>,
    /// Path of the file with the opening tree from which the engine plays; `None` if there is none.
    pub opening_tree: Option<PathBuf>,
    /// Variety of the openings in percent, from 0 to 100. A move of the opening tree needs at least `100 -
    /// opening_variety` percent of the games of the most played candidate.
    pub opening_variety: u8,
    /// Search parameters that were set; the others are the evaluation's own.
    pub params: ParamOverrides,
    /// Time source of searches: the system clock, except in an environment without one, such as a browser. There is no
    /// option for it.
    pub time: TimeSource,
}

impl Settings {
    /// Returns the default settings of a game.
    pub fn new(game: &'static GameInfo) -> Self {
        let levels = game.levels;
        let mut settings = Self {
            levels,
            game,
            algorithm: game.algorithm,
            skill_level: None,
            move_time: Some(Duration::from_secs(1)),
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
            learning_file: None,
            opening_tree: None,
            opening_variety: 80,
            params: ParamOverrides::default(),
            time: TimeSource::default(),
        };
        settings.take_defaults_of_aliases();
        settings
    }

    /// Returns the level that was set, or the game's default level.
    pub fn level(&self) -> u8 {
        self.skill_level.unwrap_or(self.levels.default)
    }

    /// Returns the time budget of a search with `choices` root moves. With a single root move, the soft limit is 0;
    /// with more, it is raised if the engine ponders.
    pub(super) fn budget(&self, clock: Clock, choices: usize) -> Budget {
        let mut budget = clock.budget(self.move_overhead);
        if choices <= 1 {
            // The single move is known, so a minimal search is enough: it only has to find the expected reply.
            budget.soft = Duration::ZERO;
        } else if self.ponder {
            // Pondering saves about a quarter of the engine's time, so each move may use a quarter more.
            budget.soft = (budget.soft * 5 / 4).min(budget.hard);
        }
        budget
    }
}

/// Search parameters that were set, each in place of the evaluation's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamOverrides(Vec<(&'static str, i32)>);

impl ParamOverrides {
    /// Sets a parameter from text. The name is case-insensitive. The parameters of the evaluation's unit, such as
    /// `scale`, cannot be set.
    ///
    /// ```
    /// use plywright::ParamOverrides;
    /// let mut overrides = ParamOverrides::default();
    /// for (name, value) in [("unknown", "1"), ("futility_margin", "x"), ("scale", "1")] {
    ///     assert!(overrides.set(name, value).is_err());
    /// }
    /// assert_eq!(overrides, ParamOverrides::default(), "an error changes nothing");
    /// ```
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
        // Only the value is checked, so it does not matter which parameters these are.
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
            // This cannot fail, because `ParamOverrides::set` has checked names and values.
            let _ = params.set(name, *value);
        }
        params
    }
}
