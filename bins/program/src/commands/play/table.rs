//! The table at which a game is played: the position, how it came about, and who sits where.

use clap::ValueEnum;
use plywright::engine::{DynEngine, Outcome, SetOptionError, Setup, SetupError};
use plywright::{Ending, Scene, Side};
use plywright_arena::analysis::start_of;
use plywright_arena::record::{GameRecord, GameResult, Ply, PlyNote, Tags};
use thiserror::Error;

use super::request::resolve;
use crate::output::OutputError;

/// Why a request changes nothing.
#[derive(Debug, Error)]
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
    /// Nobody sits there who could resign.
    #[error("the engine plays both sides; `side` gives you one")]
    NobodyToResign,
    /// There is no file to save to.
    #[error("save where? expected `save FILE`")]
    NoFile,
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
    /// The game cannot be saved.
    #[error(transparent)]
    Save(#[from] OutputError),
}

/// The sides that a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Seats {
    /// The side that begins
    First,
    /// The other side
    Second,
    /// Both sides, without the engine
    Both,
    /// No side: the engine plays itself
    None,
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
    /// Where the game began.
    setup: Setup,
    plies: Vec<Ply>,
    /// The side that has given up.
    resigned: Option<Side>,
    /// The scene before the last turn.
    before_turn: Option<Scene>,
}

impl Table {
    /// A table with the engine's position on it, which is that of `setup`.
    pub fn new(engine: Box<dyn DynEngine>, seats: Seats, setup: Setup) -> Self {
        Self { engine, seats, setup, plies: Vec::new(), resigned: None, before_turn: None }
    }

    /// A table on which a recorded game goes on.
    pub fn of_record(
        mut engine: Box<dyn DynEngine>,
        seats: Seats,
        record: &GameRecord,
    ) -> Result<Self, SetupError> {
        let setup = start_of(record);
        engine.set_position(&setup, &[])?;
        let mut table = Self::new(engine, seats, setup);
        for (index, ply) in record.plies.iter().enumerate() {
            let played = table.play_ply(&ply.text, ply.note.clone());
            played.map_err(|error| plywright_arena::analysis::numbered(error, index + 1))?;
        }
        Ok(table)
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.engine.side()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.engine.outcome() != Outcome::Open
    }

    /// The side that has given up.
    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// Plays moves, given by text or number: all of them or none.
    pub fn play(&mut self, words: &[String]) -> Result<(), InputError> {
        let known = self.plies.len();
        let result = words.iter().try_for_each(|word| self.play_word(word));
        if result.is_err() {
            self.take_back_to(known);
        }
        result
    }

    fn play_word(&mut self, word: &str) -> Result<(), InputError> {
        if self.is_over() {
            return Err(InputError::Over);
        }
        let text = resolve(word, &self.engine.legal_moves()).map_err(|reason| InputError::Move { reason })?;
        self.play_ply(&text, PlyNote::default()).map_err(|error| match error {
            SetupError::Move { error, .. } => InputError::Move { reason: error.to_string() },
            other => other.into(),
        })
    }

    /// Plays a move with what its search has found.
    pub fn play_ply(&mut self, text: &str, note: PlyNote) -> Result<(), SetupError> {
        let side = self.side();
        let scene = self.engine.scene();
        self.engine.play(&[text])?;
        if self.plies.last().is_none_or(|last| last.side != side) {
            self.before_turn = Some(scene);
        }
        self.plies.push(Ply { side, text: text.to_owned(), note, ..Ply::default() });
        Ok(())
    }

    /// Gives the game up for the person; at a table of two, for the side to move.
    pub fn resign(&mut self) -> Result<(), InputError> {
        if self.is_over() {
            return Err(InputError::Over);
        }
        self.resigned = match self.seats {
            Seats::First => Some(Side::First),
            Seats::Second => Some(Side::Second),
            Seats::Both => Some(self.side()),
            Seats::None => return Err(InputError::NobodyToResign),
        };
        Ok(())
    }

    /// Takes back to the beginning of the person's last turn, which may be the present one. A resignation is
    /// taken back first.
    pub fn undo(&mut self) -> Result<(), InputError> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let plies = &self.plies;
        let begins_turn = |index: &usize| {
            let side = plies[*index].side;
            self.seats.have(side) && (*index == 0 || plies[index - 1].side != side)
        };
        let turn = (0..plies.len()).rev().find(begins_turn).ok_or(InputError::NothingToUndo)?;
        self.take_back_to(turn);
        Ok(())
    }

    /// Begins another game from where this one began; the engine forgets earlier searches.
    pub fn new_game(&mut self) -> Result<(), InputError> {
        self.engine.new_game()?;
        self.engine.set_position(&self.setup, &[])?;
        self.clear();
        Ok(())
    }

    /// Sets up a position and returns what is odd about it.
    pub fn set_up(&mut self, text: &str) -> Result<Option<String>, InputError> {
        let setup = Setup::Text(text.to_owned());
        let warning = self.engine.set_position(&setup, &[])?;
        self.setup = setup;
        self.clear();
        Ok(warning)
    }

    fn clear(&mut self) {
        (self.resigned, self.before_turn) = (None, None);
        self.plies.clear();
    }

    /// Takes back all moves but the first `length` ones.
    fn take_back_to(&mut self, length: usize) {
        while self.plies.len() > length && self.engine.undo() {
            self.plies.pop();
            self.before_turn = None;
        }
    }

    /// The board, with the places in brackets that the last turn has changed.
    pub fn drawing(&self) -> String {
        let (drawing, scene) = (self.engine.board().drawing, self.engine.scene());
        let marked = self.before_turn.as_ref().map(|before| scene.changed_places(before));
        match (marked, drawing.strip_prefix(&scene.to_string())) {
            (Some(marked), Some(rest)) => scene.drawing(&marked) + rest,
            _ => drawing,
        }
    }

    /// The game as a record; `None` before the first move. Names of both players go into it.
    pub fn record(&self, rules: &[(String, String)]) -> Option<GameRecord> {
        if self.plies.is_empty() {
            return None;
        }
        let result = match (self.resigned, self.engine.outcome()) {
            (Some(side), _) => GameResult::Win(side.other()),
            (None, Outcome::Over(ending)) => ending.winner().map_or(GameResult::Draw, GameResult::Win),
            (None, Outcome::Open) => GameResult::Unknown,
        };
        let level = self.engine.settings().level();
        let name = |side| {
            if self.seats.have(side) { "Person".to_owned() } else { format!("Plywright level {level}") }
        };
        let mut tags = Tags::default();
        tags.push("Event", "A game in the terminal");
        tags.push("White", name(Side::First));
        tags.push("Black", name(Side::Second));
        tags.push("Result", result.to_string());
        tags.push("Game", self.engine.game_name());
        tags.push("Variant", self.engine.board().variant);
        if !rules.is_empty() {
            let rules: Vec<_> = rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
            tags.push("Options", rules.join(","));
        }
        if let Setup::Text(text) = &self.setup {
            tags.push("SetUp", "1");
            tags.push("FEN", text.as_str());
        }
        let comment = self.resigned.map(|side| format!("{} resigns", self.engine.scene().side_name(side)));
        Some(GameRecord { tags, plies: self.plies.clone(), result, comment: comment.unwrap_or_default() })
    }

    /// How the game ended; `None` while it is on.
    pub fn ending(&self) -> Option<Ending> {
        match (self.resigned, self.engine.outcome()) {
            (Some(side), _) => Some(Ending::Win(side.other())),
            (None, Outcome::Over(ending)) => Some(ending),
            (None, Outcome::Open) => None,
        }
    }
}
