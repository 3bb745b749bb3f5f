//! The tree of one game in `AlphaZero`'s search.
//!
//! Values are stored from the first side's view and compared from the view of the side that chooses, so that a turn of
//! several moves needs no special case.

use plywright::Side;
use plywright::game::{DynLine, MoveId};

/// Index that stands for no node.
const NONE: u32 = u32::MAX;

/// A legal move of a node.
#[derive(Clone)]
struct Edge {
    number: u32,
    prior: f32,
    visits: u32,
    /// Simulations through this move that wait for their evaluation. Each counts as a lost visit (virtual loss).
    waiting: u32,
    /// Sum of the values of all visits, for the first side.
    sum: f64,
    /// Index of the node after the move; [`NONE`] before the first visit.
    child: u32,
}

/// A position. Its moves are the `count` edges from index `first`; none before it is evaluated.
#[derive(Clone, Copy)]
struct Node {
    first: u32,
    count: u32,
    side: Side,
    state: NodeState,
}

#[derive(Clone, Copy, PartialEq)]
enum NodeState {
    /// The position has been handed out for evaluation.
    Waiting,
    Evaluated,
    /// The game is over. Holds its value for the first side.
    Over(f64),
}

/// Weights of the choice of moves.
#[derive(Clone, Copy)]
pub struct Weights {
    /// Weight of the prior probability (`c_puct`).
    pub exploration: f64,
    /// Share of the noise in the prior probabilities at the root, 0 to 1.
    pub noise: f64,
}

/// A position that needs an evaluation.
pub struct Leaf {
    /// The position.
    pub line: Box<dyn DynLine>,
    node: u32,
    /// Nodes and edges from the root to the leaf.
    path: Vec<(u32, u32)>,
}

/// Result of a simulation.
pub enum Selected {
    /// The simulation reached a new position.
    Leaf(Leaf),
    /// The simulation reached the end of the game and is finished.
    Finished,
    /// The simulation reached a position that waits for its evaluation, and was taken back.
    Taken,
}

/// Search tree of one game.
pub struct Tree {
    root: Box<dyn DynLine>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Noise for the moves of the root; empty without noise.
    noise: Vec<f32>,
}

impl Tree {
    /// Creates the tree of a position, which is not evaluated yet.
    pub fn new(line: &dyn DynLine) -> Self {
        Self { root: line.boxed(), nodes: Vec::new(), edges: Vec::new(), noise: Vec::new() }
    }

    /// Sets the noise for the moves of the root, in the order of [`DynLine::moves`].
    pub fn set_noise(&mut self, noise: Vec<f32>) {
        self.noise = noise;
    }

