//! An engine with a game so far, for tests that set up positions, search them and play on.

use std::ops::{Deref, DerefMut};

use crate::engine::{DynEngine, DynGame, Go, SearchReport, SetOptionError, Setup, Task};
use crate::game::{DynLine, GameLine, Playable, SetupError};

/// An engine with a game so far. It hides the type of its game, so a test does not compile a second engine for the
/// game.
pub struct Player {
    engine: Box<dyn DynEngine>,
    /// The game so far.
    pub line: Box<dyn DynLine>,
}

impl Player {
    /// Creates an engine for these rules, and a game at its start.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory for the transposition table.
    pub fn new(game: &dyn DynGame) -> Result<Self, SetOptionError> {
        Ok(Self { engine: game.engine(None)?, line: game.start() })
    }

    /// Sets an option, and continues the game under the new rules.
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

    /// Plays moves.
    ///
    /// # Errors
    /// Returns an error, and plays no move, if a move cannot be played.
    pub fn play(&mut self, moves: &[&str]) -> Result<(), SetupError> {
        self.line.replay(moves)
    }

    /// Creates a task that searches the position.
    pub fn search(&self, go: &Go) -> Task<SearchReport> {
        self.engine.search(&*self.line, go)
    }

    /// Returns the position.
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
