//! What a match asks of an engine, and what it answers.

use std::time::Duration;

use plywright::Side;
use plywright::engine::{Go, Setup};

use super::fault::Fault;
use crate::record::EngineScore;

/// A position in which a player has to move.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// Where the game started.
    pub setup: &'a Setup,
    /// All moves since, as texts.
    pub moves: &'a [String],
    /// The position's text.
    pub position: &'a str,
    /// The position's text with the sides named so that the first one is to move.
    pub mover_view: &'a str,
    /// Whose turn it is.
    pub side: Side,
    /// What ends the search.
    pub go: Go,
    /// When a player that has not answered has lost, counted from the request.
    pub allowed: Duration,
}

impl Turn<'_> {
    /// Time for a player that has to be stopped; `None` when nothing limits the time.
    pub(super) fn budget(&self) -> Option<Duration> {
        /// What is lost on the way to a process and back.
        const OVERHEAD: Duration = Duration::from_millis(10);
        let by_clock = self.go.clocks[self.side.index()].map(|clock| clock.budget(OVERHEAD).soft);
        let by_move = self.go.move_time.map(|time| time.saturating_sub(OVERHEAD).max(time / 2));
        by_clock.into_iter().chain(by_move).min()
    }

    /// The fault of a player that has not answered within `waited`.
    pub(super) fn late(&self, waited: Duration) -> Fault {
        let is_timed = self.go.move_time.is_some() || self.go.clocks[self.side.index()].is_some();
        if is_timed { Fault::Time { waited } } else { Fault::Stalled { waited } }
    }
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move, as a text.
    Move(String),
    /// A move, as a text about the position in which the first side is to move.
    MoverViewMove(String),
    /// The position that the move leads to, as a text.
    Successor(String),
}

/// The answer to a [`Turn`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub choice: Choice,
    /// What the search said about it last.
    pub finding: Finding,
    /// Time from the request to the answer.
    pub time: Duration,
}

/// What a search has found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// The value for the side to move.
    pub score: Option<EngineScore>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
}

/// One engine that plays one game after the other. After a fault it is of no use any more.
pub trait Player: Send {
    /// What follows belongs to another game, whose chance depends on `seed`.
    ///
    /// # Errors
    /// When the engine refuses, or does not answer.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// The player's move.
    ///
    /// # Errors
    /// When the engine gives no answer, or none in time.
    fn choose(&mut self, turn: &Turn) -> Result<Answer, Fault>;

    /// The last lines that the engine said, the oldest first.
    fn last_lines(&self) -> Vec<String>;

    /// What is odd about the engine although it plays.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}
