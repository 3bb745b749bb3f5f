//! Store of the best answers found by analysis, so that the next analysis of a position begins with the answer of the
//! last one.
//!
//! The transposition table cannot replace this store, because later searches, even shallower ones, overwrite
//! the entry of their root position.

use std::collections::HashMap;
use std::mem;
use std::sync::Mutex;

use crate::rules::Key;
use crate::search::{Info, lock};

/// Maximum number of stored positions. They take about 14 megabytes.
const MAX_POSITIONS: usize = 1 << 16;

/// Stored answer: a report whose line is a single move, given by its code in the canonical image of the position.
pub(super) type Answer = Info<u32>;

/// Best answers by the keys of the positions' canonical images. Symmetric positions share an answer.
#[derive(Debug, Default)]
pub(super) struct BestAnswers(Mutex<Answers>);

/// Answers in two generations. Each answer that is stored or read joins the recent generation. When the recent
/// generation is full, it replaces the earlier generation, whose answers are dropped. Answers that are read often
/// therefore stay.
#[derive(Debug, Default)]
struct Answers {
    recent: HashMap<Key, Answer>,
    earlier: HashMap<Key, Answer>,
}

impl BestAnswers {
    /// Returns the stored answer to a position, and moves it to the recent generation. `None` if there is no answer.
    pub(super) fn get(&self, position: Key) -> Option<Answer> {
        let mut answers = lock(&self.0);
        let Answers { recent, earlier } = &*answers;
        let answer = recent.get(&position).or_else(|| earlier.get(&position))?.clone();
        answers.insert(position, answer.clone());
        Some(answer)
    }

    /// Stores an answer unless a better one is stored. A proven answer is better than an unproven one. If both are
    /// proven or both unproven, the deeper one is better. If they are equally good, the newer one is stored.
    pub(super) fn keep(&self, position: Key, answer: Answer) {
        let merit = |answer: &Answer| (answer.is_proven(), answer.depth);
        if self.get(position).is_none_or(|known| merit(&answer) >= merit(&known)) {
            lock(&self.0).insert(position, answer);
        }
    }
}

impl Answers {
    fn insert(&mut self, position: Key, answer: Answer) {
        if self.recent.len() >= MAX_POSITIONS / 2 {
            self.earlier = mem::take(&mut self.recent);
        }
        self.recent.insert(position, answer);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::{Depth, Score};
    use crate::search::{Bound, Variation};

    fn answer(code: u32, depth: u16, score: Score) -> Answer {
        let line = Variation { score, bound: Bound::Exact, moves: vec![code] };
        Info::new(Depth(depth), 1, line, 0, Duration::ZERO)
    }

    #[test]
    fn deeper_answers_and_proofs_are_kept() {
        let answers = BestAnswers::default();
        let best = |new: Answer| {
            answers.keep(Key(1), new);
            answers.get(Key(1)).map(|answer| answer.line.moves[0])
        };
        assert_eq!(best(answer(1, 5, Score::DRAW)), Some(1));
        assert_eq!(best(answer(2, 4, Score::DRAW)), Some(1));
        assert_eq!(best(answer(3, 5, Score::DRAW)), Some(3), "the newer one of two equally deep");
        assert_eq!(best(answer(4, 3, Score::win_in(3))), Some(4));
        assert_eq!(best(answer(5, 9, Score::DRAW)), Some(4));
        assert_eq!(answers.get(Key(2)), None);
    }

    #[test]
    fn the_store_is_bounded_and_keeps_what_is_used() {
        let answers = BestAnswers::default();
        for position in 0..3 * MAX_POSITIONS {
            answers.keep(Key(position as u64), answer(0, 1, Score::DRAW));
            assert!(answers.get(Key(0)).is_some(), "{position}");
        }
        assert!(answers.get(Key(1)).is_none());
        let answers = lock(&answers.0);
        let count = answers.recent.len() + answers.earlier.len();
        assert!((MAX_POSITIONS / 2..=MAX_POSITIONS).contains(&count), "{count}");
    }
}
