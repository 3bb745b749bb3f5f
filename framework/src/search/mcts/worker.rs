//! A thread of Monte Carlo tree search: its line, counters and limits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::result::{Proof, is_in_time, winning_chance};
use super::tree::Tree;
use crate::rules::{Ending, PositionHistory, Score, Side};
use crate::search::algorithm::{Limits, Root, SearchGame, Task};
use crate::search::control::Control;
use crate::search::eval::Eval;
use crate::search::oracle::Oracle;
use crate::search::rng::Rng;

/// Work of visiting a node, in units of a move of a random game.
const NODE_WORK: u32 = 8;
/// Work between two checks of the limits: that of visiting 512 nodes.
const CHECK_INTERVAL: u32 = 512 * NODE_WORK;
/// Maximum number of moves from the root to a leaf.
pub(super) const MAX_SIMULATION_MOVES: usize = 500;

#[derive(Default)]
pub(super) struct Shared {
    /// Whether the first thread has finished, so that the helper threads must end.
    pub(super) finished: AtomicBool,
    /// Number of nodes that the threads have reported; they report at intervals.
    pub(super) nodes: AtomicU64,
    pub(super) tb_hits: AtomicU64,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: SearchGame, E> {
    pub(super) game: &'a G,
    pub(super) eval: E,
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    pub(super) root: &'a Root<G>,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    pub(super) shared: &'a Shared,
    pub(super) tree: &'a Tree<G::Move>,
    /// Whether the search has no other thread.
    pub(super) alone: bool,
    pub(super) multi_pv: usize,
    pub(super) rng: Rng,
    /// Static evaluation at which a side wins three of four games. With `None`, leaves are valued by random
    /// games.
    pub(super) win_scale: Option<f32>,
    /// Whether quiescence search follows noisy moves.
    pub(super) follows_noisy: bool,
    /// Whether positions reached by different moves can share a node; `false` under superko.
    pub(super) shares_nodes: bool,
    /// Number of consecutive reversible moves after which the game is drawn; 0 for no limit.
    pub(super) move_limit: u32,
    /// The line of the running simulation.
    pub(super) line: PositionHistory,
    pub(super) simulations: u64,
    /// Number of nodes that this thread has visited.
    pub(super) nodes: u64,
    /// Number of these nodes that are already added to `shared`.
    pub(super) shared_nodes: u64,
    /// Number of nodes at which the search ends at once. `u64::MAX` without a limit and with several threads, which add
    /// up their nodes only when they check the limits.
    pub(super) node_limit: u64,
    /// Work since the last check of the limits, in units of a move of a random game.
    pub(super) work: u32,
    /// Whether the limits were checked since this flag was last cleared. After a check, the time factor is computed
    /// anew, and a report may be due.
    pub(super) checked: bool,
    /// Time that this search needs, divided by the usual time; see [`Control::allows_iteration`].
    pub(super) need: f64,
    /// Extra time beyond the limit while the root's moves are evaluated; 0 afterwards.
    pub(super) grace: Duration,
    /// Whether this thread must end its search: a limit is reached, the search is stopped, or the first thread has
    /// finished.
    pub(super) over: bool,
    /// Time of the last report; 0 before the first one.
    pub(super) last_report: Duration,
}

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    pub(super) fn new(
        task: &Task<'a, G>,
        eval: E,
        shared: &'a Shared,
        tree: &'a Tree<G::Move>,
        number: usize,
    ) -> Self {
        let &Task { game, resources, root, limits, control } = task;
        let params = resources.params.unwrap_or(eval.params());
        let rules = game.draw_rules(&root.state);
        let alone = resources.threads == 1;
        Self {
            game,
            eval,
            oracle: resources.oracle.as_deref(),
            root,
            limits,
            control,
            shared,
            tree,
            alone,
            multi_pv: resources.multi_pv.max(1),
            rng: Rng::new(resources.seed ^ (number as u64) << 32),
            win_scale: (params.win_scale > 0).then_some(params.win_scale as f32),
            follows_noisy: params.quiescence,
            shares_nodes: !rules.has_superko(),
            move_limit: rules.move_limit.into(),
            line: root.history.clone(),
            simulations: 0,
            nodes: 0,
            shared_nodes: 0,
            node_limit: limits.nodes.filter(|_| alone).unwrap_or(u64::MAX),
            work: 0,
            checked: false,
            need: 1.0,
            grace: Duration::ZERO,
            over: false,
            last_report: Duration::ZERO,
        }
    }

    /// Counts a visited node, and regularly checks the limits. Sets `over` if one is reached.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        self.over |= self.nodes >= self.node_limit;
        self.count_work(NODE_WORK);
    }

    /// Counts work in units of a move of a random game, and regularly checks the limits.
    #[inline]
    pub(super) fn count_work(&mut self, moves: u32) {
        self.work += moves;
        if self.work >= CHECK_INTERVAL {
            self.check();
        }
    }

    /// Adds this thread's nodes to the count of all threads, checks the limits, and sets `over` if one is reached.
    #[cold]
    fn check(&mut self) {
        self.work = 0;
        self.checked = true;
        self.share_nodes();
        let all = self.shared.nodes.load(Relaxed);
        self.over |= self.control.is_over_by(self.grace)
            || self.grace.is_zero() && !self.control.allows_iteration(self.need)
            || self.shared.finished.load(Relaxed)
            || self.limits.nodes.is_some_and(|limit| all >= limit);
    }

    /// Adds the nodes since the last call to the count of all threads.
    pub(super) fn share_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.shared_nodes, Relaxed);
        self.shared_nodes = self.nodes;
    }

    /// Whether the value `proven` of a position is reached before the game is drawn by the move limit. The position
    /// comes `moves` moves after the end of the line; these count as reversible.
    pub(super) fn is_in_time(&self, proven: Score, moves: u32) -> bool {
        is_in_time(proven, u32::from(self.line.halfmove_clock()) + moves, self.move_limit)
    }

    /// Returns a proven value if it is reached in time; see [`Self::is_in_time`]. `None` also if no value is proven.
    #[inline]
    pub(super) fn proven_in_time(&self, proof: &Proof, moves: u32) -> Option<Score> {
        proof.get().filter(|proven| self.is_in_time(*proven, moves))
    }

    /// Returns the first side's winning chance in a finished game: 0, 0.5 or 1. With `win_scale`, a margin gives a
    /// chance in between.
    pub(super) fn ending_probability(&self, ending: Ending) -> f32 {
        self.proven_probability(ending.score(Side::First, 0))
    }

    /// Converts a proven value, from the first side's point of view, to the first side's winning chance: 1 for a win, 0
    /// for a loss and 1/2 for a draw. With `win_scale`, a margin gives a chance in between.
    pub(super) fn proven_probability(&self, proven: Score) -> f32 {
        match self.win_scale {
            Some(win_scale) if !proven.is_mate() => winning_chance(proven.0 as f32, win_scale),
            _ => 0.5 + 0.5 * proven.0.signum() as f32,
        }
    }
}
