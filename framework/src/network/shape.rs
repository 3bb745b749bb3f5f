//! What a game's features ask of a network.

/// What a network must fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureShape {
    /// [`Features::NAME`].
    pub name: &'static str,
    /// [`Features::COUNT`].
    pub count: usize,
    /// [`Features::BUCKETS`].
    pub buckets: usize,
}
