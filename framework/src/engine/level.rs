//! Levels: playing below full strength.
//!
//! A level looks less far and at fewer positions, overlooks moves and misjudges positions, each the less the
//! higher it is. What it may spend is counted in plies and nodes, so it plays alike on every machine and at
//! once on most; what it gets wrong depends on the seed and the position alone, so it plays the same game
//! again under the same seed.

use super::request::{Go, Strength};
use super::settings::Settings;
use crate::rules::Depth;
use crate::search::{Algorithm, Rng};

/// From this level on a search with a limit is at full strength, and one without any is only less deep.
const EXPERT: f64 = 26.0;

/// Nodes that level 0 looks at, and levels from one doubling of them to the next.
const FEWEST_NODES: f64 = 1000.0;
const LEVELS_PER_DOUBLING: f64 = 3.3;
/// Nodes for each move to choose from, so that all of them are looked at.
const NODES_PER_MOVE: u64 = 4;

/// A level, or a strength between two of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level(f64);

/// How far a level may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Horizon {
    /// Plies; `None` for as many as time allows.
    pub(super) depth: Option<Depth>,
    /// Nodes for each line that is asked for; `None` for as many as time allows.
    pub(super) nodes: Option<u64>,
}

/// How much a player gets wrong, as a share of what level 0 does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BlunderRates(f64);

impl Level {
    /// The level that governs a search; `None` for full strength. A level that was set governs every search,
    /// and the game's default level a bare one. When strength is limited, the Elo number counts in place of
    /// the level where the game has ratings.
    pub(super) fn governing(settings: &Settings, go: &Go) -> Option<Self> {
        if settings.analyse || go.strength == Strength::Full || settings.algorithm == Algorithm::Random {
            return None;
        }
        let has_default = settings.limit_strength || go.is_bare() && go.strength == Strength::Level;
        let default = has_default.then_some(settings.levels.default);
        let level = || settings.skill_level.or(default).map(f64::from);
        let rated = settings.levels.level_with(settings.elo).filter(|_| settings.limit_strength);
        rated.or_else(level).map(Self)
    }

    /// How far the level looks with `choices` moves to choose from. Between two depths the seed decides. A
    /// search that nothing else limits is finitely deep at every level.
    pub(super) fn horizon(self, is_limited: bool, choices: usize, seed: u64) -> Horizon {
        let Self(level) = self;
        let depth = Depth((1.0 + level / 2.0 + Rng::new(seed).unit() * 0.999) as u16);
        if level >= EXPERT {
            return Horizon { depth: Some(depth).filter(|_| !is_limited), nodes: None };
        }
        let nodes = FEWEST_NODES * (level / LEVELS_PER_DOUBLING).exp2();
        Horizon { depth: Some(depth), nodes: Some((nodes as u64).max(NODES_PER_MOVE * choices as u64)) }
    }

    /// What the level gets wrong; `None` at full strength.
    pub(super) fn errors(self) -> Option<BlunderRates> {
        (self.0 < EXPERT).then(|| BlunderRates((1.0 - self.0 / EXPERT).powi(2)))
    }
}

impl BlunderRates {
    /// The chance that a move is not thought of. One's own moves are found more easily than the opponent's,
    /// and moves that change much more easily than quiet ones.
    pub(super) fn oversight(self, own: bool, quiet: bool) -> f64 {
        let at_worst = match (own, quiet) {
            (true, false) => 0.35,
            (true, true) => 0.45,
            (false, false) => 0.55,
            (false, true) => 0.65,
        };
        at_worst * self.0
    }

