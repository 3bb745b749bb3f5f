//! Nodes of the tree: moves with their counts and proven results.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI64, AtomicU32};

use super::proof::Proof;
use crate::rules::{Key, Score, Side};
use crate::search::line::Turn;

/// Overhead of the allocator for each block, in bytes.
const BLOCK: usize = 16;
/// Fixed-point unit of summed probabilities.
const UNIT: f32 = 65_536.0;

/// A move of a node, and the results for the position after it.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// Effect of the move on the mover's turn.
    pub(super) turn: Turn,
    /// Prior probability of the move before it is tried; the priors of a node add up to 1.
    pub(super) prior: f32,
    /// Win probability of the mover by static evaluation; meaningless in games without evaluations.
    pub(super) estimate: f32,
    /// Simulations through this move, including running ones, which count as lost until they return.
    visits: AtomicU32,
    /// Sum of the mover's win probabilities over all finished simulations, in `UNIT`ths.
    total: AtomicI64,
    proof: AtomicU32,
    /// Index of the child node plus 1; 0 while it is not stored.
    link: AtomicU32,
}

impl<M: Copy> Edge<M> {
    pub(super) fn new(mv: M, turn: Turn, prior: f32, estimate: f32, proof: Option<Proof>) -> Self {
        Self {
            mv,
            turn,
            prior,
            estimate,
            visits: AtomicU32::new(0),
            total: AtomicI64::new(0),
            proof: AtomicU32::new(Proof::pack(proof)),
            link: AtomicU32::new(0),
        }
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Sum of the mover's win probabilities.
    #[inline]
    pub(super) fn total(&self) -> f32 {
        self.total.load(Relaxed) as f32 * (1.0 / UNIT)
    }

    /// Mean win probability of the mover.
    pub(super) fn mean(&self) -> f32 {
        self.total() / self.visits().max(1) as f32
    }

    #[inline]
    pub(super) fn proof(&self) -> Option<Proof> {
        Proof::unpack(self.proof.load(Relaxed))
    }

    #[inline]
    pub(super) fn prove(&self, proof: Proof) {
        self.proof.store(Proof::pack(Some(proof)), Relaxed);
    }

    /// The proven end, as seen from the node before the move.
    #[inline]
    pub(super) fn proven_score(&self, mover: Side) -> Option<Score> {
        self.proof().map(|proof| proof.before(self.turn).score(mover))
    }

    /// Index of the child node.
    #[inline]
    pub(super) fn link(&self) -> Option<u32> {
        self.link.load(Relaxed).checked_sub(1)
    }

    #[inline]
    pub(super) fn set_link(&self, position: u32) {
        self.relink(Some(position));
    }

    /// Links to the node with this index, or to none.
    pub(super) fn relink(&self, position: Option<u32>) {
        self.link.store(position.map_or(0, |position| position + 1), Relaxed);
    }

    /// Adds win probabilities of the mover from finished simulations. `alone`: no other thread counts at the
    /// same time.
    #[inline]
    pub(super) fn add(&self, chances: f32, alone: bool) {
        let chances = i64::from((chances * UNIT) as i32);
        if alone {
            self.total.store(self.total.load(Relaxed) + chances, Relaxed);
        } else {
            self.total.fetch_add(chances, Relaxed);
        }
    }

    /// Copies the results of the same move in another node.
    pub(super) fn inherit(&self, other: &Self) {
        self.visits.store(other.visits(), Relaxed);
        self.total.store(other.total.load(Relaxed), Relaxed);
        self.link.store(other.link.load(Relaxed), Relaxed);
        if self.proof().is_none() {
            self.proof.store(other.proof.load(Relaxed), Relaxed);
        }
    }
}

/// Counts more visits.
#[inline]
fn count(visits: &AtomicU32, more: u32, alone: bool) {
    if alone {
        visits.store(visits.load(Relaxed).saturating_add(more), Relaxed);
    } else if more > 0 {
        visits.fetch_add(more, Relaxed);
    }
}

/// A node: a position with its candidate moves.
#[derive(Debug)]
pub(super) struct Position<M> {
    pub(super) key: Key,
    pub(super) side: Side,
    /// Whether the best value of the moves is the value of the position once all of them are proven.
    pub(super) is_whole: bool,
    pub(super) edges: Box<[Edge<M>]>,
    /// Simulations through any of the moves.
    visits: AtomicU32,
    proof: AtomicU32,
}

impl<M: Copy> Position<M> {
    pub(super) fn new(key: Key, side: Side, is_whole: bool, edges: Vec<Edge<M>>) -> Self {
        let position = Self {
            key,
            side,
            is_whole,
            edges: edges.into_boxed_slice(),
            visits: AtomicU32::new(0),
            proof: AtomicU32::new(Proof::pack(None)),
        };
        position.recount();
        position
    }

