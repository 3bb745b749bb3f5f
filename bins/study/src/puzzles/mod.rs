//! Puzzles: positions with exactly one right move, certified by tables or the mate solver.
//!
//! Candidates come from self-play between engines that make mistakes. If all moves of a position have exact
//! values, exactly one of them must keep the win or the draw. Otherwise exactly one move must win within the
//! length of the shortest forced win. The grade of a puzzle is the lowest tried level at which the engine
//! solves it.

mod record;
mod search;

use std::fmt;

use plywright::engine::{DynEngine, Go, SearchError, Setup, Strength};
use plywright::game::DynLine;

pub use record::PuzzleError;
pub use search::{FindError, Found, PuzzleSettings, find};

/// Node limit of the searches that grade puzzles and find best play.
const NODES: u64 = 50_000;
const MAX_MOVES_OF_LINE: usize = 16;

/// A position with exactly one right move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Name of the game.
    pub game: String,
    /// Name of the variant.
    pub variant: String,
    /// Rules that differ from the variant's, as names and values.
    pub rules: Vec<(String, String)>,
    /// Text of the position.
    pub position: String,
    /// Result that the side to move gets only by the right move.
    pub goal: Goal,
    /// The right move, and best play after this move, if known.
    pub line: Vec<String>,
    /// Lowest tried level of strength at which the engine solves the puzzle; `None` if it solves it at no tried level.
    pub level: Option<u8>,
    /// Themes of the solution, such as a sacrifice.
    pub themes: Vec<String>,
}

/// Result that only the right move of a puzzle gains for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A win. By exact values, every other move draws or loses.
    Win,
    /// A draw. By exact values, every other move loses.
    Draw,
    /// The side to move wins within this number of its turns. A turn may have several moves, and the game may end in
    /// the opponent's turn after the last of these turns. The mate solver has shown that every other move takes longer
    /// or does not win.
    WinIn(u32),
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win => f.write_str("win"),
            Self::Draw => f.write_str("draw"),
            Self::WinIn(turns) => write!(f, "win in {turns}"),
        }
    }
}

/// Verdict on a move that was played in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the move is the puzzle's right move. Any other move counts as wrong, even if it wins.
    pub is_right: bool,
    /// Best play after the move: the rest of the puzzle's line after the right move, or else a line that a search
    /// finds.
    pub line: Vec<String>,
}

impl Puzzle {
    /// Sets up the puzzle in `engine`, which must have its rules, and plays the move `text`. Returns whether `text` is
    /// the right move, and best play after it, which a search finds if the move is wrong.
    ///
    /// # Errors
    /// Returns an error if the engine rejects the position or the move, or its search panics.
    pub fn judge(&self, engine: &dyn DynEngine, text: &str) -> Result<Judgement, SearchError> {
        let mut position = engine.dyn_game().set_up(&Setup::Text(self.position.clone()), &[])?;
        let own = position.own_text(text);
        // A file that another program has written may spell the right move in another way.
        let right = self.line.first().map(|right| position.own_text(right));
        position.replay(&[text])?;
        let is_right = right.is_some_and(|right| right.eq_ignore_ascii_case(&own));
        let line = if is_right { self.line[1..].to_vec() } else { best_line(engine, &*position)? };
        Ok(Judgement { is_right, line })
    }
}

/// Searches a position at full strength. Returns the principal variation, cut off after [`MAX_MOVES_OF_LINE`] moves, or
/// only the best move if no variation begins with it. Without a legal move, the list is empty.
fn best_line(engine: &dyn DynEngine, position: &dyn DynLine) -> Result<Vec<String>, SearchError> {
    let go = Go { nodes: Some(NODES), strength: Strength::Full, ..Go::default() };
    let (answer, line) = engine.search(position, &go).answer()?;
    let moves = line.map(|line| line.moves).filter(|moves| moves.first() == answer.best.as_ref());
    let mut moves = moves.unwrap_or_else(|| answer.best.into_iter().collect());
    moves.truncate(MAX_MOVES_OF_LINE);
    Ok(moves)
}
