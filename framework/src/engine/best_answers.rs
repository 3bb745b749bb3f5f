//! The best answers given so far: for each position the deepest one, kept while other positions are searched.
//!
//! The transposition table cannot replace this store, because later and even shallower searches overwrite the
//! entry of a root.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::rules::{Depth, Key, Score};
use crate::search::Bound;

/// Maximum number of positions; they take about four megabytes.
const MAX_POSITIONS: u64 = 1 << 16;

/// The first move of a line with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The move's index.
    pub(super) code: u32,
    /// Value for the side to move, in reported units.
    pub(super) score: Score,
    /// The same value as logit.
    pub(super) logit: i32,
    pub(super) bound: Bound,
    pub(super) depth: Depth,
    /// Whether the search was at least as deep as the game end that the value announces.
    pub(super) proven: bool,
}

/// The best answers given so far.
#[derive(Debug, Default)]
pub(super) struct BestAnswers {
    answers: Mutex<Answers>,
}

#[derive(Debug, Default)]
struct Answers {
    /// Answers by position, each with the time of its last use.
    by_position: HashMap<Key, (Answer, u64)>,
    /// Number of uses so far.
    time: u64,
}

impl BestAnswers {
    /// Returns the best answer stored for a position.
    pub(super) fn get(&self, position: Key) -> Option<Answer> {
        let mut answers = self.lock();
        answers.time += 1;
        let now = answers.time;
        let (answer, used) = answers.by_position.get_mut(&position)?;
        *used = now;
        Some(*answer)
    }

    /// Stores an answer unless a better one is known. A full store drops the half that was used least
    /// recently.
    pub(super) fn keep(&self, position: Key, answer: Answer) {
        let mut answers = self.lock();
        answers.time += 1;
        let now = answers.time;
        if let Some((known, used)) = answers.by_position.get_mut(&position) {
            *used = now;
            if answer.merit() >= known.merit() {
                *known = answer;
            }
            return;
        }
        if answers.by_position.len() as u64 >= MAX_POSITIONS {
            let mut uses: Vec<u64> = answers.by_position.values().map(|(_, used)| *used).collect();
            let middle = uses.len() / 2;
            let oldest_kept = *uses.select_nth_unstable(middle).1;
            answers.by_position.retain(|_, (_, used)| *used >= oldest_kept);
        }
        answers.by_position.insert(position, (answer, now));
    }

    fn lock(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answer {
    /// Sort key: a proven answer beats any depth.
    const fn merit(&self) -> (bool, Depth) {
        (self.proven, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(code: u32, depth: u16, proven: bool) -> Answer {
        Answer { code, score: Score(0), logit: 0, bound: Bound::Exact, depth: Depth(depth), proven }
    }

    #[test]
    fn deeper_answers_and_proofs_win() {
        let answers = BestAnswers::default();
        let best = |new: Answer| {
            answers.keep(Key(1), new);
            answers.get(Key(1)).map(|answer| answer.code)
        };
        assert_eq!(best(answer(1, 5, false)), Some(1));
        assert_eq!(best(answer(2, 4, false)), Some(1));
        assert_eq!(best(answer(3, 5, false)), Some(3), "the newer one of two equally deep");
        assert_eq!(best(answer(4, 3, true)), Some(4));
        assert_eq!(best(answer(5, 9, false)), Some(4));
        assert_eq!(answers.get(Key(2)), None);
    }

    #[test]
    fn the_store_is_bounded_and_keeps_what_is_used() {
        let answers = BestAnswers::default();
        for position in 0..3 * MAX_POSITIONS {
            answers.keep(Key(position), answer(0, 1, false));
            assert!(answers.get(Key(0)).is_some(), "{position}");
        }
        let kept = answers.lock().by_position.len() as u64;
        assert!((MAX_POSITIONS / 2..=MAX_POSITIONS).contains(&kept), "{kept}");
        assert!(answers.get(Key(1)).is_none());
    }
}
