//! One thread that grows the tree: descents from the root, and what they have shown.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::Shared;
use super::leaf::{Look, estimate_of, for_side};
use super::proof::Proof;
use super::tree::{Edge, Position, Tree};
use crate::course::PositionHistory;
use crate::eval::Eval;
use crate::game::{Moves, State};
use crate::oracle::Oracle;
use crate::score::{Depth, Score};
use crate::search::{Bound, Control, Info, Limits, Line, Report, Resources, Rng, Root, SearchGame};

/// How strongly the search prefers what it has visited little.
const C_PUCT: f32 = 1.4;
/// How much worse than its siblings a move is taken to be before play-outs tell.
const UNTRIED_DISCOUNT: f32 = 0.1;
/// Play-outs from a position before its moves are looked at.
const PLAYOUTS: u32 = 4;
/// Nodes, or moves of play-outs by eights, between two looks at the clock.
const CHECK_INTERVAL: u32 = 512;
const REPORT_INTERVAL: Duration = Duration::from_millis(200);
/// Descents that stand for one ply when a depth is asked for.
const DESCENTS_PER_PLY: u64 = 2_000;
/// Moves from the root to a leaf at the most.
const LONGEST_DESCENT: usize = 500;
/// The scale of chances for games without an evaluation.
const DEFAULT_WINNING: f32 = 400.0;

/// A move on the way from the root to a leaf, and the position in which it is played.
struct Step<'t, M> {
    position: &'t Position<M>,
    edge: &'t Edge<M>,
}

/// What a descent found at its end.
#[derive(Clone, Copy)]
struct Found {
    /// The first side's chance.
    chance: f32,
    /// How the game ends from there.
    proof: Option<Proof>,
}

