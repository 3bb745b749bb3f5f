//! The items that most games need: `use plywright::prelude::*;`.

pub use crate::engine::{DynGame, game_of};
pub use crate::game::{GameInfo, GameOption, MoveNumbers, Playable, Solved, Variant};
pub use crate::network::{FeatureSet, Learnable, Learned};
pub use crate::rules::{
    DrawRules, Ending, Game, Hints, Key, Move, MoveClass, Moves, NodeScratch, Pieces, Points, Repetition,
    Score, Side, State, Symmetric, Symmetry,
};
pub use crate::search::{Eval, NoEval, SearchParams};
pub use crate::tablebase::GameTablebase;
pub use crate::text::{Grid, Notation, ParseMoveError, ParsePositionError, Scene, Shape, Surface};
