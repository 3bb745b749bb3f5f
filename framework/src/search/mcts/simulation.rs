//! Simulations: select a path from the root to a leaf, value the leaf, and back the value up, which adds it to every
//! move of the path.
//!
//! With several threads, the moves near the root are updated so often that the threads hinder each other. A thread
//! therefore runs simulations in batches that begin with the same moves, and updates the counts of these moves once.

use std::time::Duration;

use super::expansion::Expansion;
use super::node::{Edge, Node};
use super::result::{after_turn, for_side, value_of_move};
use super::worker::{MAX_SIMULATION_MOVES, Worker};
use crate::rules::{Moves, Score, Side, State};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::report::Report;

/// Exploration constant: a larger one favours rarely visited moves.
const C_PUCT: f32 = 1.4;
/// First-play urgency: without static evaluations, each move is credited with one more visit, whose winning chance is
/// the node's mean winning chance minus this number.
const FPU_REDUCTION: f32 = 0.1;
/// Number of random games from a leaf before the leaf is expanded.
const PLAYOUTS: u32 = 4;
/// Maximum number of visits of a node for each visit of the move that leads there. At a node with more, a simulation
/// ends: most visits came by other moves, and the node's mean is a better estimate than the value of one more leaf.
const ENOUGH_VISITS: u32 = 2;
/// Number of visits of the root at which a search ends. It keeps all counts of visits far below the maximum of `u32`,
/// beyond which the mean winning chances would be wrong.
const MAX_VISITS: u32 = 1 << 30;
/// Minimum time between two reports of the best lines.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);
/// Number of visits that a move needs for each further simulation in a batch.
const VISITS_PER_REPEAT: u32 = 256;
/// Maximum number of further simulations in a batch.
const MAX_REPEATS: u32 = 15;
/// Maximum number of simulations that a thread makes for each ply of a depth limit.
const SIMULATIONS_PER_PLY: u64 = 2_000;

/// A move on the path of a thread's running simulation.
struct Step<'t, M> {
    node: &'t Node<M>,
    edge: &'t Edge<M>,
    /// Number of further simulations of the batch that will begin with the path up to this move. Their visits are
    /// already counted.
    left: u32,
    /// Sum of the mover's winning chances in finished simulations that are not yet added to the tree.
    probabilities: f32,
}

impl<M: Copy> Step<'_, M> {
    /// Adds the collected winning chances to the tree, and sets them to 0. `alone` is as in [`Edge::add`].
    fn settle(&mut self, alone: bool) {
        self.edge.add(std::mem::take(&mut self.probabilities), alone);
    }

    /// Removes the visits of `unfinished` simulations and of the `left` simulations not yet begun. Adds the collected
    /// winning chances to the tree.
    fn abandon(&mut self, unfinished: u32, alone: bool) {
        self.node.cancel_visits(self.edge, unfinished + std::mem::take(&mut self.left));
        self.settle(alone);
    }
}

