//! Endgame tables of Mill: how its positions are numbered, and what the solver of the framework takes to be fast.
//!
//! On boards of three rings the tables hold the positions in which no stone is in hand; smaller boards are solved whole,
//! with placing. Tables exist for rules under which the ending depends on the stones alone.

mod geometry;
mod images;
mod leaders;
mod numbering;
mod packed;
mod slice;
mod sliding;

pub(crate) use geometry::Geometry;
pub(crate) use numbering::Numbering;
pub(crate) use packed::BuiltIn;
pub use packed::pack_endgames;
pub use slice::Slice;
pub(crate) use sliding::{Expander, LEAST_STONES, SlidingRules, each_turn, each_unmove, unmoves};
