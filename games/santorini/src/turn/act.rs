//! What a person does at the board in a turn, step by step.

use crate::square::{Direction, Square};

/// One thing that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Puts a worker down.
    Place(Square),
    /// Says which worker is the female one.
    Female(Square),
    /// Takes a worker in hand.
    Select(Square),
    /// Moves it to a square.
    Move(Square),
    /// Moves it to the first square, and the enemy who stood there to the second, where it came from.
    Swap(Square, Square),
    /// Moves it to a square, and the enemy who stood on the second square to the third.
    Push(Square, Square, Square),
    /// Moves it to a square, and removes the enemy from the second one.
    Kill(Square, Square),
    /// Moves the female worker to a square.
    MoveFemale(Square),
    /// Moves an enemy.
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
