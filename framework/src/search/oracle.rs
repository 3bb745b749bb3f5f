//! Exact knowledge about positions: endgame tables, perfect databases, proofs.

use super::line::Child;
use super::value::Value;
use crate::rules::{Game, Moves, Score, State};

/// Exact values of some positions.
///
/// The search probes it at every node except the root and finished positions, the horizon and quiescence
/// included. A value is final for its node. Values that take too long for that are for the root alone.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value for the side to move; `None` if it is unknown or takes long. Wins and losses without a
    /// known distance are scores near [`Score::LIMIT`].
    fn probe(&self, game: &G, state: &G::State) -> Option<Score>;

    /// The exact value of an unfinished position for the side to move, even if it takes milliseconds.
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        Value::from_score(self.probe(game, state)?)
    }
}

/// Returns the value of a legal move for the side that plays it; `None` unless the oracle or the end of the
/// game determines it.
pub fn value_of_move<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    state: &G::State,
    mv: G::Move,
) -> Option<Value> {
    let Child { state: next, turn } = Child::new(game, state, mv);
    match game.ending(&next) {
        Some(ending) => Value::of_turn(ending, state.side()),
        None if turn.passed() => oracle.value(game, &next)?.one_turn_before(),
        None => value_of_position(game, oracle, &next),
    }
}

/// Returns the value of an unfinished position for the side to move. In the middle of a turn it is the value
/// of the best move.
pub fn value_of_position<G: Game>(game: &G, oracle: &dyn Oracle<G>, state: &G::State) -> Option<Value> {
    oracle.value(game, state).or_else(|| {
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        let values = moves.iter().map(|mv| value_of_move(game, oracle, state, *mv));
        values.collect::<Option<Vec<_>>>()?.into_iter().max()
    })
}
