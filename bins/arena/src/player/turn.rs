//! Request for a move, its answer, and the trait of all players.

use std::time::Duration;

use plywright::Side;
use plywright::engine::{Go, Setup};

use super::fault::Fault;
use crate::record::EngineScore;

/// Request for a move.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// Starting position of the game.
    pub setup: &'a Setup,
    /// All moves since the start, as text.
    pub moves: &'a [String],
    /// The position's text.
    pub position: &'a str,
    /// Position text with the sides renamed so that the first side is to move.
    pub mover_pov: &'a str,
    /// Side to move.
    pub side: Side,
    /// Limits of the search.
    pub go: Go,
    /// Time from the request after which a player without an answer loses.
    pub allowed: Duration,
}

impl Turn<'_> {
    /// Time after which the player is stopped; `None` without a time limit.
    pub(super) fn budget(&self) -> Option<Duration> {
        /// Time lost in communication with a process.
        const OVERHEAD: Duration = Duration::from_millis(10);
        let by_clock = self.go.clocks[self.side.index()].map(|clock| clock.budget(OVERHEAD).soft);
        let by_move = self.go.move_time.map(|time| time.saturating_sub(OVERHEAD).max(time / 2));
        by_clock.into_iter().chain(by_move).min()
    }

    /// Makes the fault of a player that has not answered within `waited`.
    pub(super) fn late(&self, waited: Duration) -> Fault {
        let is_timed = self.go.move_time.is_some() || self.go.clocks[self.side.index()].is_some();
        if is_timed { Fault::Time { waited } } else { Fault::Stalled { waited } }
    }
}

/// A player's choice of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Text of the move.
    Move(String),
    /// Text of the move in the position with the first side to move.
    MoverPovMove(String),
    /// Text of the position after the move.
    Successor(String),
}

/// The answer to a [`Turn`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub choice: Choice,
    /// Last result that the search reported.
    pub finding: Finding,
    /// Time from the request to the answer.
    pub time: Duration,
}

/// Result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Score for the side to move.
    pub score: Option<EngineScore>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
}

/// An engine that plays games one after another. After a fault it can no longer be used.
pub trait Player: Send {
    /// Starts a new game. `seed` seeds the engine's random numbers.
    ///
    /// # Errors
    /// Returns a fault if the engine rejects the command or does not answer.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// Chooses a move.
    ///
    /// # Errors
    /// Returns a fault if the engine gives no answer, or none in time.
    fn choose(&mut self, turn: &Turn) -> Result<Answer, Fault>;

    /// Returns the engine's last lines of output, the oldest first.
    fn last_lines(&self) -> Vec<String>;

    /// Returns warnings about the engine that do not stop it from playing.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}
