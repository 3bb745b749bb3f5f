//! Monte Carlo tree search: grows a tree towards the moves that did well so far.
//!
//! Leaves are valued by the static evaluation where the policy says how estimates turn into chances, otherwise by random
//! playouts. Ends of the game are proven, not averaged: a proven win or loss is backed up as such and its branch is not
//! visited again. Several threads grow trees of their own, whose roots are added up at the end.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::{
    Bound, Control, Info, Limits, Line, Report, Resources, Rng, Root, Search, SearchGame, SearchResult,
};
use crate::course::PositionHistory;
use crate::eval::Eval;
use crate::game::{Ending, Moves, State};
use crate::oracle::Oracle;
use crate::score::{Depth, Score};
use crate::side::Side;

/// How strongly the search prefers what it has visited little.
const C_PUCT: f64 = 1.4;
/// How much worse than its parent a move is taken to be before it was ever tried.
const UNTRIED_DISCOUNT: f64 = 0.1;
/// Move-ordering ranks that make one move e times as interesting as another.
const RANK_SCALE: f64 = 2_000.0;
/// A playout ends in a draw after so many moves.
const LONGEST_PLAYOUT: usize = 300;
/// Simulations between two looks at the clock.
const CHECK_INTERVAL: u64 = 16;
const REPORT_INTERVAL: Duration = Duration::from_millis(200);
/// Simulations that stand for one ply when only a depth limit is given.
const SIMULATIONS_PER_PLY: u64 = 2_000;
/// The scale of chances for games without an evaluation.
const DEFAULT_WINNING: f64 = 400.0;

/// A search by MCTS.
pub struct Mcts<G: SearchGame, E> {
    game: G,
    eval: E,
    resources: Resources<G>,
}

impl<G: SearchGame, E: Eval<G>> Mcts<G, E> {
    /// A search of that game with that evaluation. The tree takes as much memory as the table would.
    pub const fn new(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, resources }
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
        let tree = |thread: usize| Tree::new(self, root, limits, control, &shared, thread);
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.resources.threads)
                .map(|thread| {
                    let mut tree = tree(thread);
                    scope.spawn(move || {
                        tree.grow(&mut ());
                        tree.root_statistics()
                    })
                })
                .collect();
            let mut tree = tree(0);
            tree.grow(report);
            shared.finished.store(true, Relaxed);
            for helper in helpers {
                if let Ok(statistics) = helper.join() {
                    tree.add_to_root(&statistics);
                }
            }
            tree.tell(report);
            let lines = tree.lines();
            let depth = Depth(lines.first().map_or(0, |line| line.moves.len() as u16));
            SearchResult { lines, depth, nodes: shared.nodes.load(Relaxed) }
        })
    }
}

#[derive(Default)]
struct Shared {
    finished: AtomicBool,
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// A game's proven end: who wins, and in how many plies from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Proof {
    ending: Ending,
    plies: u32,
}

impl Proof {
    /// The value for `side`.
    fn score(self, side: Side) -> Score {
        self.ending.score(side, self.plies)
    }
}

/// A move that can be played from its parent, and what is known of the position after it.
#[derive(Clone, Debug)]
struct Node<M> {
    mv: M,
    /// Side to move at the parent: whose choice this node is.
    chooser: Side,
    /// How interesting the move looks before it is tried; the siblings' add up to 1.
    prior: f32,
    visits: u32,
    /// Sum of the first side's chances over all visits.
    total: f64,
    proof: Option<Proof>,
    /// Does the turn go on with the same side after the move? Known after the first visit.
    same_turn: bool,
    /// The children are `first..first + count` in the arena.
    first: u32,
    count: u32,
}

impl<M> Node<M> {
    fn untried(mv: M, chooser: Side, prior: f32) -> Self {
        Self { mv, chooser, prior, visits: 0, total: 0.0, proof: None, same_turn: false, first: 0, count: 0 }
    }

    /// Mean chance for the side that chooses this node.
    fn mean(&self) -> f64 {
        for_side(self.total / f64::from(self.visits.max(1)), self.chooser)
    }

