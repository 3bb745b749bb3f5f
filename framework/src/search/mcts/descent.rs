//! Descents from the root to a leaf, and what they leave in the tree.

use std::time::Duration;

use super::chance::for_side;
use super::leaf::Look;
use super::position::{Edge, Position};
use super::proof::Proof;
use super::worker::{LONGEST_DESCENT, Worker};
use crate::eval::Eval;
use crate::game::State;
use crate::score::Score;
use crate::search::report::Report;
use crate::search::root::SearchGame;

/// How strongly the search prefers what it has visited little.
const C_PUCT: f32 = 1.4;
/// How much worse than its siblings a move is taken to be before its first play-out.
const UNTRIED_DISCOUNT: f32 = 0.1;
/// Play-outs from a position before its moves are looked at.
const PLAYOUTS: u32 = 4;
const REPORT_INTERVAL: Duration = Duration::from_millis(200);
/// Descents that stand for one ply when a depth is asked for.
const DESCENTS_PER_PLY: u64 = 2_000;

/// A move on the way from the root to a leaf, and the position in which it is played.
struct Step<'t, M> {
    position: &'t Position<M>,
    edge: &'t Edge<M>,
}

/// What a descent found at its end.
#[derive(Clone, Copy)]
struct LeafValue {
    /// The first side's chance.
    chance: f32,
    /// How the game ends from there.
    proof: Option<Proof>,
}

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    /// The root with all its moves, and what the tree knows of them already; `None` when there is no move.
    pub(super) fn root_position(&mut self) -> Option<Position<G::Move>> {
        let state = &self.root.state;
        let Look::Open { edges, is_whole, .. } = self.look(state, Some(&self.root.moves)) else {
            return None;
        };
        let kept = self.tree.find(state.key()).and_then(|number| self.tree.get(number));
        for edge in &edges {
            let known = kept.and_then(|kept| kept.edges.iter().find(|known| known.mv == edge.mv));
            known.inspect(|known| edge.inherit(known));
        }
        let position = Position::new(state.key(), state.side(), is_whole, edges);
        self.conclude(&position);
        (!position.edges.is_empty()).then_some(position)
    }

    /// Leaves what was found out about the root's moves in the tree, for a later search of the same position.
    pub(super) fn keep(&self, root: Position<G::Move>) {
        if !self.shares_positions {
            return;
        }
        match self.transposition(&self.root.state).and_then(|number| self.tree.get(number)) {
            None if root.edges.len() as u64 == self.game.count(&self.root.state) => {
                self.tree.insert(root);
            }
            None => {}
            Some(known) => {
                for edge in &known.edges {
                    root.edges.iter().find(|new| new.mv == edge.mv).inspect(|new| edge.inherit(new));
                }
                known.recount();
            }
        }
    }

    /// Descends from the root until a limit is met or nothing is left to be found out.
    pub(super) fn grow(&mut self, root: &Position<G::Move>, report: &mut dyn Report<G::Move>) {
        let most = self.limits.depth.map_or(u64::MAX, |depth| u64::from(depth.0) * DESCENTS_PER_PLY);
        let mut path = Vec::new();
        while !self.over && self.descents < most && !self.is_settled(root) {
            path.clear();
            match self.descend(root, &mut path) {
                Some(found) => self.back_up(&path, found),
                None => path.iter().for_each(|step| {
                    step.position.cancel_visit(step.edge);
                    self.course.pop();
                }),
            }
            self.descents += 1;
            if std::mem::take(&mut self.checked) {
                self.need = need(root);
                let now = self.control.elapsed();
                if now.saturating_sub(self.last_report) >= REPORT_INTERVAL {
                    self.last_report = now;
                    self.report_lines(root, report);
                }
            }
        }
        self.share_nodes();
    }

    /// Whether nothing is left to be found out about the lines that are wanted.
    fn is_settled(&self, root: &Position<G::Move>) -> bool {
        if self.multi_pv > 1 {
            return root.edges.iter().all(|edge| edge.proof().is_some());
        }
        root.proof().is_some()
    }

    /// One way from the root to a leaf, with what was found there; `None` when the search was over before
    /// that.
    fn descend<'t>(
        &mut self,
        root: &'t Position<G::Move>,
        path: &mut Vec<Step<'t, G::Move>>,
    ) -> Option<LeafValue>
    where
        'a: 't,
    {
        let mut state = self.root.state.clone();
        let (mut position, mut turn) = (root, 0);
        loop {
            let visits = position.visits();
            let last = path.last();
            if let Some(last) = last
                && (visits > 2 * last.edge.visits() || path.len() >= LONGEST_DESCENT)
            {
                // Others have been here often: what they found is worth more than one more descent.
                return Some(LeafValue { chance: for_side(position.mean(), position.side), proof: None });
            }
            let edge = self.choose(position, visits, last);
            position.begin_visit(edge, self.alone);
            path.push(Step { position, edge });
            let irreversible = self.game.irreversible(&state, edge.mv);
            self.game.play(&mut state, edge.mv);
            self.course.push(state.key(), irreversible);
            turn += u32::from(!edge.goes_on);
            self.count_node();
            if self.over {
                return None;
            }
            if let Some(proof) = edge.proof() {
                return Some(LeafValue { chance: self.ending_chance(proof.ending), proof: Some(proof) });
            }
            let rules = self.game.course(&state);
            if !edge.goes_on && self.course.is_drawn_in_search(rules) {
                return Some(LeafValue { chance: 0.5, proof: None });
            }
            if self.course.breaks_superko(rules) {
                return Some(LeafValue { chance: for_side(1.0, state.side()), proof: None });
            }
            let tree = self.tree;
            let link = edge.link().or_else(|| self.transposition(&state));
            let linked = link.inspect(|link| edge.set_link(*link)).and_then(|link| tree.get(link));
            match linked {
                Some(next) if self.limits.depth.is_none_or(|depth| turn < depth.0.into()) => position = next,
                _ => return self.value(&state, edge, position, turn, linked.is_some()),
            }
            if let Some(proof) = position.proof().filter(|proof| self.is_in_time(*proof)) {
                return Some(LeafValue { chance: self.ending_chance(proof.ending), proof: Some(proof) });
            }
        }
    }

    /// The number of the position, if somebody came there in another way.
    fn transposition(&self, state: &G::State) -> Option<u32> {
        if self.shares_positions { self.tree.find(state.key()) } else { None }
    }

    /// The value of a position after a move, which is looked at and stored if it is time for that; `None`
    /// when the search was over before that.
    fn value(
        &mut self,
        state: &G::State,
        edge: &Edge<G::Move>,
        parent: &Position<G::Move>,
        turn: u32,
        is_stored: bool,
    ) -> Option<LeafValue> {
        let too_deep = self.limits.depth.is_some_and(|depth| turn >= depth.0.into());
        let may_look = !is_stored && !too_deep && !self.tree.is_full();
        if !may_look || self.win_scale.is_none() && edge.visits() <= PLAYOUTS {
            let chance = match self.win_scale {
                Some(_) => for_side(edge.estimate, parent.side),
                None => self.playout(state.clone()),
            };
            return Some(LeafValue { chance, proof: None });
        }
        match self.look(state, None) {
            _ if self.over => None,
            Look::Proven(proof) => {
                let proof = Some(proof).filter(|proof| self.is_in_time(*proof));
                let chance = proof.map_or(0.5, |proof| self.ending_chance(proof.ending));
                Some(LeafValue { chance, proof })
            }
            Look::Open { edges, .. } if edges.is_empty() => Some(LeafValue { chance: 0.5, proof: None }),
            Look::Open { edges, is_whole, chance } => {
                let side = state.side();
                let position = Position::new(state.key(), side, is_whole, edges);
                let proof = position.provable().filter(|proof| self.is_in_time(*proof));
                proof.inspect(|proof| position.prove(*proof));
                if let Some(number) = self.insert(position) {
                    edge.set_link(number);
                }
                let chance = match (proof, self.win_scale) {
                    (Some(proof), _) => self.ending_chance(proof.ending),
                    (None, Some(_)) => for_side(chance, side),
                    (None, None) => self.playout(state.clone()),
                };
                Some(LeafValue { chance, proof })
            }
        }
    }

    fn insert(&self, position: Position<G::Move>) -> Option<u32> {
        if self.shares_positions { self.tree.insert(position) } else { self.tree.insert_alone(position) }
    }

    /// The move that promises most, exploration included; one that loses by force only when all do. `last`:
    /// the move that led to the position; at the root, where there is none, a search for several lines looks
    /// at nothing proven again.
    #[inline]
    fn choose<'t>(
        &self,
        position: &'t Position<G::Move>,
        visits: u32,
        last: Option<&Step<'_, G::Move>>,
    ) -> &'t Edge<G::Move> {
        let untried = match last {
            _ if self.win_scale.is_some() => 0.0,
            None => position.mean() - UNTRIED_DISCOUNT,
            Some(Step { position: before, edge }) => {
                // This descent counts half.
                let mean = (edge.total() + 0.5) / edge.visits() as f32;
                (if before.side == position.side { mean } else { 1.0 - mean }) - UNTRIED_DISCOUNT
            }
        };
        let wants_all = last.is_none() && self.multi_pv > 1;
        let exploration = C_PUCT * (visits as f32 + 1.0).sqrt();
        let mut best = &position.edges[0];
        let mut best_score = f32::NEG_INFINITY;
        for edge in &position.edges {
            if let Some(proof) = edge.proof() {
                let score = proof.score(position.side);
                if score.is_mate() || wants_all {
                    if score > Score::DRAW && !wants_all {
                        return edge;
                    }
                    continue;
                }
            }
            let guess = if self.win_scale.is_some() { edge.estimate } else { untried };
            let score = (edge.total() + guess + exploration * edge.prior) / (1 + edge.visits()) as f32;
            if score > best_score {
                (best, best_score) = (edge, score);
            }
        }
        best
    }

    /// Backs up what was found to every position on the way.
    fn back_up(&mut self, path: &[Step<G::Move>], found: LeafValue) {
        let mut proof = found.proof;
        for step in path.iter().rev() {
            step.edge.end_visit(for_side(found.chance, step.position.side), self.alone);
            self.course.pop();
            if let Some(below) = proof {
                step.edge.prove(below);
                proof = self.conclude(step.position);
            }
        }
    }

    /// What a position's moves prove about it.
    fn conclude(&self, position: &Position<G::Move>) -> Option<Proof> {
        let proof = position.provable().filter(|proof| self.is_in_time(*proof));
        proof.inspect(|proof| position.prove(*proof));
        proof
    }
}

/// How much of its usual time the search needs: more while the move that was visited most is not the one that
/// does best, less when no other comes near it.
fn need<M: Copy>(root: &Position<M>) -> f64 {
    let most_visited = |apart_from: Option<&Edge<M>>| {
        let others =
            root.edges.iter().filter(|edge| !apart_from.is_some_and(|other| std::ptr::eq(*edge, other)));
        others.max_by_key(|edge| edge.visits())
    };
    let Some(first) = most_visited(None) else { return 1.0 };
    match most_visited(Some(first)) {
        Some(second) if first.mean() < second.mean() => 1.5,
        Some(second) if first.visits() / 2 < second.visits() => 1.0,
        _ => 0.7,
    }
}
