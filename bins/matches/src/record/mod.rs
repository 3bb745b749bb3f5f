//! Records of any game. Their usual text format is like PGN: tags, then moves with comments. [`formats`] has the
//! other formats.
//!
//! The tags `White` and `Black` name the engines of the first and the second side. A side may move several
//! times in a row, so a move number is written only where the side changes: `N.` before moves of the first
//! side, `N...` before moves of the second. Data of a search are a comment `{score/depth time}` after the move. A
//! move of the opening has the comment `{book}`. The score is from the mover's view and has two decimals, or is in
//! whole points in a game that ends with a margin. A proven win or loss is `+M` or `-M`, followed by the number of
//! the winner's moves to the end.

pub mod formats;
mod mif;
mod pgn;
pub mod rules;
mod sgf;
mod variations;

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use plywright::engine::{Setup, SetupError};
use plywright::game::DynLine;
use plywright::{Ending, Score, Side};
use thiserror::Error;

use crate::files::LocatedError;
use crate::stats::GameScore;
pub use pgn::RecordReader;

/// Size of a record in bytes from which it is refused, so that a file without end does not fill the memory.
const MAX_RECORD: u64 = 1 << 24;

/// Place in a text. All places compare equal, so that two records with the same content are equal wherever they stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The line number, from 1; 0 if the place is unknown.
    pub line: u64,
    /// The column in characters, from 1; 0 if the place is unknown.
    pub column: u64,
}

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Reason why a record cannot be written in a format.
#[derive(Debug, Error)]
pub enum FormatError {
    /// The start position or a move is illegal.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The format cannot express the record.
    #[error("{0}")]
    Unfit(String),
}

/// Error in a record, with its place in the file.
#[derive(Debug, Error)]
#[error("{place}: {problem}")]
pub struct RecordError {
    /// Place of the error.
    pub place: Place,
    /// Reason why the record cannot be read.
    #[source]
    pub problem: RecordProblem,
}

/// Reason why a record cannot be read.
#[derive(Debug, Error)]
pub enum RecordProblem {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// The record ends early, for example because its writer was interrupted.
    #[error("{0}")]
    Incomplete(String),
    /// The text of the record is malformed.
    #[error("{0}")]
    Malformed(String),
    /// The record is too large. No further record is read.
    #[error("a record of more than {MAX_RECORD} bytes")]
    TooLarge,
}

impl RecordError {
    /// Converts the error to one that names the file `path` and the place in it.
    pub fn in_file(self, path: &Path) -> LocatedError {
        LocatedError::new(path, self.problem).at(self.place)
    }
}

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

    /// Appends a move. What has been read into [`GameRecord::comment`] stood before this move, so it becomes the
    /// comment on the previous move or, if there is none, the comment before the first move.
    fn push(&mut self, ply: Ply) {
        let comment = std::mem::take(&mut self.comment);
        append(self.plies.last_mut().map_or(&mut self.before, |last| &mut last.comment), &comment);
        self.plies.push(ply);
    }

    /// Ends the list of moves. In a game without moves, what has been read into [`GameRecord::comment`] becomes the
    /// comment before the first move.
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
    /// Returns the value of the first tag with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Appends a tag.
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

    /// Sets the value of a tag. Appends the tag if it is missing.
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
    /// Data about the search that found the move.
    pub note: PlyNote,
    /// A human comment on the position after the move. Readers store a comment after the last move in the
    /// record's [comment](GameRecord::comment) instead.
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

/// Data about the search that found a move. A value is `None` if it was not recorded.
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

/// Score that an engine reported with its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// An evaluation in hundredths of the evaluation's unit.
    Centi(i32),
    /// An evaluation in whole points, in a game that ends with a margin.
    Points(i32),
    /// A proven win, in this number of the winner's moves.
    WinIn(u32),
    /// A proven loss, in this number of the winner's moves.
    LossIn(u32),
}

