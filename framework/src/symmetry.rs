//! Symmetries of the board: what a search finds out about a position holds for its images.

use crate::game::{Game, State};
use crate::key::Key;

/// The number of a symmetry of a game's board; 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The symmetry that leaves everything where it is.
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

/// Symmetries of a game. A game that has none, or does not care, writes `impl Symmetric for MyGame {}`.
pub trait Symmetric: Game {
    /// Number of symmetries of the board under this variant's rules, the identity included.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of a position. `symmetry` is below [`Symmetric::symmetries`] and never the identity.
    fn transform(&self, state: &Self::State, _symmetry: Symmetry) -> Self::State {
        state.clone()
    }

    /// The image of a move under the same symmetry, which is never the identity: playing it in the image of a
    /// position gives the image of the successor.
    fn transform_move(&self, mv: Self::Move, _symmetry: Symmetry) -> Self::Move {
        mv
    }

    /// The symmetry that undoes `symmetry`. Override it where one is not its own inverse, as a mirror image
    /// is. The search asks at every hit of its table.
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        symmetry
    }

    /// The image of a position with the two sides exchanged: who was to move stands as his opponent stood,
    /// and it is the other side's turn. `None` where the rules are not the same for both sides. The
    /// conformance kit finds evaluations with a bonus for one side by it.
    fn swap_sides(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// The key under which all images of the position share what the search knows about them, and the
    /// symmetry that maps the position to the image that stands for all. The default takes the image with the
    /// least key. Override it where that is found more cheaply, or where symmetric positions are met too
    /// rarely to pay for looking for them; moves must be decodable.
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
