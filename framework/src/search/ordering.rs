//! Move ordering: a picker that returns moves best first.
//!
//! Each pick selects the best remaining move, because most nodes are cut after one or two picks. The rest of
//! a long list is sorted after some picks, because repeated selection takes quadratic time.

use smallvec::SmallVec;

use super::algorithm::SearchGame;
use super::eval::{Eval, MoveScores};
use super::line::Child;
use crate::rules::{Ending, Move, Moves, State};

/// Ordering score of a move that wins at once, where moves are scored by the evaluation after them. A move that loses
/// at once scores the negative.
const DECISIVE: i32 = 1 << 24;
/// A postponed move, which another thread is searching, has this score minus the number of moves tried or postponed
/// before it.
const POSTPONED: i32 = i32::MIN / 2;
/// Number of picks after which the remaining moves are sorted, if more than `LONG` remain.
const SELECTED: usize = 8;
/// Maximum number of remaining moves that are selected one by one instead of being sorted.
const LONG: usize = 64;

/// Iterator over a node's moves, best first. The caller fills `moves` and then calls [`Picker::rank`]. The list is
/// filled in place, because copying it would be slow.
#[derive(Debug)]
pub(super) struct Picker<M> {
    /// The moves; picked ones come first. A postponed move is listed a second time.
    pub(super) moves: Moves<M>,
    /// Ordering scores of the moves, in the order of `moves`.
    scores: MoveScores,
    /// Number of picked moves.
    picked: usize,
    /// Whether the moves that are not picked yet are sorted, best first.
    sorted: bool,
    /// Whether the list omits unpromising moves.
    pub(super) is_partial: bool,
    /// Number of postponed moves. Late move pruning counts them as quiet moves already tried.
    pub(super) postponed: usize,
}

