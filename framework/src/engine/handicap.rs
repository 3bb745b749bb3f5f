//! Simulates a fallible player, who overlooks some moves and misjudges positions.
//!
//! At a weak level, the algorithms search a modified game, [`Handicapped`], so they need no code for levels.
//! The attention paid to a move does not depend on the position, so a reply that is overlooked in one line is
//! usually overlooked in all.

use std::cmp::Reverse;

use super::strength::BlunderRates;
use crate::rules::{
    DrawRules, Ending, Game, Hints, Key, Move, MoveClass, Moves, NodeScratch, Score, Side, State, Symmetric,
};
use crate::search::{Eval, MoveScores, SearchGame, SearchParams};

/// The real game without the moves that a fallible player overlooks.
#[derive(Clone, Debug)]
pub(super) struct Handicapped<G> {
    game: G,
    errors: BlunderRates,
    /// The side to move at the root. It overlooks fewer of its own moves than of the opponent's.
    viewer: Side,
    seed: u64,
}

/// Attention paid to a move, from 0 to `u32::MAX`. A move is overlooked if its attention, as a fraction of
/// `u32::MAX`, is below the probability of overlooking it.
type Attention = u32;

impl<G: SearchGame> Handicapped<G> {
    pub(super) const fn new(game: G, errors: BlunderRates, viewer: Side, seed: u64) -> Self {
        Self { game, errors, viewer, seed }
    }

    /// Removes the overlooked moves from the list. If fewer than `min_moves` moves would be left, keeps the
    /// overlooked moves with the most attention until there are `min_moves`.
    pub(super) fn overlook(&self, state: &G::State, moves: &mut Moves<G::Move>, min_moves: usize) {
        let (mut seen, mut missed): (Moves<_>, Moves<_>) =
            moves.drain(..).partition(|mv| self.sees(state, *mv));
        if seen.len() < min_moves {
            missed.sort_by_key(|mv| Reverse(self.attention(state, *mv)));
            seen.extend(missed.into_iter().take(min_moves - seen.len()));
        }
        *moves = seen;
    }

    fn sees(&self, state: &G::State, mv: G::Move) -> bool {
        self.sees_as(self.game.class(state, mv) == MoveClass::Quiet, state, mv)
    }

    fn sees_as(&self, quiet: bool, state: &G::State, mv: G::Move) -> bool {
        let own = state.side() == self.viewer;
        let oversight = self.errors.oversight(own, quiet);
        f64::from(self.attention(state, mv)) >= oversight * f64::from(Attention::MAX)
    }

    /// Depends on the seed, the side to move and the move, not on the position.
    fn attention(&self, state: &G::State, mv: G::Move) -> Attention {
        let move_of_side = u64::from(mv.code()) << 1 | state.side().index() as u64;
        (Key::mix(self.seed ^ Key::mix(move_of_side).0).0 >> 32) as Attention
    }
}

impl<G: SearchGame> Game for Handicapped<G> {
    type State = G::State;
    type Move = G::Move;

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn moves(&self, state: &G::State, out: &mut Moves<G::Move>) -> Option<Ending> {
        let ending = self.game.moves(state, out);
        self.overlook(state, out, 1);
        ending
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }

    fn ending(&self, state: &G::State) -> Option<Ending> {
        self.game.ending(state)
    }

    fn is_legal(&self, state: &G::State, mv: G::Move) -> bool {
        self.game.is_legal(state, mv) && self.sees(state, mv)
    }

    fn draw_rules(&self, state: &G::State) -> DrawRules {
        self.game.draw_rules(state)
    }

    fn irreversible(&self, state: &G::State, mv: G::Move) -> bool {
        self.game.irreversible(state, mv)
    }

    fn halfmove_clock(&self, state: &G::State) -> u16 {
        self.game.halfmove_clock(state)
    }

    fn continues_turn(&self, state: &G::State) -> bool {
        self.game.continues_turn(state)
    }
}

impl<G: SearchGame> Hints for Handicapped<G> {
    fn distinct_moves(&self, state: &G::State, out: &mut Moves<G::Move>) -> Option<Ending> {
        let ending = self.game.distinct_moves(state, out);
        self.overlook(state, out, 1);
        ending
    }

    /// Returns the winning move unless it is overlooked. It counts as noisy, whatever its class.
    fn winning_move(&self, state: &G::State) -> Option<G::Move> {
        self.game.winning_move(state).filter(|mv| self.sees_as(false, state, *mv))
    }

    /// Returns `None` in place of `Some(true)`: the player may overlook the winning reply, and the hint does
    /// not name that reply.
    fn loses_at_once(&self, state: &G::State, mv: G::Move, scratch: &mut NodeScratch) -> Option<bool> {
        self.game.loses_at_once(state, mv, scratch).filter(|wins| !wins)
    }

    fn is_threatened(&self, state: &G::State, scratch: &mut NodeScratch) -> bool {
        self.game.is_threatened(state, scratch)
    }

    fn class(&self, state: &G::State, mv: G::Move) -> MoveClass {
        self.game.class(state, mv)
    }

    fn noisy(&self, state: &G::State, min_class: MoveClass, out: &mut Moves<G::Move>) {
        self.game.noisy(state, min_class, out);
        out.retain(|mv| self.sees(state, *mv));
    }

    fn pass(&self, state: &G::State) -> Option<G::State> {
        self.game.pass(state)
    }
}

/// Has no symmetries, because a move can be overlooked while its image is not.
impl<G: SearchGame> Symmetric for Handicapped<G> {}

/// Evaluation with a random error, which depends on the seed and the position.
#[derive(Clone, Debug)]
pub(super) struct Misjudging<E>(pub(super) E);

const fn scale(params: &SearchParams) -> i32 {
    if params.win_scale > 0 { params.win_scale } else { 6 * params.aspiration }
}

impl<G: SearchGame, E: Eval<G>> Eval<Handicapped<G>> for Misjudging<E> {
    fn evaluate(&mut self, view: &Handicapped<G>, state: &G::State) -> Score {
        let bits = Key::mix(view.seed ^ state.key().0).0;
        let unit = |bits: u64| (bits & 0xffff_ffff) as f64 / f64::from(u32::MAX);
        // The sum of two uniform numbers makes small errors more frequent than large ones.
        let share = unit(bits) + unit(bits >> 32) - 1.0;
        let error = f64::from(scale(&self.0.params())) * view.errors.misjudgement() * share;
        (self.0.evaluate(&view.game, state) + error as i32).clamp_to_evaluation()
    }

    fn params(&self) -> SearchParams {
        self.0.params()
    }

    fn order(&self, view: &Handicapped<G>, state: &G::State, mv: G::Move) -> i32 {
        self.0.order(&view.game, state, mv)
    }

    fn order_all(&self, view: &Handicapped<G>, state: &G::State, moves: &[G::Move], scores: &mut MoveScores) {
        self.0.order_all(&view.game, state, moves, scores);
    }
}
