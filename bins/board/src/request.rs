//! Requests of a page, which is an untrusted client.
//!
//! A request is parsed twice: first its id and its type, then the fields of this type. The first pass stores no other
//! field, and a list that is too long is refused before its rest is read.

use std::fmt;
use std::marker::PhantomData;

use plywright::engine::Setup;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::from_str;

use crate::answer;
use crate::step_tree::Step;

/// Maximum lengths of the lists of a request.
const MAX_MOVES: usize = 10_000;
const MAX_OPTIONS: usize = 100;
const MAX_STEPS: usize = 100;
const MAX_TAGS: usize = 1000;
/// Maximum length of a request that [`id_of_stop`] recognises, in bytes.
#[cfg(feature = "server")]
const MAX_STOP: usize = 200;

/// The fields that every request has.
#[derive(Deserialize)]
struct Head {
    id: u64,
    #[serde(rename = "type")]
    kind: Kind,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Position,
    Preview,
    Exact,
    Search,
    Stop,
    Explore,
    Puzzles,
    HowToPlay,
    Judge,
    ReadRecords,
    WriteRecord,
}

/// A request with its id, which the answer repeats.
#[derive(Debug)]
pub struct Envelope {
    pub(crate) id: u64,
    pub(crate) request: Request,
}

#[derive(Debug)]
pub(crate) enum Request {
    /// Requests what the page shows of a position.
    Position(Place),
    /// Requests the scene after the first steps of a move.
    Preview(PreviewRequest),
    /// Requests the exact values of a position and of its moves.
    Exact(Place),
    /// Stops the running search, if any, and starts another.
    Search(SearchRequest),
    /// Stops the running search.
    Stop,
    /// Requests the moves of the opening tree in a position.
    Explore(Place),
    /// Requests the puzzles that come with a game.
    Puzzles(Place),
    /// Requests the text about how to play a game, in a language.
    HowToPlay(HowToPlayRequest),
    /// Requests a judgement on the last move of a position, as the answer to a puzzle.
    Judge(JudgeRequest),
    /// Reads the games in the text of a file of records.
    ReadRecords(String),
    /// Converts a game to the text of a record.
    WriteRecord(RecordRequest),
}

impl Envelope {
    /// Parses a message of the page.
    ///
    /// # Errors
    ///
    /// Returns the answer to send if the message cannot be parsed.
    pub fn read(text: &str) -> Result<Self, String> {
        Self::parse(text)
            .map_err(|error| answer::error(id_of(text), &format!("cannot read the request: {error}")))
    }

    fn parse(text: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct Placed {
            place: Place,
        }
        #[derive(Deserialize)]
        struct Text {
            text: String,
        }
        #[derive(Deserialize)]
        struct Recorded {
            record: RecordRequest,
        }
        let place = || from_str::<Placed>(text).map(|placed| placed.place);
        let Head { id, kind } = from_str(text)?;
        let request = match kind {
            Kind::Position => Request::Position(place()?),
            Kind::Preview => Request::Preview(from_str(text)?),
            Kind::Exact => Request::Exact(place()?),
            Kind::Search => Request::Search(from_str(text)?),
            Kind::Stop => Request::Stop,
            Kind::Explore => Request::Explore(place()?),
            Kind::Puzzles => Request::Puzzles(place()?),
            Kind::HowToPlay => Request::HowToPlay(from_str(text)?),
            Kind::Judge => Request::Judge(from_str(text)?),
            Kind::ReadRecords => Request::ReadRecords(from_str::<Text>(text)?.text),
            Kind::WriteRecord => Request::WriteRecord(from_str::<Recorded>(text)?.record),
        };
        Ok(Self { id, request })
    }
}

/// Returns the id of a request whose other fields may be malformed; `None` if the text is not JSON or has no valid id.
pub(crate) fn id_of(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u64,
    }
    from_str::<Numbered>(text).ok().map(|request| request.id)
}