impl<M: Move> Picker<M> {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            moves: Moves::new(),
            scores: MoveScores::new(),
            picked: 0,
            sorted: false,
            is_partial: false,
            postponed: 0,
        }
    }

    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.picked == self.moves.len()
    }

    /// Scores the moves by the evaluation's ordering scores; a single move scores 0 instead. If `child_eval` is
    /// positive, adds to each score the [`child_eval_score`] of the move with this scale. Must be called before the
    /// first pick; only [`Picker::pick_unscored`] may come earlier.
    #[inline]
    pub(super) fn rank<G: SearchGame<Move = M>, E: Eval<G>>(
        &mut self,
        game: &G,
        eval: &mut E,
        child_eval: i32,
        state: &G::State,
    ) {
        if self.moves.len() > 1 {
            eval.order_all(game, state, &self.moves, &mut self.scores);
        }
        self.scores.resize(self.moves.len(), 0);
        if child_eval > 0 {
            for (mv, score) in self.scored() {
                *score += child_eval_score(game, eval, child_eval, state, mv);
            }
        }
    }

    /// Iterates over the moves with their scores. Scores may be changed only before the first pick.
    #[inline]
    pub(super) fn scored(&mut self) -> impl Iterator<Item = (M, &mut i32)> {
        self.moves.iter().copied().zip(&mut self.scores)
    }

    /// Drops the moves that `is_dropped` accepts, except picked and postponed ones. Returns whether any was
    /// dropped.
    pub(super) fn drop_rest(&mut self, is_dropped: impl Fn(M) -> bool) -> bool {
        let (moves, scores) = (&mut self.moves[..], &mut self.scores[..]);
        let before = moves.len();
        let mut kept = self.picked;
        for number in self.picked..before {
            if scores[number] <= POSTPONED || !is_dropped(moves[number]) {
                moves[kept] = moves[number];
                scores[kept] = scores[number];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.scores.truncate(kept);
        kept < before
    }

    /// Lists the last picked move a second time, to be picked again after all moves that were not postponed.
    /// `tried` is the number of moves tried before it.
    #[inline]
    pub(super) fn postpone(&mut self, tried: usize) {
        let mv = self.moves[self.picked - 1];
        self.moves.push(mv);
        self.scores.push(POSTPONED - self.moves_before(tried) as i32);
        self.postponed += 1;
    }

    /// Sorts the moves that are not picked yet, best first; moves of equal score keep their order.
    #[cold]
    pub(super) fn sort(&mut self) {
        // Sorts words instead of moves, because moves may be large.
        let (moves, scores) = (&mut self.moves[self.picked..], &mut self.scores[self.picked..]);
        let words = scores.iter().enumerate().map(|(number, score)| best_first(*score, number));
        let mut order: SmallVec<[u64; 128]> = words.collect();
        sort_words(&mut order);
        let unsorted = Moves::from(&*moves);
        let unsorted = &unsorted[..];
        for ((mv, score), word) in moves.iter_mut().zip(scores).zip(&order) {
            *mv = unsorted[*word as u32 as usize];
            *score = score_of(*word);
        }
        self.sorted = true;
    }

    #[inline]
    pub(super) fn last_score(&self) -> i32 {
        self.scores[self.picked - 1]
    }

    /// If the last picked move was postponed, returns how many moves had been tried or postponed before; otherwise
    /// `None`.
    #[inline]
    pub(super) fn postponed_after(&self) -> Option<usize> {
        let score = self.scores[..self.picked].last().filter(|score| **score <= POSTPONED)?;
        Some((POSTPONED - score) as usize)
    }

    /// Returns how many moves had been tried or postponed when the last picked move was first picked. `tried` is the
    /// number of moves tried so far.
    #[inline]
    pub(super) fn moves_before(&self, tried: usize) -> usize {
        self.postponed_after().unwrap_or(tried + self.postponed)
    }

    /// Picks the move with this code; `None` if there is no such move. Must be called before the moves are scored.
    #[inline]
    pub(super) fn pick_unscored(&mut self, code: u32) -> Option<M> {
        let number = self.moves.iter().position(|mv| mv.code() == code)?;
        self.moves.swap(0, number);
        self.picked = 1;
        self.moves.first().copied()
    }

    /// Gives the highest possible ordering score to the first move that `is_preferred` accepts, if there is one. The
    /// moves must have been scored.
    #[inline]
    pub(super) fn prefer(&mut self, is_preferred: impl Fn(M) -> bool) {
        if let Some(number) = self.moves.iter().position(|mv| is_preferred(*mv)) {
            self.scores[number] = i32::MAX;
        }
    }
}

impl<M: Move> Iterator for Picker<M> {
    type Item = M;

    #[inline]
    fn next(&mut self) -> Option<M> {
        let rest = &self.scores[self.picked..];
        if rest.len() > LONG && self.picked == SELECTED {
            self.sort();
        } else if !self.sorted {
            // Two passes, because the compiler vectorizes the first, and the second ends early.
            let best_score = rest.iter().copied().max()?;
            let best = rest.iter().position(|score| *score == best_score)?;
            self.scores.swap(self.picked, self.picked + best);
            self.moves.swap(self.picked, self.picked + best);
        }
        let mv = *self.moves.get(self.picked)?;
        self.picked += 1;
        Some(mv)
    }
}

/// Returns a word that is smaller for a higher score, then for a smaller number. Its low half is `number`. Its high
/// half is the score, mapped to an unsigned number (sign bit flipped) and inverted. Words are fast to sort, because
/// they are compared without branches.
#[inline]
fn best_first(score: i32, number: usize) -> u64 {
    u64::from(!score.cast_unsigned() ^ 1 << 31) << 32 | number as u64
}

/// Returns the score in a word of [`best_first`].
#[inline]
fn score_of(word: u64) -> i32 {
    (!(word >> 32) as u32 ^ 1 << 31).cast_signed()
}

/// Returns the ordering score of a move: `scale` times the static evaluation after the move, from the point of view of
/// the side that plays it. A move that wins at once scores [`DECISIVE`], a move that loses at once the negative. Any
/// other ending counts by its score, like an evaluation.
#[inline]
pub(super) fn child_eval_score<G: SearchGame, E: Eval<G>>(
    game: &G,
    eval: &mut E,
    scale: i32,
    state: &G::State,
    mv: G::Move,
) -> i32 {
    let child = Child::new(game, state, mv);
    match game.ending(&child.state) {
        Some(Ending::Win(winner)) if winner == state.side() => DECISIVE,
        Some(Ending::Win(_)) => -DECISIVE,
        Some(ending) => scale * ending.score(state.side(), 1).0,
        None => scale * child.turn.for_mover(eval.evaluate(game, &child.state)).0,
    }
}

/// Sorts words. It is a function of its own, so that it is compiled once and not for each game.
#[inline(never)]
fn sort_words(words: &mut [u64]) {
    words.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Number(u32);

    impl Move for Number {
        fn code(self) -> u32 {
            self.0
        }
    }

    /// Numbers below 1,801 have different scores, because 1,801 is a prime.
    fn scattered_score(number: u32) -> i32 {
        (number * 7919 % 1801) as i32
    }

    #[test]
    fn moves_are_picked_best_first_from_short_lists_and_long_ones() {
        // From 73 moves on, the rest is sorted: after 8 picks, more than 64 moves are left.
        for length in [1, 10, 72, 73, 74, 1800_u32] {
            let mut picker = Picker::new();
            picker.moves.extend((0..length).map(Number));
            picker.scores.extend((0..length).map(scattered_score));
            picker.prefer(|mv| mv.0 == length / 2);
            let scores: Vec<i32> = std::iter::from_fn(|| {
                let number = picker.next()?.0;
                Some(if number == length / 2 { i32::MAX } else { scattered_score(number) })
            })
            .collect();
            assert_eq!(scores.len(), length as usize);
            assert!(scores.is_sorted_by(|a, b| a >= b), "{length}: {scores:?}");
        }
    }
}
