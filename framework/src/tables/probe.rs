//! What is exactly known about a position and each of its moves.

use super::folder::Tables;
use super::sliced::Sliced;
use super::turns::value_of;
use super::value::Value;
use crate::game::{Game, Moves, State};
use crate::notation::Notation;
use crate::oracle::Oracle;
use crate::score::Score;

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position's value from the side to move; `None` where it is not known, or the game is over.
    pub value: Option<Value>,
    /// Each legal move's text, and its value for the side that plays it.
    pub moves: Vec<(String, Option<Value>)>,
}

impl<G: Sliced> Oracle<G> for Tables<G> {
    fn probe(&self, _game: &G, state: &G::State) -> Option<Score> {
        self.value(state).ok().flatten().map(Value::score)
    }
}

/// Asks an oracle about a position and what each of its moves leads to.
pub fn probe<G: Notation>(game: &G, oracle: &dyn Oracle<G>, state: &G::State) -> Probed {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let values = moves.iter().map(|mv| (game.move_text(state, *mv), value_of_move(game, oracle, state, *mv)));
    Probed { value: value_of_position(game, oracle, state), moves: values.collect() }
}

/// The value of a legal move for the side that plays it.
pub fn value_of_move<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    state: &G::State,
    mv: G::Move,
) -> Option<Value> {
    let mut next = state.clone();
    game.play(&mut next, mv);
    match game.ending(&next) {
        Some(ending) => value_of(ending, state.side()),
        None if next.side() == state.side() => value_of_position(game, oracle, &next),
        None => value_by(oracle, game, &next)?.one_turn_before(),
    }
}

/// The value of a position in which the game goes on and a turn may have begun, from the side to move.
pub fn value_of_position<G: Game>(game: &G, oracle: &dyn Oracle<G>, state: &G::State) -> Option<Value> {
    value_by(oracle, game, state).or_else(|| {
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        let values = moves.iter().map(|mv| value_of_move(game, oracle, state, *mv));
        values.collect::<Option<Vec<_>>>()?.into_iter().max()
    })
}

fn value_by<G: Game>(oracle: &dyn Oracle<G>, game: &G, state: &G::State) -> Option<Value> {
    Value::from_score(oracle.probe(game, state)?)
}
