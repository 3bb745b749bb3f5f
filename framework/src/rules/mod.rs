//! The rules of a game: positions, moves and their codes, sides, scores, draw rules with the position history, position
//! keys, symmetries, hints, perft, and bit sets and pieces for boards. `sorting` is a helper for the whole crate.

mod bit_set;
mod game;
mod hints;
mod key;
mod move_code;
mod perft;
mod pieces;
mod position_history;
mod score;
mod side;
mod sorting;
mod symmetry;

pub use bit_set::{BitSet, BitSetIter, Element, bits};
pub use game::{Ending, Game, Move, Moves, State};
pub use hints::{Hints, MoveClass, NodeScratch, Points};
pub(crate) use hints::{random_index, random_listed_move};
pub use key::Key;
pub use move_code::MoveCode;
pub use perft::{Perft, perft, perft_making_leaves};
pub use pieces::{Cells, Pieces};
pub use position_history::{DrawRules, PositionHistory, Repetition};
pub use score::{Depth, Score};
pub use side::Side;
pub(crate) use sorting::sort_by_key_once;
pub use symmetry::{Symmetric, Symmetry};
