//! Expansion of a leaf, and its winning chance: from evaluations of the positions after its moves, or from a random
//! game. With static evaluations, an expansion costs a quiescence search after each listed move.

use std::sync::atomic::Ordering::Relaxed;

use super::node::Edge;
use super::result::{for_side, winning_chance};
use super::worker::Worker;
use crate::rules::{DrawRules, Moves, NodeScratch, PositionHistory, Score, State};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::{Child, Window};
use crate::search::ordering::Picker;
use crate::search::quiescence::{Leaf, QuiescenceHost, unfinished};

/// With static evaluations, maximum number of moves listed at a node other than the root. The moves with the highest
/// ordering scores are listed.
const MAX_MOVES: usize = 48;
/// Difference in winning chance that multiplies a move's prior by e, about 2.7.
const CHANCE_SCALE: f32 = 0.08;
/// Difference in ordering scores that multiplies a move's prior by e, about 2.7.
const RANK_SCALE: f32 = 4_000.0;
/// Maximum random increase of a prior, as a fraction of the prior.
const NOISE: f64 = 0.1;
/// Maximum number of moves on a line of quiescence search.
const MAX_EXCHANGE: usize = 16;
/// Number of moves after which a random game counts as a draw.
const MAX_PLAYOUT: u32 = 300;

