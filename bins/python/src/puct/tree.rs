//! The tree of one game in `AlphaZero`'s search.
//!
//! Values are stored from the first side's view and compared from the view of the side to move, so that a turn of
//! several moves needs no special case. Nodes and edges lie in two lists and refer to each other by index, so that
//! freeing a large tree is quick.

use plywright::Side;
use plywright::game::{DynLine, MoveId};

use super::PuctSettings;

/// Index that stands for no node.
const NONE: u32 = u32::MAX;

/// A legal move of a node, with the statistics of the simulations that played it.
#[derive(Clone)]
struct Edge {
    number: u32,
    prior: f32,
    visits: u32,
    /// Number of simulations through this move whose leaf waits for its evaluation. Each counts as a visit that lost
    /// (virtual loss), so that the next simulations try other moves.
    waiting: u32,
    /// Sum of the values of all visits, for the first side.
    sum: f64,
    /// Index of the node after the move; [`NONE`] until a simulation plays the move.
    child: u32,
}

/// A position. Its moves are the `count` edges from the index `first` on; `count` is 0 until the position is evaluated.
#[derive(Clone, Copy)]
struct Node {
    first: u32,
    count: u32,
    side: Side,
    state: NodeState,
}

#[derive(Clone, Copy, PartialEq)]
enum NodeState {
    /// The position is a [`Leaf`] that waits for its evaluation.
    Waiting,
    Evaluated,
    /// The game is over. Holds its value for the first side.
    Over(f64),
}

/// A position that needs an evaluation.
pub struct Leaf {
    /// The position.
    pub line: Box<dyn DynLine>,
    node: u32,
    /// Indices of the edges from the root to the leaf.
    path: Vec<u32>,
}

/// Result of a simulation.
pub enum Selected {
    /// The simulation reached a new position.
    Leaf(Leaf),
    /// The simulation reached the end of the game and is finished.
    Finished,
    /// The simulation reached a position that still waits for its evaluation. It was undone and must run again.
    Collision,
}

/// Search tree of one game.
pub struct Tree {
    root: Box<dyn DynLine>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Noise for the prior probabilities of the root's moves, in the order of [`DynLine::moves`]. A move without an
    /// entry keeps its prior.
    pub noise: Vec<f32>,
}

impl Tree {
    /// Creates the tree of a position, which is not evaluated yet.
    pub fn new(line: &dyn DynLine) -> Self {
        Self { root: line.boxed(), nodes: Vec::new(), edges: Vec::new(), noise: Vec::new() }
    }

