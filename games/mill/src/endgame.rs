//! Endgame tables of Mill: how its positions are numbered, and what the solver of the framework takes to be
//! fast.
//!
//! Tables exist for rules under which the ending depends on the stones alone. They hold the positions in
//! which no stone is in hand, and where mills take stones at once while stones are placed, all others too.

mod expander;
mod geometry;
mod images;
mod numbering;
mod orbits;
mod packed;
mod placing;
mod row;
mod slice;
mod sliding;
mod table_rules;
mod unmoves;

pub(crate) use expander::Expander;
pub(crate) use geometry::Geometry;
pub(crate) use numbering::Numbering;
pub(crate) use packed::BuiltIn;
pub(crate) use placing::Placing;
pub use slice::Slice;
pub(crate) use sliding::{LEAST_STONES, SlidingRules, each_turn, each_unmove};
pub(crate) use table_rules::TableRules;
pub(crate) use unmoves::unmoves;
