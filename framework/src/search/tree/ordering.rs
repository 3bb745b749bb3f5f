//! Move ordering: the search's knowledge about moves, and a picker that returns them best first.
//!
//! A move's score is the evaluation's own order plus killers, counter moves and history. The list is not
//! sorted at once: each pick selects the best remaining move, and most nodes are cut after one or two picks.
//! In long lists the rest is sorted after some picks, because selecting takes quadratic time.

use crate::rules::{Ending, Move, Moves, Side, State, Symmetry};
use crate::search::eval::{Eval, Ranks};
use crate::search::line::Child;
use crate::search::root::SearchGame;

const INDICES: usize = 1 << 12;
const KILLER: [i32; 2] = [4_000, 3_000];
const COUNTER: i32 = 2_000;
/// Maximum absolute value of history scores.
const HISTORY_LIMIT: i32 = 4_000;
/// Score of a move that wins at once; a move that loses at once has the negative score.
const DECISIVE: i32 = 1 << 24;
/// Score of a postponed move, less the number of moves that came before it when it was postponed.
const POSTPONED: i32 = i32::MIN / 2;
const NONE: u32 = u32::MAX;
/// Number of picks after which the rest of a list longer than `LONG` is sorted.
const SELECTED: usize = 8;
const LONG: usize = 64;

#[inline]
const fn index(code: u32) -> usize {
    code as usize % INDICES
}

/// One thread's killers, counter moves and history.
#[derive(Debug)]
pub(super) struct HistoryTables {
    /// For each ply, two moves that refuted siblings.
    killers: Vec<[u32; 2]>,
    /// For each move, the reply that last refuted it.
    counters: Box<[u32; INDICES]>,
    /// For each side, history scores by move: raised by refutations, lowered by failures.
    history: [Box<[i32; INDICES]>; 2],
    is_empty: bool,
}

impl HistoryTables {
    pub(super) fn new(plies: usize) -> Self {
        Self {
            killers: vec![[NONE; 2]; plies],
            counters: Box::new([NONE; INDICES]),
            history: [0; 2].map(|_| Box::new([0; INDICES])),
            is_empty: true,
        }
    }

    /// Forgets all moves.
    pub(super) fn clear(&mut self) {
        if !self.is_empty {
            self.killers.fill([NONE; 2]);
            self.counters.fill(NONE);
            self.history.iter_mut().for_each(|scores| scores.fill(0));
            self.is_empty = true;
        }
    }

    /// Adds `weight` percent of the killer, counter move and history bonuses to the scores of a position's
    /// moves.
    #[inline]
    fn adjust<M: Move>(
        &self,
        side: Side,
        ply: usize,
        previous: Option<u32>,
        weight: i32,
        moves: &[M],
        ranks: &mut Ranks,
    ) {
        let killers = self.killers[ply];
        let counter = previous.map_or(NONE, |code| self.counters[index(code)]);
        for (mv, rank) in moves.iter().zip(ranks) {
            let code = mv.code();
            let mut learnt = self.history[side.index()][index(code)];
            if code == killers[0] {
                learnt += KILLER[0];
            } else if code == killers[1] {
                learnt += KILLER[1];
            }
            if code == counter {
                learnt += COUNTER;
            }
            *rank += learnt * weight / 100;
        }
    }

    /// Records that a quiet move refuted the position, and that the quiet moves `tried` before it did not.
    #[inline]
    pub(super) fn learn(
        &mut self,
        side: Side,
        ply: usize,
        previous: Option<u32>,
        refutation: u32,
        tried: &[u32],
        depth: i32,
    ) {
        self.is_empty = false;
        let killers = &mut self.killers[ply];
        if killers[0] != refutation {
            *killers = [refutation, killers[0]];
        }
        if let Some(previous) = previous {
            self.counters[index(previous)] = refutation;
        }
        let bonus = (depth * depth + depth).clamp(1, 400);
        let history = &mut self.history[side.index()];
        let mut update = |code: u32, bonus: i32| {
            let score = &mut history[index(code)];
            *score += bonus - *score * bonus.abs() / HISTORY_LIMIT;
        };
        update(refutation, bonus);
        for code in tried {
            update(*code, -bonus);
        }
    }
}

/// Returns moves best first. It is filled in place, because it is large.
#[derive(Debug)]
pub(super) struct Picker<M> {
    /// The moves; picked ones come first.
    pub(super) moves: Moves<M>,
    ranks: Ranks,
    picked: usize,
    /// Whether all remaining moves are sorted by score.
    sorted: bool,
    /// Whether unpromising moves were not listed.
    pub(super) is_partial: bool,
    /// Number of postponed moves, almost all of them quiet: noisy moves are picked first.
    pub(super) postponed: usize,
}

