//! The horizon, where the remaining depth is used up: callbacks for quiescence search, and a fast search of nodes one
//! turn before the horizon, which are most inner nodes of a full-width search.

use super::history::MAX_HEIGHT;
use super::visit::Node;
use super::worker::Worker;
use crate::rules::{DrawRules, Moves, NodeScratch, Score, State};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::{Child, Window};
use crate::search::ordering::Picker;
use crate::search::quiescence::{Leaf, QuiescenceHost, quiescence};

impl<G: SearchGame, E: Eval<G>> QuiescenceHost<G> for Worker<'_, G, E> {
    #[inline]
    fn follows_noisy(&self) -> bool {
        self.params.quiescence
    }

    #[inline]
    fn answers_threats(&self) -> bool {
        self.params.quiescence && self.params.extend_threatened
    }

    #[inline]
    fn skips_losing(&self) -> bool {
        self.params.skip_losing
    }

    #[inline]
    fn reach(&mut self, ply: u32) {
        self.selective_depth = self.selective_depth.max(ply);
    }

    #[inline]
    fn known_value(&mut self, state: &G::State, ply: u32) -> Option<Score> {
        if self.stopped {
            return Some(Score::DRAW);
        }
        self.oracle.and_then(|oracle| self.value_by_oracle(oracle, state, ply))
    }

    #[inline]
    fn static_evaluation(&mut self, state: &G::State) -> Score {
        self.has_static_value = true;
        self.evaluate(state)
    }

    #[inline]
    fn order(&mut self, picker: &mut Picker<G::Move>, state: &G::State) {
        self.rank(picker, state, MAX_HEIGHT + 1, None);
    }

    #[inline]
    fn count_node(&mut self) {
        self.count_node();
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.stopped
    }
}

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the value of a node at or near the horizon; `None` for other nodes. If the node begins a turn at the
    /// horizon or is [`MAX_HEIGHT`] moves from the root, the value comes from quiescence search. If it is one turn
    /// before the horizon, the value comes from [`Self::frontier`], but only in a null window, and if all children are
    /// leaves. The side to move must have no move that wins at once.
    #[inline]
    pub(super) fn value_at_horizon(
        &mut self,
        state: &G::State,
        window: Window,
        depth: i32,
        node: Node,
    ) -> Option<Score> {
        let Node { ply, height, mid_turn, .. } = node;
        if (depth <= 0 && !mid_turn) || height >= MAX_HEIGHT {
            let leaf = Leaf { ply, left: MAX_HEIGHT - height, mid_turn, no_win: true };
            return Some(quiescence(self.game, self, state, window, leaf));
        }
        if depth == 1 && !window.is_open() && !mid_turn && self.children_are_leaves(state) {
            return Some(self.frontier(state, window, ply));
        }
        None
    }

    /// Whether all children of a node one turn before the horizon are leaves with static values. This requires a game
    /// without draw rules, and a search without quiescence search, threat extension, futility pruning or an oracle.
    /// Most nodes of the tree are then leaves, so [`Self::frontier`] values them as directly as possible.
    #[inline]
    fn children_are_leaves(&self, state: &G::State) -> bool {
        !self.params.quiescence
            && !self.params.extend_threatened
            && self.params.futility_plies == 0
            && self.oracle.is_none()
            && self.game.draw_rules(state) == DrawRules::NONE
    }

    /// Returns the value, for the side to move, of a position whose children are leaves; see
    /// [`Self::children_are_leaves`]. A value outside `window` is only a bound.
    fn frontier(&mut self, state: &G::State, window: Window, ply: u32) -> Score {
        let game = self.game;
        let mut moves = Moves::new();
        if let Some(ending) = game.distinct_moves(state, &mut moves) {
            return ending.score(state.side(), ply);
        }
        let mut scratch = NodeScratch::new();
        let mut best = -Score::INFINITY;
        for mv in moves {
            let loses_at_once = game.loses_at_once(state, mv, &mut scratch);
            let value = if loses_at_once == Some(true) {
                self.count_node();
                Score::loss_in(ply + 2)
            } else {
                let child = Child::new(game, state, mv);
                self.count_node();
                let leaf = Leaf {
                    ply: ply + child.turn.plies(),
                    left: MAX_HEIGHT,
                    mid_turn: child.turn.continues(),
                    no_win: loses_at_once == Some(false) && child.turn.passed(),
                };
                child.value(Window { alpha: window.alpha.max(best), ..window }, |state, window| {
                    quiescence(game, self, state, window, leaf)
                })
            };
            best = best.max(value);
            if best >= window.beta || self.stopped {
                break;
            }
        }
        best
    }
}
