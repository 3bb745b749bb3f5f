//! Records of Mill in the Mill Interchange Format 1.0. A game is a state with its history (`MSTATE/1.0`). A
//! position (`MIFPOS/1.0`) is read as a game without moves.
//!
//! Games are written with their complete rules, under an identifier of this program. Some rules of Mill
//! cannot be written. Tags, comments, glyphs, search data and variations are written as annotations, which
//! other programs may ignore. Annotations of other programs and claims of draws are kept as tags with the prefix
//! `MIF_`. Events that are not moves, and the annotations of moves, are kept as `[%mif ...]` in comments.

mod fields;
mod read;
mod rules;
mod write;

pub(super) use read::MifReader;
pub(super) use write::write;

/// Key under which this program's annotations are stored.
const NOTES: &str = "plywright";
/// Members of a document that are kept as tags, in addition to the annotations of other programs.
const CLAIMS: [&str; 2] = ["preOriginClaims", "claims"];
/// Prefix of tags that keep members of a document, as JSON.
const PREFIX: &str = "MIF_";
/// Beginning of a bracketed part of a comment. The part keeps an event that is not a move, or annotations of other
/// programs.
const KEPT: &str = "[%mif ";