impl<M: Move> Picker<M> {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            moves: Moves::new(),
            ranks: Ranks::new(),
            picked: 0,
            sorted: false,
            is_partial: false,
            postponed: 0,
        }
    }

    /// Whether all listed moves have been picked.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.picked == self.moves.len()
    }

    /// Scores the moves by the evaluation's order and by the positions that they lead to, with `child_eval`
    /// units of ordering score for each unit of evaluation. Must be called before the first pick.
    #[inline]
    pub(super) fn rank<G: SearchGame<Move = M>, E: Eval<G>>(
        &mut self,
        game: &G,
        eval: &mut E,
        child_eval: i32,
        state: &G::State,
    ) {
        eval.order_all(game, state, &self.moves, &mut self.ranks);
        if child_eval > 0 {
            for (mv, rank) in self.moves.iter().zip(&mut self.ranks) {
                *rank += child_eval_rank(game, eval, child_eval, state, *mv);
            }
        }
    }

    /// Adds `weight` percent of the bonuses to the scores. `side` is the side to move, `ply` the number of
    /// moves from the root and `previous` the last move.
    #[inline]
    pub(super) fn adjust(
        &mut self,
        history: &HistoryTables,
        weight: i32,
        side: Side,
        ply: usize,
        previous: Option<u32>,
    ) {
        if weight > 0 {
            history.adjust(side, ply, previous, weight, &self.moves, &mut self.ranks);
        }
    }

    /// Drops matching moves that were neither picked nor postponed. Returns whether there were any.
    pub(super) fn drop_rest(&mut self, is_dropped: impl Fn(M) -> bool) -> bool {
        let before = self.moves.len();
        let mut kept = self.picked;
        for number in self.picked..before {
            if self.ranks[number] <= POSTPONED || !is_dropped(self.moves[number]) {
                self.moves[kept] = self.moves[number];
                self.ranks[kept] = self.ranks[number];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.ranks.truncate(kept);
        kept < before
    }

    /// Moves the last picked move behind all moves that were not postponed. `tried` is the number of moves
    /// tried before it.
    #[inline]
    pub(super) fn postpone(&mut self, tried: usize) {
        let mv = self.moves[self.picked - 1];
        self.moves.push(mv);
        self.ranks.push(POSTPONED - self.passed(tried) as i32);
        self.postponed += 1;
    }

    /// Sorts the remaining moves; moves of equal score keep their order.
    #[cold]
    fn sort(&mut self) {
        let mut rest: Vec<(i32, M)> = self.ranks[self.picked..]
            .iter()
            .copied()
            .zip(self.moves[self.picked..].iter().copied())
            .collect();
        rest.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        for (offset, (rank, mv)) in rest.into_iter().enumerate() {
            self.ranks[self.picked + offset] = rank;
            self.moves[self.picked + offset] = mv;
        }
        self.sorted = true;
    }

    /// Number of moves before the last picked move when it was postponed; `None` if it was not.
    #[inline]
    pub(super) fn postponed_after(&self) -> Option<usize> {
        let rank = self.ranks[..self.picked].last().filter(|rank| **rank <= POSTPONED)?;
        Some((POSTPONED - rank) as usize)
    }

    /// Number of moves before the last picked move in the order without postponing. `tried` is the number of
    /// moves tried so far.
    #[inline]
    pub(super) fn passed(&self, tried: usize) -> usize {
        self.postponed_after().unwrap_or(tried + self.postponed)
    }

    /// Puts the move whose image under `symmetry` has this code first, if it is in the list.
    #[inline]
    pub(super) fn prefer_image<G: SearchGame<Move = M>>(&mut self, game: &G, code: u32, symmetry: Symmetry) {
        if let Some(node) = self.moves.iter().position(|mv| game.image_of_move(*mv, symmetry).code() == code)
        {
            self.ranks[node] = i32::MAX;
        }
    }

    /// Puts the move with this code first, if it is in the list.
    #[inline]
    pub(super) fn prefer(&mut self, code: u32) {
        if let Some(node) = self.moves.iter().position(|mv| mv.code() == code) {
            self.ranks[node] = i32::MAX;
        }
    }
}

impl<M: Move> Iterator for Picker<M> {
    type Item = M;

    /// Picks the best remaining move.
    #[inline]
    fn next(&mut self) -> Option<M> {
        let rest = &self.ranks[self.picked..];
        let mut best = 0;
        let mut best_rank = *rest.first()?;
        if rest.len() > LONG && self.picked == SELECTED {
            self.sort();
        } else if !self.sorted {
            for (offset, rank) in rest.iter().enumerate().skip(1) {
                if *rank > best_rank {
                    best = offset;
                    best_rank = *rank;
                }
            }
        }
        self.ranks.swap(self.picked, self.picked + best);
        self.moves.swap(self.picked, self.picked + best);
        self.picked += 1;
        Some(self.moves[self.picked - 1])
    }
}

/// Returns the ordering score of a move by the position that it leads to.
#[inline]
fn child_eval_rank<G: SearchGame, E: Eval<G>>(
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

    #[test]
    fn moves_are_picked_best_first_from_short_lists_and_long_ones() {
        for length in [1, 10, 65, 73, 74, 1800_u32] {
            let mut picker = Picker::new();
            picker.moves.extend((0..length).map(Number));
            picker.ranks.extend((0..length).map(|n| (n * 7919 % 1801) as i32));
            picker.prefer(length / 2);
            let ranks: Vec<i32> = std::iter::from_fn(|| {
                let number = picker.next()?.0;
                Some(if number == length / 2 { i32::MAX } else { (number * 7919 % 1801) as i32 })
            })
            .collect();
            assert_eq!(ranks.len(), length as usize);
            assert!(ranks.is_sorted_by(|a, b| a >= b), "{length}: {ranks:?}");
        }
    }
}
