//! Scales of a network's integers, and limits of its size.

/// The activation that represents 1.
pub const QA: i16 = 181;
/// The output weight that represents 1.
pub const QB: i16 = 64;
/// Maximum absolute output weight. With it, two hidden layers of [`MAX_HIDDEN`] lanes sum to at most 2 * 256
/// * [`QA`]² * 127 = 2,130,251,264, which fits into 32 bits.
pub const MAX_OUTPUT: i16 = 127;
/// Number of hidden lanes computed together; the size of the hidden layer is a multiple of it.
pub const LANES: usize = 32;
/// Maximum size of the hidden layer.
pub const MAX_HIDDEN: usize = 256;
/// Maximum number of features.
pub const MAX_FEATURES: usize = 4096;
/// Maximum number of buckets.
pub const MAX_BUCKETS: usize = 16;
