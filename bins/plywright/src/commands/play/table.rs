//! A game in the terminal: its position, its moves and the sides that the person plays. Prints nothing.

use clap::ValueEnum;
use plywright::engine::{DynEngine, Outcome, SetOptionError, Setup, SetupError};
use plywright::game::DynLine;
use plywright::{Ending, Scene, Side, shorten};
use plywright_matches::record::{GameRecord, GameResult, Ply, PlyNote, Tags, numbered};

use crate::commands::matches::LEVEL_OPTION;

/// Reason for refusing a request after the end of the game.
pub const OVER: &str = "the game is over; `undo` takes back, `new` begins another, `quit` ends";

/// Reason why a request is refused, in words for the person.
#[derive(Debug)]
pub struct Refusal(pub String);

impl<E: ToString> From<E> for Refusal {
    fn from(reason: E) -> Self {
        Self(reason.to_string())
    }
}

/// Result of changing the game: a note for the person, if any, or the reason for a refusal.
pub type Changed = Result<Option<String>, Refusal>;

/// Sides that a person plays. The engine plays any other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Seats {
    /// The side that moves first
    First,
    /// The side that moves second
    Second,
    /// Both sides, without the engine
    Both,
    /// No side: the engine plays itself
    None,
}

impl Seats {
    pub fn have(self, side: Side) -> bool {
        match self {
            Self::First => side == Side::First,
            Self::Second => side == Side::Second,
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// A game with the sides that the person plays.
pub struct Table {
    pub engine: Box<dyn DynEngine>,
    /// The current position with the moves of the game.
    pub line: Box<dyn DynLine>,
    pub seats: Seats,
    setup: Setup,
    plies: Vec<Ply>,
    pub resigned: Option<Side>,
    /// What stood on the board before the last turn; the drawing marks what the turn has changed. `None` before the
    /// first move, and directly after moves were taken back.
    before_turn: Option<Scene>,
}

impl Table {
    /// Begins a game. `line` must be at the position of `setup`.
    pub fn new(engine: Box<dyn DynEngine>, line: Box<dyn DynLine>, seats: Seats, setup: Setup) -> Self {
        Self { engine, line, seats, setup, plies: Vec::new(), resigned: None, before_turn: None }
    }

    /// Continues a recorded game after its last move.
    pub fn of_record(
        engine: Box<dyn DynEngine>,
        seats: Seats,
        record: &GameRecord,
    ) -> Result<Self, SetupError> {
        let setup = record.setup();
        let line = engine.dyn_game().set_up(&setup, &[])?;
        let mut table = Self::new(engine, line, seats, setup);
        for (index, ply) in record.plies.iter().enumerate() {
            let played = table.play_ply(&ply.text, ply.note.clone());
            played.map_err(|error| numbered(error, index + 1))?;
        }
        Ok(table)
    }

    /// Whether the game is over by the rules or by resignation.
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// Plays moves, each given as its text or as its number in the list of legal moves. If a move is refused, takes
    /// back the moves before it, so that none is played.
    pub fn play<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) -> Changed {
        let (known, before_turn) = (self.plies.len(), self.before_turn.clone());
        let result = words.try_for_each(|word| self.play_word(word));
        if result.is_err() {
            self.take_back_to(known);
            self.before_turn = before_turn;
        }
        result.map(|()| None)
    }

    fn play_word(&mut self, word: &str) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(OVER.into());
        }
        let refuse =
            |reason| Refusal(format!("{reason}; `moves` lists the legal moves, `help` the commands"));
        let text = resolve(word, &self.line.move_texts()).map_err(refuse)?;
        self.play_ply(&text, PlyNote::default()).map_err(|error| match error {
            SetupError::Move { error, .. } => refuse(error.to_string()),
            other => other.into(),
        })
    }

    /// Plays a move and records it with the data of its search. A draw by repetition or by a move limit does not
    /// prevent the move; [`Table::play`] checks for the end of the game.
    pub fn play_ply(&mut self, text: &str, note: PlyNote) -> Result<(), SetupError> {
        let side = self.line.side();
        let scene = self.line.scene();
        self.line.replay(&[text])?;
        if self.plies.last().is_none_or(|last| last.side != side) {
            self.before_turn = Some(scene);
        }
        self.plies.push(Ply { side, text: text.to_owned(), note, ..Ply::default() });
        Ok(())
    }

    /// Resigns the game for the person. If the person plays both sides, the side to move resigns.
    pub fn resign(&mut self) -> Changed {
        if self.is_over() {
            return Err(OVER.into());
        }
        self.resigned = match self.seats {
            Seats::First => Some(Side::First),
            Seats::Second => Some(Side::Second),
            Seats::Both => Some(self.line.side()),
            Seats::None => return Err("the engine plays both sides; the command `side` changes this".into()),
        };
        Ok(None)
    }

    /// Takes back moves to the beginning of the person's last turn, which may be the current one. If a side
    /// has resigned, takes back only the resignation.
    pub fn undo(&mut self) -> Changed {
        if self.resigned.take().is_some() {
            return Ok(None);
        }
        let plies = &self.plies;
        let begins_turn = |index: &usize| {
            let side = plies[*index].side;
            self.seats.have(side) && (*index == 0 || plies[index - 1].side != side)
        };
        let turn = (0..plies.len()).rev().find(begins_turn);
        let turn = turn.ok_or("you have not played yet, so nothing can be taken back")?;
        self.take_back_to(turn);
        Ok(None)
    }

