//! Pieces: what they look like, whose they are, and where they stand.

use crate::side::Side;

/// The shape of a piece. Pieces of one place are stacked in the order of this list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// One storey of a building.
    Block,
    /// The dome on a building.
    Dome,
    /// A flat round stone.
    Disc,
    /// A cross, as drawn by a pencil.
    Cross,
    /// A circle, as drawn by a pencil.
    Circle,
    /// A piece of this many rings.
    Rings(u8),
    /// A figure.
    Figure,
    /// A small token with a word.
    Token(&'static str),
}

/// A piece on a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The number of its place in [`Scene::places`](super::Scene::places).
    pub at: usize,
    /// Whose it is; `None` for a piece that belongs to nobody.
    pub side: Option<Side>,
    /// What it looks like.
    pub shape: Shape,
    /// Whether it is out of play although it still stands there.
    pub dead: bool,
}

/// What stands on a place: whose it is, and what it looks like.
pub type Standing = (Option<Side>, Shape);
