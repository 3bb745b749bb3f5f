//! Move ordering: what the search has learnt about moves, and picking them best first.
//!
//! A move's rank is the evaluation's own order plus what killers, counter moves and history say. The list is
//! not sorted at once: each pick selects the best of what is left, and most nodes are cut after one or two
//! picks. Only what is left of a long list after some picks is sorted, for to go on selecting would take time
//! by the square of its length.

use crate::rules::{Ending, Move, Moves, Side, State, Symmetry};
use crate::search::eval::{Eval, Ranks};
use crate::search::root::SearchGame;

const INDICES: usize = 1 << 12;
const KILLER: [i32; 2] = [4_000, 3_000];
const COUNTER: i32 = 2_000;
/// History scores stay within this distance of 0.
const HISTORY_LIMIT: i32 = 4_000;
/// The rank of a move that ends the game.
const DECISIVE: i32 = 1 << 24;
/// The rank of a move that was put behind all others, less the number of moves tried before it then.
const POSTPONED: i32 = i32::MIN / 2;
const NONE: u32 = u32::MAX;
/// Picks after which the rest is sorted, if it is longer than `LONG`.
const SELECTED: usize = 8;
const LONG: usize = 64;

#[inline]
const fn index(code: u32) -> usize {
    code as usize % INDICES
}

/// What one thread has learnt about moves.
#[derive(Debug)]
pub(super) struct HistoryTables {
    /// For each ply two moves that refuted a sibling.
    killers: Vec<[u32; 2]>,
    /// For each move the reply that last refuted it.
    counters: Vec<u32>,
    /// How often a move refuted, less how often it failed to, per side.
    history: [Vec<i32>; 2],
}

impl HistoryTables {
    pub(super) fn new(plies: usize) -> Self {
        Self {
            killers: vec![[NONE; 2]; plies],
            counters: vec![NONE; INDICES],
            history: [vec![0; INDICES], vec![0; INDICES]],
        }
    }

    /// Adds to the ranks of a position's moves what was learnt about them, `weight` percent of it.
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

    /// A quiet move refuted the position; `tried` are the quiet moves before it that did not.
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

/// Hands out moves, best first. It is filled in node, for it is large.
#[derive(Debug)]
pub(super) struct Picker<M> {
    /// The moves; those that were picked stand in front.
    pub(super) moves: Moves<M>,
    ranks: Ranks,
    picked: usize,
    /// Are all moves that are left in the order of their ranks?
    sorted: bool,
    /// Are there moves that were not even listed, for they would hardly be looked at?
    pub(super) is_partial: bool,
    /// How many moves were postponed, quiet ones almost all of them, as others come first.
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

    /// Whether all moves that are listed have been picked.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.picked == self.moves.len()
    }

    /// Ranks the moves by the evaluation's order and, with `child_eval` units of rank for a unit of evaluation,
    /// by what they lead to. The first pick becomes possible.
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

    /// Adds to the ranks `weight` percent of what was learnt about the moves of a node: of its side to move, so
    /// many moves from the root, after the move `previous`.
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

    /// Drops the moves of that kind that were neither picked nor postponed yet. Whether there were any.
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

    /// Puts the move picked last, after `tried` others were tried, behind all that were not postponed.
    #[inline]
    pub(super) fn postpone(&mut self, tried: usize) {
        let mv = self.moves[self.picked - 1];
        self.moves.push(mv);
        self.ranks.push(POSTPONED - self.passed(tried) as i32);
        self.postponed += 1;
    }

    /// Sorts what is left; moves of equal rank stay in the order of the list.
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

    /// After how many others the move picked last came when it was postponed, if it was.
    #[inline]
    pub(super) fn postponed_after(&self) -> Option<usize> {
        let rank = self.ranks[..self.picked].last().filter(|rank| **rank <= POSTPONED)?;
        Some((POSTPONED - rank) as usize)
    }

    /// How many moves came before the one picked last when its turn came, of which `tried` have been tried: as
    /// many as if no other thread had taken any.
    #[inline]
    pub(super) fn passed(&self, tried: usize) -> usize {
        self.postponed_after().unwrap_or(tried + self.postponed)
    }

    /// Puts the move first whose image has that code, if it is there.
    #[inline]
    pub(super) fn prefer_image<G: SearchGame<Move = M>>(&mut self, game: &G, code: u32, symmetry: Symmetry) {
        if let Some(node) = self.moves.iter().position(|mv| game.image_of_move(*mv, symmetry).code() == code)
        {
            self.ranks[node] = i32::MAX;
        }
    }

    /// Puts the move with that code first, if it is there.
    #[inline]
    pub(super) fn prefer(&mut self, code: u32) {
        if let Some(node) = self.moves.iter().position(|mv| mv.code() == code) {
            self.ranks[node] = i32::MAX;
        }
    }
}

impl<M: Move> Iterator for Picker<M> {
    type Item = M;

    /// The best move that was not picked yet.
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

/// What a move is worth by the position that it leads to, in units of rank.
#[inline]
fn child_eval_rank<G: SearchGame, E: Eval<G>>(
    game: &G,
    eval: &mut E,
    scale: i32,
    state: &G::State,
    mv: G::Move,
) -> i32 {
    let mut child = state.clone();
    game.play(&mut child, mv);
    match game.ending(&child) {
        Some(Ending::Win(winner)) if winner == state.side() => DECISIVE,
        Some(Ending::Win(_)) => -DECISIVE,
        Some(ending) => scale * ending.score(state.side(), 1).0,
        None if child.side() == state.side() => scale * eval.evaluate(game, &child).0,
        None => -scale * eval.evaluate(game, &child).0,
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
