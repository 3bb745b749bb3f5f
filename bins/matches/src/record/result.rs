//! Results of games as records write them, such as `1-0`.

use std::fmt;
use std::str::FromStr;

use plywright::{Ending, Side};

use crate::stats::GameScore;

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
