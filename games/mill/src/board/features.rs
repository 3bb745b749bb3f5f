//! Board features that the evaluation counts.

use crate::board::BothSides;

/// Features of both sides' stones on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    /// Stones in mills.
    pub(crate) in_mills: BothSides,
    /// Empty points on which one more stone completes a mill.
    pub(crate) mill_completions: BothSides,
    /// Empty points to which a stone can slide to complete a mill.
    pub(crate) sliding_threats: BothSides,
    /// Empty points to which a stone can slide out of one mill to complete another (double mills).
    pub(crate) double_mills: BothSides,
    /// Stones that can slide.
    pub(crate) mobile_stones: BothSides,
    /// Number of slides of each side.
    pub(crate) slides: [u32; 2],
}
