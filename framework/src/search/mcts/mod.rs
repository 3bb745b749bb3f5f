//! Monte Carlo tree search: grows a tree towards the most successful moves. Each simulation follows a path of moves
//! from the root to a leaf, values the leaf, and adds the value to the moves of the path. The leaf can become a new
//! node of the tree.
//!
//! If the evaluation's parameters set `win_scale`, a new node is valued by evaluating the positions after its moves,
//! with quiescence search. The winning chance of the best move is the node's value. Without `win_scale`, a new node is
//! valued by random games. Proven wins, draws and losses are backed up as exact values.
//!
//! All threads grow one tree. A simulation counts as lost until it returns (virtual loss), so that threads
//! choose different lines. Except under superko, positions reached in several ways can share a node, and the
//! next search can continue with the part of the tree below the moves played.

mod expansion;
mod lines;
mod node;
mod result;
mod simulation;
mod tree;
mod worker;

use std::sync::atomic::Ordering::Relaxed;

use super::algorithm::{Limits, Resources, Root, Search, SearchGame, Task};
use super::control::Control;
use super::eval::Eval;
use super::report::{Report, SearchResult};
use super::threads::{EndHelpers, Helpers};
use crate::rules::{Depth, State};
use node::Edge;
use result::is_in_time;
use tree::Tree;
use worker::{Shared, Worker};

/// Copying the reusable part of an earlier tree takes at most the remaining time divided by this number. Without a time
/// limit, the copy is limited only by memory, so that the result does not depend on the clock.
const COPYING_SHARE: u32 = 16;

/// Monte Carlo tree search.
pub struct Mcts<G: SearchGame, E> {
    game: G,
    eval: E,
    resources: Resources<G>,
}

impl<G: SearchGame, E: Eval<G>> Mcts<G, E> {
    /// Creates a search. Its tree takes at most four fifths as much memory as the transposition table of `resources`.
    /// The search does not use the table itself.
    pub const fn new(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, resources }
    }

    /// Takes the earlier search's tree out of the kept data. Returns this tree if it fits this root and has room, and a
    /// copy of the part below this root if it fits but has no room; the copy may be cut for lack of time. Otherwise
    /// returns an empty tree.
    fn tree(&self, root: &Root<G>, control: &Control) -> Tree<G::Move> {
        let new = || Tree::new(self.resources.table.bytes() / 5 * 4);
        let Some(kept) = self.resources.kept.results.take::<Tree<G::Move>>() else { return new() };
        let is_fit = self.is_fit(&kept, root);
        if is_fit && kept.has_room() {
            return kept;
        }
        let now = control.elapsed();
        let until = control.time_limit().map(|limit| now + limit.saturating_sub(now) / COPYING_SHARE);
        let is_late = || control.is_over() || until.is_some_and(|until| control.elapsed() >= until);
        let copy = if is_fit { kept.copied_from(root.state.key(), &is_late) } else { None };
        kept.drop_elsewhere();
        copy.unwrap_or_else(new)
    }

    /// Whether this search can begin with `tree`, which an earlier search has left. The tree must contain the root, and
    /// the wins and losses that the tree proves for the root's moves must end before the move limit. A search without
    /// an oracle uses no tree of a search with one, because the search without one may have to choose among moves of
    /// the same exact value. Under superko no tree fits, because the value of a position depends on the moves before
    /// it.
    fn is_fit(&self, tree: &Tree<G::Move>, root: &Root<G>) -> bool {
        let rules = self.game.draw_rules(&root.state);
        let clock = u32::from(root.history.halfmove_clock());
        let is_valid = |edge: &Edge<G::Move>| {
            let clock_after = if self.game.irreversible(&root.state, edge.mv) { 0 } else { clock + 1 };
            edge.proof.get().is_none_or(|proven| is_in_time(proven, clock_after, rules.move_limit.into()))
        };
        let node = tree.find(root.state.key()).and_then(|number| tree.get(number));
        let may_know_values = self.resources.oracle.is_some() || !tree.has_exact_values;
        !rules.has_superko() && may_know_values && node.is_some_and(|node| node.edges.iter().all(is_valid))
    }
}

impl<G: SearchGame, E: Eval<G>> Search<G, E> for Mcts<G, E> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let shared = Shared::default();
        let mut tree = self.tree(root, control);
        let resources = &self.resources;
        tree.has_exact_values |= resources.oracle.is_some();
        let task = Task { game: &self.game, resources, root, limits, control };
        let worker = |number| Worker::new(&task, self.eval.clone(), &shared, &tree, number);
        let mut first = worker(0);
        let mut helpers: Helpers = resources.kept.threads.take().unwrap_or_default();
        let mut lines = Vec::new();
        let mut depth = Depth(0);
        if let Some(node) = first.root_node() {
            let jobs = (1..resources.threads).map(|number| {
                let (mut helper, node) = (worker(number), &node);
                move || helper.grow(node, &mut ())
            });
            helpers.run(jobs, || {
                let _end = EndHelpers(&shared.finished);
                first.grow(&node, report);
            });
            first.report_lines(&node, report);
            lines = first.lines(&node);
            depth = lines.first().map_or(Depth(0), |line| first.depth(line));
            first.keep(node);
        }
        resources.kept.threads.keep(helpers);
        resources.kept.results.keep(tree);
        SearchResult { lines, depth, nodes: shared.nodes.load(Relaxed) }
    }
}
