//! Play below full strength: the search limits and the error rates of each level.
//!
//! The limits are in plies and nodes instead of time, so that a level plays alike on slow and fast machines.

use super::request::{Go, Strength};
use super::settings::Settings;
use crate::rules::Depth;
use crate::search::{Algorithm, Limits, Rng};

/// Lowest level without simulated errors and without a node limit.
const EXPERT: f64 = 26.0;

/// Node limit of level 0, for one reported line and few root moves.
const MIN_NODES: f64 = 1000.0;
/// Number of levels over which the node limit doubles.
const LEVELS_PER_DOUBLING: f64 = 3.3;
/// Minimum node limit for each root move, so that all root moves are searched.
const NODES_PER_MOVE: u64 = 4;

/// Number of plies by which the depth limit grows from level 0 to just below [`EXPERT`], under
/// [`Levels::like_people`](crate::game::Levels::like_people).
const PLIES_LIKE_PEOPLE: f64 = 12.0;

/// A level from 0 to 30, possibly fractional.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    number: f64,
    /// The game's [`Levels::like_people`](crate::game::Levels::like_people).
    like_people: bool,
}

/// Error rate of a level, relative to level 0: 1 at level 0, falling towards 0 at [`EXPERT`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BlunderRates(f64);

impl Level {
    /// Returns the level of a search; `None` for full strength and for random moves. With [`Settings::limit_strength`],
    /// the rating replaces the level. The game's default level applies only to requests for [`Strength::Level`] without
    /// arguments, and to limited strength in a game without ratings.
    pub(super) fn governing(settings: &Settings, go: &Go) -> Option<Self> {
        if settings.analyse || go.strength == Strength::Full || settings.algorithm == Algorithm::Random {
            return None;
        }
        let has_default = settings.limit_strength || (go.is_bare() && go.strength == Strength::Level);
        let default = has_default.then_some(settings.levels.default);
        let level = || settings.skill_level.or(default).map(f64::from);
        let rated = settings.levels.level_with(settings.elo).filter(|_| settings.limit_strength);
        let like_people = settings.levels.like_people;
        rated.or_else(level).map(|number| Self { number, like_people })
    }

    /// Returns the limits of a search with `choices` root moves. Below level [`EXPERT`], these are a depth limit and a
    /// node limit for one reported line. From [`EXPERT`] on, there is no node limit, and a depth limit only if the
    /// search has no other limit (`is_limited` is false).
    ///
    /// The depth limit is one ply plus half the level. Under [`Levels::like_people`](crate::game::Levels::like_people),
    /// it grows with the third power of the level instead, up to [`EXPERT`]. If it is not a whole number, `seed`
    /// decides between rounding down and up.
    pub(super) fn horizon(self, is_limited: bool, choices: usize, seed: u64) -> Limits {
        let level = self.number;
        let plies = if self.like_people && level < EXPERT {
            PLIES_LIKE_PEOPLE * (level / EXPERT).powi(3)
        } else {
            level / 2.0
        };
        // Without the factor, a random number close to 1 could round the sum up to the next whole ply.
        let depth = Depth((1.0 + plies + Rng::new(seed).unit() * 0.999) as u16);
        if level >= EXPERT {
            return Limits { depth: Some(depth).filter(|_| !is_limited), ..Limits::default() };
        }
        let nodes = MIN_NODES * (level / LEVELS_PER_DOUBLING).exp2();
        let nodes = (nodes as u64).max(NODES_PER_MOVE * choices as u64);
        Limits { depth: Some(depth), nodes: Some(nodes), mate: None }
    }

    /// Returns the errors that the level simulates; `None` from [`EXPERT`] on.
    pub(super) fn errors(self) -> Option<BlunderRates> {
        let power = if self.like_people { 3 } else { 2 };
        (self.number < EXPERT).then(|| BlunderRates((1.0 - self.number / EXPERT).powi(power)))
    }
}

impl BlunderRates {
    /// Returns the probability of overlooking a move. It is lower for the player's own moves than for the
    /// opponent's, and lower for forcing and noisy moves than for quiet ones.
    pub(super) fn oversight(self, is_own: bool, is_quiet: bool) -> f64 {
        let at_worst = match (is_own, is_quiet) {
            (true, false) => 0.35,
            (true, true) => 0.45,
            (false, false) => 0.55,
            (false, true) => 0.65,
        };
        at_worst * self.0
    }

