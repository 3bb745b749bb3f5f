//! Schedule of a match: which engines play each other, with which sides, and in which order.

/// Which pairs of engines play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pairing {
    /// All pairs of engines play.
    #[default]
    RoundRobin,
    /// The first engine plays each of the other engines, which do not play each other.
    Gauntlet,
    /// Engines next to each other in the list play each other.
    Neighbours,
}

impl Pairing {
    /// Returns the pairs of engines that play each other, by index. `engines` is the number of engines.
    pub fn pairs(self, engines: usize) -> Vec<(usize, usize)> {
        let all = (0..engines).flat_map(|one| (one + 1..engines).map(move |other| (one, other)));
        all.filter(|(one, other)| match self {
            Self::RoundRobin => true,
            Self::Gauntlet => *one == 0,
            Self::Neighbours => one + 1 == *other,
        })
        .collect()
    }
}

/// Identity of a game in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId {
    /// Round number, from 1. All games of a round start from the same opening.
    pub round: usize,
    /// Index of the engine that plays the first side.
    pub first: usize,
    /// Index of the engine that plays the second side.
    pub second: usize,
}

/// All games of a match in their order: by round, then by the two engines that play. Two engines that are paired play
/// two games in a row in each round, with sides swapped.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairs: Vec<(usize, usize)>,
    rounds: usize,
}

impl Schedule {
    /// Creates a schedule for `engines` engines. In each round, every two engines that play each other have two games.
    pub fn new(engines: usize, pairing: Pairing, rounds: usize) -> Self {
        Self { pairs: pairing.pairs(engines), rounds }
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        2 * self.rounds * self.pairs.len()
    }

    /// Whether the schedule has no game.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the index of a game, from 0, or `None` if the game is not in the schedule.
    pub fn position(&self, id: GameId) -> Option<usize> {
        let pair = (id.first.min(id.second), id.first.max(id.second));
        let pair = self.pairs.iter().position(|known| *known == pair)?;
        let round = id.round.checked_sub(1).filter(|round| *round < self.rounds)?;
        Some(2 * (round * self.pairs.len() + pair) + usize::from(id.first > id.second))
    }

    /// Returns the game with this index, from 0, or `None` after the last game.
    pub fn game(&self, number: usize) -> Option<GameId> {
        if number >= self.len() {
            return None;
        }
        let (one, other) = self.pairs[number / 2 % self.pairs.len()];
        let round = number / 2 / self.pairs.len() + 1;
        Some(if number.is_multiple_of(2) {
            GameId { round, first: one, second: other }
        } else {
            GameId { round, first: other, second: one }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_pair_plays_each_round_with_both_sides() {
        for (pairing, pairs) in [(Pairing::RoundRobin, 6), (Pairing::Gauntlet, 3), (Pairing::Neighbours, 3)] {
            let schedule = Schedule::new(4, pairing, 5);
            let games: Vec<_> = (0..schedule.len()).filter_map(|number| schedule.game(number)).collect();
            assert_eq!(games.len(), 2 * 5 * pairs);
            assert_eq!(games.iter().collect::<HashSet<_>>().len(), games.len());
            assert_eq!(schedule.game(games.len()), None);
            let positions = games.iter().map(|game| schedule.position(*game));
            assert!(positions.eq((0..games.len()).map(Some)));
            assert!(games.chunks(2).all(|pair| {
                pair[0].round == pair[1].round
                    && (pair[0].first, pair[0].second) == (pair[1].second, pair[1].first)
            }));
        }
    }
}
