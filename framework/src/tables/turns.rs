//! Whole turns: a side may make several moves before the turn passes, and tables hold only positions between
//! turns.

use super::error::SolveError;
use super::value::Value;
use crate::game::{Ending, Game, Moves, State};
use crate::hints::Hints;
use crate::side::Side;

/// Where a turn leads.
pub(super) enum Reached<'a, S> {
    /// The game has ended, with this value for the side that made the turn.
    Ended(Value),
    /// The other side is to move in this position.
    Position(&'a S),
}

/// What is to be done with each.
type Visit<'v, G> = &'v mut dyn FnMut(Reached<'_, <G as Game>::State>) -> Result<(), SolveError>;

/// Calls `visit` with what each turn of the side to move leads to. The game must not be over.
pub(super) fn each<G: Hints>(game: &G, state: &G::State, visit: Visit<'_, G>) -> Result<(), SolveError> {
    let mover = state.side();
    let mut list = Moves::new();
    game.distinct_moves(state, &mut list);
    for mv in list {
        let mut next = state.clone();
        game.play(&mut next, mv);
        match game.ending(&next) {
            Some(ending) => visit(Reached::Ended(value_of(ending, mover)?))?,
            None if next.side() != mover => visit(Reached::Position(&next))?,
            None if game.continues_turn(&next) => each(game, &next, visit)?,
            None => return Err(SolveError::Turns),
        }
    }
    Ok(())
}

/// The value of a turn that ends the game, for the side that made it.
pub(super) fn value_of(ending: Ending, mover: Side) -> Result<Value, SolveError> {
    match ending {
        Ending::Draw => Ok(Value::DRAW),
        Ending::Win(winner) if winner == mover => Value::LOST.one_turn_before().ok_or(SolveError::TooLong),
        Ending::Win(_) => Err(SolveError::Turns),
        Ending::Margin(_) => Err(SolveError::Margin),
    }
}
