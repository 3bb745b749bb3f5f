//! An engine with a game so far, for tests that set up positions, search them and play on.

use std::ops::{Deref, DerefMut};

use crate::engine::{DynEngine, Engine, Go, SearchReport, SetOptionError, Setup, Task};
use crate::game::{DynLine, GameLine, Playable, SetupError};

/// An engine with a game so far.
pub struct Player<G: Playable> {
    engine: Engine<G>,
    /// The game so far.
    pub line: Box<dyn DynLine>,
}

impl<G: Playable> Player<G> {
    /// Creates an engine for the named variant, or for the default variant if `variant` is `None`.
    ///
    /// # Errors
    /// Returns an error if there is no such variant or not enough memory for the transposition table.
    pub fn new(variant: Option<&str>) -> Result<Self, SetOptionError> {
        let engine = Engine::new(variant)?;
        let line = engine.dyn_game().start();
        Ok(Self { engine, line })
    }

    /// Sets an option, and continues under the rules after it.
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
    /// Panics if [`Player::line`] was replaced by a line of another game.
    pub fn state(&self) -> &G::State {
        self.line.as_any().downcast_ref::<GameLine<G>>().expect("a line of the game").state()
    }
}

impl<G: Playable> Deref for Player<G> {
    type Target = Engine<G>;

    fn deref(&self) -> &Engine<G> {
        &self.engine
    }
}

impl<G: Playable> DerefMut for Player<G> {
    fn deref_mut(&mut self) -> &mut Engine<G> {
        &mut self.engine
    }
}
