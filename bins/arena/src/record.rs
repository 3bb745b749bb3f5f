//! Records of games: one text format for every game, made of tags and moves with comments, as PGN has them.
//!
//! The first side is `White` and the second `Black`, for programs that read PGN. A number stands before a
//! move where the side changes: `N.` before the first side's, `N...` before the second's; a side may move
//! several times in a row. A move's comment is `{score/depth time}` with the score from the mover's side in
//! hundredths, a proven end as `M` and moves to it.

mod error;
mod game_record;
mod read;
mod write;

pub use error::{RecordError, RecordProblem};
pub use game_record::{EngineScore, GameRecord, GameResult, Ply, PlyNote, Tags};
pub use read::RecordReader;
