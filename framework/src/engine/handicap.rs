//! Simulates a fallible player, who overlooks some moves and misjudges positions.
//!
//! The algorithms search the game as its player perceives it, [`Perceived`], so they need no code for levels, and
//! each algorithm is compiled once for each game. At full strength, `Perceived` passes every call on to the game;
//! the check costs less than one instruction in a hundred. The attention paid to a move does not depend on the
//! position, so a reply that is overlooked in one line is usually overlooked in all.

use std::cmp::Reverse;
use std::sync::Arc;

use super::strength::BlunderRates;
use crate::rules::{
    DrawRules, Ending, Game, Hints, Key, Move, MoveClass, Moves, NodeScratch, Points, Score, Side, State,
    Symmetric, Symmetry, random_listed_move, sort_by_key_once,
};
use crate::search::{Eval, MoveScores, Oracle, SearchGame, SearchParams, Value};

/// A game without the moves that its player overlooks.
#[derive(Clone, Debug)]
pub(super) struct Perceived<G> {
    game: G,
    /// The errors that the player makes; `None` at full strength.
    handicap: Option<Handicap>,
}

/// The errors of a fallible player in one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handicap {
    pub(super) errors: BlunderRates,
    /// The side to move at the root. It overlooks its own moves less often than those of the opponent.
    pub(super) viewer: Side,
    /// Decides which moves are overlooked and how positions are misjudged.
    pub(super) seed: u64,
}

/// Attention paid to a move, from 0 to `u32::MAX`. A move is overlooked if its attention, as a fraction of
/// `u32::MAX`, is below the probability of overlooking it.
type Attention = u32;

impl Handicap {
    /// Whether the player notices a move, so that the search may consider it.
    fn sees<G: Hints>(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.sees_in_class(game.class(state, mv), state, mv)
    }

    fn sees_in_class<S: State, M: Move>(&self, class: MoveClass, state: &S, mv: M) -> bool {
        let is_own = state.side() == self.viewer;
        let oversight = self.errors.oversight(is_own, class == MoveClass::Quiet);
        f64::from(self.attention(state, mv)) >= oversight * f64::from(Attention::MAX)
    }

    /// Returns the attention paid to a move. The attention depends on the seed, the side to move and the move, but not
    /// on the position.
    fn attention<S: State, M: Move>(&self, state: &S, mv: M) -> Attention {
        let move_of_side = (u64::from(mv.code()) << 1) | state.side().index() as u64;
        (Key::mix(self.seed ^ Key::mix(move_of_side).0).0 >> 32) as Attention
    }

    /// Removes the overlooked moves from the list. If fewer than `min_moves` moves would be left, keeps the
    /// overlooked moves with the most attention until there are `min_moves`.
    pub(super) fn overlook<G: Hints>(
        &self,
        game: &G,
        state: &G::State,
        moves: &mut Moves<G::Move>,
        min_moves: usize,
    ) {
        let (mut seen, mut missed): (Moves<_>, Moves<_>) =
            moves.drain(..).partition(|mv| self.sees(game, state, *mv));
        if seen.len() < min_moves {
            sort_by_key_once(&mut missed, |mv| Reverse(self.attention(state, *mv)));
            seen.extend(missed.into_iter().take(min_moves - seen.len()));
        }
        *moves = seen;
    }

    /// Returns the error to add to a static evaluation. Its absolute value is at most [`error_scale`] times
    /// [`BlunderRates::misjudgement`].
    fn misjudgement<S: State>(&self, state: &S, params: &SearchParams) -> i32 {
        let bits = Key::mix(self.seed ^ state.key().0).0;
        let unit = |bits: u64| (bits & 0xffff_ffff) as f64 / f64::from(u32::MAX);
        // The sum of two uniform numbers makes small errors more frequent than large ones.
        let share = unit(bits) + unit(bits >> 32) - 1.0;
        (f64::from(error_scale(params)) * self.errors.misjudgement() * share) as i32
    }
}