    /// The proven value for the side that chooses this node, seen from the position before the move.
    fn proven_score(&self) -> Option<Score> {
        let proof = self.proof?;
        let plies = proof.plies + u32::from(!self.same_turn);
        Some(Proof { plies, ..proof }.score(self.chooser))
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The first side's chance as the chance of `side`, and back.
fn for_side(chance: f64, side: Side) -> f64 {
    if side == Side::First { chance } else { 1.0 - chance }
}

/// One thread's tree.
struct Tree<'a, G: SearchGame, E> {
    game: &'a G,
    eval: E,
    oracle: Option<&'a dyn Oracle<G>>,
    root: &'a Root<G>,
    limits: &'a Limits,
    control: &'a Control,
    shared: &'a Shared,
    multi_pv: usize,
    rng: Rng,
    /// The root is node 0; its move means nothing.
    nodes: Vec<Node<G::Move>>,
    most_nodes: usize,
    /// Estimate at which a side wins three games of four; `None` where leaves are played out.
    win_scale: Option<f64>,
    simulations: u64,
    last_report: Duration,
}

impl<'a, G: SearchGame, E: Eval<G>> Tree<'a, G, E> {
    fn new(
        search: &'a Mcts<G, E>,
        root: &'a Root<G>,
        limits: &'a Limits,
        control: &'a Control,
        shared: &'a Shared,
        thread: usize,
    ) -> Self {
        let win_scale = search.eval.params().win_scale;
        let mut tree = Self {
            game: &search.game,
            eval: search.eval.clone(),
            oracle: search.resources.oracle.as_deref(),
            root,
            limits,
            control,
            shared,
            multi_pv: search.resources.multi_pv,
            rng: Rng::new(search.resources.seed ^ (thread as u64) << 32),
            nodes: Vec::new(),
            most_nodes: (search.resources.table.bytes()
                / size_of::<Node<G::Move>>()
                / search.resources.threads)
                .max(1000),
            win_scale: (win_scale > 0).then(|| f64::from(win_scale)),
            simulations: 0,
            last_report: Duration::ZERO,
        };
        if let Some(mv) = root.moves.first() {
            tree.nodes.push(Node::untried(*mv, root.state.side(), 1.0));
            tree.expand(0, &root.state, root.moves.clone());
        }
        tree
    }

    /// Simulates until a limit is met or the root is proven.
    fn grow(&mut self, report: &mut dyn Report<G::Move>) {
        let most = self.limits.depth.map_or(u64::MAX, |depth| u64::from(depth.0) * SIMULATIONS_PER_PLY);
        while !self.nodes.is_empty() && self.nodes[0].proof.is_none() && self.simulations < most {
            self.simulate();
            self.simulations += 1;
            let nodes = self.shared.nodes.load(Relaxed);
            if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
                break;
            }
            if self.simulations.is_multiple_of(CHECK_INTERVAL) {
                if !self.control.allows_iteration()
                    || self.control.is_over()
                    || self.shared.finished.load(Relaxed)
                {
                    break;
                }
                let now = self.control.elapsed();
                if now.saturating_sub(self.last_report) >= REPORT_INTERVAL {
                    self.last_report = now;
                    self.tell(report);
                }
            }
        }
    }

    /// One descent from the root to a leaf, its valuation, and the way back.
    fn simulate(&mut self) {
        let mut state = self.root.state.clone();
        let mut course = self.root.history.clone();
        let mut path = vec![0];
        let mut at = 0;
        let chance = loop {
            if self.nodes[at].proof.is_some() {
                break self.proven_chance(at);
            }
            let rules = self.game.course(&state);
            if at != 0 && !self.nodes[at].same_turn && course.is_drawn_in_search(rules) {
                break 0.5;
            }
            if at != 0 && course.breaks_superko(rules) {
                break for_side(1.0, state.side());
            }
            if self.nodes[at].count == 0 {
                if self.game.winning_move(&state).is_some() {
                    self.nodes[at].proof = Some(Proof { ending: Ending::Win(state.side()), plies: 1 });
                    break self.proven_chance(at);
                }
                let mut moves = Moves::new();
                if let Some(ending) = self.game.distinct_moves(&state, &mut moves) {
                    self.nodes[at].proof = Some(Proof { ending, plies: 0 });
                    break self.proven_chance(at);
                }
                if at != 0 && !self.nodes[at].same_turn && self.nodes[at].visits == 0 {
                    self.nodes[at].proof = self.known(&state, &course);
                    if self.nodes[at].proof.is_some() {
                        break self.proven_chance(at);
                    }
                }
                if self.nodes[at].visits == 0 || self.nodes.len() + moves.len() > self.most_nodes {
                    break self.leaf_chance(&state);
                }
                self.expand(at, &state, moves);
            }
            at = self.choose(at);
            let mv = self.nodes[at].mv;
            let (side, irreversible) = (state.side(), self.game.irreversible(&state, mv));
            self.game.play(&mut state, mv);
            self.shared.nodes.fetch_add(1, Relaxed);
            self.nodes[at].same_turn = state.side() == side && self.game.continues_turn(&state);
            course.push(state.key(), irreversible);
            path.push(at);
        };
        for at in path.into_iter().rev() {
            self.prove(at);
            let node = &mut self.nodes[at];
            node.visits = node.visits.saturating_add(1);
            node.total += chance;
        }
    }

