//! Images of sets of points under the symmetries of a board, looked up byte by byte.

use plywright::Symmetry;

use crate::board::{Board, Point};

/// Maximum number of points of a board with tables.
pub(super) const MAX_POINTS: usize = 24;
/// Maximum number of symmetries of a board.
const MAX_SYMMETRIES: usize = 16;
/// Number of bytes of a set.
const BYTES: usize = MAX_POINTS / 8;

/// Images of a set under each symmetry.
pub(super) type SetImages = [u32; MAX_SYMMETRIES];

/// The symmetries of a board.
#[derive(Debug)]
pub(super) struct Images {
    /// Number of points of the board.
    pub(super) points: usize,
    /// Image of each part of a set, by symmetry, byte of the set, and value of the byte.
    by_symmetry: Vec<[[u32; 256]; BYTES]>,
    /// Inverse of each symmetry.
    inverses: Vec<usize>,
}

impl Images {
    /// Symmetries of a board. `order` maps the index of a point to its bit.
    pub(super) fn new(board: &Board, order: fn(usize) -> usize) -> Self {
        let bit = |point: Point| 1_u32 << order(point.index());
        let image = |symmetry: Symmetry, byte: usize, part: usize| {
            let points = board.points().iter().filter(|s| part << (8 * byte) >> order(s.index()) & 1 != 0);
            points.map(|s| bit(board.image(s, symmetry))).sum()
        };
        let images = Symmetry::first(board.symmetries()).map(|symmetry| {
            std::array::from_fn(|byte| std::array::from_fn(|part| image(symmetry, byte, part)))
        });
        Self {
            points: board.points().count() as usize,
            by_symmetry: images.collect(),
            inverses: Symmetry::first(board.symmetries()).map(|s| board.inverse(s).index()).collect(),
        }
    }

    /// Number of symmetries.
    pub(super) fn symmetries(&self) -> usize {
        self.by_symmetry.len()
    }

    /// Inverse of a symmetry.
    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.inverses[symmetry]
    }

    /// Number of sets of `count` points up to symmetry. By Burnside's lemma it is the mean number of sets
    /// that a symmetry fixes.
    pub(super) fn count_orbits(&self, count: usize) -> u64 {
        let fixed: u64 = (0..self.symmetries()).map(|symmetry| self.fixed_sets(symmetry)[count]).sum();
        fixed / self.symmetries() as u64
    }

    /// Number of sets of each size that a symmetry maps to themselves. Such sets are unions of the symmetry's
    /// cycles.
    fn fixed_sets(&self, symmetry: usize) -> [u64; MAX_POINTS + 1] {
        let mut sets = [0; MAX_POINTS + 1];
        sets[0] = 1;
        let mut left = (1_u32 << self.points) - 1;
        while left != 0 {
            let first = left & left.wrapping_neg();
            let mut length = 0;
            let mut at = first;
            while left & at != 0 {
                left ^= at;
                length += 1;
                at = self.of(at, symmetry);
            }
            for count in (length..sets.len()).rev() {
                sets[count] += sets[count - length];
            }
        }
        sets
    }

    /// Image of a set.
    #[inline]
    pub(super) fn of(&self, set: u32, symmetry: usize) -> u32 {
        let [low, middle, high] = &self.by_symmetry[symmetry];
        low[(set & 255) as usize] | middle[(set >> 8 & 255) as usize] | high[(set >> 16 & 255) as usize]
    }
}
