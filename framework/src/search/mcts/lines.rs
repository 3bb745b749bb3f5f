//! The best lines of the tree, as they are reported and returned.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use super::node::{Edge, Node};
use super::result::evaluation_of;
use super::worker::{MAX_SIMULATION_MOVES, Worker};
use crate::rules::{Depth, Moves, Score, State, sort_by_key_once};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::Child;
use crate::search::report::{Bound, Info, Report, Variation};

/// Evaluation that is reported for a winning chance of 3/4 if the evaluation sets no `win_scale`.
const DEFAULT_WINNING: f32 = 400.0;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the moves of a node, best first. Proven wins come first and proven losses last. Other moves
    /// are ordered by visits, then by prior.
    fn ranked(node: &Node<G::Move>) -> Vec<&Edge<G::Move>> {
        let mut edges: Vec<_> = node.edges.iter().collect();
        sort_by_key_once(&mut edges, |edge| {
            let proven = edge.proven_score().filter(|score| score.is_mate());
            // Non-negative floating-point numbers have the same order as their bits.
            Reverse((proven.unwrap_or(Score::DRAW), edge.visits(), edge.prior.to_bits()))
        });
        edges
    }

    /// Returns the lines of the best `multi_pv` moves, the best first.
    pub(super) fn lines(&self, root: &Node<G::Move>) -> Vec<Variation<G::Move>> {
        let edges = Self::ranked(root);
        let mut lines: Vec<_> = edges.into_iter().take(self.multi_pv).map(|edge| self.line(edge)).collect();
        let best = lines.first().map_or(Score::DRAW, |line| line.score);
        // Moves are ranked by visits. A higher mean from fewer visits does not make a move better, so no
        // score exceeds that of the first line.
        for line in &mut lines {
            line.score = line.score.min(best);
        }
        sort_by_key_once(&mut lines, |line| Reverse(line.score));
        lines
    }

    /// Returns the line of the root move `first`: the best move of each node, as far as the tree knows it. The line
    /// ends at a repetition and at the depth limit. If it ends at a proven position, up to two plies complete the
    /// proof.
    fn line(&self, first: &Edge<G::Move>) -> Variation<G::Move> {
        let score = first.proven_score().unwrap_or_else(|| self.estimated_score(first));
        let max_plies = self.limits.depth.map_or(MAX_SIMULATION_MOVES, |depth| depth.0.into());
        let mut state = self.root.state.clone();
        let mut line = self.root.history.clone();
        let mut moves = Vec::new();
        let mut plies = 0;
        let mut next = Some(first);
        while let Some(edge) = next {
            moves.push(edge.mv);
            plies += line.advance(self.game, &mut state, edge.mv).plies() as usize;
            let goes_on = !line.repeats() && plies < max_plies;
            next = if goes_on { self.best_reply(edge) } else { None };
            if next.is_none()
                && let Some(score) = edge.proof.get()
            {
                self.complete_proof(&mut state, score, &mut moves);
            }
        }
        Variation { score, bound: Bound::Exact, moves }
    }

    /// Returns the best move of the node to which `edge` leads; `None` if there is no node, or the move was neither
    /// visited nor proven.
    fn best_reply(&self, edge: &Edge<G::Move>) -> Option<&Edge<G::Move>> {
        let node = self.tree.get(edge.link()?)?;
        let best = Self::ranked(node).into_iter().next()?;
        (best.visits() > 0 || best.proof.get().is_some()).then_some(best)
    }

    /// Converts the winning chance of a move to an evaluation. Without visits, takes the chance from the expansion of
    /// the node, or 1/2 if there are no static evaluations.
    fn estimated_score(&self, edge: &Edge<G::Move>) -> Score {
        let probability = match (edge.visits(), self.win_scale) {
            (0, Some(_)) => edge.evaluation,
            (0, None) => 0.5,
            _ => edge.mean(),
        };
        // Clamped, because the certain chances 0 and 1 would have infinite evaluations.
        let evaluation =
            evaluation_of(probability.clamp(0.001, 0.999), self.win_scale.unwrap_or(DEFAULT_WINNING));
        Score(evaluation as i32).clamp_to_evaluation()
    }

    /// Completes `line`, which ends at `state` with the proven value `score`, by at most two plies. A position can be
    /// proven without storing its moves: the side to move wins at once, or every move loses at once.
    fn complete_proof(&self, state: &mut G::State, score: Score, line: &mut Vec<G::Move>) {
        if score.plies_to_end().is_none_or(|plies| plies > 2) {
            return;
        }
        let winner = if score.is_win() { state.side() } else { !state.side() };
        while self.game.ending(state).is_none() {
            let mut moves = Moves::new();
            self.game.distinct_moves(state, &mut moves);
            let wins = |mv: &G::Move| {
                let ending = self.game.ending(&Child::new(self.game, state, *mv).state);
                ending.is_some_and(|ending| ending.winner() == Some(winner))
            };
            let mv = self.game.winning_move(state).or_else(|| {
                let attacks = state.side() == winner;
                moves.iter().copied().find(|mv| !attacks || wins(mv))
            });
            let Some(mv) = mv else { return };
            self.game.play(state, mv);
            line.push(mv);
        }
    }

    /// Returns the reported depth of a line: its number of moves, but at most the depth limit.
    pub(super) fn depth(&self, line: &Variation<G::Move>) -> Depth {
        Depth(line.moves.len() as u16).min(self.limits.depth.unwrap_or(Depth(u16::MAX)))
    }

    pub(super) fn report_lines(&self, root: &Node<G::Move>, report: &mut dyn Report<G::Move>) {
        for (index, line) in self.lines(root).into_iter().enumerate() {
            let depth = self.depth(&line);
            let nodes = self.shared.nodes.load(Relaxed);
            report.info(&Info {
                hashfull: self.tree.hashfull(),
                tb_hits: self.shared.tb_hits.load(Relaxed),
                ..Info::new(depth, index + 1, line, nodes, self.control.elapsed())
            });
        }
    }
}