/// Estimate of an unknown win scale, in units of [`SearchParams::aspiration`]. Evaluations that set both parameters
/// have a win scale of 2.5 to 11 of these units.
const HALF_WIDTHS: i32 = 6;

/// Returns the evaluation's win scale, or an estimate of it if the evaluation sets none.
const fn error_scale(params: &SearchParams) -> i32 {
    if params.win_scale > 0 { params.win_scale } else { HALF_WIDTHS * params.aspiration }
}

/// Defines methods that pass their calls on to the game.
macro_rules! pass_on {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {$(
        #[inline]
        fn $name(&self, $($argument: $kind),*) -> $result {
            self.game.$name($($argument),*)
        }
    )*};
}

impl<G: SearchGame> Perceived<G> {
    pub(super) const fn new(game: G, handicap: Option<Handicap>) -> Self {
        Self { game, handicap }
    }
}

impl<G: SearchGame> Game for Perceived<G> {
    type State = G::State;
    type Move = G::Move;

    pass_on! {
        fn start() -> G::State;
        fn ending(state: &G::State) -> Option<Ending>;
        fn draw_rules(state: &G::State) -> DrawRules;
        fn irreversible(state: &G::State, mv: G::Move) -> bool;
        fn halfmove_clock(state: &G::State) -> u16;
        fn continues_turn(state: &G::State) -> bool;
    }

    #[inline]
    fn moves(&self, state: &G::State, out: &mut Moves<G::Move>) -> Option<Ending> {
        let ending = self.game.moves(state, out);
        if let Some(handicap) = &self.handicap {
            handicap.overlook(&self.game, state, out, 1);
        }
        ending
    }

    #[inline]
    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }

    #[inline]
    fn count(&self, state: &G::State) -> u64 {
        if self.handicap.is_none() {
            return self.game.count(state);
        }
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.len() as u64
    }

    #[inline]
    fn is_legal(&self, state: &G::State, mv: G::Move) -> bool {
        self.game.is_legal(state, mv)
            && self.handicap.as_ref().is_none_or(|handicap| handicap.sees(&self.game, state, mv))
    }
}

/// With a handicap, overlooked moves are left out, and hints that could be wrong without these moves are withheld.
impl<G: SearchGame> Hints for Perceived<G> {
    const NOISY_MOVES_ARE_OBLIGATORY: bool = G::NOISY_MOVES_ARE_OBLIGATORY;

    pass_on! {
        fn is_threatened(state: &G::State, scratch: &mut NodeScratch) -> bool;
        fn class(state: &G::State, mv: G::Move) -> MoveClass;
        fn pass(state: &G::State) -> Option<G::State>;
    }

    #[inline]
    fn distinct_moves(&self, state: &G::State, out: &mut Moves<G::Move>) -> Option<Ending> {
        let ending = self.game.distinct_moves(state, out);
        if let Some(handicap) = &self.handicap {
            handicap.overlook(&self.game, state, out, 1);
        }
        ending
    }

    /// Returns the winning move unless it is overlooked. It is as hard to overlook as a noisy move, whatever its class.
    #[inline]
    fn winning_move(&self, state: &G::State) -> Option<G::Move> {
        let mv = self.game.winning_move(state)?;
        self.handicap
            .as_ref()
            .is_none_or(|handicap| handicap.sees_in_class(MoveClass::Noisy, state, mv))
            .then_some(mv)
    }

    #[inline]
    fn random_move(&self, state: &G::State, random: u64) -> Result<G::Move, Ending> {
        if self.handicap.is_none() {
            return self.game.random_move(state, random);
        }
        random_listed_move(self, state, random)
    }

    #[inline]
    fn playout(&self, state: &G::State, random: &mut impl FnMut() -> u64) -> Option<Ending> {
        if self.handicap.is_none() { self.game.playout(state, random) } else { None }
    }

    /// With a handicap, returns `None` in place of `Some(true)`: the player may overlook the winning reply, and
    /// the hint does not name that reply.
    #[inline]
    fn loses_at_once(&self, state: &G::State, mv: G::Move, scratch: &mut NodeScratch) -> Option<bool> {
        let loses = self.game.loses_at_once(state, mv, scratch)?;
        if loses && self.handicap.is_some() { None } else { Some(loses) }
    }

