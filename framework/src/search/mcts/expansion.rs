//! The value of a new leaf: by the static evaluations of its moves, or by a random game.

use std::cmp::{Ordering, Reverse};
use std::sync::atomic::Ordering::Relaxed;

use super::node::Edge;
use super::result::{Proof, for_side, win_probability};
use super::worker::Worker;
use crate::rules::{DrawRules, Ending, Moves, NodeScratch, PositionHistory, Score, State};
use crate::search::algorithm::SearchGame;
use crate::search::eval::{Eval, MoveScores};
use crate::search::line::{Child, Line, Window};
use crate::search::ordering::Picker;
use crate::search::quiescence::{QuiescenceHost, unfinished};

/// Maximum number of evaluated moves of a node; at the root all moves are evaluated.
const MAX_MOVES: usize = 48;
/// Difference in win probability that multiplies a move's prior by e.
const CHANCE_SCALE: f32 = 0.08;
/// Difference in ordering scores that multiplies a move's prior by e.
const RANK_SCALE: f32 = 4_000.0;
/// Share of noise in the priors.
const NOISE: f64 = 0.1;
/// Maximum number of successive noisy moves in quiescence search.
const MAX_EXCHANGE: usize = 16;
/// Number of moves after which a random game is a draw.
const MAX_PLAYOUT: u32 = 300;

