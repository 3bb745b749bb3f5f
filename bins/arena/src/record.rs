//! Records of games: one text format for every game, made of tags and moves with comments, as in PGN.
//!
//! The tag `White` names the first side and `Black` the second, for programs that read PGN. A number stands
//! before a move where the side changes: `N.` before the first side's moves, `N...` before the second's. A
//! side may move several times in a row. A move's comment is `{score/depth time}`. The score is in hundredths
//! for the mover; a proven end is `M` with the number of moves to it.

mod error;
mod game_record;
mod read;
mod write;

pub use error::{RecordError, RecordProblem};
pub use game_record::{EngineScore, GameRecord, GameResult, Ply, PlyNote, Tags};
pub use read::RecordReader;
