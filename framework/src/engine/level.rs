//! Levels: playing below full strength.
//!
//! A level looks less far and at fewer positions, overlooks moves and misjudges positions, each the less the higher it
//! is. What it may spend is counted in plies and nodes, so it plays alike on every machine and at once on most; what it
//! gets wrong depends on the seed and the position alone, so it plays the same game again under the same seed.

use super::settings::{FULL_STRENGTH, Settings};
use crate::score::Depth;
use crate::search::Rng;

/// From this level on a search with a time limit is at full strength, and one without it is only less deep.
const EXPERT: f64 = 26.0;

/// Levels with their Elo numbers on a scale on which a player that moves at random has 0; between them both rise
/// evenly. They come from a tournament at the game that the program plays by default, and serve every game.
const LADDER: [(f64, u16); 10] = [
    (0.0, 860),
    (3.0, 1080),
    (6.0, 1260),
    (9.0, 1470),
    (12.0, 1660),
    (15.0, 1830),
    (18.0, 2010),
    (21.0, 2240),
    (24.0, 2420),
    (EXPERT, 2520),
];

/// The Elo number of level 0.
pub(super) const WEAKEST_ELO: u16 = LADDER[0].1;
/// The Elo number of full strength.
pub(super) const STRONGEST_ELO: u16 = LADDER[LADDER.len() - 1].1;
/// The Elo number of level 1, the default one.
pub(super) const DEFAULT_ELO: u16 = WEAKEST_ELO + (LADDER[1].1 - WEAKEST_ELO) / 3;

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
    /// The level that governs a search, if any does: one without limits of its own, or every one when strength is to be
    /// limited; none in analysis. When strength is limited and an Elo number was set, it counts in place of the level.
    pub(super) fn governing(settings: &Settings, without_limits: bool) -> Option<Self> {
        let level = Self(settings.skill_level.min(FULL_STRENGTH).into());
        let governed = !settings.analyse && (without_limits || settings.limit_strength);
        let elo = settings.elo.filter(|_| settings.limit_strength);
        governed.then(|| elo.map_or(level, Self::of_elo))
    }

    /// The strength with that Elo number, or the nearest one that there is.
    fn of_elo(elo: u16) -> Self {
        let above = LADDER.iter().position(|(_, known)| *known >= elo).unwrap_or(LADDER.len() - 1).max(1);
        let [(low, low_elo), (high, high_elo)] = [LADDER[above - 1], LADDER[above]];
        let part = (f64::from(elo) - f64::from(low_elo)) / f64::from(high_elo - low_elo);
        Self(low + (high - low) * part.clamp(0.0, 1.0))
    }

    /// How far the level looks when there are so many moves to choose from. Between two depths the seed decides.
    /// Without a time limit every level looks finitely deep.
    pub(super) fn horizon(self, has_time_limit: bool, choices: usize, seed: u64) -> Horizon {
        let Self(level) = self;
        let depth = Depth((1.0 + level / 2.0 + Rng::new(seed).unit() * 0.999) as u16);
        if level >= EXPERT {
            return Horizon { depth: Some(depth).filter(|_| !has_time_limit), nodes: None };
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
    /// The chance that a move is not thought of. One's own moves are found more easily than the opponent's, and moves
    /// that change much more easily than quiet ones.
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

    fn settings(options: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
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
    fn elo_numbers_lie_on_the_ladder_of_levels() {
        for (level, elo) in LADDER {
            assert_eq!(Level::of_elo(elo), Level(level));
        }
        let elos: Vec<_> = (WEAKEST_ELO..=STRONGEST_ELO).map(|elo| Level::of_elo(elo).0).collect();
        assert!(elos.windows(2).all(|pair| pair[0] < pair[1]), "every point of Elo counts");
        assert!((Level::of_elo(DEFAULT_ELO).0 - 1.0).abs() < 0.05);
        assert_eq!([Level::of_elo(0), Level::of_elo(u16::MAX)], [Level(0.0), Level(EXPERT)]);
    }

    #[test]
    fn elo_counts_only_when_strength_is_limited_and_then_more_than_the_level() {
        let governing = |options: &[_], without| Level::governing(&settings(options), without);
        let [level, elo, limit] = [("SkillLevel", "9"), ("UCI_Elo", "2000"), ("UCI_LimitStrength", "true")];
        assert_eq!(governing(&[level, elo], true), Some(Level(9.0)));
        assert_eq!(governing(&[level, elo], false), None);
        assert_eq!(governing(&[level, limit], false), Some(Level(9.0)));
        for options in [[elo, level, limit], [limit, level, elo]] {
            assert_eq!(governing(&options, false), Some(Level::of_elo(2000)));
            assert_eq!(governing(&options, true), Some(Level::of_elo(2000)));
        }
        assert_eq!(governing(&[limit, elo, ("UCI_AnalyseMode", "true")], true), None);
    }
}
