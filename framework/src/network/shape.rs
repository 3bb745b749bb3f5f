//! The network shape that a game's features require.

/// The shape that a network must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureShape {
    /// [`Features::NAME`](super::Features::NAME).
    pub name: &'static str,
    /// [`Features::COUNT`](super::Features::COUNT).
    pub count: usize,
    /// [`Features::MAX_ACTIVE`](super::Features::MAX_ACTIVE).
    pub max_active: usize,
    /// [`Features::BUCKETS`](super::Features::BUCKETS).
    pub buckets: usize,
}
