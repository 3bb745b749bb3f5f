//! Whole turns: a side may make several moves in one turn, and tables hold only positions between turns.

use super::error::SolveError;
use crate::rules::{Ending, Game, Hints, Moves, State};
use crate::search::{Child, Turn, Value};
use crate::text::Notation;

/// Result of a turn.
pub(super) enum Reached<'a, S> {
    /// The game is over, with this value for the side that made the turn.
    Ended(Value),
    /// The other side is to move in this position.
    Position(&'a S),
}

/// Receives the result of each turn.
type Visit<'v, G> = &'v mut dyn FnMut(Reached<'_, <G as Game>::State>) -> Result<(), SolveError>;

/// Calls `visit` with the result of each turn of the side to move. The game must not be over.
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
        let Child { state: next, turn } = Child::new(game, state, mv);
        match game.ending(&next) {
            Some(Ending::Margin(_)) => return Err(SolveError::Margin),
            Some(ending) => {
                let value = Value::of_turn(ending, mover).ok_or_else(|| no_alternation(mv))?;
                visit(Reached::Ended(value))?;
            }
            None => match turn {
                Turn::Passed => visit(Reached::Position(&next))?,
                Turn::Continues => each(game, &next, visit)?,
                Turn::Again => return Err(no_alternation(mv)),
            },
        }
    }
    Ok(())
}
