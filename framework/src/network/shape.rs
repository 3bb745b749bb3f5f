//! What a game's features ask of a network.

/// What a network must fit.
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
