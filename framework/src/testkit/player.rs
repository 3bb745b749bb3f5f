//! An engine and a game that it plays, for tests that set up positions, search them and play on.

use std::ops::{Deref, DerefMut};

use crate::engine::{DynEngine, DynGame, Go, SearchReport, SetOptionError, Setup, Task};
use crate::game::{DynLine, GameLine, Playable, SetupError};

/// An engine and the game that it plays. The type does not depend on the game: it holds the engine as a [`DynEngine`],
/// so a test does not compile the searches of the game again. It dereferences to [`DynEngine`], so the methods of the
/// engine can be called on it.
pub struct Player {
    engine: Box<dyn DynEngine>,
    /// The position, with the moves that led to it.
    pub line: Box<dyn DynLine>,
}

impl Player {
    /// Creates an engine for the rules of `game`, with default options, and a game at its start position.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory for the transposition table.
    pub fn new(game: &dyn DynGame) -> Result<Self, SetOptionError> {
        Ok(Self { engine: game.engine(None)?, line: game.start() })
    }

    /// Sets an option of the engine. If it changes the rules, the position is kept, or replaced by the start position
    /// if the new rules do not allow it. The moves so far may be dropped; see [`DynGame::adopt`].
    ///
    /// # Errors
    /// Returns the errors of [`DynEngine::set_option`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        self.engine.set_option(name, value)?;
        self.line = self.engine.dyn_game().adopt(&*self.line);
        Ok(())
    }

    /// Sets up a position and plays moves from it.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the position or a move is invalid.
    pub fn set_position(&mut self, setup: &Setup, moves: &[&str]) -> Result<(), SetupError> {
        self.line = self.engine.dyn_game().set_up(setup, moves)?;
        Ok(())
    }

    /// Begins another game at the start position. The engine forgets earlier searches.
    ///
    /// # Errors
    /// Returns the errors of [`DynEngine::new_game`].
    pub fn new_game(&mut self) -> Result<(), SetOptionError> {
        self.line = self.engine.dyn_game().start();
        self.engine.new_game()
    }

    /// Plays moves, given as text, from the current position, even after a draw rule has ended the game.
    ///
    /// # Errors
    /// Returns an error, and plays none of the moves, if one is unreadable or illegal.
    pub fn play(&mut self, moves: &[&str]) -> Result<(), SetupError> {
        self.line.replay(moves)
    }

    /// Creates a task that searches the current position with the limits in `go`, as [`DynEngine::search`] does.
    pub fn search(&self, go: &Go) -> Task<SearchReport> {
        self.engine.search(&*self.line, go)
    }

    /// Returns the current position.
    ///
    /// # Panics
    /// Panics if [`Player::line`] is not of the game `G`.
    pub fn state<G: Playable>(&self) -> &G::State {
        self.line.as_any().downcast_ref::<GameLine<G>>().expect("a line of the game").state()
    }
}

impl Deref for Player {
    type Target = dyn DynEngine;

    fn deref(&self) -> &Self::Target {
        &*self.engine
    }
}

impl DerefMut for Player {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.engine
    }
}