/// Returns the id of a request to stop; `None` for other and for very long requests. Takes less than a microsecond, so
/// that the server's thread can call it for every message.
#[cfg(feature = "server")]
pub(crate) fn id_of_stop(text: &str) -> Option<u64> {
    if text.len() > MAX_STOP {
        return None;
    }
    let head: Head = from_str(text).ok()?;
    (head.kind == Kind::Stop).then_some(head.id)
}

/// Reads a list of at most `MAX` elements. A longer list is refused before its rest is read.
fn list<'de, D, T, const MAX: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct List<T, const MAX: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for List<T, MAX> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MAX} elements")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(element) = elements.next_element()? {
                if list.len() == MAX {
                    return Err(A::Error::invalid_length(MAX + 1, &self));
                }
                list.push(element);
            }
            Ok(list)
        }
    }

    deserializer.deserialize_seq(List::<T, MAX>(PhantomData))
}

/// A position: game, rules, starting position and moves.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Place {
    pub(crate) game: String,
    /// Name of the variant; `None` for the default variant.
    pub(crate) variant: Option<String>,
    /// Names and values of options that set rules.
    #[serde(default, deserialize_with = "list::<_, _, MAX_OPTIONS>")]
    pub(crate) options: Vec<(String, String)>,
    /// Text of the starting position; `None` for the start of the game.
    pub(crate) setup: Option<String>,
    #[serde(default, deserialize_with = "list::<_, _, MAX_MOVES>")]
    pub(crate) moves: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PreviewRequest {
    /// The position before the move.
    pub(crate) place: Place,
    /// Steps so far.
    #[serde(deserialize_with = "list::<_, _, MAX_STEPS>")]
    pub(crate) steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct HowToPlayRequest {
    pub(crate) place: Place,
    /// Language tag, such as `de`.
    pub(crate) language: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct JudgeRequest {
    /// The position after the move.
    pub(crate) place: Place,
    /// Side that solves the puzzle: 0 for the first, 1 for the second.
    pub(crate) solver: u8,
    /// Whether a draw solves the puzzle, too. A win always does.
    pub(crate) draw: bool,
}

/// Request for a search.
#[derive(Debug, Deserialize)]
pub(crate) struct SearchRequest {
    pub(crate) place: Place,
    /// Level of strength, 0 to 30; a higher one counts as 30. `None` for an analysis at full strength.
    pub(crate) level: Option<u8>,
    /// Time limit in milliseconds. The search is endless if both this and `clocks` are `None`.
    pub(crate) movetime: Option<u32>,
    /// Remaining time and increment of both sides, in milliseconds; `None` without clocks.
    pub(crate) clocks: Option<[(u32, u32); 2]>,
    /// Number of principal variations, limited to 1 to 10; `None` for one.
    pub(crate) lines: Option<u8>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct RecordRequest {
    pub(crate) place: Place,
    /// Names of the players of the first and the second side.
    pub(crate) players: [String; 2],
    #[serde(deserialize_with = "list::<_, _, MAX_MOVES>")]
    pub(crate) annotations: Vec<Annotation>,
    /// Comment before the first move.
    #[serde(default)]
    pub(crate) before: String,
    /// Tags of the record from which the game was loaded; may be empty.
    #[serde(default, deserialize_with = "list::<_, _, MAX_TAGS>")]
    pub(crate) tags: Vec<(String, String)>,
    /// Result of the game: 0 or 1 for the side that won, 2 for a draw, `None` for an unfinished game.
    pub(crate) result: Option<u8>,
    /// Format of the record, as the ending of a file name, such as `sgf` or `mif`; PGN for an unknown ending.
    #[serde(default)]
    pub(crate) format: String,
    /// Date of the game, such as `2026.01.31`. It is used only if `tags` is empty.
    pub(crate) date: String,
}

/// Annotations of a move in a record. In an answer to the page, empty ones are left out.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Annotation {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
    /// Data of the engine's search, in the form of a comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
    /// Numeric annotation glyphs, separated by spaces.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) glyphs: String,
    /// Variations of the move, as written in the record.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) variations: String,
}

impl Place {
    /// Returns the starting position.
    pub(crate) fn first(&self) -> Setup {
        self.setup.clone().map_or(Setup::Start, Setup::Text)
    }
}