    #[inline]
    fn noisy(&self, state: &G::State, min_class: MoveClass, out: &mut Moves<G::Move>) {
        self.game.noisy(state, min_class, out);
        if let Some(handicap) = &self.handicap {
            out.retain(|mv| handicap.sees(&self.game, state, *mv));
        }
    }

    #[inline]
    fn moves_left(&self, state: &G::State) -> Option<u32> {
        if self.handicap.is_none() { self.game.moves_left(state) } else { None }
    }

    #[inline]
    fn value_within(&self, state: &G::State, alpha: Score, beta: Score) -> Option<Score> {
        if self.handicap.is_none() { self.game.value_within(state, alpha, beta) } else { None }
    }

    #[inline]
    fn points(&self, state: &G::State) -> Option<Points> {
        if self.handicap.is_none() { self.game.points(state) } else { None }
    }
}

/// With a handicap, there are no symmetries, because a move can be overlooked while its image is not.
impl<G: SearchGame> Symmetric for Perceived<G> {
    pass_on! {
        fn holds(state: &G::State, symmetry: Symmetry) -> bool;
        fn transform(state: &G::State, symmetry: Symmetry) -> G::State;
        fn transform_move(mv: G::Move, symmetry: Symmetry) -> G::Move;
        fn inverse(symmetry: Symmetry) -> Symmetry;
    }

    #[inline]
    fn symmetries(&self) -> u8 {
        if self.handicap.is_none() { self.game.symmetries() } else { 1 }
    }

    #[inline]
    fn canonical(&self, state: &G::State) -> (Key, Symmetry) {
        if self.handicap.is_none() { self.game.canonical(state) } else { (state.key(), Symmetry::IDENTITY) }
    }
}

/// Evaluation of a game as its player perceives it: with an error that depends on the seed and the position. At full
/// strength there is no error.
#[derive(Clone, Debug)]
pub(super) struct Judgement<E>(pub(super) E);

impl<G: SearchGame, E: Eval<G>> Eval<Perceived<G>> for Judgement<E> {
    #[inline]
    fn evaluate(&mut self, view: &Perceived<G>, state: &G::State) -> Score {
        let score = self.0.evaluate(&view.game, state);
        match &view.handicap {
            None => score,
            Some(handicap) => (score + handicap.misjudgement(state, &self.0.params())).clamp_to_evaluation(),
        }
    }

    fn params(&self) -> SearchParams {
        self.0.params()
    }

    #[inline]
    fn order(&self, view: &Perceived<G>, state: &G::State, mv: G::Move) -> i32 {
        self.0.order(&view.game, state, mv)
    }

    #[inline]
    fn order_all(&self, view: &Perceived<G>, state: &G::State, moves: &[G::Move], scores: &mut MoveScores) {
        self.0.order_all(&view.game, state, moves, scores);
    }

    /// With a handicap, lists nothing and returns `false`, because the list could contain moves that are overlooked.
    #[inline]
    fn most_promising(
        &self,
        view: &Perceived<G>,
        state: &G::State,
        limit: usize,
        out: &mut Moves<G::Move>,
    ) -> bool {
        view.handicap.is_none() && self.0.most_promising(&view.game, state, limit, out)
    }
}

/// Gives the search of a [`Perceived`] game the exact values of the real game.
pub(super) struct Truth<G: Game>(pub(super) Arc<dyn Oracle<G>>);

impl<G: SearchGame> Oracle<Perceived<G>> for Truth<G> {
    fn probe(&self, view: &Perceived<G>, state: &G::State) -> Option<Score> {
        self.0.probe(&view.game, state)
    }

    fn value_unless(&self, view: &Perceived<G>, state: &G::State, stop: &dyn Fn() -> bool) -> Option<Value> {
        self.0.value_unless(&view.game, state, stop)
    }

    fn failure(&self) -> Option<String> {
        self.0.failure()
    }
}
