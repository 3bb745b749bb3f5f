//! The single acts of a person during a turn.

use crate::square::{Direction, Square};

/// One act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Puts a worker down.
    Place(Square),
    /// Marks a worker as the female one.
    Female(Square),
    /// Chooses the worker on a square.
    Select(Square),
    /// Moves the chosen worker to a square.
    Move(Square),
    /// Moves the chosen worker to the first square, and the enemy on it to the second square, where the
    /// worker came from.
    Swap(Square, Square),
    /// Moves the chosen worker to the first square, and the enemy on it to the second.
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
    /// Removes a level.
    Destroy(Square),
    /// Places Talus on a square.
    Talus(Square),
    /// Uses a hero's power on a square.
    Hero(Square),
    /// Turns the wind, or stills it.
    Wind(Option<Direction>),
    /// Cannot move.
    NoMoves,
}