/// Value of the leaf at which a simulation ends.
#[derive(Clone, Copy)]
enum LeafValue {
    /// Proven value of the leaf for its side to move.
    Proven(Score),
    /// Winning chance of the first side.
    Probable(f32),
}

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    /// Creates the root node with all root moves, and takes over what the tree knows about them. The node is not stored
    /// in the tree. `None` if there is no move.
    pub(super) fn root_node(&mut self) -> Option<Node<G::Move>> {
        let state = &self.root.state;
        self.grace = self.control.first_iteration_grace();
        let expansion = self.expand(state, Some(&self.root.moves));
        self.grace = Duration::ZERO;
        let Expansion::Open { edges, is_whole, .. } = expansion else { return None };
        let kept = self.tree.find(state.key()).and_then(|number| self.tree.get(number));
        for edge in &edges {
            if let Some(known) = kept.and_then(|kept| kept.edges.iter().find(|known| known.mv == edge.mv)) {
                edge.inherit(known);
            }
        }
        let node = Node::new(state.key(), state.side(), is_whole, edges);
        self.conclude(&node);
        (!node.edges.is_empty()).then_some(node)
    }

    /// Stores the results of the root's moves in the tree, for a later search of the same position. Stores nothing
    /// under superko, and nothing if the root has only a selection of the moves, because a later search of all moves
    /// would prefer those with most visits.
    pub(super) fn keep(&self, root: Node<G::Move>) {
        let mut all = Moves::new();
        self.game.distinct_moves(&self.root.state, &mut all);
        if !self.shares_nodes || root.edges.len() < all.len() {
            return;
        }
        let Some(known) = self.transposition(&self.root.state).and_then(|number| self.tree.get(number))
        else {
            self.tree.insert(root);
            return;
        };
        for edge in &known.edges {
            if let Some(new) = root.edges.iter().find(|new| new.mv == edge.mv) {
                edge.inherit(new);
            }
        }
        known.recount();
    }

    /// Runs simulations from the root until the search is over, the depth limit or [`MAX_VISITS`] allows no more, or
    /// [`Self::is_settled`] returns `true`. Reports the best lines at intervals.
    pub(super) fn grow(&mut self, root: &Node<G::Move>, report: &mut dyn Report<G::Move>) {
        let max_simulations =
            self.limits.depth.map_or(u64::MAX, |depth| u64::from(depth.0) * SIMULATIONS_PER_PLY);
        let mut path = Vec::new();
        while !self.over
            && self.simulations < max_simulations
            && root.visits() < MAX_VISITS
            && !self.is_settled(root)
        {
            match self.simulate(root, &mut path) {
                Some(found) => self.back_up(&mut path, found),
                None => {
                    for mut step in path.drain(..) {
                        step.abandon(1, self.alone);
                        self.line.pop();
                    }
                }
            }
            self.simulations += 1;
            if std::mem::take(&mut self.checked) {
                self.need = need(root);
                let now = self.control.elapsed();
                if self.last_report.is_zero() || now.saturating_sub(self.last_report) >= REPORT_INTERVAL {
                    self.last_report = now;
                    self.report_lines(root, report);
                }
            }
        }
        for step in &mut path {
            step.abandon(0, self.alone);
        }
        self.share_nodes();
    }

    /// Whether more simulations would change nothing, because the root is proven. In a search for several lines, all
    /// root moves must be proven.
    fn is_settled(&self, root: &Node<G::Move>) -> bool {
        if self.multi_pv > 1 {
            return root.edges.iter().all(|edge| edge.proof.get().is_some());
        }
        root.proof.get().is_some()
    }

    /// Runs one simulation: replays the moves in `path`, which are those of the current batch, and appends further
    /// moves down to a leaf. Returns the leaf's value; `None` if the search ended first.
    fn simulate<'t>(
        &mut self,
        root: &'t Node<G::Move>,
        path: &mut Vec<Step<'t, G::Move>>,
    ) -> Option<LeafValue>
    where
        'a: 't,
    {
        let mut state = self.root.state.clone();
        let mut plies = 0;
        for step in path.iter_mut() {
            step.left -= 1;
            plies += self.follow(&mut state, step.edge);
        }
        let stored = path.last().and_then(|step| self.tree.get(step.edge.link()?));
        let mut node = stored.unwrap_or(root);
        loop {
            let last = path.last();
            if let Some(last) = last
                && (node.visits() > ENOUGH_VISITS * last.edge.visits() || path.len() >= MAX_SIMULATION_MOVES)
            {
                return Some(LeafValue::Probable(for_side(node.mean(), node.side)));
            }
            let edge = self.choose(node, last);
            node.begin_visits(edge, 1, self.alone);
            path.push(Step { node, edge, left: 0, probabilities: 0.0 });
            plies += self.follow(&mut state, edge);
            self.count_node();
            if self.over {
                return None;
            }
            if let Some(value) = self.known_value(&state, edge) {
                return Some(value);
            }
            let next = self.linked_node(&state, edge);
            let is_within_depth = self.limits.depth.is_none_or(|depth| plies < depth.0.into());
            match next {
                Some(next) if is_within_depth => node = next,
                _ => return self.value_of_leaf(&state, edge, node, next.is_none() && is_within_depth),
            }
            if let Some(proven) = self.proven_in_time(&node.proof, 0) {
                return Some(LeafValue::Proven(proven));
            }
            self.plan_repeats(path);
        }
    }

    /// Returns the value of the position `state` after the move `edge` if the value is proven, or if the draw rules end
    /// the game there.
    #[inline]
    fn known_value(&self, state: &G::State, edge: &Edge<G::Move>) -> Option<LeafValue> {
        if let Some(proven) = self.proven_in_time(&edge.proof, 0) {
            return Some(LeafValue::Proven(proven));
        }
        let ending = self.line.ending(self.game, state, edge.turn.continues())?;
        Some(LeafValue::Probable(self.ending_probability(ending)))
    }

    /// Returns the node to which `edge` leads, and stores the link to it in `edge`; `None` if the tree has no node for
    /// the position `state` after the move.
    #[inline]
    fn linked_node(&self, state: &G::State, edge: &Edge<G::Move>) -> Option<&'a Node<G::Move>> {
        let link = edge.link().or_else(|| self.transposition(state))?;
        edge.set_link(Some(link));
        self.tree.get(link)
    }

    /// Plays a move of the tree. Returns its number of plies: 1, or 0 while the same turn continues.
    #[inline]
    fn follow(&mut self, state: &mut G::State, edge: &Edge<G::Move>) -> u32 {
        self.line.advance(self.game, state, edge.mv).plies()
    }

    /// With several threads, plans further simulations that begin with the moves in `path`, if the last move is visited
    /// often enough. The shared counts of the moves are then updated once for the whole batch, which reduces
    /// contention.
    #[inline]
    fn plan_repeats(&self, path: &mut [Step<G::Move>]) {
        let [before @ .., last] = path else { return };
        if !self.alone {
            let allowed = before.last().map_or(MAX_REPEATS, |step| step.left);
            last.left = (last.edge.visits() / VISITS_PER_REPEAT).min(allowed);
            last.node.begin_visits(last.edge, last.left, self.alone);
        }
    }

    /// Returns the index of the position's node; `None` if the key index has no entry for it, and under
    /// superko.
    fn transposition(&self, state: &G::State) -> Option<u32> {
        if self.shares_nodes { self.tree.find(state.key()) } else { None }
    }

    /// Returns the value of the leaf `state`, to which the move `edge` of `parent` leads; `None` if the search ended
    /// first. Expands the leaf if `may_expand` is set and the tree has room; in a search by random games, only after
    /// more than [`PLAYOUTS`] visits.
    fn value_of_leaf(
        &mut self,
        state: &G::State,
        edge: &Edge<G::Move>,
        parent: &Node<G::Move>,
        may_expand: bool,
    ) -> Option<LeafValue> {
        let plays_random_games = self.win_scale.is_none();
        let expands = may_expand && !self.tree.is_full();
        if !expands || (plays_random_games && edge.visits() <= PLAYOUTS) {
            let probability = if plays_random_games {
                self.playout(state.clone())
            } else {
                for_side(edge.evaluation, parent.side)
            };
            return Some(LeafValue::Probable(probability));
        }
        let expansion = self.expand(state, None);
        if self.over {
            return None;
        }
        match expansion {
            Expansion::Proven(proven) if self.is_in_time(proven, 0) => Some(LeafValue::Proven(proven)),
            Expansion::Open { edges, is_whole, probability } if !edges.is_empty() => {
                let node = Node::new(state.key(), state.side(), is_whole, edges);
                let proven = self.conclude(&node);
                if let Some(number) = self.insert(node) {
                    edge.set_link(Some(number));
                }
                Some(if let Some(proven) = proven {
                    LeafValue::Proven(proven)
                } else if plays_random_games {
                    LeafValue::Probable(self.playout(state.clone()))
                } else {
                    LeafValue::Probable(for_side(probability, state.side()))
                })
            }
            // The win or loss comes after the move limit, which draws the game.
            Expansion::Proven(_) | Expansion::Open { .. } => Some(LeafValue::Probable(0.5)),
        }
    }

    fn insert(&self, node: Node<G::Move>) -> Option<u32> {
        if self.shares_nodes { self.tree.insert(node) } else { self.tree.insert_alone(node) }
    }

    /// Returns the first move that is a proven win, else the move with the highest upper confidence bound. Returns a
    /// proven loss only if there is no other move. `last` is the step that led to the node, `None` at the root. At the
    /// root, a search for several lines skips all proven moves.
    #[inline]
    fn choose<'t>(&self, node: &'t Node<G::Move>, last: Option<&Step<'_, G::Move>>) -> &'t Edge<G::Move> {
        let first_play = if self.win_scale.is_some() { 0.0 } else { first_play_urgency(node, last) };
        let wants_all = last.is_none() && self.multi_pv > 1;
        let exploration = C_PUCT * (node.visits() as f32 + 1.0).sqrt();
        let mut best = &node.edges[0];
        let mut best_score = f32::NEG_INFINITY;
        for edge in &node.edges {
            let proven = self.proven_in_time(&edge.proof, 1).map(|proven| value_of_move(edge.turn, proven));
            if let Some(score) = proven.filter(|score| score.is_mate() || wants_all) {
                if score > Score::DRAW && !wants_all {
                    return edge;
                }
                continue;
            }
            let guess = if self.win_scale.is_some() { edge.evaluation } else { first_play };
            let score = (edge.total() + guess + exploration * edge.prior) / (1 + edge.visits()) as f32;
            if score > best_score {
                (best, best_score) = (edge, score);
            }
        }
        best
    }

    /// Backs a leaf's value up along `path`, and takes the moves of `path` back. Steps that the next simulation of the
    /// batch replays stay in `path` and collect winning chances, which are added to the tree later. The other steps are
    /// removed. A proven value ends the batch.
    fn back_up(&mut self, path: &mut Vec<Step<G::Move>>, found: LeafValue) {
        let Some(last) = path.last() else { return };
        let (probability, mut proven) = match found {
            LeafValue::Proven(score) => {
                let value = last.edge.turn.for_mover(score);
                let for_first = if last.node.side == Side::First { value } else { -value };
                (self.proven_probability(for_first), Some(score))
            }
            LeafValue::Probable(probability) => (probability, None),
        };
        let is_proven = proven.is_some();
        for step in path.iter_mut().rev() {
            step.probabilities += for_side(probability, step.node.side);
            self.line.pop();
            if let Some(below) = proven {
                step.edge.proof.set(below);
                proven = self.conclude(step.node);
            }
            if is_proven {
                step.abandon(0, self.alone);
            } else if step.left == 0 {
                step.settle(self.alone);
            }
        }
        path.truncate(path.partition_point(|step| step.left > 0));
    }

    /// Stores in `node`, and returns, the value that its moves prove, if the value is reached before the move limit.
    fn conclude(&self, node: &Node<G::Move>) -> Option<Score> {
        let proven = node.provable().filter(|proven| self.is_in_time(*proven, 0))?;
        node.proof.set(proven);
        Some(proven)
    }
}

