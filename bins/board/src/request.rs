//! Requests of a page, checked here: a page is an untrusted client.

use plywright::engine::Setup;
use serde::{Deserialize, Serialize};

/// Maximum number of moves of a game.
const MAX_MOVES: usize = 10_000;
/// Maximum number of options.
const MAX_OPTIONS: usize = 100;

/// The id of a request that cannot be read otherwise.
#[derive(Debug, Deserialize)]
pub(crate) struct Numbered {
    /// The number.
    pub(crate) id: u64,
}

/// A request with its id.
#[derive(Debug, Deserialize)]
pub struct Envelope {
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
    /// Requests the scene of a position and its legal moves.
    Position {
        /// The position.
        place: Place,
    },
    /// Requests the scene after the first steps of a move.
    Preview {
        /// The position before the move.
        place: Place,
        /// The steps so far, each with a name and a word.
        steps: Vec<(String, Option<String>)>,
    },
    /// Requests the exact values of a position and of its moves.
    Exact {
        /// The position.
        place: Place,
    },
    /// Starts a search and ends the running one.
    Search(SearchRequest),
    /// Ends the running search.
    Stop,
    /// Reads the games of a text.
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

/// A position: rules, first position, and moves.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Place {
    /// The game's name.
    pub(crate) game: String,
    /// The variant's name.
    pub(crate) variant: Option<String>,
    /// Values of the game's own options.
    #[serde(default)]
    pub(crate) options: Vec<(String, String)>,
    /// Text of the first position; by default the start of the game.
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
    /// Level of play; by default analysis at full strength.
    pub(crate) level: Option<u8>,
    /// Milliseconds for the move; without it or clocks the search is endless.
    pub(crate) movetime: Option<u32>,
    /// Remaining time and increment of both sides in milliseconds.
    pub(crate) clocks: Option<[(u32, u32); 2]>,
    /// How many lines.
    pub(crate) lines: Option<u8>,
}

/// A game to write as a record.
#[derive(Debug, Deserialize)]
pub(crate) struct RecordRequest {
    /// The game, with all its moves.
    pub(crate) place: Place,
    /// Who played.
    pub(crate) players: [String; 2],
    /// The side of each move, 0 or 1.
    pub(crate) sides: Vec<u8>,
    /// The annotation of each move.
    pub(crate) annotations: Vec<Annotation>,
    /// The comment before the first move.
    #[serde(default)]
    pub(crate) before: String,
    /// Tags of the record from which the game was loaded.
    #[serde(default)]
    pub(crate) tags: Vec<(String, String)>,
    /// 0 or 1 for the winner, 2 for a draw; nothing while the game goes on.
    pub(crate) result: Option<u8>,
    /// The date, as 2026.01.31.
    pub(crate) date: String,
}

/// A record's annotation of a move.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Annotation {
    /// The comment.
    pub(crate) comment: String,
    /// Data reported by the engine, as the text of a comment.
    pub(crate) note: String,
    /// Numeric annotation glyphs.
    pub(crate) glyphs: String,
    /// Alternatives to the move as written.
    pub(crate) variations: String,
}

impl Place {
    /// The first position.
    pub(crate) fn first(&self) -> Setup {
        self.setup.clone().map_or(Setup::Start, Setup::Text)
    }

    /// Refuses oversized requests.
    ///
    /// # Errors
    ///
    /// Returns a message that names what is too long.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.moves.len() > MAX_MOVES {
            return Err(format!("a game of {} moves, expected {MAX_MOVES} at the most", self.moves.len()));
        }
        if self.options.len() > MAX_OPTIONS {
            return Err(format!("{} options, expected {MAX_OPTIONS} at the most", self.options.len()));
        }
        Ok(())
    }
}
