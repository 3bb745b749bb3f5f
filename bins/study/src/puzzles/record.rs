//! Puzzles as game records: tags for the position, the goal, the level and the themes, then the solution.

use plywright::engine::{DynGame, Setup};
use plywright_matches::record::{GameRecord, GameResult, Ply, RecordError, Tags, formats};
use thiserror::Error;

use super::{Goal, Puzzle};

/// Reason why a file of puzzles cannot be read.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// A record is malformed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record is not a puzzle.
    #[error("puzzle {number}: {problem}")]
    Puzzle {
        /// Number of the record, from 1.
        number: usize,
        /// Reason why the record is not a puzzle.
        problem: String,
    },
}

impl Puzzle {
    /// Reads the puzzles in a text of game records in any format.
    ///
    /// # Errors
    /// Returns an error at the first record that is malformed or not a puzzle.
    pub fn read_all(text: &str) -> Result<Vec<Self>, PuzzleError> {
        let mut puzzles = Vec::new();
        for (record, number) in formats::read(text.as_bytes()).into_iter().flatten().zip(1..) {
            let puzzle = Self::from_record(&record?);
            puzzles.push(puzzle.map_err(|problem| PuzzleError::Puzzle { number, problem })?);
        }
        Ok(puzzles)
    }

    /// Reads a puzzle from a record.
    ///
    /// # Errors
    /// Returns a message if a tag is missing or malformed, or the solution is missing.
    pub fn from_record(record: &GameRecord) -> Result<Self, String> {
        let tag = |name: &str| record.tags.get(name).map(str::to_owned);
        let needed = |name: &str| tag(name).ok_or_else(|| format!("the tag {name} is missing"));
        let goal = needed("Goal")?;
        let goal = parse_goal(&goal)
            .ok_or_else(|| format!("the goal is '{goal}', expected win, draw or win in N"))?;
        if record.plies.is_empty() {
            return Err("the solution is missing".to_owned());
        }
        let themes = tag("Themes").unwrap_or_default();
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Ok(Self {
            game: needed("Game")?,
            variant: needed("Variant")?,
            rules: record.rules().into_iter().map(owned).collect(),
            position: needed("FEN")?,
            goal,
            line: record.plies.iter().map(|ply| ply.text.clone()).collect(),
            level: tag("Level").map(|level| parse_level(&level)).transpose()?,
            themes: themes.split(", ").filter(|theme| !theme.is_empty()).map(str::to_owned).collect(),
        })
    }

    /// Returns the puzzle as a record. `game`, which must have the puzzle's rules, decides which side plays each move.
    /// Moves that `game` refuses are recorded too.
    pub fn to_record(&self, game: &dyn DynGame) -> GameRecord {
        let setup = Setup::Text(self.position.clone());
        let mut tags = Tags::default();
        tags.push("Game", &self.game);
        tags.push("Variant", &self.variant);
        tags.push_rules(&self.rules);
        tags.push_setup(&setup);
        tags.push("Goal", self.goal.to_string());
        if let Some(level) = self.level {
            tags.push("Level", level.to_string());
        }
        if !self.themes.is_empty() {
            tags.push("Themes", self.themes.join(", "));
        }
        // Errors are ignored, because `line` only decides which side plays each move. If the rules refuse the position,
        // the start position takes its place; an illegal move does not change the side to move.
        let mut line = game.parse(&self.position).unwrap_or_else(|_| game.start());
        let solver = line.side();
        let mut plies = Vec::with_capacity(self.line.len());
        for text in &self.line {
            let side = line.side();
            let _ = line.replay(&[text]);
            plies.push(Ply { side, text: text.clone(), ..Ply::default() });
        }
        let result = if self.goal == Goal::Draw { GameResult::Draw } else { GameResult::Win(solver) };
        GameRecord { tags, plies, result, ..GameRecord::default() }
    }
}

fn parse_level(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("the level is '{text}', expected a number"))
}

fn parse_goal(text: &str) -> Option<Goal> {
    match text {
        "win" => Some(Goal::Win),
        "draw" => Some(Goal::Draw),
        _ => text.strip_prefix("win in ")?.parse().ok().map(Goal::WinIn),
    }
}