    /// The greatest error of an estimate, as a share of one that wins.
    pub(super) const fn misjudgement(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::levels::{FULL_STRENGTH, Levels};

    use crate::search::Clock;
    use std::time::Duration;

    fn settings(options: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::new(
            Algorithm::Pvs,
            Levels { default: 3, ratings: &[(0, 900), (10, 1900), (20, 2900)] },
            &[],
        );
        for (name, value) in options {
            settings.set(name, value).unwrap();
        }
        settings
    }

    #[test]
    fn a_higher_level_looks_farther_and_errs_less() {
        let levels: Vec<_> = (0..=FULL_STRENGTH).map(|level| Level(level.into())).collect();
        for pair in levels.windows(2) {
            let [lower, higher] = [0, 1].map(|i| pair[i].horizon(false, 24, 1));
            assert!(lower.depth <= higher.depth);
            assert!(higher.nodes.is_none_or(|nodes| Some(nodes) > lower.nodes), "{lower:?} {higher:?}");
            let [lower, higher] = [0, 1].map(|i| pair[i].errors().map_or(0.0, BlunderRates::misjudgement));
            assert!(higher < lower || lower == 0.0);
        }
    }

    #[test]
    fn the_highest_levels_are_full_strength() {
        for level in 26..=FULL_STRENGTH {
            let level = Level(level.into());
            assert_eq!(level.errors(), None);
            assert_eq!(level.horizon(true, 24, 1), Horizon { depth: None, nodes: None });
        }
        assert!(Level(25.0).errors().is_some());
    }

    #[test]
    fn there_are_nodes_for_every_move_of_wide_positions() {
        assert!(Level(0.0).horizon(true, 2000, 1).nodes >= Some(4000));
    }

    #[test]
    fn between_two_depths_the_seed_decides() {
        let depth = |seed| Level(3.0).horizon(false, 24, seed).depth.unwrap().0;
        let deeper = (0..1000).filter(|seed| depth(*seed) == 3).count();
        assert!((400..600).contains(&deeper) && (0..1000).all(|seed| (2..=3).contains(&depth(seed))));
    }

    #[test]
    fn elo_counts_only_when_strength_is_limited_and_then_more_than_the_level() {
        let governing = |options: &[_], go: &Go| Level::governing(&settings(options), go);
        let (bare, deep) = (Go::default(), Go { depth: Some(Depth(9)), ..Go::default() });
        let [level, elo, limit] = [("SkillLevel", "9"), ("UCI_Elo", "1700"), ("UCI_LimitStrength", "true")];
        assert_eq!(governing(&[], &bare), Some(Level(3.0)));
        assert_eq!(governing(&[level, elo], &bare), Some(Level(9.0)));
        assert_eq!(governing(&[elo], &deep), None);
        assert_eq!(governing(&[level, elo], &deep), Some(Level(9.0)));
        assert_eq!(governing(&[level, limit], &deep), Some(Level(3.0)), "the default rating is in force");
        for options in [[elo, level, limit], [limit, level, elo]] {
            assert_eq!(governing(&options, &deep), Some(Level(8.0)));
            assert_eq!(governing(&options, &bare), Some(Level(8.0)));
        }
        assert_eq!(governing(&[limit, elo, ("UCI_AnalyseMode", "true")], &bare), None);
    }

    #[test]
    fn without_ratings_strength_is_limited_by_the_level() {
        let mut settings = Settings::new(Algorithm::Pvs, Levels::default(), &[]);
        assert!(settings.set("UCI_Elo", "1700").is_err());
        settings.set("UCI_LimitStrength", "true").unwrap();
        settings.set("SkillLevel", "9").unwrap();
        let deep = Go { depth: Some(Depth(9)), ..Go::default() };
        assert_eq!(Level::governing(&settings, &deep), Some(Level(9.0)));
    }

    #[test]
    fn a_request_may_want_full_strength() {
        let go = |strength| Go { strength, ..Go::default() };
        let governing = |options: &[_], strength| Level::governing(&settings(options), &go(strength));
        let level = ("SkillLevel", "5");
        assert_eq!(governing(&[], Strength::FullUnlessSet), None);
        assert_eq!(governing(&[level], Strength::FullUnlessSet), Some(Level(5.0)));
        assert_eq!(governing(&[level], Strength::Full), None);
        assert_eq!(governing(&[level, ("UCI_LimitStrength", "true")], Strength::Full), None);
    }

    #[test]
    fn the_default_level_governs_a_bare_search_alone_and_a_level_that_was_set_every_one() {
        let clock = Clock { remaining: Duration::from_secs(60), ..Clock::default() };
        let searches = [
            Go { search_moves: vec!["a".to_owned()], ..Go::default() },
            Go { ponder: true, ..Go::default() },
            Go { infinite: true, ..Go::default() },
            Go { nodes: Some(9), ..Go::default() },
            Go { move_time: Some(Duration::from_secs(1)), ..Go::default() },
            Go { mate: Some(2), ..Go::default() },
            Go { clocks: [Some(clock); 2], ..Go::default() },
        ];
        for go in searches {
            assert_eq!(Level::governing(&settings(&[]), &go), None, "{go:?}");
            assert_eq!(Level::governing(&settings(&[("SkillLevel", "0")]), &go), Some(Level(0.0)), "{go:?}");
        }
        for go in [Go::default(), Go { depth: Some(Depth(0)), ..Go::default() }] {
            assert_eq!(Level::governing(&settings(&[]), &go), Some(Level(3.0)), "{go:?}");
        }
    }

    #[test]
    fn random_moves_have_no_level() {
        let settings = settings(&[("SkillLevel", "0"), ("Algorithm", "random")]);
        assert_eq!(Level::governing(&settings, &Go::default()), None);
    }
}
