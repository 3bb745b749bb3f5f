//! Numbers for positions: network inputs and table indices.

mod features;
mod places;

pub use features::Squares;