    /// Starts another game from the same starting position. The engine forgets the results of earlier
    /// searches.
    pub fn new_game(&mut self) -> Changed {
        self.engine.new_game()?;
        self.line = self.engine.dyn_game().set_up(&self.setup, &[])?;
        self.clear();
        Ok(None)
    }

    /// Starts a game from another position. The note is the warning about the position, if any.
    pub fn set_up(&mut self, text: &str) -> Changed {
        let setup = Setup::Text(text.to_owned());
        let game = self.engine.dyn_game();
        self.line = game.set_up(&setup, &[])?;
        self.clear();
        let warning = game.warning(&setup);
        self.setup = setup;
        Ok(warning)
    }

    /// Sets the engine's option for the level, and ends a limit of the strength by a rating.
    pub fn set_level(&mut self, level: &str) -> Result<(), SetOptionError> {
        self.engine.set_option(LEVEL_OPTION, level)?;
        self.engine.change(&|settings| settings.limit_strength = false)
    }

    /// Returns the strength of the engine: its rating, if one is in force instead of the level, or its level.
    pub fn strength(&self) -> String {
        let settings = self.engine.settings();
        let is_rated = settings.limit_strength && settings.levels.elo_range().is_some();
        if is_rated { format!("Elo {}", settings.elo) } else { format!("level {}", settings.level()) }
    }

    fn clear(&mut self) {
        (self.resigned, self.before_turn) = (None, None);
        self.plies.clear();
    }

    fn take_back_to(&mut self, length: usize) {
        while self.plies.len() > length && self.line.undo().is_some() {
            self.plies.pop();
            self.before_turn = None;
        }
    }

    /// Draws the board with brackets around the places that the last turn has changed. A game that draws its board in a
    /// form of its own has no brackets.
    pub fn drawing(&self) -> String {
        let (drawing, scene) = (self.line.drawing(), self.line.scene());
        let marked = self.before_turn.as_ref().map(|before| scene.changed_places(before));
        match (marked, drawing.strip_prefix(&scene.to_string())) {
            (Some(marked), Some(rest)) => scene.drawing(&marked) + rest,
            _ => drawing,
        }
    }

    /// Returns the game as a record that states `rules` and calls the engine by the name of the program, or `None`
    /// before the first move.
    pub fn record(&self, rules: &[(String, String)], program: &str) -> Option<GameRecord> {
        if self.plies.is_empty() {
            return None;
        }
        let result = self.ending().map_or(GameResult::Unknown, GameResult::from);
        let strength = self.strength();
        let name = |side| {
            if self.seats.have(side) { "Person".to_owned() } else { format!("{program} {strength}") }
        };
        let mut tags = Tags::default();
        tags.push("Event", "A game in the terminal");
        tags.push("White", name(Side::First));
        tags.push("Black", name(Side::Second));
        tags.push("Result", result.to_string());
        tags.push("Game", self.line.facts().game);
        tags.push("Variant", self.line.facts().variant.clone());
        tags.push_rules(rules);
        tags.push_setup(&self.setup);
        let comment = self.resigned.map(|side| format!("{} resigns", self.line.scene().side_name(side)));
        let comment = comment.unwrap_or_default();
        Some(GameRecord { tags, plies: self.plies.clone(), result, comment, ..GameRecord::default() })
    }

    /// Returns the result of the game; `None` while it is unfinished.
    pub fn ending(&self) -> Option<Ending> {
        match (self.resigned, self.line.outcome()) {
            (Some(side), _) => Some(Ending::Win(side.other())),
            (None, Outcome::Over(ending)) => Some(ending),
            (None, Outcome::Open) => None,
        }
    }
}

/// Whether the moves can also be given by number. They cannot if the text of any move is a number.
pub fn are_numbered(legal: &[String]) -> bool {
    legal.iter().all(|text| text.parse::<usize>().is_err())
}

/// Converts a word to the text of a move. If the moves [`are_numbered`], a number selects a move of `legal`, from 1.
/// Any other word is returned unchanged, even if it is not a legal move. Returns an error for a number that is not in
/// the list.
pub fn resolve(word: &str, legal: &[String]) -> Result<String, String> {
    let Some(number) = word.parse::<usize>().ok().filter(|_| are_numbered(legal)) else {
        return Ok(word.to_owned());
    };
    let found = number.checked_sub(1).and_then(|index| legal.get(index));
    found.cloned().ok_or_else(|| {
        format!("no move has the number {}, expected a number from 1 to {}", shorten(word), legal.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_names_the_program() {
        let game = plywright::engine::game_of::<plywright_mill::Mill>();
        let mut table = Table::new(game.engine(Some(1)).unwrap(), game.start(), Seats::First, Setup::Start);
        table.play(["d6"].into_iter()).unwrap();
        let record = table.record(&[], "Nim").unwrap();
        assert_eq!(record.tags.get("White"), Some("Person"));
        assert!(record.tags.get("Black").is_some_and(|name| name.starts_with("Nim level ")));
    }

    #[test]
    fn numbers_count_from_one_unless_they_are_moves() {
        let texts = |words: [&str; 2]| words.map(str::to_owned);
        let legal = texts(["b", "a"]);
        assert_eq!(resolve("2", &legal).as_deref(), Ok("a"));
        assert_eq!(resolve("b", &legal).as_deref(), Ok("b"));
        assert!(resolve("3", &legal).is_err() && resolve("0", &legal).is_err());
        assert_eq!(resolve("2", &texts(["4", "2"])).as_deref(), Ok("2"));
    }
}
