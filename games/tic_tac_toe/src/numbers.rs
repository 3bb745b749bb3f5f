//! Positions as numbers: for networks, and as places in tables.

mod features;
mod places;

pub use features::Squares;
