//! Whole turns: a side may make several moves before the turn passes, and tables hold only positions between
//! turns.

use super::error::SolveError;
use super::value::Value;
use crate::game::{Ending, Game, Moves, State};
use crate::hints::Hints;
use crate::notation::Notation;
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
pub(super) fn each<G: Hints + Notation>(
    game: &G,
    state: &G::State,
    visit: Visit<'_, G>,
) -> Result<(), SolveError> {
    let no_alternation =
        |mv| SolveError::Turns { position: game.position_text(state), mv: game.move_text(state, mv) };
    let mover = state.side();
    let mut list = Moves::new();
    game.distinct_moves(state, &mut list);
    for mv in list {
        let mut next = state.clone();
        game.play(&mut next, mv);
        match game.ending(&next) {
            Some(Ending::Margin(_)) => return Err(SolveError::Margin),
            Some(ending) => {
                let value = value_of(ending, mover).ok_or_else(|| no_alternation(mv))?;
                visit(Reached::Ended(value))?;
            }
            None if next.side() != mover => visit(Reached::Position(&next))?,
            None if game.continues_turn(&next) => each(game, &next, visit)?,
            None => return Err(no_alternation(mv)),
        }
    }
    Ok(())
}

/// The value of a turn that ends the game, for the side that made it; `None` for a turn that loses and for
/// games of points.
pub(super) fn value_of(ending: Ending, mover: Side) -> Option<Value> {
    match ending {
        Ending::Draw => Some(Value::DRAW),
        Ending::Win(winner) if winner == mover => Value::LOST.one_turn_before(),
        Ending::Win(_) | Ending::Margin(_) => None,
    }
}
