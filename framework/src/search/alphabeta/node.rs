//! The node function of alpha-beta, shared by all drivers.
//!
//! Each selective technique stands where it applies, under its usual name. `pruning` has those that apply before the
//! moves of a node are tried, `staged_moves` those that choose and order the moves, `visit` the reductions, and this
//! file the others. Gains in Elo are from matches of the games that use the technique; see `docs/measurements.md`.

use smallvec::SmallVec;

use super::abdada::Claim;
use super::history::MAX_HEIGHT;
use super::late_moves::LateMoves;
use super::staged_moves::StagedMoves;
use super::visit::{Node, Visit};
use super::worker::{Driver, Worker};
use crate::rules::{Move, MoveClass, NodeScratch, Score, State};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::{Child, Window};

/// How a move is searched, apart from window and depth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Try {
    /// Number of plies by which the first search of the move is shallower than a search at full depth; 0 for no reduced
    /// search.
    pub(super) reduction: i32,
    /// Whether the move is the first of its node. Later moves can be searched with a null window first.
    pub(super) is_first: bool,
    /// Whether the opponent is known to have no reply that wins at once.
    pub(super) no_reply_wins: bool,
}

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the value of a position for its side to move. A value outside `window` is only a bound. After the search
    /// was stopped, the value is meaningless.
    pub(super) fn search(&mut self, state: &G::State, window: Window, mut depth: i32, node: Node) -> Score {
        // If the depth reaches the end of the game, a null window allows the faster search to the end.
        if !window.is_open()
            && let Some(left) = self.moves_left(state, depth)
        {
            return self.solve(state, window.alpha, node.ply, left, node.no_win);
        }
        if let Some(value) = self.value_by_rules(state, window, node) {
            return value;
        }
        // Threat extension: if the opponent threatens to win at once, a position at the horizon is searched one ply
        // deep instead of being evaluated. With `extend_all_threatened`, every threatened position is searched one ply
        // deeper.
        let mut scratch = NodeScratch::new();
        let threatened = self.is_threatened(state, node, &mut scratch);
        if threatened {
            depth = if self.params.extend_all_threatened { depth.max(0) + 1 } else { depth.max(1) };
        }
        if let Some(value) = self.value_at_horizon(state, window, depth, node) {
            return value;
        }
        let is_open = window.is_open();
        let window = self.possible_values(state, window, node.ply);
        if window.alpha >= window.beta || self.stopped {
            return window.alpha;
        }
        if let Some(score) = self.exact_value(state, node.ply) {
            return score;
        }
        let (key, symmetry) = self.table_key(state);
        let entry = self.probe(key);
        if let Some(entry) = entry
            && let Some(score) = self.tt_cutoff(state, entry, depth, window, node.ply)
        {
            return score;
        }
        let tt_code = entry.and_then(|entry| entry.code);
        let mut visit = Visit {
            state,
            node,
            window,
            depth,
            threatened,
            key,
            symmetry,
            tt_code,
            evaluation: None,
            futility: None,
            late: LateMoves { is_open, improving: true, has_tt_move: tt_code.is_some() },
        };
        if let Some(value) = self.prune(&mut visit) {
            return value;
        }
        if !node.mid_turn {
            visit.node.evaluations[state.side().index()] = visit.evaluation;
        }
        // While the moves are searched, `has_static_value` covers only them and futility pruning, as the table entry of
        // this node requires. Afterwards, it is set again if it was set before.
        let has_static_value = std::mem::replace(&mut self.has_static_value, visit.futility.is_some());
        // Internal iterative reduction: without a transposition table move, the node is searched one ply shallower,
        // because its moves are poorly ordered, which makes a full-depth search expensive.
        let min_depth = self.params.internal_iterative_reduction;
        if min_depth > 0 && depth >= min_depth && tt_code.is_none() && !node.mid_turn && !threatened {
            visit.depth -= 1;
        }
        let value = self.search_moves(&mut visit, &mut scratch);
        self.has_static_value |= has_static_value;
        value
    }

    /// Whether the opponent threatens to win at once and the threat extends the search. Extensions end where a line has
    /// twice as many moves as the iteration has plies, because a line of threats could go on for ever.
    #[inline]
    fn is_threatened(&self, state: &G::State, node: Node, scratch: &mut NodeScratch) -> bool {
        self.params.extend_threatened
            && !node.mid_turn
            && node.height < (2 * self.root_depth as usize).min(MAX_HEIGHT)
            && self.game.is_threatened(state, scratch)
    }

    /// Tries the moves, stores the result in the transposition table, and returns the value of the node. Stores nothing
    /// if the search was stopped, if another thread has finished the node meanwhile, or if there is no move to play.
    #[inline]
    fn search_moves(&mut self, visit: &mut Visit<'_, G>, scratch: &mut NodeScratch) -> Score {
        let game = self.game;
        let Visit { state, depth, node, .. } = *visit;
        let mut moves = StagedMoves::new(self, visit);
        let mut best = visit.futility.unwrap_or(-Score::INFINITY);
        let mut best_move = None;
        let mut tried = 0;
        let mut quiets: SmallVec<[u32; 64]> = SmallVec::new();
        while let Some(mv) = moves.next(self, best, quiets.len()) {
            // A move that lets the opponent win at once is scored as a loss. The move is played only if this
            // score exceeds alpha.
            let loses_at_once = game.loses_at_once(state, mv, scratch);
            let refuted = Score::loss_in(node.ply + 2);
            if loses_at_once == Some(true) && refuted <= visit.window.alpha {
                // `Self::conclude` recognises by its score that a move breaks superko.
                let is_forbidden = self.superko && best < refuted && self.line.repeats_after(game, state, mv);
                // Which moves are forbidden depends on the earlier positions of the game, so the value holds only after
                // these.
                self.has_static_value |= is_forbidden;
                best = best.max(if is_forbidden { Score::loss_in(node.ply + 1) } else { refuted });
                self.count_node();
                if self.stopped {
                    return visit.window.alpha;
                }
                continue;
            }
            // Another thread may have stored the value of this node meanwhile. If another thread is searching this
            // move, the move is postponed to the end, but only once.
            let claim = self.claim(visit.key, mv, depth, moves.picker.moves.len());
            if tried > 0 && claim.is_some() {
                if let Some(entry) = self.probe(visit.key)
                    && let Some(score) = self.tt_cutoff(state, entry, depth, visit.window, node.ply)
                {
                    return score;
                }
                if moves.picker.postponed_after().is_none() && claim.is_some_and(Claim::is_taken) {
                    moves.picker.postpone(tried);
                    continue;
                }
            }
            let class = game.class(state, mv);
            let reduction = visit.reduction(&self.params, class, best, tried, &moves.picker);
            let attempt =
                Try { reduction, is_first: tried == 0, no_reply_wins: loses_at_once == Some(false) };
            let value =
                self.claiming(claim, |worker| worker.child(state, mv, visit.window, depth, attempt, node));
            if self.stopped {
                return visit.window.alpha;
            }
            best = best.max(value);
            if value > visit.window.alpha {
                visit.window.alpha = value;
                best_move = Some(game.image_of_move(mv, visit.symmetry).code());
                if visit.late.is_open {
                    self.extend_variation(mv, node.height);
                }
                if value >= visit.window.beta {
                    self.learn_cutoff(visit, mv, class, tried, &quiets);
                    break;
                }
            }
            tried += 1;
            if class == MoveClass::Quiet {
                quiets.push(mv.code());
            }
        }
        match moves.ending {
            Some(ending) => ending.score(state.side(), node.ply),
            None => self.conclude(visit, best, best_move),
        }
    }

    /// Returns the value of a move for the side that plays it. `depth` is the remaining depth before the move. A
    /// reduced move is searched again at full depth only if its value exceeds alpha. Except under plain alpha-beta,
    /// later moves in an open window are first searched with a null window.
    pub(super) fn child(
        &mut self,
        state: &G::State,
        mv: G::Move,
        window: Window,
        depth: i32,
        attempt: Try,
        node: Node,
    ) -> Score {
        // With `sees_the_end`, the game has no draw rules, so the line is not needed.
        let keeps_line = !self.sees_the_end;
        let child =
            if keeps_line { self.line.play(self.game, state, mv) } else { Child::new(self.game, state, mv) };
        self.count_node();
        let depth = depth - child.turn.plies() as i32;
        let next = Node {
            ply: node.ply + child.turn.plies(),
            height: node.height + 1,
            previous: Some(mv.code()),
            mid_turn: child.turn.continues(),
            after_null_move: false,
            no_win: attempt.no_reply_wins && child.turn.passed(),
            evaluations: node.evaluations,
        };
        if window.is_open() {
            self.variations[next.height].clear();
        }
        let scouts = !attempt.is_first && window.is_open() && self.driver != Driver::AlphaBeta;
        let mut value_in = |window: Window, reduction: i32| {
            child.value(window, |state, window| self.search(state, window, depth - reduction, next))
        };
        let null_window = Window::above(window.alpha);
        let mut value = Score::INFINITY;
        let mut searches = 0;
        if attempt.reduction > 0 {
            value = value_in(null_window, attempt.reduction);
            searches += 1;
        }
        if value > window.alpha && scouts {
            value = value_in(null_window, 0);
            searches += 1;
        }
        if value > window.alpha && !(scouts && value >= window.beta) {
            value = value_in(window, 0);
            searches += 1;
        }
        if keeps_line {
            self.line.pop();
        }
        self.statistics.researches += searches - 1;
        value
    }
}