    /// Whether the tree has no nodes, because no simulation has begun.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn root_edges(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |root| self.edges_of(*root))
    }

    fn edges_of(&self, node: Node) -> &[Edge] {
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    /// Returns the number and the visit count of every move of the root; nothing before the root is evaluated.
    pub fn visits(&self) -> impl Iterator<Item = (u32, u32)> {
        self.root_edges().iter().map(|edge| (edge.number, edge.visits))
    }

    /// Returns the value of the root for the side to move, from -1 to 1: the mean of all visits of its moves, or 0
    /// without visits. For a finished game, returns the value of its result.
    pub fn value(&self) -> f64 {
        let side = self.root.side();
        if let Some(value) = value_of_ending(&*self.root) {
            return signed(value, side);
        }
        let visits: u32 = self.root_edges().iter().map(|edge| edge.visits).sum();
        let sum: f64 = self.root_edges().iter().map(|edge| edge.sum).sum();
        if visits == 0 { 0.0 } else { signed(sum / f64::from(visits), side) }
    }

    /// Runs one simulation from the root until it reaches a new position, the end of the game or a position that waits
    /// for its evaluation.
    pub fn select(&mut self, settings: &PuctSettings) -> Selected {
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
                    self.cancel(&path);
                    return Selected::Collision;
                }
                NodeState::Over(value) => {
                    self.finish(&path, value);
                    return Selected::Finished;
                }
                NodeState::Evaluated => {}
            }
            let chosen = self.best_edge(at, node, settings);
            let edge = &mut self.edges[chosen as usize];
            edge.waiting += 1;
            path.push(chosen);
            // An error is impossible: the edges are legal moves of this position.
            let _ = line.play(MoveId(edge.number));
            if edge.child == NONE {
                edge.child = self.nodes.len() as u32;
                return self.visit(line, path);
            }
            at = edge.child;
        }
    }

    /// Adds a node for the position of `line`, to which the edges of `path` lead. If the game is over, finishes the
    /// simulation; otherwise returns the leaf that needs an evaluation.
    fn visit(&mut self, line: Box<dyn DynLine>, path: Vec<u32>) -> Selected {
        let ending = value_of_ending(&*line);
        let state = ending.map_or(NodeState::Waiting, NodeState::Over);
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { first: 0, count: 0, side: line.side(), state });
        if let Some(value) = ending {
            self.finish(&path, value);
            return Selected::Finished;
        }
        Selected::Leaf(Leaf { line, node, path })
    }

    /// Returns the index of the edge with the greatest score: its mean value for the node's side plus an exploration
    /// term, which grows with the prior and shrinks with the visits. The mean of a move without visits is 0. At the
    /// root, whose index `at` is 0, noise is mixed into the priors. The first of several equal scores wins.
    fn best_edge(&self, at: u32, node: Node, settings: &PuctSettings) -> u32 {
        let edges = self.edges_of(node);
        let visits: u32 = edges.iter().map(|edge| edge.visits + edge.waiting).sum();
        let weight = settings.exploration * f64::from(1 + visits).sqrt();
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (place, edge) in edges.iter().enumerate() {
            let mut prior = f64::from(edge.prior);
            if let (0, Some(noise)) = (at, self.noise.get(place)) {
                prior = (1.0 - settings.noise) * prior + settings.noise * f64::from(*noise);
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

    /// Expands a leaf and finishes its simulation. `value` is for the leaf's side to move, limited to -1 to 1. `policy`
    /// has a weight for each move number; without a weight above 0, the priors are equal. If `value` or a weight is not
    /// finite, or a weight is negative, returns `false`, and the leaf stays without an evaluation.
    pub fn evaluate(&mut self, leaf: &Leaf, policy: &[f32], value: f32) -> bool {
        let weight_of = |id: &MoveId| policy.get(id.0 as usize).copied();
        let moves = leaf.line.moves();
        let sum: f32 = moves.iter().filter_map(weight_of).sum();
        let are_weights_sound = moves.iter().filter_map(weight_of).all(|weight| weight >= 0.0);
        if !(value.is_finite() && sum.is_finite() && are_weights_sound) {
            return false;
        }
        let weighed = moves.iter().filter(|id| weight_of(id).is_some()).count();
        let first = self.edges.len() as u32;
        for id in moves {
            // The mask and the policy have no entry for this move, so the search ignores it.
            let Some(weight) = weight_of(id) else { continue };
            let prior = if sum > 0.0 { weight / sum } else { 1.0 / weighed as f32 };
            self.edges.push(Edge { number: id.0, prior, visits: 0, waiting: 0, sum: 0.0, child: NONE });
        }
        let node = &mut self.nodes[leaf.node as usize];
        (node.first, node.count) = (first, self.edges.len() as u32 - first);
        node.state = NodeState::Evaluated;
        let side = node.side;
        self.finish(&leaf.path, signed(f64::from(value).clamp(-1.0, 1.0), side));
        true
    }

    /// Adds the value of a finished simulation, for the first side, to the edges of its path.
    fn finish(&mut self, path: &[u32], value: f64) {
        for edge in path {
            let edge = &mut self.edges[*edge as usize];
            edge.waiting -= 1;
            edge.visits += 1;
            edge.sum += value;
        }
    }

    /// Undoes the counts of a simulation that reached no value.
    fn cancel(&mut self, path: &[u32]) {
        for edge in path {
            self.edges[*edge as usize].waiting -= 1;
        }
    }

    /// Makes the current position of `line` the root, and drops the nodes that do not follow it. Returns `false`, and
    /// changes nothing, if `line` does not continue the line of the old root through nodes of the tree.
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
            self.keep_from(node);
        }
        self.root = line.boxed();
        true
    }

    /// Keeps only `root` and the nodes below it, as copies in new lists. `root` gets the index 0.
    fn keep_from(&mut self, root: u32) {
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

/// Converts a value for the first side into a value for `side`, or the reverse, which is the same operation.
fn signed(value: f64, side: Side) -> f64 {
    match side {
        Side::First => value,
        Side::Second => -value,
    }
}

/// Returns the value of a finished game for the first side; `None` while the game goes on.
fn value_of_ending(line: &dyn DynLine) -> Option<f64> {
    let (ending, _) = line.ending()?;
    Some(ending.winner().map_or(0.0, |winner| signed(1.0, winner)))
}
