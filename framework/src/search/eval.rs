//! Static evaluation: the trait [`Eval`].

use smallvec::SmallVec;

use super::params::SearchParams;
use crate::rules::{Game, Moves, Score};

/// Scores for move ordering: one for each move of a list, in the order of the list.
pub type MoveScores = SmallVec<[i32; 64]>;

/// A static evaluation of a game's positions. Each search thread has its own clone.
pub trait Eval<G: Game>: Clone + Send + Sync + 'static {
    /// Returns the static evaluation from the point of view of the side to move, in -30,000..=30,000. Called only while
    /// the game is not over, but also in the middle of a turn.
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score;

    /// Returns the search parameters that suit this evaluation: selective techniques and their margins. The
    /// default is [`SearchParams::FULL_WIDTH`], without selective techniques.
    fn params(&self) -> SearchParams {
        SearchParams::FULL_WIDTH
    }

    /// Returns the ordering score of a move, in -10,000..=10,000; the search tries moves with higher scores first. The
    /// score must depend only on the arguments.
    #[inline]
    fn order(&self, _game: &G, _state: &G::State, _mv: G::Move) -> i32 {
        0
    }

    /// Appends the ordering scores of `moves`, which are legal in `state`, to `scores`. Searches call only this method;
    /// by default it calls [`Eval::order`], whose range holds here too. Override it if `order` would repeat much work
    /// for each move.
    #[inline]
    fn order_all(&self, game: &G, state: &G::State, moves: &[G::Move], scores: &mut MoveScores) {
        scores.extend(moves.iter().map(|mv| self.order(game, state, *mv)));
    }

    /// Lists the moves of a node in which the search tries at most `limit` quiet moves. An implementation appends all
    /// forcing and noisy moves and the most promising quiet moves to the empty list `out`, and returns `true`. Or it
    /// appends nothing and returns `false`, as it must if the game is over; the search then lists all moves. The
    /// default returns `false`. Override it if listing and ordering all moves is too slow.
    #[inline]
    fn most_promising(&self, _game: &G, _state: &G::State, _limit: usize, _out: &mut Moves<G::Move>) -> bool {
        false
    }
}

/// An evaluation that values every position at 0. It suffices for games that are searched to their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoEval;

impl<G: Game> Eval<G> for NoEval {
    #[inline]
    fn evaluate(&mut self, _game: &G, _state: &G::State) -> Score {
        Score::DRAW
    }
}
