//! The scales of a network's integers, and how large it may be.

/// The activation that stands for 1.
pub const QA: i16 = 181;
/// The output weight that stands for 1.
pub const QB: i16 = 64;
/// Maximum absolute output weight. Two hidden layers of [`MAX_HIDDEN`] lanes sum up to at most
/// 2 * 256 * [`QA`]² * 127 = 2,130,251,264 with it, which fits into 32 bits.
pub const MAX_OUTPUT: i16 = 127;
/// Lanes of the hidden layer that are computed together; its size is a multiple.
pub const LANES: usize = 32;
/// The greatest size of the hidden layer.
pub const MAX_HIDDEN: usize = 256;
/// The greatest number of features.
pub const MAX_FEATURES: usize = 4096;
/// The greatest number of buckets.
pub const MAX_BUCKETS: usize = 16;