impl EngineScore {
    /// Converts a score that this program's engine gives the current position of `line`.
    pub fn of(line: &dyn DynLine, score: Score) -> Self {
        match score.mate_in_moves() {
            Some(moves) if score > Score::DRAW => Self::WinIn(moves.unsigned_abs()),
            Some(moves) => Self::LossIn(moves.unsigned_abs()),
            None => Self::Centi(score.0).in_unit_of(line),
        }
    }

    /// Takes a score in hundredths for one in whole points if the game of `line` ends with a margin. The number stays
    /// the same, and so do all other scores.
    #[must_use]
    pub fn in_unit_of(self, line: &dyn DynLine) -> Self {
        match self {
            Self::Centi(number) if line.scene().margin.is_some() => Self::Points(number),
            other => other,
        }
    }

    /// Returns the score from the opponent's view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Centi(centi) => Self::Centi(centi.saturating_neg()),
            Self::Points(points) => Self::Points(points.saturating_neg()),
            Self::WinIn(moves) => Self::LossIn(moves),
            Self::LossIn(moves) => Self::WinIn(moves),
        }
    }

    /// Returns a number by which scores are compared: hundredths or points, limited to 50,000 in absolute value. A
    /// proven win is above all evaluations, and the quicker it is, the higher, up to 100,000. A proven loss is below
    /// all evaluations, and the quicker it is, the lower.
    pub fn number(self) -> i32 {
        const END: i32 = 100_000;
        match self {
            Self::Centi(number) | Self::Points(number) => number.clamp(-END / 2, END / 2),
            Self::WinIn(moves) => END - moves.min(1000) as i32,
            Self::LossIn(moves) => moves.min(1000) as i32 - END,
        }
    }
}

impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centi(0) => f.write_str("0.00"),
            Self::Centi(centi) => write!(f, "{:+.2}", f64::from(*centi) / 100.0),
            Self::Points(0) => f.write_str("0"),
            Self::Points(points) => write!(f, "{points:+}"),
            Self::WinIn(moves) => write!(f, "+M{moves}"),
            Self::LossIn(moves) => write!(f, "-M{moves}"),
        }
    }
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameResult {
    /// The given side won.
    Win(Side),
    /// The game was drawn.
    Draw,
    /// The game is unfinished, or its result is unknown.
    #[default]
    Unknown,
}

impl From<Ending> for GameResult {
    fn from(ending: Ending) -> Self {
        ending.winner().map_or(Self::Draw, Self::Win)
    }
}

impl GameResult {
    /// Returns the result from the view of `side`; `None` if it is unknown.
    pub fn score_of(self, side: Side) -> Option<GameScore> {
        match self {
            Self::Win(winner) if winner == side => Some(GameScore::Win),
            Self::Win(_) => Some(GameScore::Loss),
            Self::Draw => Some(GameScore::Draw),
            Self::Unknown => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

impl FromStr for GameResult {
    type Err = ();

    /// Parses a result as PGN writes it. Also takes `1/2`, `½-½`, `0.5-0.5`, and dashes or colons as hyphens.
    fn from_str(text: &str) -> Result<Self, ()> {
        // Most words of a record are moves. This check refuses nearly all of them before the text is copied.
        if !text.starts_with(['0', '1', '½', '*']) {
            return Err(());
        }
        match text.replace(['–', '—', '−', ':'], "-").replace('½', "1/2").as_str() {
            "1-0" => Ok(Self::Win(Side::First)),
            "0-1" => Ok(Self::Win(Side::Second)),
            "1/2-1/2" | "1/2" | "0.5-0.5" => Ok(Self::Draw),
            "*" => Ok(Self::Unknown),
            _ => Err(()),
        }
    }
}

/// Replaces the move's number in an error about a move by `number`, counted from 1. Returns any other error
/// unchanged.
pub fn numbered(error: SetupError, number: usize) -> SetupError {
    match error {
        SetupError::Move { error, .. } => SetupError::Move { number, error },
        other => other,
    }
}

/// Appends `words` to `text`, after a space unless one of them is empty.
fn append(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}
