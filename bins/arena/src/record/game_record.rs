//! What a record holds.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plywright::Side;

use crate::stats::GameScore;

/// A game that was played, wholly or in part.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GameRecord {
    /// Names and values that describe the game.
    pub tags: Tags,
    /// The moves.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub result: GameResult,
    /// What is said about the end.
    pub comment: String,
}

impl GameRecord {
    /// Names and values of the rules that its tag `Options` sets, as it writes them. They are a stranger's:
    /// set them by [`DynEngine::set_rule`](plywright::engine::DynEngine::set_rule).
    pub fn rules(&self) -> Vec<(&str, &str)> {
        let options = self.tags.get("Options").unwrap_or_default();
        let rules = options.split(',').filter_map(|option| option.split_once('='));
        rules.map(|(name, value)| (name.trim(), value.trim())).collect()
    }
}

/// Names and values in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tags(pub Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Adds a tag.
    pub fn push(&mut self, name: &str, value: impl Into<String>) {
        self.0.push((name.to_owned(), value.into()));
    }
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Ply {
    /// The side that moved, as the numbers have it.
    pub side: Side,
    /// The move, as the game writes it.
    pub text: String,
    /// What the engine said.
    pub note: PlyNote,
    /// What a person says about the position after the move. What is said after the last move is read as the
    /// record's [comment](GameRecord::comment).
    pub remark: String,
}

/// What is known about how a move was found.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PlyNote {
    /// Whether the move belongs to the opening, which no engine chose.
    pub is_book: bool,
    /// The value for the side that moved.
    pub score: Option<EngineScore>,
    /// Depth of the search in plies.
    pub depth: Option<u32>,
    /// Time that it took.
    pub time: Option<Duration>,
}

/// A value as an engine reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// An estimate, in hundredths.
    Centi(i32),
    /// A win in this number of the winner's moves.
    WinIn(u32),
    /// A loss in this number of the winner's moves.
    LossIn(u32),
}

impl EngineScore {
    /// A number for comparisons; ends are beyond all estimates.
    pub fn centi(self) -> i32 {
        const END: i32 = 100_000;
        match self {
            Self::Centi(centi) => centi.clamp(-END / 2, END / 2),
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
            Self::WinIn(moves) => write!(f, "+M{moves}"),
            Self::LossIn(moves) => write!(f, "-M{moves}"),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameResult {
    /// The side with that move order won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// It has not ended.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result from one side; `None` while the game has not ended.
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

    fn from_str(text: &str) -> Result<Self, ()> {
        let all = [Self::Win(Side::First), Self::Win(Side::Second), Self::Draw, Self::Unknown];
        all.into_iter().find(|result| result.to_string() == text).ok_or(())
    }
}