/// Returns the first guess of the mover's winning chance for moves that have no static evaluation. `last` is the step
/// that led to the node, `None` at the root.
#[inline]
fn first_play_urgency<M: Copy>(node: &Node<M>, last: Option<&Step<'_, M>>) -> f32 {
    let Some(Step { edge, .. }) = last else { return node.mean() - FPU_REDUCTION };
    // The running simulation is already counted as a visit. Here it counts as half a win instead of a loss.
    after_turn((edge.total() + 0.5) / edge.visits() as f32, edge.turn) - FPU_REDUCTION
}

/// Returns the time factor of the search. It is 1.5 if the second most visited move has a higher mean winning chance
/// than the most visited move. It is 0.7 if the second has at most half as many visits, or if there is only one
/// move. Otherwise, and without moves, it is 1.
fn need<M: Copy>(root: &Node<M>) -> f64 {
    let Some(first) = root.edges.iter().max_by_key(|edge| edge.visits()) else { return 1.0 };
    let others = root.edges.iter().filter(|edge| !std::ptr::eq(*edge, first));
    match others.max_by_key(|edge| edge.visits()) {
        Some(second) if first.mean() < second.mean() => 1.5,
        Some(second) if first.visits() / 2 < second.visits() => 1.0,
        _ => 0.7,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use super::super::tree::Tree;
    use super::super::worker::Shared;
    use super::*;
    use crate::rules::{Depth, Ending, Game, Hints, Symmetric};
    use crate::search::algorithm::{Limits, Resources, Root, Task};
    use crate::search::control::Control;
    use crate::search::eval::NoEval;
    use crate::search::transposition_table::Table;

    /// The sides alternately append one of two letters to a word of forty letters. The first side wins if the second
    /// letter occurs an even number of times. The game is too long to be proven.
    #[derive(Clone)]
    struct Letters;

    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Word {
        letters: u64,
        length: u32,
    }

    impl State for Word {
        fn side(&self) -> Side {
            if self.length.is_multiple_of(2) { Side::First } else { Side::Second }
        }
    }

    impl Game for Letters {
        type State = Word;
        type Move = u8;

        fn start(&self) -> Word {
            Word { letters: 0, length: 0 }
        }

        fn moves(&self, word: &Word, out: &mut Moves<u8>) -> Option<Ending> {
            if word.length == 40 {
                let is_even = word.letters.count_ones().is_multiple_of(2);
                return Some(Ending::Win(if is_even { Side::First } else { Side::Second }));
            }
            out.extend([0, 1]);
            None
        }

        fn play(&self, word: &mut Word, letter: u8) {
            *word = Word { letters: word.letters << 1 | u64::from(letter), length: word.length + 1 };
        }
    }

    impl Hints for Letters {}
    impl Symmetric for Letters {}

    #[test]
    fn every_simulation_of_every_thread_is_counted_once() {
        const DEPTH: u16 = 15;
        for threads in [1, 2, 4] {
            let resources =
                Resources { threads, ..Resources::new(Arc::new(Table::new(1).expect("a mebibyte"))) };
            let root = Root::new(&Letters, Letters.start());
            let limits = Limits { depth: Some(Depth(DEPTH)), ..Limits::default() };
            let (control, shared, tree) = (Control::new(), Shared::default(), Tree::new(1 << 24));
            let (root, limits, control) = (&root, &limits, &control);
            let task = Task { game: &Letters, resources: &resources, root, limits, control };
            let worker = |number| Worker::new(&task, NoEval, &shared, &tree, number);
            let top = worker(0).root_node().expect("moves");
            thread::scope(|scope| {
                for number in 0..threads {
                    let (mut worker, top) = (worker(number), &top);
                    scope.spawn(move || worker.grow(top, &mut ()));
                }
            });
            let simulations = threads as u64 * u64::from(DEPTH) * SIMULATIONS_PER_PLY;
            assert_eq!(u64::from(top.visits()), simulations);
            let stored = (0..).map_while(|number| tree.get(number));
            for node in stored.chain([&top]) {
                let visits: u32 = node.edges.iter().map(Edge::visits).sum();
                assert_eq!(node.visits(), visits);
                for edge in &node.edges {
                    assert!((0.0..=edge.visits() as f32).contains(&edge.total()), "{edge:?}");
                }
            }
            let total: f32 = top.edges.iter().map(Edge::total).sum();
            assert!((0.4..0.6).contains(&(total / simulations as f32)), "{total} of {simulations}");
        }
    }

    #[test]
    fn a_search_ends_before_its_counts_overflow() {
        let resources = Resources::new(Arc::new(Table::new(1).expect("a mebibyte")));
        let root = Root::new(&Letters, Letters.start());
        let limits = Limits { depth: Some(Depth(1)), ..Limits::default() };
        let (control, shared, tree) = (Control::new(), Shared::default(), Tree::new(1 << 24));
        let task =
            Task { game: &Letters, resources: &resources, root: &root, limits: &limits, control: &control };
        let mut worker = Worker::new(&task, NoEval, &shared, &tree, 0);
        let top = worker.root_node().expect("moves");
        top.begin_visits(&top.edges[0], MAX_VISITS - 100, true);
        worker.grow(&top, &mut ());
        assert_eq!(top.visits(), MAX_VISITS);
    }
}