    /// Whether the root has not been visited yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn root_edges(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |root| self.edges_of(*root))
    }

    fn edges_of(&self, node: Node) -> &[Edge] {
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    /// Calls `each` with the number and the visits of every move of the root. Returns the mean value of all visits
    /// for the side to move; for a finished game, the value of its result.
    pub fn result(&self, mut each: impl FnMut(u32, u32)) -> f64 {
        let (mut visits, mut sum) = (0, 0.0);
        for edge in self.root_edges() {
            each(edge.number, edge.visits);
            visits += edge.visits;
            sum += edge.sum;
        }
        let side = self.root.side();
        match (value_of_ending(&*self.root), visits) {
            (Some(value), _) => signed(value, side),
            (None, 0) => 0.0,
            (None, visits) => signed(sum / f64::from(visits), side),
        }
    }

    /// Runs one simulation as far as it goes without an evaluation.
    pub fn select(&mut self, weights: Weights) -> Selected {
        let mut line = self.root.present();
        let mut path = Vec::new();
        if self.nodes.is_empty() {
            return self.visit(line, path);
        }
        let mut at = 0;
        loop {
            let node = self.nodes[at as usize];
            match node.state {
                NodeState::Waiting => {
                    self.take_back(&path);
                    return Selected::Taken;
                }
                NodeState::Over(value) => {
                    self.add(&path, value);
                    return Selected::Finished;
                }
                NodeState::Evaluated => {}
            }
            let chosen = self.best(at, node, weights);
            let edge = &mut self.edges[chosen as usize];
            edge.waiting += 1;
            path.push((at, chosen));
            // Legal, because the moves of the same position were listed.
            let _ = line.play(MoveId(edge.number));
            if edge.child == NONE {
                edge.child = self.nodes.len() as u32;
                return self.visit(line, path);
            }
            at = edge.child;
        }
    }

    /// Adds the node of a position that is visited for the first time.
    fn visit(&mut self, line: Box<dyn DynLine>, path: Vec<(u32, u32)>) -> Selected {
        let ending = value_of_ending(&*line);
        let state = ending.map_or(NodeState::Waiting, NodeState::Over);
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { first: 0, count: 0, side: line.side(), state });
        if let Some(value) = ending {
            self.add(&path, value);
            return Selected::Finished;
        }
        Selected::Leaf(Leaf { line, node, path })
    }

    /// Returns the edge with the greatest sum of its mean value and of the weight of its prior probability. A move
    /// without visits has the value 0. Of equal moves, the first is chosen.
    fn best(&self, at: u32, node: Node, weights: Weights) -> u32 {
        let edges = self.edges_of(node);
        let visits: u32 = edges.iter().map(|edge| edge.visits + edge.waiting).sum();
        let weight = weights.exploration * f64::from(1 + visits).sqrt();
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (place, edge) in edges.iter().enumerate() {
            let mut prior = f64::from(edge.prior);
            if let (0, Some(noise)) = (at, self.noise.get(place)) {
                prior = (1.0 - weights.noise) * prior + weights.noise * f64::from(*noise);
            }
            let count = f64::from(edge.visits + edge.waiting);
            let lost = f64::from(edge.waiting);
            let mean = if count == 0.0 { 0.0 } else { (signed(edge.sum, node.side) - lost) / count };
            let score = mean + weight * prior / (1.0 + count);
            if score > best_score {
                (best, best_score) = (place, score);
            }
        }
        node.first + best as u32
    }

    /// Gives a leaf its evaluation: the value for its side to move, and a weight for each move number. Returns `false`
    /// if one of them is no number or negative; the leaf then has equal weights and the value 0.
    pub fn evaluate(&mut self, leaf: &Leaf, policy: &[f32], value: f32) -> bool {
        let weight = |id: &MoveId| policy.get(id.0 as usize).copied();
        let moves = leaf.line.moves();
        let sum: f32 = moves.iter().filter_map(weight).sum();
        let is_sound = value.is_finite()
            && sum.is_finite()
            && moves.iter().filter_map(weight).all(|weight| weight >= 0.0);
        let known = moves.iter().filter(|id| weight(id).is_some()).count();
        let first = self.edges.len() as u32;
        for id in moves {
            // A move whose number has no entry in masks cannot be chosen.
            let Some(weight) = weight(id) else { continue };
            let is_uniform = !is_sound || sum <= 0.0;
            let prior = if is_uniform { 1.0 / known as f32 } else { weight / sum };
            self.edges.push(Edge { number: id.0, prior, visits: 0, waiting: 0, sum: 0.0, child: NONE });
        }
        let node = &mut self.nodes[leaf.node as usize];
        (node.first, node.count) = (first, self.edges.len() as u32 - first);
        node.state = NodeState::Evaluated;
        let value = if is_sound { f64::from(value).clamp(-1.0, 1.0) } else { 0.0 };
        let side = node.side;
        self.add(&leaf.path, signed(value, side));
        is_sound
    }

    /// Finishes a simulation. `value` is for the first side.
    fn add(&mut self, path: &[(u32, u32)], value: f64) {
        for (_, edge) in path {
            let edge = &mut self.edges[*edge as usize];
            edge.waiting -= 1;
            edge.visits += 1;
            edge.sum += value;
        }
    }

    fn take_back(&mut self, path: &[(u32, u32)]) {
        for (_, edge) in path {
            self.edges[*edge as usize].waiting -= 1;
        }
    }

    /// Makes the position of a later line of the same game the root, and keeps its part of the tree. Returns `false`,
    /// and changes nothing, if the tree does not contain the position.
    pub fn follow(&mut self, line: &dyn DynLine) -> bool {
        let (old, new) = (self.root.history(), line.history());
        if !new.starts_with(&old) || !self.root.first().is_at(&*line.first()) {
            return false;
        }
        let (mut at, mut node) = (self.root.boxed(), 0);
        for text in &new[old.len()..] {
            let Ok(id) = at.id_of(text) else { return false };
            let Some(place) = self.nodes.get(node as usize) else { return false };
            let edge = self.edges_of(*place).iter().find(|edge| edge.number == id.0);
            let Some(edge) = edge.filter(|edge| edge.child != NONE) else { return false };
            node = edge.child;
            if at.play(id).is_err() {
                return false;
            }
        }
        if node != 0 {
            self.keep(node);
        }
        self.root = line.boxed();
        true
    }

    /// Drops all nodes but those below `root`, which gets the index 0.
    fn keep(&mut self, root: u32) {
        let (mut nodes, mut edges) = (vec![self.nodes[root as usize]], Vec::new());
        let mut done = 0;
        while done < nodes.len() {
            let node: Node = nodes[done];
            let first = edges.len() as u32;
            for mut edge in self.edges_of(node).to_vec() {
                if edge.child != NONE {
                    nodes.push(self.nodes[edge.child as usize]);
                    edge.child = nodes.len() as u32 - 1;
                }
                edges.push(edge);
            }
            nodes[done].first = first;
            done += 1;
        }
        (self.nodes, self.edges) = (nodes, edges);
    }
}

/// Returns the value for a side, given the value for the first side, or the value for the first side, given the value
/// for a side.
fn signed(value: f64, side: Side) -> f64 {
    match side {
        Side::First => value,
        Side::Second => -value,
    }
}

/// Returns the value of a finished game for the first side.
fn value_of_ending(line: &dyn DynLine) -> Option<f64> {
    let (ending, _) = line.ending()?;
    Some(ending.winner().map_or(0.0, |winner| signed(1.0, winner)))
}
