//! Exact values of positions, for example from endgame tables or perfect databases.

use std::sync::Arc;

use super::line::Child;
use super::value::Value;
use crate::rules::{Game, Moves, Score, State};

/// A source of exact values for some positions.
///
/// Searches call [`Oracle::probe`] at nodes below the root, including the horizon and quiescence search. In alpha-beta,
/// a value replaces the search of its node, unless the move limit of the game could change it. [`Oracle::value`] may be
/// slower: it is called only for the choice among the root moves, for lines of best play, and when a user asks for
/// exact values.
pub trait Oracle<G: Game>: Send + Sync {
    /// Returns the exact value of an unfinished position for the side to move, with the distance counted from this
    /// position; `None` if it is unknown or slow to find. A win or loss of unknown distance is [`Score::LIMIT`] or its
    /// negative.
    fn probe(&self, game: &G, state: &G::State) -> Option<Score>;

    /// Returns the exact value of an unfinished position for the side to move, even if this takes
    /// milliseconds; `None` if it is unknown. Calls [`Oracle::value_unless`], which slow oracles override.
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        self.value_unless(game, state, &|| false)
    }

    /// Returns what [`Oracle::value`] returns, but begins no lookup once `stop` has returned `true`; the value may then
    /// be `None`. The default converts the score of [`Oracle::probe`] and does not ask `stop`.
    fn value_unless(&self, game: &G, state: &G::State, _stop: &dyn Fn() -> bool) -> Option<Value> {
        Value::from_score(self.probe(game, state)?)
    }

    /// Returns the grade of an unfinished drawn position for the side to move, by which the best of several drawing
    /// moves is chosen: the greater, the better. `None` if it is unknown, as by default.
    fn grade(&self, _game: &G, _state: &G::State) -> Option<i32> {
        None
    }

    /// Returns the message of the first lookup that failed, `None` if none has failed. A search continues
    /// without the value of a failed lookup. The default is `None`.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// Two oracles, such as built-in tables and a folder of tables. A fast value, which [`Oracle::probe`] returns, is
/// preferred to a slow value. If both values are fast, the first oracle's is taken. If both are slow, the second
/// oracle's is taken, because a folder may hold distances that built-in tables leave out.
pub(crate) struct Layered<G: Game> {
    pub(crate) first: Arc<dyn Oracle<G>>,
    pub(crate) second: Arc<dyn Oracle<G>>,
}

impl<G: Game> Oracle<G> for Layered<G> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Score> {
        self.first.probe(game, state).or_else(|| self.second.probe(game, state))
    }

    fn value_unless(&self, game: &G, state: &G::State, stop: &dyn Fn() -> bool) -> Option<Value> {
        let fast = self.probe(game, state).and_then(Value::from_score);
        let slow_value_of = |oracle: &Arc<dyn Oracle<G>>| oracle.value_unless(game, state, stop);
        fast.or_else(|| slow_value_of(&self.second)).or_else(|| slow_value_of(&self.first))
    }

    fn grade(&self, game: &G, state: &G::State) -> Option<i32> {
        self.first.grade(game, state).or_else(|| self.second.grade(game, state))
    }

    fn failure(&self) -> Option<String> {
        self.first.failure().or_else(|| self.second.failure())
    }
}

/// The grades of another oracle, and its fast values, which [`Oracle::probe`] returns.
pub(crate) struct FastValues<'a, G: Game>(pub(crate) &'a dyn Oracle<G>);

impl<G: Game> Oracle<G> for FastValues<'_, G> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Score> {
        self.0.probe(game, state)
    }

    fn grade(&self, game: &G, state: &G::State) -> Option<i32> {
        self.0.grade(game, state)
    }
}

/// The values and grades of another oracle, without slow lookups after `stop` returns `true`; see
/// [`Oracle::value_unless`].
pub(crate) struct Stoppable<'a, G: Game, F> {
    pub(crate) oracle: &'a dyn Oracle<G>,
    pub(crate) stop: F,
}

impl<G: Game, F: Fn() -> bool + Send + Sync> Oracle<G> for Stoppable<'_, G, F> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Score> {
        self.oracle.probe(game, state)
    }

    fn value_unless(&self, game: &G, state: &G::State, stop: &dyn Fn() -> bool) -> Option<Value> {
        self.oracle.value_unless(game, state, &|| stop() || (self.stop)())
    }

    fn grade(&self, game: &G, state: &G::State) -> Option<i32> {
        self.oracle.grade(game, state)
    }
}

/// Returns the exact value of a legal move for the side that plays it. A win in more than [`Value::MAX_PLIES`] plies is
/// [`Value::WIN`]. `None` if the oracle does not know the value, or if the move ends the game with a loss that is not a
/// margin.
pub fn value_of_move<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    state: &G::State,
    mv: G::Move,
) -> Option<Value> {
    let Child { state: next, turn } = Child::new(game, state, mv);
    match game.ending(&next) {
        Some(ending) => Value::of_turn(ending, state.side()),
        None if turn.passed() => Some(oracle.value(game, &next)?.one_turn_before().unwrap_or(Value::WIN)),
        None => value_of_position(game, oracle, &next),
    }
}

/// Returns the exact value of an unfinished position for the side to move. If the oracle does not know the
/// position, as in the middle of a turn, looks up all moves and returns the value of the best one; `None` if
/// [`value_of_move`] returns `None` for any of them.
pub fn value_of_position<G: Game>(game: &G, oracle: &dyn Oracle<G>, state: &G::State) -> Option<Value> {
    oracle.value(game, state).or_else(|| {
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        let values = moves.iter().map(|mv| value_of_move(game, oracle, state, *mv));
        values.collect::<Option<Vec<_>>>()?.into_iter().max()
    })
}
