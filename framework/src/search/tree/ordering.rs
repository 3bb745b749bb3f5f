//! Move ordering: what the search has learnt about moves, and picking them best first.
//!
//! A move's rank is the evaluation's own order plus what killers, counter moves and history say. The list is
//! not sorted at once: each pick selects the best of what is left, and most nodes are cut after one or two
//! picks. Only what is left of a long list after some picks is sorted, for to go on selecting would take time
//! by the square of its length.

use super::node_info::Trail;
use crate::eval::{Eval, Ranks};
use crate::game::{Ending, Move, Moves, State};
use crate::params::SearchParams;
use crate::score::Score;
use crate::search::root::SearchGame;
use crate::side::Side;
use crate::symmetry::Symmetry;

const INDICES: usize = 1 << 12;
const CONTINUATIONS: usize = 1 << 16;
const KILLER: [i32; 2] = [4_000, 3_000];
const COUNTER: i32 = 2_000;
/// History scores stay within this distance of 0.
const HISTORY_LIMIT: i32 = 4_000;
/// The rank of a move that ends the game.
const DECISIVE: i32 = 1 << 24;
/// The rank of a move that was put behind all others, less the number of moves tried before it then.
const POSTPONED: i32 = i32::MIN / 2;
/// What corrections are counted in, and the share of a new one.
const CORRECTION_UNIT: i32 = 256;
const CORRECTION_SHARE: i32 = 256;
const NONE: u32 = u32::MAX;
/// Picks after which the rest is sorted, if it is longer than `LONG`.
const SELECTED: usize = 8;
const LONG: usize = 64;

#[inline]
const fn index(code: u32) -> usize {
    code as usize % INDICES
}

/// The place of a move after an earlier one, `distance` 0 for the last move and 1 for the one before it.
/// Places may be shared.
#[inline]
const fn continuation_index(distance: usize, earlier: u32, code: u32) -> usize {
    let mixed =
        (earlier ^ (distance as u32) << 31).wrapping_mul(0x9e37_79b9) ^ code.wrapping_mul(0x85eb_ca6b);
    (mixed >> 16 ^ mixed) as usize % CONTINUATIONS
}

/// What one thread has learnt about moves.
#[derive(Debug)]
pub(in crate::search) struct HistoryTables {
    /// For each ply two moves that refuted a sibling.
    killers: Vec<[u32; 2]>,
    /// For each move the reply that last refuted it.
    counters: Vec<u32>,
    /// How often a move refuted, less how often it failed to, per side.
    history: [Vec<i32>; 2],
    /// The same for a move after another one: the opponent's last, or one's own last.
    continuation: Vec<i16>,
    /// By how much estimates were too low after a move, per side, in `CORRECTION_UNIT`ths of the evaluation's
    /// unit.
    corrections: [Vec<i32>; 2],
}

impl HistoryTables {
    pub(super) fn new(plies: usize) -> Self {
        Self {
            killers: vec![[NONE; 2]; plies],
            counters: vec![NONE; INDICES],
            history: [vec![0; INDICES], vec![0; INDICES]],
            continuation: vec![0; CONTINUATIONS],
            corrections: [vec![0; INDICES], vec![0; INDICES]],
        }
    }

    /// What is left of it for the next search of the same game: `percent` of what holds for moves wherever
    /// they are played, and nothing of what holds for plies of the tree.
    pub(super) fn aged(mut self, percent: i32) -> Self {
        self.killers.fill([NONE; 2]);
        for score in self.history.iter_mut().flatten() {
            *score = *score * percent / 100;
        }
        for score in &mut self.continuation {
            *score = (i32::from(*score) * percent / 100) as i16;
        }
        self
    }

