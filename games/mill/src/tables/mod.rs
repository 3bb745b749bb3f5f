//! Endgame tables of Mill: the numbering of positions and the fast paths for the framework's solver.
//!
//! Tables exist for rules under which endings depend on the stones alone. They hold the positions without
//! stones in hand. If mills take stones at once while placing, they hold all other positions too.

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
pub(crate) use sliding::{MIN_STONES, SlidingRules, each_turn, each_unmove};
pub(crate) use table_rules::TableRules;
pub(crate) use unmoves::unmoves;
