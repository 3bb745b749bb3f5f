//! Nodes of the tree: moves with visits, winning chances and proven values. All threads update these numbers and the
//! links, which are therefore atomic; the rest of a node never changes.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI64, AtomicU32};

use super::result::{Proof, value_of_move};
use crate::rules::{Key, Score, Side};
use crate::search::line::Turn;

/// Estimated overhead of the allocator for a node's list of edges, in bytes.
const BLOCK: usize = 16;
/// Number that stands for the winning chance 1 in the integer sums of winning chances.
const UNIT: f32 = 65_536.0;

/// A move of a node.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    pub(super) turn: Turn,
    /// Prior probability of the move. The priors of a node add up to 1.
    pub(super) prior: f32,
    /// Winning chance of the mover as assessed at the expansion; meaningless without static evaluations.
    pub(super) evaluation: f32,
    /// Number of simulations through this move. Running simulations are included and count as lost.
    visits: AtomicU32,
    /// Sum of the mover's winning chances in finished simulations, multiplied by `UNIT`. The chances of the
    /// latest simulations may not be added yet; see `Step::probabilities`.
    total: AtomicI64,
    /// Proven value of the position after the move, for its side to move.
    pub(super) proof: Proof,
    /// Index of the node after the move, plus 1; 0 while there is no link.
    link: AtomicU32,
}

impl<M: Copy> Edge<M> {
    pub(super) fn new(mv: M, turn: Turn, prior: f32, evaluation: f32, proven: Option<Score>) -> Self {
        Self {
            mv,
            turn,
            prior,
            evaluation,
            visits: AtomicU32::new(0),
            total: AtomicI64::new(0),
            proof: Proof::new(proven),
            link: AtomicU32::new(0),
        }
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn total(&self) -> f32 {
        self.total.load(Relaxed) as f32 * (1.0 / UNIT)
    }

    /// Returns the mean winning chance of the mover, 0 without visits; running simulations count as lost.
    pub(super) fn mean(&self) -> f32 {
        self.total() / self.visits().max(1) as f32
    }

    /// Returns the proven value of the move for the side that plays it.
    #[inline]
    pub(super) fn proven_score(&self) -> Option<Score> {
        self.proof.get().map(|score| value_of_move(self.turn, score))
    }

    #[inline]
    pub(super) fn link(&self) -> Option<u32> {
        self.link.load(Relaxed).checked_sub(1)
    }

    #[inline]
    pub(super) fn set_link(&self, node: Option<u32>) {
        self.link.store(node.map_or(0, |node| node + 1), Relaxed);
    }

    /// Adds a sum of winning chances of the mover from finished simulations. `alone` means that no other
    /// thread updates the tree, so no atomic addition is needed.
    #[inline]
    pub(super) fn add(&self, probabilities: f32, alone: bool) {
        // The conversion to `i32` clamps nothing, because the sum of one batch of simulations is far from the ends of
        // the range.
        let probabilities = i64::from((probabilities * UNIT) as i32);
        if alone {
            self.total.store(self.total.load(Relaxed) + probabilities, Relaxed);
        } else {
            self.total.fetch_add(probabilities, Relaxed);
        }
    }

    /// Takes over the results of another edge of the same move: visits, winning chances and link, and the proven value
    /// if this edge has none. The visits of this edge's node must then be counted again by [`Node::recount`].
    pub(super) fn inherit(&self, other: &Self) {
        self.visits.store(other.visits(), Relaxed);
        self.total.store(other.total.load(Relaxed), Relaxed);
        self.link.store(other.link.load(Relaxed), Relaxed);
        if self.proof.get().is_none()
            && let Some(score) = other.proof.get()
        {
            self.proof.set(score);
        }
    }
}

/// Adds `more` visits. `alone` means that no other thread updates the tree, so no atomic addition is needed.
#[inline]
fn add_visits(visits: &AtomicU32, more: u32, alone: bool) {
    if alone {
        visits.store(visits.load(Relaxed).saturating_add(more), Relaxed);
    } else if more > 0 {
        visits.fetch_add(more, Relaxed);
    }
}

/// A position of the tree with its moves.
#[derive(Debug)]
pub(super) struct Node<M> {
    pub(super) key: Key,
    pub(super) side: Side,
    /// Whether `edges` holds all moves (at the root, all root moves), except perhaps moves that lose at once. The node
    /// is then proven as soon as all edges are.
    pub(super) is_whole: bool,
    pub(super) edges: Box<[Edge<M>]>,
    /// Sum of the visits of all edges, running simulations included.
    visits: AtomicU32,
    /// Proven value of the position for its side to move.
    pub(super) proof: Proof,
}

impl<M: Copy> Node<M> {
    pub(super) fn new(key: Key, side: Side, is_whole: bool, edges: Vec<Edge<M>>) -> Self {
        let node = Self {
            key,
            side,
            is_whole,
            edges: edges.into_boxed_slice(),
            visits: AtomicU32::new(0),
            proof: Proof::new(None),
        };
        node.recount();
        node
    }

    /// Sets the node's visits to the sum of the visits of its edges.
    pub(super) fn recount(&self) {
        let visits = self.edges.iter().fold(0, |sum: u32, edge| sum.saturating_add(edge.visits()));
        self.visits.store(visits, Relaxed);
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Returns the mean winning chance of the side to move over all simulations; 0 before the first one.
    /// Running simulations count as lost.
    pub(super) fn mean(&self) -> f32 {
        self.edges.iter().map(Edge::total).sum::<f32>() / self.visits().max(1) as f32
    }

    /// Counts simulations through `edge` before they run, so that they count as lost until they finish. `alone` is as
    /// in [`Edge::add`].
    #[inline]
    pub(super) fn begin_visits(&self, edge: &Edge<M>, simulations: u32, alone: bool) {
        add_visits(&self.visits, simulations, alone);
        add_visits(&edge.visits, simulations, alone);
    }

    /// Takes back visits of simulations through `edge` that do not finish. The subtraction is atomic even if no other
    /// thread updates the tree, because simulations are cancelled too rarely for its cost to matter.
    pub(super) fn cancel_visits(&self, edge: &Edge<M>, simulations: u32) {
        if simulations > 0 {
            self.visits.fetch_sub(simulations, Relaxed);
            edge.visits.fetch_sub(simulations, Relaxed);
        }
    }

    /// Returns the value that the moves prove: a win, or the best value if `is_whole` is set and all moves are proven;
    /// otherwise `None`. Reads each move only once, because other threads may prove moves meanwhile.
    pub(super) fn provable(&self) -> Option<Score> {
        let (mut best, mut all_proven) = (None, true);
        for score in self.edges.iter().map(Edge::proven_score) {
            best = best.max(score);
            all_proven &= score.is_some();
        }
        best.filter(|best| best.is_win() || (self.is_whole && all_proven))
    }

    /// Returns the memory of the node in bytes: its place in the tree, which is a `OnceLock`, and its list of edges.
    pub(super) fn bytes(&self) -> usize {
        size_of::<OnceLock<Self>>() + BLOCK + size_of_val(&*self.edges)
    }

    /// Copies the node with its results. The copied edges still link to nodes of the old tree.
    pub(super) fn copied(&self) -> Self {
        let edges = self.edges.iter().map(|edge| {
            let copy = Edge::new(edge.mv, edge.turn, edge.prior, edge.evaluation, None);
            copy.inherit(edge);
            copy
        });
        let copy = Self::new(self.key, self.side, self.is_whole, edges.collect());
        Self { proof: Proof::new(self.proof.get()), ..copy }
    }
}
