//! The table at which a game is played: the position, how it came about, and who sits where.

use plywright::Side;
use plywright::engine::{DynEngine, Outcome, SetOptionError, Setup, SetupError};
use thiserror::Error;

use super::request::resolve;
use crate::arguments::Seats;

/// Why a request changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InputError {
    /// A word is not a move; of several moves none was played then.
    #[error("{reason}; `moves` lists the legal moves, `help` the words")]
    Move {
        /// What is wrong with it.
        reason: String,
    },
    /// There is nothing left to play.
    #[error("the game is over; `undo` takes back, `new` begins another, `quit` ends")]
    Over,
    /// The person has not had a turn yet.
    #[error("you had no turn yet that could be taken back")]
    NothingToUndo,
    /// Not a position of the game.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// Not a value of the option.
    #[error(transparent)]
    Option(#[from] SetOptionError),
    /// No legal move begins so.
    #[error("no legal move begins with '{0}'; `moves` lists them all")]
    Beginning(String),
    /// Not a choice of seats.
    #[error("'{0}' is no choice of sides, expected first, second, both or none")]
    Seats(String),
}

impl Seats {
    /// Whether a person plays this side.
    pub fn have(self, side: Side) -> bool {
        match self {
            Self::First => side == Side::First,
            Self::Second => side == Side::Second,
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// A game that is played in the terminal: the engine, who sits where, and the moves.
pub struct Table {
    /// The engine, in the present position.
    pub engine: Box<dyn DynEngine>,
    /// Who sits where.
    pub seats: Seats,
    setup: Setup,
    /// The side that made each move so far.
    movers: Vec<Side>,
}

impl Table {
    /// A table with the engine's position on it.
    pub fn new(engine: Box<dyn DynEngine>, seats: Seats) -> Self {
        let setup = Setup::Text(engine.position_text());
        Self { engine, seats, setup, movers: Vec::new() }
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.engine.side()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.engine.outcome() != Outcome::Open
    }

    /// Plays moves, given by text or number: all of them or none.
    pub fn play(&mut self, words: &[String]) -> Result<(), InputError> {
        let known = self.movers.len();
        let result = words.iter().try_for_each(|word| self.play_one(word));
        if result.is_err() {
            self.take_back_to(known);
        }
        result
    }

    fn play_one(&mut self, word: &str) -> Result<(), InputError> {
        if self.is_over() {
            return Err(InputError::Over);
        }
        let text = resolve(word, &self.engine.legal_moves()).map_err(|reason| InputError::Move { reason })?;
        let mover = self.side();
        self.engine.play(&[&text]).map_err(|error| match error {
            SetupError::Move { error, .. } => InputError::Move { reason: error.to_string() },
            other => other.into(),
        })?;
        self.movers.push(mover);
        Ok(())
    }

    /// Takes back to the beginning of the person's last turn, which may be the present one.
    pub fn undo(&mut self) -> Result<(), InputError> {
        let movers = &self.movers;
        let begins_turn = |index: &usize| {
            self.seats.have(movers[*index]) && (*index == 0 || movers[index - 1] != movers[*index])
        };
        let turn = (0..movers.len()).rev().find(begins_turn).ok_or(InputError::NothingToUndo)?;
        self.take_back_to(turn);
        Ok(())
    }

    /// Begins another game from where this one began; the engine forgets what it thought.
    pub fn new_game(&mut self) -> Result<(), InputError> {
        self.engine.new_game()?;
        self.movers.clear();
        Ok(self.engine.set_position(&self.setup, &[]).map(drop)?)
    }

    /// Sets up a position and returns what is odd about it.
    pub fn set_up(&mut self, text: &str) -> Result<Option<String>, InputError> {
        let setup = Setup::Text(text.to_owned());
        let warning = self.engine.set_position(&setup, &[])?;
        self.setup = setup;
        self.movers.clear();
        Ok(warning)
    }

    /// Takes back all moves but the first `length` ones.
    fn take_back_to(&mut self, length: usize) {
        while self.movers.len() > length && self.engine.undo() {
            self.movers.pop();
        }
    }
}
