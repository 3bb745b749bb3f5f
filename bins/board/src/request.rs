//! What a page can ask for. All of it is checked here: a page is as little trusted as any other client.

use serde::Deserialize;

/// The longest message that is read, in bytes.
pub(crate) const LONGEST_MESSAGE: usize = 1 << 20;
/// The most moves of a game.
const MOST_MOVES: usize = 10_000;
/// The most options that are set.
const MOST_OPTIONS: usize = 100;

/// The number of a request that cannot be read otherwise.
#[derive(Debug, Deserialize)]
pub(crate) struct Numbered {
    /// The number.
    pub(crate) id: u64,
}

/// A request with the number under which it is answered.
#[derive(Debug, Deserialize)]
pub(crate) struct Envelope {
    /// The number.
    pub(crate) id: u64,
    /// The request.
    #[serde(flatten)]
    pub(crate) request: Request,
}

/// A request.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Request {
    /// Say what lies on the table in a position, and which moves there are.
    Position {
        /// The position.
        place: Place,
    },
    /// Say what the table looks like after the first steps of a move.
    Preview {
        /// The position before the move.
        place: Place,
        /// What was done, each with a name and a word.
        steps: Vec<(String, Option<String>)>,
    },
    /// Say what is exactly known about a position and its moves.
    Exact {
        /// The position.
        place: Place,
    },
    /// Search a position; ends the search that runs.
    Search(SearchRequest),
    /// End the search that runs.
    Stop,
    /// Read the games of a text.
    ReadRecords {
        /// The text.
        text: String,
    },
    /// Write a game.
    WriteRecord {
        /// The game.
        record: RecordRequest,
    },
}

/// A position: the rules, where the game began, and the moves since.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Place {
    /// The game's name.
    pub(crate) game: String,
    /// The variant's name.
    pub(crate) variant: Option<String>,
    /// The game's own options that are set.
    #[serde(default)]
    pub(crate) options: Vec<(String, String)>,
    /// The text of the first position; the start of a game unless given.
    pub(crate) setup: Option<String>,
    /// The moves.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// A search.
#[derive(Debug, Deserialize)]
pub(crate) struct SearchRequest {
    /// What is searched.
    pub(crate) place: Place,
    /// The level that plays; analysis at full strength unless given.
    pub(crate) level: Option<u8>,
    /// Milliseconds for the move; without end unless given or the clocks are.
    pub(crate) movetime: Option<u32>,
    /// What is left on the clocks and what a move adds, in milliseconds, for both sides.
    pub(crate) clocks: Option<[(u32, u32); 2]>,
    /// How many lines.
    pub(crate) lines: Option<u8>,
}

/// A game to be written.
#[derive(Debug, Deserialize)]
pub(crate) struct RecordRequest {
    /// The game, with all its moves.
    pub(crate) place: Place,
    /// Who played.
    pub(crate) players: [String; 2],
    /// The side of each move, 0 or 1.
    pub(crate) sides: Vec<u8>,
    /// What is said about each move.
    pub(crate) remarks: Vec<String>,
    /// 0 or 1 for the winner, 2 for a draw; nothing while the game is on.
    pub(crate) result: Option<u8>,
    /// The day, as 2026.01.31.
    pub(crate) date: String,
}

impl Place {
    /// Refuses what is too long.
    ///
    /// # Errors
    /// What is too long.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.moves.len() > MOST_MOVES {
            return Err(format!("a game of {} moves, expected {MOST_MOVES} at the most", self.moves.len()));
        }
        if self.options.len() > MOST_OPTIONS {
            return Err(format!("{} options, expected {MOST_OPTIONS} at the most", self.options.len()));
        }
        Ok(())
    }
}