pub(super) enum Expansion<M> {
    /// Proven value of the node for its side to move.
    Proven(Score),
    /// The value is not known yet, and depends on the moves.
    Open {
        /// The moves; empty only if the search ended before the first move was evaluated, or if the root has
        /// no moves.
        edges: Vec<Edge<M>>,
        /// Whether `edges` contains all moves, or at the root all root moves, except those that lose at once.
        is_whole: bool,
        /// Winning chance of the node's side to move with its best move; meaningless without static
        /// evaluations.
        probability: f32,
    },
}

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Expands a node: lists its moves with priors and evaluations. `root_moves` is `None` except at the
    /// root; there, all of `root_moves` are listed. Random noise on the priors makes searches with different seeds
    /// differ.
    pub(super) fn expand(
        &mut self,
        state: &G::State,
        root_moves: Option<&Moves<G::Move>>,
    ) -> Expansion<G::Move> {
        let mut picker = Picker::new();
        if let Some(root_moves) = root_moves {
            picker.moves.clone_from(root_moves);
        } else if let Some(ending) = self.game.distinct_moves(state, &mut picker.moves) {
            return Expansion::Proven(ending.score(state.side(), 0));
        } else if !self.shares_nodes {
            // Under superko, a node belongs to one line, so it needs no moves that are forbidden in this line.
            picker.moves.retain(|mv| !self.line.repeats_after(self.game, state, *mv));
            if picker.moves.is_empty() {
                return Expansion::Proven(Score::DRAW);
            }
        }
        picker.rank(self.game, &mut self.eval, 0, state);
        let is_root = root_moves.is_some();
        let max_moves = if is_root { usize::MAX } else { MAX_MOVES };
        let is_long = self.win_scale.is_some() && picker.moves.len() > max_moves;
        if is_long {
            picker.sort();
        }
        let mut scratch = NodeScratch::new();
        let mut edges: Vec<Edge<G::Move>> = Vec::with_capacity(picker.moves.len().min(max_moves));
        let mut has_losing_move = false;
        let mut is_whole = true;
        let mut best = 0.0_f32;
        for (mv, rank) in picker.scored() {
            let is_full = is_long && edges.len() >= max_moves;
            if is_full || (self.over && !is_root) {
                is_whole = false;
                break;
            }
            let refuted = if is_root { None } else { self.game.loses_at_once(state, mv, &mut scratch) };
            if refuted == Some(true) {
                has_losing_move = true;
                self.count_node();
                continue;
            }
            let is_assessed = !self.over || edges.is_empty();
            let mut edge = self.new_edge(state, mv, is_assessed, refuted == Some(false));
            if let Some(win) = edge.proven_score().filter(|score| !is_root && score.is_win()) {
                return Expansion::Proven(win);
            }
            edge.prior = self.prior_of_rank(*rank);
            best = best.max(edge.evaluation);
            edges.push(edge);
        }
        if edges.is_empty() && has_losing_move {
            return Expansion::Proven(Score::loss_in(2));
        }
        // With static evaluations, the prior depends also on the winning chance after the move.
        if self.win_scale.is_some() {
            for edge in &mut edges {
                edge.prior *= ((edge.evaluation - best) / CHANCE_SCALE).exp();
            }
        }
        normalise_priors(&mut edges);
        Expansion::Open { edges, is_whole, probability: best }
    }

    /// Returns the part of a move's prior that comes from its ordering score `rank`, with random noise.
    fn prior_of_rank(&mut self, rank: i32) -> f32 {
        let noise = 1.0 + (NOISE * self.rng.unit()) as f32;
        // Clamped to the range of [`Eval::order`], because a score outside could make the prior infinite.
        (rank.clamp(-10_000, 10_000) as f32 / RANK_SCALE).exp() * noise
    }

    /// Creates the edge of a move, with the prior 0. If `is_assessed` is false, for lack of time, the winning chance is
    /// 1/2. `no_reply_wins` means that the opponent is known to have no reply that wins at once.
    fn new_edge(
        &mut self,
        state: &G::State,
        mv: G::Move,
        is_assessed: bool,
        no_reply_wins: bool,
    ) -> Edge<G::Move> {
        let Child { state: child, turn } = Child::new(self.game, state, mv);
        // In the middle of a turn, the mover itself is to move next, and may have a move that wins at once.
        let no_win = no_reply_wins && turn.passed();
        let (proven, probability) =
            if is_assessed { self.assess(&child, turn.continues(), no_win) } else { (None, 0.5) };
        let proven = proven.filter(|score| self.is_in_time(*score, 1));
        Edge::new(mv, turn, 0.0, for_side(probability, state.side()), proven)
    }

    /// Assesses the position after a move without expanding it. Returns its proven value for the side to move, if any,
    /// and the first side's winning chance; 1/2 if nothing is known and there are no static evaluations. `no_win` means
    /// that the side to move is known to have no move that wins at once.
    fn assess(&mut self, state: &G::State, mid_turn: bool, no_win: bool) -> (Option<Score>, f32) {
        self.count_node();
        if let Some(ending) = self.game.ending(state) {
            return (Some(ending.score(state.side(), 0)), self.ending_probability(ending));
        }
        if !no_win && self.game.winning_move(state).is_some() {
            return (Some(Score::win_in(1)), for_side(1.0, state.side()));
        }
        let oracle = self.oracle.filter(|_| !mid_turn);
        if let Some(score) = oracle.and_then(|oracle| oracle.probe(self.game, state)) {
            self.shared.tb_hits.fetch_add(1, Relaxed);
            let probability = winning_chance(score.0 as f32, self.win_scale.unwrap_or(1.0));
            // A win or loss of unknown distance and a margin do not count as proven.
            let is_exact = score.is_mate() || score == Score::DRAW;
            return (is_exact.then_some(score), for_side(probability, state.side()));
        }
        let Some(win_scale) = self.win_scale else { return (None, 0.5) };
        let leaf = Leaf { ply: 0, left: MAX_EXCHANGE, mid_turn, no_win: true };
        let score = unfinished(self.game, self, state, Window::OPEN, leaf, &mut Picker::new());
        (None, for_side(winning_chance(score.0 as f32, win_scale), state.side()))
    }

    /// Plays one random game from `state` to its end. Returns the first side's winning chance there: 0, 0.5 or 1, and
    /// 0.5 if the game has not ended after [`MAX_PLAYOUT`] moves.
    pub(super) fn playout(&mut self, mut state: G::State) -> f32 {
        let (game, rng) = (self.game, &mut self.rng);
        if let Some(ending) = game.playout(&state, &mut || rng.bits()) {
            self.count_work(game.moves_left(&state).unwrap_or(MAX_PLAYOUT));
            return self.ending_probability(ending);
        }
        let mut line = PositionHistory::new(state.key(), self.line.halfmove_clock());
        let mut mid_turn = false;
        for length in 0..MAX_PLAYOUT {
            let decided = match self.game.random_move(&state, self.rng.bits()) {
                Err(ending) => Some(self.ending_probability(ending)),
                Ok(mv) if self.game.draw_rules(&state) == DrawRules::NONE => {
                    self.game.play(&mut state, mv);
                    None
                }
                Ok(_) if line.is_drawn_at(self.game, &state, mid_turn) => Some(0.5),
                Ok(mv) => {
                    mid_turn = line.advance(self.game, &mut state, mv).continues();
                    None
                }
            };
            if let Some(probability) = decided {
                self.count_work(length);
                return probability;
            }
        }
        self.count_work(MAX_PLAYOUT);
        0.5
    }
}

fn normalise_priors<M>(edges: &mut [Edge<M>]) {
    let sum: f32 = edges.iter().map(|edge| edge.prior).sum();
    for edge in edges {
        edge.prior /= sum.max(f32::MIN_POSITIVE);
    }
}

impl<G: SearchGame, E: Eval<G>> QuiescenceHost<G> for Worker<'_, G, E> {
    #[inline]
    fn follows_noisy(&self) -> bool {
        self.follows_noisy
    }

    #[inline]
    fn static_evaluation(&mut self, state: &G::State) -> Score {
        self.eval.evaluate(self.game, state)
    }

    #[inline]
    fn order(&mut self, picker: &mut Picker<G::Move>, state: &G::State) {
        picker.rank(self.game, &mut self.eval, 0, state);
        picker.sort();
    }

    #[inline]
    fn count_node(&mut self) {
        self.count_node();
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.over
    }
}
