//! Pieces: shape, owner and place.

use crate::rules::Side;

/// The shape of a piece. The pieces of one place are stacked in the order of this list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// One storey of a building.
    Block,
    /// The dome on a building.
    Dome,
    /// A flat round stone.
    Disc,
    /// A pencilled cross.
    Cross,
    /// A pencilled circle.
    Circle,
    /// A piece with this number of rings.
    Rings(u8),
    /// A figure.
    Figure,
    /// A small token with a word.
    Token(&'static str),
}

/// A piece on a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Index of its place in [`Scene::places`](super::Scene::places).
    pub at: usize,
    /// Its owner; `None` for a piece that belongs to nobody.
    pub side: Option<Side>,
    /// Its shape.
    pub shape: Shape,
    /// Whether it is out of play although it still stands there.
    pub dead: bool,
}

/// Owner and shape of a piece on a place.
pub type Standing = (Option<Side>, Shape);