    /// Recomputes the visits from those of the moves.
    pub(super) fn recount(&self) {
        let visits = self.edges.iter().fold(0, |sum: u32, edge| sum.saturating_add(edge.visits()));
        self.visits.store(visits, Relaxed);
    }

    /// Simulations through any of the moves, including running ones.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Mean win probability of the side to move over all simulations; 0 before the first.
    pub(super) fn mean(&self) -> f32 {
        self.edges.iter().map(Edge::total).sum::<f32>() / self.visits().max(1) as f32
    }

    /// Counts simulations that begin through `edge`. `alone`: no other thread counts at the same time.
    #[inline]
    pub(super) fn begin_visits(&self, edge: &Edge<M>, descents: u32, alone: bool) {
        count(&self.visits, descents, alone);
        count(&edge.visits, descents, alone);
    }

    /// Removes simulations that were abandoned.
    pub(super) fn cancel_visits(&self, edge: &Edge<M>, descents: u32) {
        if descents > 0 {
            self.visits.fetch_sub(descents, Relaxed);
            edge.visits.fetch_sub(descents, Relaxed);
        }
    }

    #[inline]
    pub(super) fn proof(&self) -> Option<Proof> {
        Proof::unpack(self.proof.load(Relaxed))
    }

    /// Returns the end that the moves prove: one wins for the side to move, or all are proven. Reads each
    /// move once, because other threads may prove it meanwhile.
    pub(super) fn provable(&self) -> Option<Proof> {
        let mut best: Option<(Score, Proof)> = None;
        let mut all_proven = true;
        for edge in &self.edges {
            let Some(proof) = edge.proof() else {
                all_proven = false;
                continue;
            };
            let proof = proof.before(edge.turn);
            let score = proof.score(self.side);
            if best.is_none_or(|(known, _)| score >= known) {
                best = Some((score, proof));
            }
        }
        let (score, proof) = best?;
        (score.is_win() || self.is_whole && all_proven).then_some(proof)
    }

    pub(super) fn prove(&self, proof: Proof) {
        self.proof.store(Proof::pack(Some(proof)), Relaxed);
    }

    /// Memory of the node in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<OnceLock<Self>>() + BLOCK + size_of_val(&*self.edges)
    }

    /// Returns a copy of the node with the same counts.
    pub(super) fn copied(&self) -> Self {
        let edges = self.edges.iter().map(|edge| {
            let copy = Edge::new(edge.mv, edge.turn, edge.prior, edge.estimate, None);
            copy.inherit(edge);
            copy
        });
        let copy = Self::new(self.key, self.side, self.is_whole, edges.collect());
        copy.proof.store(self.proof.load(Relaxed), Relaxed);
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ending;

    #[test]
    fn a_position_is_proven_by_one_win_or_by_all_its_moves() {
        let edges = (0..2).map(|mv: u8| Edge::new(mv, Turn::Passed, 0.5, 0.5, None)).collect();
        let position = Position::new(Key::mix(0), Side::First, true, edges);
        let [first, second] = [&position.edges[0], &position.edges[1]];
        first.prove(Proof { ending: Ending::Win(Side::Second), plies: 3 });
        assert_eq!(position.provable(), None);
        second.prove(Proof { ending: Ending::Win(Side::Second), plies: 5 });
        assert_eq!(position.provable(), Some(Proof { ending: Ending::Win(Side::Second), plies: 6 }));
        first.prove(Proof { ending: Ending::Win(Side::First), plies: 2 });
        assert_eq!(position.provable(), Some(Proof { ending: Ending::Win(Side::First), plies: 3 }));
    }
}
