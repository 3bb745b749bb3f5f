//! Static evaluation: the trait [`Eval`] and the [`SearchParams`] that tells the search what it may do with it.

use smallvec::SmallVec;

use crate::game::Game;
use crate::score::Score;

/// Which selective techniques are sound for a game under an evaluation. Everything is off by default, and then the
/// search is full-width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParams {
    /// Follow tactical moves beyond the nominal depth.
    pub quiescence: bool,
    /// Reduce late quiet moves.
    pub late_move_reductions: bool,
    /// Let the opponent move twice where [`Game::pass`] allows it, and cut if that does not help him.
    pub null_move: bool,
    /// Within so many plies of the horizon a quiet move may be skipped when the estimate is further below alpha than
    /// `futility_margin` per ply. 0 plies switches it off.
    pub futility_plies: u8,
    /// See `futility_plies`; in the evaluation's units.
    pub futility_margin: i32,
    /// Do not charge depth for the only legal move.
    pub extend_forced: bool,
    /// Half the width of the first aspiration window, in the evaluation's units; 0 opens the full window.
    pub aspiration: i32,
    /// Rank moves by the ends and estimates that they lead to as well, with so many units of rank for a unit of estimate;
    /// pays where playing and estimating is cheap. 0 switches it off.
    pub order_by_child_eval: i32,
    /// The estimate at which a side wins about three games of four, for searches that think in chances. 0 means that
    /// the evaluation says nothing about chances, and such a search plays games out instead.
    pub win_scale: i32,
    /// How many of the evaluation's units make one reported centi-unit.
    pub scale: i32,
}

impl SearchParams {
    /// The logit of a side whose value is `score`, four hundred times their natural logarithm: the side wins a share of
    /// 1 / (1 + exp(-logit / 400)) of all games. A proven end in n plies is far outside, 10,000 less n. Where the
    /// evaluation says nothing about chances, its estimates are taken as they are.
    ///
    /// ```
    /// use plywright::{SearchParams, Score};
    /// let params = SearchParams { win_scale: 150, ..SearchParams::FULL_WIDTH };
    /// assert_eq!(params.logit(Score(0)), 0);
    /// assert_eq!(params.logit(Score(150)), 439); // three games of four
    /// assert_eq!(params.logit(Score::loss_in(4)), -9996);
    /// ```
    pub fn logit(&self, score: Score) -> i32 {
        const PROVEN: i32 = 10_000;
        match score.plies_to_end() {
            Some(plies) if score > Score::DRAW => PROVEN - plies as i32,
            Some(plies) => plies as i32 - PROVEN,
            None if self.win_scale > 0 => {
                let three_of_four = 3_f64.ln();
                let logit = 400.0 * three_of_four * f64::from(score.0) / f64::from(self.win_scale);
                // Less than any proven end: a depth is at most a few hundred plies.
                (logit.round() as i32).clamp(-PROVEN / 2, PROVEN / 2)
            }
            None => score.0 / self.scale.max(1),
        }
    }

    /// A score in reported units; a proven end stays what it is.
    pub const fn reported(&self, score: Score) -> Score {
        if score.is_mate() || self.scale <= 1 { score } else { Score(score.0 / self.scale) }
    }

    /// The same parameters for a search whose value is plain minimax's: the horizon is as it was, and nothing is pruned,
    /// reduced or extended.
    pub const fn full_width(self) -> Self {
        Self { quiescence: self.quiescence, aspiration: self.aspiration, ..Self::FULL_WIDTH }
    }

    /// No selective technique at all.
    pub const FULL_WIDTH: Self = Self {
        quiescence: false,
        late_move_reductions: false,
        null_move: false,
        futility_plies: 0,
        futility_margin: 0,
        extend_forced: false,
        aspiration: 0,
        order_by_child_eval: 0,
        win_scale: 0,
        scale: 1,
    };
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::FULL_WIDTH
    }
}

/// Ranks of moves, in the order of the moves.
pub type Ranks = SmallVec<[i32; 64]>;

/// A static evaluation of a game's positions. It is a value: weights and accumulators live in it, one clone per thread.
pub trait Eval<G: Game>: Clone + Send + Sync + 'static {
    /// An estimate from the point of view of the side to move, in -30,000..=30,000. Asked only while the game is on.
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score;

    /// What the search may do with this game and evaluation, and its margins.
    fn params(&self) -> SearchParams {
        SearchParams::FULL_WIDTH
    }

    /// A rank for move ordering, -10,000..=10,000, greater first. It must not depend on anything but its arguments.
    #[inline]
    fn order(&self, _game: &G, _state: &G::State, _mv: G::Move) -> i32 {
        0
    }

    /// Appends the ranks of several moves of one position. Override it where much of what [`Eval::order`] looks at is the
    /// same for all of them.
    #[inline]
    fn order_all(&self, game: &G, state: &G::State, moves: &[G::Move], ranks: &mut Ranks) {
        ranks.extend(moves.iter().map(|mv| self.order(game, state, *mv)));
    }
}

/// The evaluation that knows nothing: every position is even. Enough for games that are searched to their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoEval;

impl<G: Game> Eval<G> for NoEval {
    #[inline]
    fn evaluate(&mut self, _game: &G, _state: &G::State) -> Score {
        Score::DRAW
    }
}
