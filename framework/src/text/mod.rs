//! How positions and moves look outside the program: as text, as the actions of a person at a board, and as scenes that
//! a program can draw. Also what the layers above need for texts and files: atomic writing, the files that a game
//! ships, the error of options, and shortened texts and suggestions for error messages.

mod action;
mod counts;
mod file;
mod grid;
mod names;
mod notation;
mod option_error;
mod scene;
mod shipped;

pub use action::{Action, Argument, SideEffect};
pub use counts::{read_counts, split_side};
pub use file::{FileError, write_atomically};
pub(crate) use file::{is_unfinished, unfinished};
pub use grid::Grid;
pub use names::{closest, did_you_mean, shorten};
pub use notation::{Notation, ParseMoveError, ParsePositionError, shortest_text};
pub use option_error::OptionError;
pub use scene::picture;
pub use scene::{
    Choice, Form, Man, Mark, OwnedShape, Part, Piece, Place, PlaceShape, Role, Scene, Seat, Shape, Spot,
    Surface, Written,
};
pub use shipped::{ShippedFile, give_file};