/// Result of expanding a node.
pub(super) enum Expansion<M> {
    /// The game has this proven end.
    Proven(Proof),
    /// The node has moves to try.
    Open {
        /// The moves; empty only if the search was over before it began.
        edges: Vec<Edge<M>>,
        /// Whether no better move than these was left out.
        is_whole: bool,
        /// Maximum win probability of the side to move after one of the moves, if there are static
        /// evaluations.
        probability: f32,
    },
}

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Expands a node of an unfinished game. `root_moves` are the root's moves, all of which are included.
    pub(super) fn expand(
        &mut self,
        state: &G::State,
        root_moves: Option<&Moves<G::Move>>,
    ) -> Expansion<G::Move> {
        let own = state.side();
        let mut moves = Moves::new();
        if let Some(root_moves) = root_moves {
            moves.clone_from(root_moves);
        } else if let Some(ending) = self.game.distinct_moves(state, &mut moves) {
            return Expansion::Proven(Proof { ending, plies: 0 });
        }
        let mut scores = MoveScores::new();
        self.eval.order_all(self.game, state, &moves, &mut scores);
        let mut ranked: Vec<(i32, G::Move)> = scores.into_iter().zip(moves).collect();
        let most = if root_moves.is_some() { usize::MAX } else { MAX_MOVES };
        let is_long = self.win_scale.is_some() && ranked.len() > most;
        if is_long {
            ranked.sort_by_key(|(rank, _)| Reverse(*rank));
        }
        let mut scratch = NodeScratch::new();
        let mut edges: Vec<Edge<G::Move>> = Vec::with_capacity(ranked.len().min(most));
        let (mut loses, mut is_whole, mut best) = (false, true, 0.0_f32);
        for (rank, mv) in ranked {
            if is_long && edges.len() >= most || self.over && root_moves.is_none() {
                is_whole = false;
                break;
            }
            let refuted = match root_moves {
                None => self.game.loses_at_once(state, mv, &mut scratch),
                Some(_) => None,
            };
            if refuted == Some(true) {
                loses = true;
                self.count_node();
                continue;
            }
            let Child { state: child, turn } = Child::new(self.game, state, mv);
            let (proof, probability) = if self.over && !edges.is_empty() {
                (None, 0.5)
            } else {
                self.assess(&child, turn.continues(), refuted == Some(false))
            };
            let proof = proof.filter(|proof| self.is_in_time(*proof));
            let wins = proof.filter(|proof| root_moves.is_none() && proof.ending == Ending::Win(own));
            if let Some(win) = wins {
                return Expansion::Proven(win.before(turn));
            }
            let evaluation = for_side(probability, own);
            best = best.max(evaluation);
            let noise = 1.0 + (NOISE * self.rng.unit()) as f32;
            let weight = (rank.clamp(-10_000, 10_000) as f32 / RANK_SCALE).exp() * noise;
            edges.push(Edge::new(mv, turn, weight, evaluation, proof));
        }
        if edges.is_empty() && loses {
            return Expansion::Proven(Proof { ending: Ending::Win(!own), plies: 2 });
        }
        if self.win_scale.is_some() {
            for edge in &mut edges {
                edge.prior *= ((edge.evaluation - best) / CHANCE_SCALE).exp();
            }
        }
        let sum: f32 = edges.iter().map(|edge| edge.prior).sum();
        for edge in &mut edges {
            edge.prior /= sum.max(f32::MIN_POSITIVE);
        }
        Expansion::Open { edges, is_whole, probability: best }
    }

    /// Returns the proven end of a position after a move, if any, and the first side's win probability,
    /// without listing moves. `no_win`: no move wins at once. Without static evaluations the probability is
    /// meaningless unless the end is proven.
    fn assess(&mut self, state: &G::State, mid_turn: bool, no_win: bool) -> (Option<Proof>, f32) {
        self.count_node();
        if let Some(ending) = self.game.ending(state) {
            return (Some(Proof { ending, plies: 0 }), self.ending_probability(ending));
        }
        if !no_win && self.game.winning_move(state).is_some() {
            let ending = Ending::Win(state.side());
            return (Some(Proof { ending, plies: 1 }), self.ending_probability(ending));
        }
        let known = if mid_turn { None } else { self.known(state) };
        if let Some((proof, score)) = known {
            let probability = win_probability(score.0 as f32, self.win_scale.unwrap_or(1.0));
            return (proof, for_side(probability, state.side()));
        }
        let Some(win_scale) = self.win_scale else { return (None, 0.5) };
        let score = unfinished(self, state, Window::OPEN, 0, MAX_EXCHANGE, mid_turn);
        (None, for_side(win_probability(score.0 as f32, win_scale), state.side()))
    }

    /// Returns the exact value of an unfinished position. A win without a known distance is not proven.
    fn known(&self, state: &G::State) -> Option<(Option<Proof>, Score)> {
        let score = self.oracle?.probe(self.game, state)?;
        self.shared.tb_hits.fetch_add(1, Relaxed);
        let plies = score.plies_to_end().unwrap_or(0);
        let ending = match score.cmp(&Score::DRAW) {
            Ordering::Equal => Ending::Draw,
            Ordering::Greater => Ending::Win(state.side()),
            Ordering::Less => Ending::Win(!state.side()),
        };
        let is_exact = score.is_mate() || score == Score::DRAW;
        Some((is_exact.then_some(Proof { ending, plies }), score))
    }

    /// Returns the first side's score in one random game.
    pub(super) fn playout(&mut self, mut state: G::State) -> f32 {
        let mut line = Line::new(PositionHistory::new(state.key(), 0));
        let mut mid_turn = false;
        for length in 0..MAX_PLAYOUT {
            let decided = match self.game.random_move(&state, self.rng.bits()) {
                Err(ending) => Some(self.ending_probability(ending)),
                Ok(mv) if self.game.draw_rules(&state) == DrawRules::NONE => {
                    self.game.play(&mut state, mv);
                    None
                }
                Ok(_) if line.is_drawn(self.game, &state, mid_turn) => Some(0.5),
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

impl<G: SearchGame, E: Eval<G>> QuiescenceHost<G> for Worker<'_, G, E> {
    #[inline]
    fn game(&self) -> &G {
        self.game
    }

    #[inline]
    fn follows_noisy(&self) -> bool {
        self.follows_noisy
    }

    /// The oracle was asked before the quiescence search.
    #[inline]
    fn known_value(&mut self, _: &G::State, _: u32) -> Option<Score> {
        None
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
