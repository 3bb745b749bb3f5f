//! Requests of a page, which is an untrusted client.

use plywright::engine::Setup;
use serde::{Deserialize, Serialize};

const MAX_MOVES: usize = 10_000;
const MAX_OPTIONS: usize = 100;

/// Id of a request whose other parts cannot be parsed.
#[derive(Debug, Deserialize)]
pub(crate) struct Numbered {
    pub(crate) id: u64,
}

/// A request with its id, which the answer repeats.
#[derive(Debug, Deserialize)]
pub struct Envelope {
    pub(crate) id: u64,
    #[serde(flatten)]
    pub(crate) request: Request,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Request {
    /// Requests what the page shows of a position.
    Position {
        /// Position to show.
        place: Place,
    },
    /// Requests the scene after the first steps of a move.
    Preview {
        /// The position before the move.
        place: Place,
        /// Steps so far, each as a [`Step`](crate::step_tree::Step).
        steps: Vec<(String, Option<String>)>,
    },
    /// Requests the exact values of a position and of its moves.
    Exact {
        /// Position to look up.
        place: Place,
    },
    /// Stops the running search, if any, and starts another.
    Search(SearchRequest),
    /// Stops the running search.
    Stop,
    /// Requests the moves of the tree of openings in a position.
    Explore {
        /// Position to look up.
        place: Place,
    },
    /// Requests the puzzles that come with a game.
    Puzzles {
        /// The game and its rules.
        place: Place,
    },
    /// Requests a judgement on the last move of a position, as the answer to a puzzle.
    Judge {
        /// The position after the move.
        place: Place,
        /// Side that solves the puzzle: 0 for the first, 1 for the second.
        solver: u8,
        /// Whether a draw solves the puzzle.
        draw: bool,
    },
    /// Reads the games of a text.
    ReadRecords {
        /// Text of a file of records.
        text: String,
    },
    /// Converts a game to the text of a record.
    WriteRecord {
        /// Game to convert.
        record: RecordRequest,
    },
}

/// A position: game, rules, starting position and moves.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Place {
    pub(crate) game: String,
    /// Name of the variant; `None` for the default variant.
    pub(crate) variant: Option<String>,
    /// Names and values of options that set rules.
    #[serde(default)]
    pub(crate) options: Vec<(String, String)>,
    /// Text of the starting position; `None` for the start of the game.
    pub(crate) setup: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// Request for a search.
#[derive(Debug, Deserialize)]
pub(crate) struct SearchRequest {
    pub(crate) place: Place,
    /// Level of strength, 0 to 30; `None` for an analysis at full strength.
    pub(crate) level: Option<u8>,
    /// Time limit in milliseconds. The search is endless if both this and `clocks` are `None`.
    pub(crate) movetime: Option<u32>,
    /// Remaining time and increment of both sides, in milliseconds; `None` without clocks.
    pub(crate) clocks: Option<[(u32, u32); 2]>,
    /// Number of principal variations, at most 10; `None` for one.
    pub(crate) lines: Option<u8>,
}

/// Request to convert a game to a record.
#[derive(Debug, Deserialize)]
pub(crate) struct RecordRequest {
    pub(crate) place: Place,
    /// Names of the players of the first and the second side.
    pub(crate) players: [String; 2],
    /// Side of each move: 0 for the first, 1 for the second.
    pub(crate) sides: Vec<u8>,
    pub(crate) annotations: Vec<Annotation>,
    /// Comment before the first move.
    #[serde(default)]
    pub(crate) before: String,
    /// Tags of the record from which the game was loaded; may be empty.
    #[serde(default)]
    pub(crate) tags: Vec<(String, String)>,
    /// Result of the game: 0 or 1 for the side that won, 2 for a draw, `None` for an unfinished game.
    pub(crate) result: Option<u8>,
    /// Format of the record, as the ending of a file name, such as `sgf` or `mif`; PGN for an unknown ending.
    #[serde(default)]
    pub(crate) format: String,
    /// Date of the game, such as `2026.01.31`. It is used only if `tags` is empty.
    pub(crate) date: String,
}

/// Annotations of a move in a record.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Annotation {
    pub(crate) comment: String,
    /// Data of the engine's search, in the form of a comment.
    pub(crate) note: String,
    /// Numeric annotation glyphs, separated by spaces.
    pub(crate) glyphs: String,
    /// Variations of the move, as written in the record.
    pub(crate) variations: String,
}

impl Place {
    pub(crate) fn first(&self) -> Setup {
        self.setup.clone().map_or(Setup::Start, Setup::Text)
    }

    /// Checks that the request is not too large; the message names the part that is.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.moves.len() > MAX_MOVES {
            return Err(format!("a game of {} moves, expected at most {MAX_MOVES}", self.moves.len()));
        }
        if self.options.len() > MAX_OPTIONS {
            return Err(format!("{} options, expected at most {MAX_OPTIONS}", self.options.len()));
        }
        Ok(())
    }
}
