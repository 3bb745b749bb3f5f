//! Results of every two engines of a match. Games may be added in any order, as threads and machines finish them.

use std::collections::{BTreeMap, HashMap};

use plywright::Side;

use crate::record::{GameRecord, GameResult};
use crate::settings::words;
use crate::stats::{GameScore, Results};
use crate::tournament::ENGINES;

/// The engines of a match, and the results of every two that have played each other.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    names: Vec<String>,
    /// For each pair of engine indices, the lower first: results of the engine with the lower index.
    results: BTreeMap<(usize, usize), Results>,
    /// Games whose pair is not complete, by round and engine indices, the lower first. The value is the side and the
    /// score of the engine with the lower index.
    open: HashMap<(String, usize, usize), (Side, GameScore)>,
}

impl Scoreboard {
    /// Creates a scoreboard for these engines, without any games yet.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect(), ..Self::default() }
    }

    /// Returns the names of the engines, by index.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Adds a game in which engine `first` had the first side and engine `second` the second. If it is the second game
    /// of a pair, with the same `round` and swapped sides, the pair is counted too. Ignores a game without a result.
    pub fn add(&mut self, round: &str, first: usize, second: usize, result: GameResult) {
        let (low, high) = (first.min(second), first.max(second));
        let side = if first == low { Side::First } else { Side::Second };
        let Some(score) = result.score_of(side) else { return };
        let results = self.results.entry((low, high)).or_default();
        results.add_game(score);
        let key = (round.to_owned(), low, high);
        match self.open.remove(&key) {
            Some((other_side, other)) if other_side != side => results.add_pair(other, score),
            _ => {
                self.open.insert(key, (side, score));
            }
        }
    }

    /// Adds a recorded game, and its engines if they are new. `shard` names the file of the record. Rounds of different
    /// matches have the same numbers, so a pair is two games of the same file and the same tags `Seed`, `Game` and
    /// `Variant`. If the tag `Engines` lists both players, adds all engines that it lists, in its order, so that the
    /// order of the games does not matter.
    ///
    /// # Errors
    /// Returns a message if the record lacks the players, the round or the result, or if one engine played
    /// both sides.
    pub fn add_record(&mut self, shard: &str, record: &GameRecord) -> Result<(), String> {
        let tag = |name| record.tags.get(name).ok_or_else(|| format!("the record has no tag {name}"));
        let (first, second, round) = (tag("White")?, tag("Black")?, tag("Round")?);
        if record.result == GameResult::Unknown {
            return Err(format!("the game of {first} against {second} has no result"));
        }
        if first == second {
            return Err(format!("{first} plays both sides"));
        }
        let of_match = ["Seed", "Game", "Variant"].map(|name| record.tags.get(name).unwrap_or_default());
        let round = format!("{shard} {} {round}", of_match.join(" "));
        let named = words(record.tags.get(ENGINES).unwrap_or_default()).unwrap_or_default();
        if [first, second].iter().all(|player| named.iter().any(|name| name == player)) {
            for name in &named {
                self.index_or_add(name);
            }
        }
        let (first, second) = (self.index_or_add(first), self.index_or_add(second));
        self.add(&round, first, second, record.result);
        Ok(())
    }

    /// Removes the engines without a game. The other engines keep their order, but their indices may change.
    pub fn remove_idle(&mut self) {
        let (played, idle): (Vec<_>, Vec<_>) =
            (0..self.names.len()).partition(|engine| self.of(*engine).games() > 0);
        let new = |engine: usize| engine - idle.iter().filter(|other| **other < engine).count();
        self.names = played.iter().map(|engine| std::mem::take(&mut self.names[*engine])).collect();
        let results = std::mem::take(&mut self.results).into_iter();
        self.results = results.map(|((low, high), results)| ((new(low), new(high)), results)).collect();
        let open = std::mem::take(&mut self.open).into_iter();
        self.open = open.map(|((round, low, high), game)| ((round, new(low), new(high)), game)).collect();
    }

    fn index_or_add(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Returns the results of engine `one` against engine `other`, from the view of `one`. All counts are 0 if they
    /// have not played.
    pub fn between(&self, one: usize, other: usize) -> Results {
        let results = |low, high| self.results.get(&(low, high)).copied().unwrap_or_default();
        if one <= other { results(one, other) } else { -results(other, one) }
    }

    /// Returns the results of an engine against all others, from its own view.
    pub fn of(&self, one: usize) -> Results {
        let mut sum = Results::default();
        for other in (0..self.names.len()).filter(|other| *other != one) {
            sum += self.between(one, other);
        }
        sum
    }

    /// Returns every two engines that have played each other, in ascending order: their indices, the lower first, and
    /// the results from the view of the engine with the lower index.
    pub fn pairings(&self) -> Vec<(usize, usize, Results)> {
        self.results.iter().map(|((one, other), results)| (*one, *other, *results)).collect()
    }

    /// Returns the number of games that were counted.
    pub fn games(&self) -> u64 {
        self.results.values().map(Results::games).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RecordReader;
    use GameResult::{Draw, Win};
    use Side::{First, Second};

    #[test]
    fn a_game_of_an_engine_against_itself_is_refused() {
        let record =
            RecordReader::new("[White \"A\"]\n[Black \"A\"]\n[Round \"1\"]\n\n1. a 1-0\n".as_bytes());
        let record = record.flatten().next().expect("a record");
        let mut board = Scoreboard::default();
        assert!(board.add_record("", &record).is_err_and(|error| error == "A plays both sides"));
        assert_eq!((board.games(), board.names().len()), (0, 0));
    }

    #[test]
    fn games_of_two_matches_in_one_file_are_no_pair() {
        let text = "[White \"A\"]\n[Black \"B\"]\n[Round \"1\"]\n[Seed \"1\"]\n\n1. a 1-0\n\n\
                    [White \"B\"]\n[Black \"A\"]\n[Round \"1\"]\n[Seed \"2\"]\n\n1. a 1-0\n\n\
                    [White \"B\"]\n[Black \"A\"]\n[Round \"1\"]\n[Seed \"1\"]\n\n1. a 0-1\n";
        let mut board = Scoreboard::default();
        for record in RecordReader::new(text.as_bytes()) {
            board.add_record("", &record.expect("a record")).expect("a game");
        }
        assert_eq!(board.between(0, 1).pairs, [0, 0, 0, 0, 1]);
    }

    #[test]
    fn pairs_are_the_games_of_a_round_with_sides_exchanged() {
        let mut board = Scoreboard::new(["A", "B"].map(str::to_owned));
        board.add("1", 0, 1, Win(First));
        board.add("2", 1, 0, Win(Second));
        assert_eq!(board.between(0, 1).pair_count(), 0);
        board.add("2", 0, 1, Draw);
        board.add("1", 1, 0, Win(First));
        let results = board.between(0, 1);
        assert_eq!((results.wins, results.draws, results.losses), (2, 1, 1));
        assert_eq!((results.pairs, results.decisive_splits), ([0, 0, 1, 1, 0], 1));
        assert_eq!(board.between(1, 0), -results);
        assert!(board.open.is_empty());
    }
}
