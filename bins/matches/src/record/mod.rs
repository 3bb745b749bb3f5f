//! Records of any game. Their usual text format is like PGN: tags, then moves with comments. [`formats`] has the
//! other formats.
//!
//! The tags `White` and `Black` name the engines of the first and the second side. A side may move several
//! times in a row, so a move number is written only where the side changes: `N.` before moves of the first
//! side, `N...` before moves of the second. Data of a search are a comment `{score/depth time}` after the move. A
//! move of the opening has the comment `{book}`. The score is from the mover's view and has two decimals, or is in
//! whole points in a game that ends with a margin. A proven win or loss is `+M` or `-M`, followed by the number of
//! the winner's moves to the end.

mod error;
pub mod formats;
mod mif;
mod others;
mod pgn;
mod result;
pub mod rules;
mod score;
mod sgf;
mod variations;

use std::time::Duration;

use plywright::Side;
use plywright::engine::{Setup, SetupError};

pub use error::{FormatError, Place, RecordError, RecordProblem};
pub use pgn::RecordReader;
pub use result::GameResult;
pub use score::EngineScore;

/// Maximum size of a record in bytes, so that a file without end does not fill the memory.
const MAX_RECORD: u64 = 1 << 24;

/// A game, complete or unfinished.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GameRecord {
    /// Names and values that describe the game.
    pub tags: Tags,
    /// The comment before the first move.
    pub before: String,
    /// Moves of the game, in order.
    pub plies: Vec<Ply>,
    /// Result of the game.
    pub result: GameResult,
    /// The comment after the last move.
    pub comment: String,
}

impl GameRecord {
    /// Returns the starting position from the tag `FEN`; without it, the start of the game.
    pub fn setup(&self) -> Setup {
        self.tags.get("FEN").map_or(Setup::Start, |text| Setup::Text(text.to_owned()))
    }

    /// Appends a move. The text in [`GameRecord::comment`] stood before this move, so it is added to the comment of the
    /// previous move. If the move is the first, the text is added to [`GameRecord::before`].
    fn push(&mut self, ply: Ply) {
        let comment = std::mem::take(&mut self.comment);
        append(self.plies.last_mut().map_or(&mut self.before, |last| &mut last.comment), &comment);
        self.plies.push(ply);
    }

    /// Ends the list of moves. In a game without moves, moves the text in [`GameRecord::comment`] to the comment before
    /// the first move.
    fn end_moves(&mut self) {
        if self.plies.is_empty() {
            append(&mut self.before, &std::mem::take(&mut self.comment));
        }
        self.plies.shrink_to_fit();
    }

    /// Returns the names and values of rules in the tag `Options`. They are unchecked input:
    /// [`DynGame::with`](plywright::engine::DynGame::with) checks them and applies them.
    pub fn rules(&self) -> Vec<(&str, &str)> {
        let options = self.tags.get("Options").unwrap_or_default();
        let rules = options.split(',').filter_map(|option| option.split_once('='));
        rules.map(|(name, value)| (name.trim(), value.trim())).collect()
    }
}

/// Tags: names and values in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tags(pub Vec<(String, String)>);

impl Tags {
    /// Returns the value of the first tag with this name; `None` if there is no such tag. Case counts.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Appends a tag, even if there is one with the same name.
    pub fn push(&mut self, name: &str, value: impl Into<String>) {
        self.0.push((name.to_owned(), value.into()));
    }

    /// Appends the tags `SetUp` and `FEN` of a starting position. Adds nothing for the regular start of the game.
    pub fn push_setup(&mut self, setup: &Setup) {
        if let Setup::Text(text) | Setup::Named(text) = setup {
            self.push("SetUp", "1");
            self.push("FEN", text);
        }
    }

    /// Appends the tag `Options` with the names and values of rules. Adds nothing if there are none.
    pub fn push_rules(&mut self, rules: &[(String, String)]) {
        let rules: Vec<_> = rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !rules.is_empty() {
            self.push("Options", rules.join(","));
        }
    }

    /// Sets the value of the first tag with this name. Appends the tag if there is none.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.push(name, value),
        }
    }
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Ply {
    /// Side that moved, as the file says. [`GameRecord::follow`] sets it by the rules.
    pub side: Side,
    /// The move in the game's notation.
    pub text: String,
    /// How the move was chosen: whether it is from the opening, and what its search reported.
    pub note: PlyNote,
    /// Comment on the position after the move, without search data. A reader puts the comment after the last move into
    /// the record's [comment](GameRecord::comment) instead.
    pub comment: String,
    /// Numeric annotation glyphs such as `$1`, separated by spaces.
    pub glyphs: String,
    /// Alternatives to the move. Each is a record without tags.
    pub variations: Vec<GameRecord>,
    /// Place of the move in the file from which it was read.
    pub place: Place,
}

impl Ply {
    /// Returns the signs `!`, `?`, `!!`, `??`, `!?` and `?!` that the glyphs `$1` to `$6` stand for. Leaves out other
    /// glyphs.
    pub fn signs(&self) -> String {
        let number = |glyph: &str| glyph.strip_prefix('$')?.parse::<usize>().ok()?.checked_sub(1);
        let sign = |glyph| number(glyph).and_then(|index| pgn::SUFFIXES.get(index).copied());
        self.glyphs.split(' ').filter_map(sign).collect()
    }
}

/// How a move was chosen: from the opening, or by a search with this score, depth and time. What was not recorded is
/// `None`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PlyNote {
    /// Whether the move was played from the opening instead of by an engine.
    pub is_book: bool,
    /// Score from the view of the side that moved.
    pub score: Option<EngineScore>,
    /// Depth of the search in plies.
    pub depth: Option<u32>,
    /// Time that the engine spent on the move.
    pub time: Option<Duration>,
}

/// Sets the number of the move in an error about a move, counted from 1. Returns any other error unchanged.
pub fn numbered(error: SetupError, number: usize) -> SetupError {
    match error {
        SetupError::Move { error, .. } => SetupError::Move { number, error },
        other => other,
    }
}

/// Appends `words` to `text`, with a space between them if neither is empty.
fn append(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}
