//! Which games a match consists of, by their numbers.

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pairing {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first engine plays every other one.
    Gauntlet,
    /// Each engine plays the next one in the list.
    Neighbours,
}

impl Pairing {
    /// The pairs of `engines` engines, by their numbers.
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

/// A game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId {
    /// The round, from 1; all games of a round begin with the same opening.
    pub round: usize,
    /// The engine that plays the first side.
    pub first: usize,
    /// The engine that plays the second side.
    pub second: usize,
}

/// The games of a match in the order in which they begin: round by round, pair by pair, both games of a pair
/// in a row.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairs: Vec<(usize, usize)>,
    rounds: usize,
}

impl Schedule {
    /// A match of `engines` engines in which each pair plays two games in each round.
    pub fn new(engines: usize, pairing: Pairing, rounds: usize) -> Self {
        Self { pairs: pairing.pairs(engines), rounds }
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        2 * self.rounds * self.pairs.len()
    }

    /// Whether nothing is to be played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game with that number, from 0; `None` beyond the last.
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
            assert!(games.chunks(2).all(|pair| {
                pair[0].round == pair[1].round
                    && (pair[0].first, pair[0].second) == (pair[1].second, pair[1].first)
            }));
        }
    }
}
