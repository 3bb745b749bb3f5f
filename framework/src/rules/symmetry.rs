//! Symmetries of the board: search results for a position hold for all its images.

use super::game::{Game, State};
use super::key::Key;

/// The index of a symmetry of a game's board; 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self(0);

    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` symmetries, the identity first.
    pub fn first(count: u8) -> impl Iterator<Item = Self> {
        (0..count).map(Self)
    }
}

/// Symmetries of a game. A game without symmetries writes `impl Symmetric for MyGame {}`.
pub trait Symmetric: Game {
    /// Number of symmetries of the board under this variant's rules, the identity included.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of a position. `symmetry` is below [`Symmetric::symmetries`] and never the identity.
    fn transform(&self, state: &Self::State, _symmetry: Symmetry) -> Self::State {
        state.clone()
    }

    /// The image of a move under a symmetry other than the identity. Playing it in the image of a position
    /// gives the image of the successor.
    fn transform_move(&self, mv: Self::Move, _symmetry: Symmetry) -> Self::Move {
        mv
    }

    /// The inverse of `symmetry`. Override it unless each symmetry is its own inverse. The search calls it at
    /// every hit in its table.
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        symmetry
    }

    /// The key that all images of the position share, and the symmetry that maps the position to its
    /// canonical image. The default takes the image with the least key. Override it if that can be found
    /// faster, or if symmetric positions are too rare to be worth the search; moves must be decodable.
    #[inline]
    fn canonical(&self, state: &Self::State) -> (Key, Symmetry) {
        let image = |symmetry| (self.image(state, symmetry).key(), symmetry);
        let own = (state.key(), Symmetry::IDENTITY);
        Symmetry::first(self.symmetries()).skip(1).map(image).fold(own, Ord::min)
    }

    /// The image of a position under any symmetry, the identity included.
    #[inline]
    fn image(&self, state: &Self::State, symmetry: Symmetry) -> Self::State {
        if symmetry == Symmetry::IDENTITY { state.clone() } else { self.transform(state, symmetry) }
    }

    /// The image of a move under any symmetry, the identity included.
    #[inline]
    fn image_of_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move {
        if symmetry == Symmetry::IDENTITY { mv } else { self.transform_move(mv, symmetry) }
    }
}
