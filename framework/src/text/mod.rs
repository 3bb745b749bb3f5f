//! Positions and moves as text, as board actions and as scenes for drawing; files of games.

mod action;
mod file;
mod grid;
mod notation;
mod scene;
mod shipped;

pub use action::{Action, Argument, SideEffect};
pub use file::{FileError, write_atomically};
pub(crate) use file::{is_unfinished, unfinished};
pub use grid::Grid;
pub use notation::{
    Notation, ParseMoveError, ParsePositionError, closest, did_you_mean, read_counts, shorten, shortest_text,
    split_side,
};
pub use scene::picture;
pub use scene::{
    Choice, Form, Man, Mark, Part, Piece, Place, PlaceShape, Role, Scene, Seat, Shape, Spot, Standing,
    Surface, Written,
};
pub use shipped::{ShippedFile, give_file};