    /// What exact knowledge proves about a position in which the game goes on. A win that the move limit may come before
    /// is not proven.
    fn known(&self, state: &G::State, course: &PositionHistory) -> Option<Proof> {
        let score = self.oracle?.probe(self.game, state)?;
        let plies = score.plies_to_end().unwrap_or(0);
        let limit = u32::from(self.game.course(state).move_limit);
        let in_time = limit == 0 || u32::from(course.halfmove_clock()) + plies < limit;
        let ending = match score.cmp(&Score::DRAW) {
            Ordering::Equal => Ending::Draw,
            Ordering::Greater => Ending::Win(state.side()),
            Ordering::Less => Ending::Win(!state.side()),
        };
        self.shared.tb_hits.fetch_add(1, Relaxed);
        (in_time && (score.is_mate() || score == Score::DRAW)).then_some(Proof { ending, plies })
    }

    fn expand(&mut self, at: usize, state: &G::State, moves: Moves<G::Move>) {
        let weights: Vec<f64> = moves
            .iter()
            .map(|mv| {
                let rank = f64::from(self.eval.order(self.game, state, *mv)).clamp(-10_000.0, 10_000.0);
                (rank / RANK_SCALE).exp() * (1.0 + 0.1 * self.rng.unit())
            })
            .collect();
        let sum: f64 = weights.iter().sum();
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].count = moves.len() as u32;
        for (mv, weight) in moves.into_iter().zip(weights) {
            self.nodes.push(Node::untried(mv, state.side(), (weight / sum) as f32));
        }
    }

    /// The child that promises most, counting curiosity; one that loses by force only when all do.
    fn choose(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let curiosity = C_PUCT * f64::from(parent.visits.max(1)).sqrt();
        let untried = |chooser: Side| {
            for_side(parent.total / f64::from(parent.visits.max(1)), chooser) - UNTRIED_DISCOUNT
        };
        let promise = |child: &Node<G::Move>| match child.proven_score() {
            Some(score) if score.is_mate() && score < Score::DRAW => f64::NEG_INFINITY,
            Some(score) if score.is_mate() => f64::INFINITY,
            _ => {
                let mean = if child.visits == 0 { untried(child.chooser) } else { child.mean() };
                mean + curiosity * f64::from(child.prior) / f64::from(1 + child.visits)
            }
        };
        let children = parent.children();
        let mut best = children.start;
        let mut best_promise = f64::NEG_INFINITY;
        for child in children {
            let promise = promise(&self.nodes[child]);
            if promise > best_promise {
                (best, best_promise) = (child, promise);
            }
        }
        best
    }

    /// Proves a node whose children leave no doubt: one wins for the side to move, or all are proven.
    fn prove(&mut self, at: usize) {
        let node = &self.nodes[at];
        // A restricted root proves nothing by its losses, but its moves are all there is to choose from.
        if node.proof.is_some() || node.count == 0 {
            return;
        }
        let children = &self.nodes[node.children()];
        let best = children
            .iter()
            .filter_map(|child| Some((child.proven_score()?, child)))
            .max_by_key(|(score, _)| *score);
        let Some((score, child)) = best else { return };
        let all_proven = || children.iter().all(|child| child.proof.is_some());
        if score.is_mate() && score > Score::DRAW || all_proven() {
            let proof =
                child.proof.map(|proof| Proof { plies: proof.plies + u32::from(!child.same_turn), ..proof });
            self.nodes[at].proof = proof;
        }
    }

    fn proven_chance(&self, at: usize) -> f64 {
        self.nodes[at].proof.map_or(0.5, |proof| self.ending_chance(proof.ending))
    }

    /// The first side's chance in a finished game; a margin counts as an estimate of that size where there are any.
    fn ending_chance(&self, ending: Ending) -> f64 {
        match (ending, self.win_scale) {
            (Ending::Margin(points), Some(win_scale)) => chance_of(f64::from(points), win_scale),
            _ => ending.winner().map_or(0.5, |winner| for_side(1.0, winner)),
        }
    }

    /// The first side's chance in a position that was not visited before.
    fn leaf_chance(&mut self, state: &G::State) -> f64 {
        match self.win_scale {
            Some(win_scale) => {
                let estimate = f64::from(self.eval.evaluate(self.game, state).0);
                for_side(chance_of(estimate, win_scale), state.side())
            }
            None => self.playout(state.clone()),
        }
    }

    /// The first side's score in one random game.
    fn playout(&mut self, mut state: G::State) -> f64 {
        let mut course = PositionHistory::new(state.key(), 0);
        for _ in 0..LONGEST_PLAYOUT {
            let mut moves = Moves::new();
            match self.game.moves(&state, &mut moves) {
                Some(ending) => return self.ending_chance(ending),
                None if course.is_drawn(self.game.course(&state)) => return 0.5,
                None => {}
            }
            let mv = moves[self.rng.below(moves.len())];
            let irreversible = self.game.irreversible(&state, mv);
            self.game.play(&mut state, mv);
            course.push(state.key(), irreversible);
        }
        0.5
    }

    fn root_statistics(&self) -> Vec<Node<G::Move>> {
        self.nodes.first().map(|root| self.nodes[root.children()].to_vec()).unwrap_or_default()
    }

    /// Adds what another thread found out about the root's moves, which it lists in the same order.
    fn add_to_root(&mut self, statistics: &[Node<G::Move>]) {
        let Some(root) = self.nodes.first() else { return };
        for (at, other) in root.children().zip(statistics) {
            let node = &mut self.nodes[at];
            node.visits = node.visits.saturating_add(other.visits);
            node.total += other.total;
            node.same_turn |= other.same_turn;
            node.proof = node.proof.or(other.proof);
        }
        self.prove(0);
    }

    /// The children of a node, best first: by proof, then by visits.
    fn ranked(&self, at: usize) -> Vec<usize> {
        let mut children: Vec<_> = self.nodes[at].children().collect();
        children.sort_by_key(|child| {
            let node = &self.nodes[*child];
            let proven = node.proven_score().filter(|score| score.is_mate());
            std::cmp::Reverse((proven.unwrap_or(Score::DRAW), node.visits))
        });
        children
    }

    fn lines(&self) -> Vec<Line<G::Move>> {
        if self.nodes.is_empty() {
            return Vec::new();
        }
        let mut lines: Vec<_> =
            self.ranked(0).into_iter().take(self.multi_pv.max(1)).map(|at| self.line(at)).collect();
        let best = lines.first().map_or(Score::DRAW, |line| line.score);
        // Visits decide, so a rarely visited move may have the better mean; it is not known to be better.
        for line in &mut lines {
            line.score = line.score.min(best);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines
    }

    fn line(&self, first: usize) -> Line<G::Move> {
        let node = &self.nodes[first];
        let score = node.proven_score().unwrap_or_else(|| {
            let chance = if node.visits == 0 { 0.5 } else { node.mean() }.clamp(0.001, 0.999);
            Score(estimate_of(chance, self.win_scale.unwrap_or(DEFAULT_WINNING)) as i32)
        });
        let mut moves = vec![node.mv];
        let mut at = first;
        while let Some(next) = self.ranked(at).into_iter().find(|child| self.nodes[*child].visits > 0) {
            moves.push(self.nodes[next].mv);
            at = next;
        }
        Line { score, bound: Bound::Exact, moves }
    }

    fn tell(&self, report: &mut dyn Report<G::Move>) {
        for (index, line) in self.lines().into_iter().enumerate() {
            let depth = Depth(line.moves.len() as u16);
            report.info(&Info {
                depth,
                selective_depth: depth,
                rank: index + 1,
                line,
                nodes: self.shared.nodes.load(Relaxed),
                time: self.control.elapsed(),
                hashfull: (self.nodes.len() * 1000 / self.most_nodes).min(1000) as u32,
                tb_hits: self.shared.tb_hits.load(Relaxed),
            });
        }
    }
}

/// The chance of win_scale at an estimate, by the logistic curve that gives 3/4 at `win_scale`.
fn chance_of(estimate: f64, win_scale: f64) -> f64 {
    1.0 / (1.0 + (-estimate / win_scale * 3_f64.ln()).exp())
}

/// The inverse of [`chance_of`].
fn estimate_of(chance: f64, win_scale: f64) -> f64 {
    (chance / (1.0 - chance)).ln() / 3_f64.ln() * win_scale
}
