//! Symmetries of the board. Positions that are images of each other can share search results.

use super::game::{Game, State};
use super::key::Key;

/// The index of a symmetry of a game's board; 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self(0);

    /// Returns the number of the symmetry, as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Iterates over the symmetries from 0 to `count` - 1. The first one is the identity.
    pub fn first(count: u8) -> impl Iterator<Item = Self> {
        (0..count).map(Self)
    }
}

/// Symmetries of a game. A game without symmetries writes `impl Symmetric for MyGame {}`.
///
/// A symmetry may exchange the sides, for example a reflection together with an exchange of colours. The side
/// to move in the image is then the opponent of the side to move in the position, so the score for the side
/// to move stays the same.
pub trait Symmetric: Game {
    /// Returns the number of symmetries of the board under this variant's rules, including the identity; 1 by default.
    /// A game that returns more must also override [`Symmetric::transform`]. If symmetries change moves, it must
    /// override [`Symmetric::transform_move`] too.
    fn symmetries(&self) -> u8 {
        1
    }

    /// Whether `symmetry` maps this position to one whose legal moves are the images of this position's legal moves;
    /// `true` by default. Override it if a rule breaks a symmetry in some positions, such as castling or a swap of
    /// sides. If a symmetry holds in a position, both the symmetry and its inverse must hold in the image.
    #[inline]
    fn holds(&self, _state: &Self::State, _symmetry: Symmetry) -> bool {
        true
    }

    /// Returns the image of a position. `symmetry` is below [`Symmetric::symmetries`] and never the identity. The
    /// default, for games without symmetries, returns the position itself.
    fn transform(&self, state: &Self::State, _symmetry: Symmetry) -> Self::State {
        state.clone()
    }

    /// Returns the image of a move under a symmetry other than the identity; by default, the move itself. Playing the
    /// image of a move in the image of a position must give the image of the successor.
    fn transform_move(&self, mv: Self::Move, _symmetry: Symmetry) -> Self::Move {
        mv
    }

    /// Returns the inverse of `symmetry`. Override it if a symmetry is not its own inverse.
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        symmetry
    }

    /// Returns the key shared by all images of the position, and the symmetry that maps the position to its canonical
    /// image. The default chooses the image with the lowest key among the symmetries that hold in the position.
    /// Override it if the canonical image can be found faster. If symmetric positions are too rare to be worth the
    /// time, an override may return the position's own key and the identity. A game with symmetries should implement
    /// [`Move::decode`](super::Move::decode), because the transposition table stores the moves of canonical images.
    #[inline]
    fn canonical(&self, state: &Self::State) -> (Key, Symmetry) {
        let image = |symmetry| (self.image(state, symmetry).key(), symmetry);
        let own = (state.key(), Symmetry::IDENTITY);
        let others = Symmetry::first(self.symmetries()).skip(1);
        others.filter(|symmetry| self.holds(state, *symmetry)).map(image).fold(own, Ord::min)
    }

    /// Returns the image of a position under any symmetry, including the identity.
    #[inline]
    fn image(&self, state: &Self::State, symmetry: Symmetry) -> Self::State {
        if symmetry == Symmetry::IDENTITY { state.clone() } else { self.transform(state, symmetry) }
    }

    /// Returns the image of a move under any symmetry, including the identity.
    #[inline]
    fn image_of_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move {
        if symmetry == Symmetry::IDENTITY { mv } else { self.transform_move(mv, symmetry) }
    }
}
