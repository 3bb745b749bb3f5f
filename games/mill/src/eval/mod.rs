//! Static evaluation, move ordering, and the input features of the networks.

mod evaluation;
mod move_ordering;
mod network_features;

pub use evaluation::MillEval;
pub use network_features::PointsAndLines;
