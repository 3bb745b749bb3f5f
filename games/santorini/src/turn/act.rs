//! What a person does at the board in a turn, step by step.

use crate::square::{Direction, Square};

/// One thing that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Puts a worker down.
    Place(Square),
    /// Names the worker that is the female one.
    Female(Square),
    /// Chooses the worker on a square.
    Select(Square),
    /// Moves the chosen worker to a square.
    Move(Square),
    /// Moves the chosen worker to the first square, and the enemy who stood there to the second,
    /// where it came from.
    Swap(Square, Square),
    /// Moves the chosen worker to the first square, and the enemy who stood there to the second.
    Push(Square, Square),
    /// Moves the chosen worker to the first square, and removes the enemy on the second.
    Kill(Square, Square),
    /// Moves the female worker to a square.
    MoveFemale(Square),
    /// Moves an enemy from the first square to the second.
    Force(Square, Square),
    /// Builds a level.
    Build(Square),
    /// Builds a dome.
    Dome(Square),
    /// Takes a level away.
    Destroy(Square),
    /// Puts Talus on a square.
    Talus(Square),
    /// Uses a hero's power on a square.
    Hero(Square),
    /// Turns the wind, or stills it.
    Wind(Option<Direction>),
    /// Cannot move.
    NoMoves,
}
