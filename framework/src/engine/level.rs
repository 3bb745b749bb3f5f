//! Playing below full strength: how deep a level looks, and which of the good moves it takes.
//!
//! A level searches to a fixed depth and adds to every move's value an error of its own, greatest at level 0. The errors
//! depend on the seed and the position alone, so a level plays the same game again under the same seed.

use super::settings::{FULL_STRENGTH, Settings};
use crate::key::Key;
use crate::score::{Depth, Score};
use crate::search::{Generator, Line};

/// From this level on only the depth differs from full strength, and with a time limit not even that.
const EXPERT: u8 = 26;
/// Errors are scaled to this estimate where the evaluation does not say what wins.
const DEFAULT_WINNING: i32 = 400;

/// A level with the seed of its errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    level: u8,
    seed: u64,
}

impl Level {
    /// The level that governs a search, if any does: one without limits of its own, or every one when strength is to be
    /// limited; none in analysis.
    pub(super) fn governing(settings: &Settings, without_limits: bool) -> Option<Self> {
        let governed = !settings.analyse && (without_limits || settings.limit_strength);
        governed.then_some(Self { level: settings.skill_level.min(FULL_STRENGTH), seed: settings.seed })
    }

    /// How deep the level looks; `None` for as deep as time allows. It always looks finitely deep without a time limit.
    pub(super) fn depth(self, has_time_limit: bool) -> Option<Depth> {
        let depth = Depth(1 + u16::from(self.level) / 2);
        (self.level < EXPERT || !has_time_limit).then_some(depth)
    }

    /// Does the level need to know the value of every move?
    pub(super) const fn errs(self) -> bool {
        self.level < EXPERT
    }

    /// The index of the line that the level takes: the best one after its errors. Levels do not throw away a win that
    /// they see, nor walk into a loss that they see, unless the errors of the lowest make them.
    pub(super) fn choose<M>(self, lines: &[Line<M>], winning: i32, position: Key) -> usize {
        let winning = f64::from(if winning > 0 { winning } else { DEFAULT_WINNING });
        let share = f64::from(EXPERT.saturating_sub(self.level)) / f64::from(EXPERT);
        let error = winning * share * share;
        let mut generator = Generator::new(Key::mix(self.seed).0 ^ position.0);
        let mut value = |score: Score| {
            let bounded = f64::from(score.0).clamp(-4.0 * winning, 4.0 * winning);
            bounded + error * (generator.unit() + generator.unit() - 1.0)
        };
        let values: Vec<f64> = lines.iter().map(|line| value(line.score)).collect();
        let best = values.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
        best.map_or(0, |(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bound;

    fn lines(scores: &[i32]) -> Vec<Line<usize>> {
        let line =
            |(mv, score): (usize, &i32)| Line { score: Score(*score), bound: Bound::Exact, moves: vec![mv] };
        scores.iter().enumerate().map(line).collect()
    }

    fn choices(level: u8, scores: &[i32]) -> Vec<usize> {
        let choose = |seed| Level { level, seed }.choose(&lines(scores), 100, Key(1));
        (0..1000).map(choose).collect()
    }

    #[test]
    fn full_strength_takes_the_best_line() {
        assert!(choices(FULL_STRENGTH, &[5, 4, 3]).iter().all(|choice| *choice == 0));
    }

    #[test]
    fn a_higher_level_errs_less() {
        let errors = |level| choices(level, &[40, 20, 0]).iter().filter(|choice| **choice != 0).count();
        assert!(
            errors(0) > errors(8) && errors(8) > errors(16),
            "{} {} {}",
            errors(0),
            errors(8),
            errors(16)
        );
        assert_eq!(errors(25), 0);
    }

    #[test]
    fn the_same_seed_errs_alike() {
        assert_eq!(choices(3, &[9, 8, 7]), choices(3, &[9, 8, 7]));
    }
}
