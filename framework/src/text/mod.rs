//! Positions and moves as people and programs meet them: texts, actions, grids,
//! scenes to draw, and files that are written whole.

mod action;
mod grid;
mod notation;
mod scene;
mod suggestion;
mod whole_file;

pub use action::{Action, Argument, SideEffect};
pub use grid::{Grid, Pieces};
pub use notation::{Notation, ParseMoveError, ParsePositionError, shorten};
pub use scene::{
    Choice, Form, Mark, Part, Piece, Place, PlaceShape, Role, Scene, Seat, Shape, Spot, Surface, Written,
};
pub use suggestion::{closest, did_you_mean};
pub use whole_file::write_atomically;