    /// Adds to the ranks of a position's moves what was learnt about them.
    #[inline]
    fn adjust<M: Move>(
        &self,
        side: Side,
        Trail { ply, last }: Trail,
        params: &SearchParams,
        moves: &[M],
        ranks: &mut Ranks,
    ) {
        let weight = params.learnt_order;
        if weight == 0 {
            return;
        }
        let killers = self.killers[ply];
        let counter = last[0].map_or(NONE, |code| self.counters[index(code)]);
        for (mv, rank) in moves.iter().zip(ranks) {
            let code = mv.code();
            let mut learnt = self.history_of(side, code, last, params);
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

    /// What history says about a move after the last moves of a line, the latest first.
    #[inline]
    pub(super) fn history_of(
        &self,
        side: Side,
        code: u32,
        line: [Option<u32>; 2],
        params: &SearchParams,
    ) -> i32 {
        let mut score = self.history[side.index()][index(code)];
        if params.continuation_history > 0 {
            let after = |(distance, earlier): (usize, Option<u32>)| {
                earlier.map_or(0, |earlier| {
                    self.continuation[continuation_index(distance, earlier, code)].into()
                })
            };
            let continuation: i32 = line.into_iter().enumerate().map(after).sum();
            score += continuation * params.continuation_history / 100;
        }
        score
    }

    /// An estimate, corrected by how far earlier ones after the same last move were off.
    #[inline]
    pub(super) fn corrected(
        &self,
        estimate: Score,
        side: Side,
        trail: Trail,
        params: &SearchParams,
    ) -> Score {
        let weight = params.correction_history;
        match trail.last[0] {
            Some(code) if weight > 0 => {
                let correction = self.corrections[side.index()][index(code)] / CORRECTION_UNIT;
                (estimate + correction * weight / 100).clamp_to_estimate()
            }
            _ => estimate,
        }
    }

    /// An estimate after the last move was `error` too low, as a search of that depth found.
    pub(super) fn learn_correction(&mut self, side: Side, trail: Trail, error: i32, depth: i32) {
        let Some(code) = trail.last[0] else { return };
        let known = &mut self.corrections[side.index()][index(code)];
        let share = (depth + 1).clamp(1, 16);
        *known += (error * CORRECTION_UNIT - *known) / CORRECTION_SHARE * share;
    }

    /// A quiet move refuted the position; `tried` are the quiet moves before it that did not.
    #[inline]
    pub(super) fn learn(
        &mut self,
        side: Side,
        ply: usize,
        line: [Option<u32>; 2],
        refutation: u32,
        tried: &[u32],
        depth: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != refutation {
            *killers = [refutation, killers[0]];
        }
        if let Some(previous) = line[0] {
            self.counters[index(previous)] = refutation;
        }
        let bonus = (depth * depth + depth).clamp(1, 400);
        let history = &mut self.history[side.index()];
        let continuation = &mut self.continuation;
        let gravity = |score: i32, bonus: i32| score + bonus - score * bonus.abs() / HISTORY_LIMIT;
        let mut update = |code: u32, bonus: i32| {
            let score = &mut history[index(code)];
            *score = gravity(*score, bonus);
            for (distance, earlier) in line.into_iter().enumerate() {
                let Some(earlier) = earlier else { continue };
                let score = &mut continuation[continuation_index(distance, earlier, code)];
                *score = gravity((*score).into(), bonus) as i16;
            }
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

    /// Ranks the moves by `history`, with which the first pick becomes possible.
    #[inline]
    pub(super) fn rank<G: SearchGame<Move = M>, E: Eval<G>>(
        &mut self,
        history: &HistoryTables,
        game: &G,
        eval: &mut E,
        params: &SearchParams,
        state: &G::State,
        trail: Trail,
    ) {
        eval.order_all(game, state, &self.moves, &mut self.ranks);
        if params.order_by_child_eval > 0 {
            for (mv, rank) in self.moves.iter().zip(&mut self.ranks) {
                *rank += child_eval_rank(game, eval, params.order_by_child_eval, state, *mv);
            }
        }
        history.adjust(state.side(), trail, params, &self.moves, &mut self.ranks);
    }

    /// Ranks the moves by the evaluation's order alone.
    #[inline]
    pub(super) fn rank_alone<G: SearchGame<Move = M>, E: Eval<G>>(
        &mut self,
        game: &G,
        eval: &E,
        state: &G::State,
    ) {
        eval.order_all(game, state, &self.moves, &mut self.ranks);
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
    fn history_ages_from_search_to_search() {
        let params = SearchParams { continuation_history: 100, ..SearchParams::FULL_WIDTH };
        let mut tables = HistoryTables::new(3);
        tables.learn(Side::First, 1, [Some(9), None], 5, &[6], 10);
        let score =
            |tables: &HistoryTables, code| tables.history_of(Side::First, code, [Some(9), None], &params);
        let before = [5, 6].map(|code| score(&tables, code));
        assert!(before[0] > 0 && before[1] < 0);
        let tables = tables.aged(50);
        let after = [5, 6].map(|code| score(&tables, code));
        assert!((0..2).all(|number| (2 * after[number] - before[number]).abs() <= 4), "{before:?} {after:?}");
        assert_eq!(tables.killers, vec![[NONE; 2]; 3]);
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