    /// Returns the maximum error of a static evaluation, as a fraction of the evaluation's win scale.
    pub(super) const fn misjudgement(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{FULL_STRENGTH, GameInfo, Levels};
    use crate::search::Clock;
    use std::time::Duration;

    const IS_LIMITED: bool = true;
    const CHOICES: usize = 24;
    const SEED: u64 = 1;

    fn settings(options: &[(&str, &str)]) -> Settings {
        const RATED: GameInfo = GameInfo {
            levels: Levels { default: 3, ..Levels::rated(&[(0, 900), (10, 1900), (20, 2900)]) },
            ..GameInfo::new("rated", "")
        };
        let mut settings = Settings::new(&RATED);
        for (name, value) in options {
            settings.set(name, value).unwrap();
        }
        settings
    }

    fn numbered(number: f64) -> Level {
        Level { number, like_people: false }
    }

    #[test]
    fn a_higher_level_looks_farther_and_errs_less() {
        for like_people in [false, true] {
            let levels: Vec<_> =
                (0..=FULL_STRENGTH).map(|number| Level { number: number.into(), like_people }).collect();
            for pair in levels.windows(2) {
                let &[lower, higher] = pair else { panic!("two levels") };
                let [near, far] = [lower, higher].map(|level| level.horizon(!IS_LIMITED, CHOICES, SEED));
                assert!(near.depth <= far.depth);
                assert!(far.nodes.is_none_or(|nodes| Some(nodes) > near.nodes), "{near:?} {far:?}");
                let [more, fewer] =
                    [lower, higher].map(|level| level.errors().map_or(0.0, BlunderRates::misjudgement));
                assert!(fewer < more || more == 0.0);
            }
        }
    }

    #[test]
    fn the_highest_levels_are_full_strength() {
        for number in 26..=FULL_STRENGTH {
            let level = numbered(number.into());
            assert_eq!(level.errors(), None);
            assert_eq!(level.horizon(IS_LIMITED, CHOICES, SEED), Limits::default());
        }
        assert!(numbered(25.0).errors().is_some());
    }

    #[test]
    fn there_are_nodes_for_every_move_of_wide_positions() {
        assert!(numbered(0.0).horizon(IS_LIMITED, 2000, SEED).nodes >= Some(4000));
    }

    #[test]
    fn between_two_depths_the_seed_decides() {
        let depth = |seed| numbered(3.0).horizon(!IS_LIMITED, CHOICES, seed).depth.unwrap().0;
        let deeper = (0..1000).filter(|seed| depth(*seed) == 3).count();
        assert!((400..600).contains(&deeper), "{deeper}");
        assert!((0..1000).all(|seed| (2..=3).contains(&depth(seed))));
    }

    #[test]
    fn elo_counts_only_when_strength_is_limited_and_then_more_than_the_level() {
        let governing = |options: &[_], go: &Go| Level::governing(&settings(options), go);
        let (bare, deep) = (Go::default(), Go { depth: Some(Depth(9)), ..Go::default() });
        let [level, elo, limit] = [("SkillLevel", "9"), ("UCI_Elo", "1700"), ("UCI_LimitStrength", "true")];
        assert_eq!(governing(&[], &bare), Some(numbered(3.0)));
        assert_eq!(governing(&[level, elo], &bare), Some(numbered(9.0)));
        assert_eq!(governing(&[elo], &deep), None);
        assert_eq!(governing(&[level, elo], &deep), Some(numbered(9.0)));
        assert_eq!(governing(&[level, limit], &deep), Some(numbered(3.0)), "the default rating is in force");
        for options in [[elo, level, limit], [limit, level, elo]] {
            assert_eq!(governing(&options, &deep), Some(numbered(8.0)));
            assert_eq!(governing(&options, &bare), Some(numbered(8.0)));
        }
        assert_eq!(governing(&[limit, elo, ("UCI_AnalyseMode", "true")], &bare), None);
    }

    #[test]
    fn without_ratings_strength_is_limited_by_the_level() {
        const UNRATED: GameInfo = GameInfo::new("unrated", "");
        let mut settings = Settings::new(&UNRATED);
        assert!(settings.set("UCI_Elo", "1700").is_err());
        settings.set("UCI_LimitStrength", "true").unwrap();
        settings.set("SkillLevel", "9").unwrap();
        let deep = Go { depth: Some(Depth(9)), ..Go::default() };
        assert_eq!(Level::governing(&settings, &deep), Some(numbered(9.0)));
    }

    #[test]
    fn the_strength_of_a_request_replaces_or_asks_for_a_level() {
        let go = |strength| Go { strength, ..Go::default() };
        let governing = |options: &[_], strength| Level::governing(&settings(options), &go(strength));
        let level = ("SkillLevel", "5");
        assert_eq!(governing(&[], Strength::FullUnlessSet), None);
        assert_eq!(governing(&[level], Strength::FullUnlessSet), Some(numbered(5.0)));
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
            assert_eq!(
                Level::governing(&settings(&[("SkillLevel", "0")]), &go),
                Some(numbered(0.0)),
                "{go:?}"
            );
        }
        for go in [Go::default(), Go { depth: Some(Depth(0)), ..Go::default() }] {
            assert_eq!(Level::governing(&settings(&[]), &go), Some(numbered(3.0)), "{go:?}");
        }
    }

    #[test]
    fn random_moves_have_no_level() {
        let settings = settings(&[("SkillLevel", "0"), ("Algorithm", "random")]);
        assert_eq!(Level::governing(&settings, &Go::default()), None);
    }
}
