//! Static evaluation: the trait [`Eval`].

use smallvec::SmallVec;

use super::params::SearchParams;
use crate::rules::{Game, Moves, Score};

/// Ranks of moves, in the order of the moves.
pub type Ranks = SmallVec<[i32; 64]>;

/// A static evaluation of a game's positions. It is a value: weights and accumulators live in it, one clone
/// per thread.
pub trait Eval<G: Game>: Clone + Send + Sync + 'static {
    /// An estimate from the point of view of the side to move, in -30,000..=30,000. Asked only while the game
    /// is on.
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score;

    /// Which selective techniques suit the game and this evaluation, with their margins. The default switches
    /// none on: the search is full width, and classes of moves have no effect on it.
    fn params(&self) -> SearchParams {
        SearchParams::FULL_WIDTH
    }

    /// A rank for move ordering, -10,000..=10,000, greater first. It must not depend on anything but its
    /// arguments.
    #[inline]
    fn order(&self, _game: &G, _state: &G::State, _mv: G::Move) -> i32 {
        0
    }

    /// Appends the ranks of several moves of one position. Override it where much of what [`Eval::order`]
    /// looks at is the same for all of them.
    #[inline]
    fn order_all(&self, game: &G, state: &G::State, moves: &[G::Move], ranks: &mut Ranks) {
        ranks.extend(moves.iter().map(|mv| self.order(game, state, *mv)));
    }

    /// Lists, for a search that will look at the first `few` quiet moves only, those among which they should
    /// be, and all moves that are not quiet. `false`, with nothing listed, where all moves are to be listed as
    /// usual. Override it where lists are so long that it takes too long to list and rank what nobody will
    /// look at. Asked only while the game is on.
    #[inline]
    fn likely_moves(&self, _game: &G, _state: &G::State, _few: usize, _out: &mut Moves<G::Move>) -> bool {
        false
    }
}

/// The evaluation that knows nothing: every position is even. Enough for games that are searched to their
/// end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoEval;

impl<G: Game> Eval<G> for NoEval {
    #[inline]
    fn evaluate(&mut self, _game: &G, _state: &G::State) -> Score {
        Score::DRAW
    }
}
