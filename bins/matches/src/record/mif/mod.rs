//! Records of Mill in the Mill Interchange Format 1.0. A game is a state with its history (`MSTATE/1.0`). A
//! position (`MIFPOS/1.0`) is read as a game without moves.
//!
//! Games are written with their complete rules, under an identifier of this program. Only the usual rules of
//! Mill can be written; a game by other rules is refused. Tags, comments, glyphs, search data and variations
//! are written as annotations, which other programs may ignore. A result that contradicts the rules is also
//! an annotation. When a document is read, claims of draws and the annotations of other programs on the whole
//! game are kept as tags with the prefix `MIF_`. Events that are not moves and the annotations of other
//! programs on moves are kept as `[%mif ...]` in comments.

mod fields;
mod read;
mod rules;
mod write;

pub(super) use read::MifReader;
pub(super) use write::write;

/// Key under which this program's annotations are stored.
const NOTES: &str = "plywright";
/// Members of a document that have claims of draws, and are kept as tags.
const CLAIMS: [&str; 2] = ["preOriginClaims", "claims"];
/// Prefix of tags whose values keep members of a document as JSON.
const PREFIX: &str = "MIF_";
/// Beginning of a bracketed part of a comment. The part keeps an event other than a move, or another program's
/// annotations on a move.
const KEPT: &str = "[%mif ";