/// One thread's search.
pub(super) struct Worker<'a, G: SearchGame, E> {
    pub(super) game: &'a G,
    pub(super) eval: E,
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    root: &'a Root<G>,
    limits: &'a Limits,
    control: &'a Control,
    pub(super) shared: &'a Shared,
    tree: &'a Tree<G::Move>,
    /// No other thread grows the tree.
    alone: bool,
    multi_pv: usize,
    pub(super) rng: Rng,
    /// Estimate at which a side wins three games of four; `None` where leaves are played out.
    pub(super) win_scale: Option<f32>,
    /// Whether tactical moves are followed before a position is valued.
    pub(super) follows_tactical: bool,
    /// Whether positions are stored for whoever reaches them in another way.
    shares_positions: bool,
    /// Moves without an irreversible one after which the game is drawn; 0 for no limit.
    pub(super) move_limit: u32,
    /// Keys from the start of the game to the position that the descent has reached.
    pub(super) course: PositionHistory,
    descents: u64,
    /// Nodes visited, and how many of them the others know of.
    nodes: u64,
    told: u64,
    node_limit: u64,
    /// Work since the clock was looked at.
    work: u32,
    checked: bool,
    /// How many times its usual time the search needs.
    need: f64,
    /// The search has met a limit, or may not begin anything new.
    pub(super) over: bool,
    last_report: Duration,
}

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    #[allow(clippy::too_many_arguments)] // Everything that a thread needs, handed over once.
    pub(super) fn new(
        game: &'a G,
        eval: E,
        resources: &'a Resources<G>,
        root: &'a Root<G>,
        limits: &'a Limits,
        control: &'a Control,
        shared: &'a Shared,
        tree: &'a Tree<G::Move>,
        number: usize,
    ) -> Self {
        let params = resources.params.unwrap_or(eval.params());
        let rules = game.course(&root.state);
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
            follows_tactical: params.quiescence,
            shares_positions: !rules.has_superko(),
            move_limit: rules.move_limit.into(),
            course: root.history.clone(),
            descents: 0,
            nodes: 0,
            told: 0,
            node_limit: limits.nodes.filter(|_| alone).unwrap_or(u64::MAX),
            work: 0,
            checked: false,
            need: 1.0,
            over: false,
            last_report: Duration::ZERO,
        }
    }

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
                    step.edge.cancel_visit();
                    self.course.pop();
                }),
            }
            self.descents += 1;
            if std::mem::take(&mut self.checked) {
                self.need = need(root);
                let now = self.control.elapsed();
                if now.saturating_sub(self.last_report) >= REPORT_INTERVAL {
                    self.last_report = now;
                    self.tell(root, report);
                }
            }
        }
        self.tell_nodes();
    }

    /// Whether nothing is left to be found out about the lines that are wanted.
    fn is_settled(&self, root: &Position<G::Move>) -> bool {
        if self.multi_pv > 1 {
            return root.edges.iter().all(|edge| edge.proof().is_some());
        }
        root.proof().is_some()
    }

    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.node_limit {
            self.over = true;
        }
        self.count_work(8);
    }

    /// Counts moves of a play-out.
    #[inline]
    pub(super) fn count_work(&mut self, moves: u32) {
        self.work += moves;
        if self.work >= 8 * CHECK_INTERVAL {
            self.check();
        }
    }

    /// Looks whether the search is over.
    #[cold]
    fn check(&mut self) {
        self.work = 0;
        self.checked = true;
        self.tell_nodes();
        let all = self.shared.nodes.load(Relaxed);
        self.over |= !self.control.allows_iteration(self.need)
            || self.control.is_over()
            || self.shared.finished.load(Relaxed)
            || self.limits.nodes.is_some_and(|limit| all >= limit);
    }

    fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }

    /// One way from the root to a leaf, with what was found there; `None` when the search was over before that.
    fn descend<'t>(&mut self, root: &'t Position<G::Move>, path: &mut Vec<Step<'t, G::Move>>) -> Option<Found>
    where
        'a: 't,
    {
        let mut state = self.root.state.clone();
        let (mut position, mut turn) = (root, 0);
        loop {
            let (edge, visits, mean) = self.choose(position, path.is_empty());
            if let Some(last) = path.last()
                && (visits > 2 * last.edge.visits() || path.len() >= LONGEST_DESCENT)
            {
                // Others have been here often: what they found is worth more than one more descent.
                return Some(Found { chance: for_side(mean, position.side), proof: None });
            }
            edge.begin_visit(self.alone);
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
                return Some(Found { chance: self.ending_chance(proof.ending), proof: Some(proof) });
            }
            let rules = self.game.course(&state);
            if !edge.goes_on && self.course.is_drawn_in_search(rules) {
                return Some(Found { chance: 0.5, proof: None });
            }
            if self.course.breaks_superko(rules) {
                return Some(Found { chance: for_side(1.0, state.side()), proof: None });
            }
            let tree = self.tree;
            let link = edge.link().or_else(|| self.transposition(&state));
            let linked = link.inspect(|link| edge.set_link(*link)).and_then(|link| tree.get(link));
            match linked {
                Some(next) if self.limits.depth.is_none_or(|depth| turn < depth.0.into()) => position = next,
                _ => return self.value(&state, edge, position, turn, linked.is_some()),
            }
            if let Some(proof) = position.proof().filter(|proof| self.is_in_time(*proof)) {
                return Some(Found { chance: self.ending_chance(proof.ending), proof: Some(proof) });
            }
        }
    }

    /// The number of the position, if somebody came there in another way.
    fn transposition(&self, state: &G::State) -> Option<u32> {
        if self.shares_positions { self.tree.find(state.key()) } else { None }
    }

    /// The value of a position after a move, which is looked at and stored if it is time for that; `None` when the search
    /// was over before that.
    fn value(
        &mut self,
        state: &G::State,
        edge: &Edge<G::Move>,
        parent: &Position<G::Move>,
        turn: u32,
        is_stored: bool,
    ) -> Option<Found> {
        let too_deep = self.limits.depth.is_some_and(|depth| turn >= depth.0.into());
        let may_look = !is_stored && !too_deep && !self.tree.is_full();
        if !may_look || self.win_scale.is_none() && edge.visits() <= PLAYOUTS {
            let chance = match self.win_scale {
                Some(_) => for_side(edge.estimate, parent.side),
                None => self.playout(state.clone()),
            };
            return Some(Found { chance, proof: None });
        }
        match self.look(state, None) {
            _ if self.over => None,
            Look::Proven(proof) => {
                let proof = Some(proof).filter(|proof| self.is_in_time(*proof));
                let chance = proof.map_or(0.5, |proof| self.ending_chance(proof.ending));
                Some(Found { chance, proof })
            }
            Look::Open { edges, .. } if edges.is_empty() => Some(Found { chance: 0.5, proof: None }),
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
                Some(Found { chance, proof })
            }
        }
    }

    fn insert(&self, position: Position<G::Move>) -> Option<u32> {
        if self.shares_positions { self.tree.insert(position) } else { self.tree.insert_alone(position) }
    }

    /// The move that promises most, counting curiosity, with the visits of all moves and the mover's mean chance; one that
    /// loses by force only when all do. At the root of a search for several lines nothing proven is looked at again.
    #[inline]
    fn choose<'t>(&self, position: &'t Position<G::Move>, at_root: bool) -> (&'t Edge<G::Move>, u32, f32) {
        let (mut visits, mut total) = (0_u32, 0.0);
        for edge in &position.edges {
            visits = visits.saturating_add(edge.visits());
            total += edge.total();
        }
        let mean = if visits == 0 { 0.5 } else { total / visits as f32 };
        let curiosity = C_PUCT * (visits as f32 + 1.0).sqrt();
        let untried = mean - UNTRIED_DISCOUNT;
        let mut best = &position.edges[0];
        let mut best_promise = f32::NEG_INFINITY;
        for edge in &position.edges {
            if let Some(proof) = edge.proof() {
                let score = proof.score(position.side);
                if score.is_mate() || at_root && self.multi_pv > 1 {
                    if score > Score::DRAW && !(at_root && self.multi_pv > 1) {
                        return (edge, visits, mean);
                    }
                    continue;
                }
            }
            let guess = if self.win_scale.is_some() { edge.estimate } else { untried };
            let promise = (edge.total() + guess + curiosity * edge.prior) / (1 + edge.visits()) as f32;
            if promise > best_promise {
                (best, best_promise) = (edge, promise);
            }
        }
        (best, visits, mean)
    }

    /// Tells every position on the way what was found.
    fn back_up(&mut self, path: &[Step<G::Move>], found: Found) {
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

    /// The moves of a position, best first: by proof, then by visits, then by how they look.
    fn ranked(position: &Position<G::Move>) -> Vec<&Edge<G::Move>> {
        let rank = |edge: &Edge<G::Move>| {
            let proven = edge.proven_score(position.side).filter(|score| score.is_mate());
            (proven.unwrap_or(Score::DRAW), edge.visits())
        };
        let mut edges: Vec<_> = position.edges.iter().collect();
        edges.sort_by(|a, b| rank(b).cmp(&rank(a)).then(b.prior.total_cmp(&a.prior)));
        edges
    }

    /// The best lines as far as they are known.
    pub(super) fn lines(&self, root: &Position<G::Move>) -> Vec<Line<G::Move>> {
        let edges = Self::ranked(root);
        let mut lines: Vec<_> =
            edges.into_iter().take(self.multi_pv).map(|edge| self.line(root, edge)).collect();
        let best = lines.first().map_or(Score::DRAW, |line| line.score);
        // Visits decide, so a rarely visited move may have the better mean; it is not known to be better.
        for line in &mut lines {
            line.score = line.score.min(best);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines
    }

    fn line(&self, root: &Position<G::Move>, first: &Edge<G::Move>) -> Line<G::Move> {
        let score = first.proven_score(root.side).unwrap_or_else(|| {
            let chance = match (first.visits(), self.win_scale) {
                (0, Some(_)) => first.estimate,
                (0, None) => 0.5,
                _ => first.mean(),
            };
            let scale = self.win_scale.unwrap_or(DEFAULT_WINNING);
            Score(estimate_of(chance.clamp(0.001, 0.999), scale) as i32).clamp_to_estimate()
        });
        let most = self.limits.depth.map_or(LONGEST_DESCENT, |depth| depth.0.into());
        let mut state = self.root.state.clone();
        let (mut moves, mut turns, mut keys) = (Vec::new(), 0, vec![state.key()]);
        let mut next = Some(first);
        while let Some(edge) = next {
            moves.push(edge.mv);
            self.game.play(&mut state, edge.mv);
            turns += usize::from(!edge.goes_on);
            let position = edge.link().and_then(|link| self.tree.get(link));
            let repeats = keys.contains(&state.key());
            keys.push(state.key());
            next = position
                .filter(|_| !repeats && turns < most)
                .and_then(|position| Self::ranked(position).into_iter().next())
                .filter(|edge| edge.visits() > 0 || edge.proof().is_some());
            if let (None, Some(proof)) = (next, edge.proof()) {
                self.finish(&mut state, proof, &mut moves);
            }
        }
        Line { score, bound: Bound::Exact, moves }
    }

    /// The end of a line of which a first look has shown that the winner wins at once or that every move loses so.
    fn finish(&self, state: &mut G::State, proof: Proof, line: &mut Vec<G::Move>) {
        let Some(winner) = proof.ending.winner().filter(|_| proof.plies <= 2) else { return };
        while self.game.ending(state).is_none() {
            let mut moves = Moves::new();
            self.game.distinct_moves(state, &mut moves);
            let wins = |mv: &G::Move| {
                let mut child = state.clone();
                self.game.play(&mut child, *mv);
                self.game.ending(&child).is_some_and(|ending| ending.winner() == Some(winner))
            };
            let mv = match self.game.winning_move(state) {
                None if state.side() == winner => moves.iter().copied().find(wins),
                None if state.side() != winner => moves.first().copied(),
                win => win,
            };
            let Some(mv) = mv else { return };
            self.game.play(state, mv);
            line.push(mv);
        }
    }

    /// The depth of a line, which may have several moves to a ply.
    pub(super) fn depth(&self, line: &Line<G::Move>) -> Depth {
        Depth(line.moves.len() as u16).min(self.limits.depth.unwrap_or(Depth(u16::MAX)))
    }

    /// Reports the best lines.
    pub(super) fn tell(&self, root: &Position<G::Move>, report: &mut dyn Report<G::Move>) {
        for (index, line) in self.lines(root).into_iter().enumerate() {
            let depth = self.depth(&line);
            report.info(&Info {
                depth,
                selective_depth: depth,
                rank: index + 1,
                line,
                nodes: self.shared.nodes.load(Relaxed),
                time: self.control.elapsed(),
                hashfull: self.tree.permille(),
                tb_hits: self.shared.tb_hits.load(Relaxed),
            });
        }
    }
}

/// How much of its usual time the search needs: more while the move that was visited most is not the one that does best,
/// less when no other comes near it.
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
