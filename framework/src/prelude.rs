//! Everything that a one-file game needs: `use plywright::prelude::*;`.

pub use crate::course::{CourseRules, Repetition};
pub use crate::eval::{Eval, NoEval};
pub use crate::game::{Ending, Game, Move, Moves, State};
pub use crate::grid::{Grid, Pieces};
pub use crate::hints::{Hints, MoveClass, NodeScratch};
pub use crate::key::Key;
pub use crate::learned::Learned;
pub use crate::network::Learnable;
pub use crate::notation::{Notation, ParseMoveError, ParsePositionError};
pub use crate::params::SearchParams;
pub use crate::playable::Playable;
pub use crate::scene::{Scene, Shape, Surface};
pub use crate::score::Score;
pub use crate::side::Side;
pub use crate::symmetry::{Symmetric, Symmetry};
pub use crate::tablebase::GameTablebase;
