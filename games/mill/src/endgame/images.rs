//! The images of sets of points under the symmetries of a board, looked up byte by byte.

use plywright::Symmetry;

use crate::board::Board;
use crate::point::Point;

/// The most points that a board with tables has.
pub(super) const MOST_POINTS: usize = 24;
/// The most symmetries that a board has.
const MOST_SYMMETRIES: usize = 16;
/// Bytes of a set.
const BYTES: usize = MOST_POINTS / 8;

/// The images of one set under each symmetry.
pub(super) type SetImages = [u32; MOST_SYMMETRIES];

/// The symmetries of a board.
#[derive(Debug)]
pub(super) struct Images {
    /// Number of points of the board.
    pub(super) points: usize,
    /// For each symmetry and byte of a set the image of that part of the set.
    by_symmetry: Vec<[[u32; 256]; BYTES]>,
    /// The symmetry that undoes each symmetry.
    inverses: Vec<usize>,
}

impl Images {
    /// The symmetries of a board whose points have the bits that `order` gives.
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

    /// The symmetry that undoes a symmetry.
    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.inverses[symmetry]
    }

    /// Number of sets of `count` points up to symmetry: by Burnside's lemma the mean number of sets
    /// that a symmetry maps to themselves.
    pub(super) fn count_orbits(&self, count: usize) -> u64 {
        let fixed: u64 = (0..self.symmetries()).map(|symmetry| self.fixed_sets(symmetry)[count]).sum();
        fixed / self.symmetries() as u64
    }

    /// Numbers of sets of each size that a symmetry maps to themselves: those made of whole cycles.
    fn fixed_sets(&self, symmetry: usize) -> [u64; MOST_POINTS + 1] {
        let mut sets = [0; MOST_POINTS + 1];
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

    /// The image of a set.
    #[inline]
    pub(super) fn of(&self, set: u32, symmetry: usize) -> u32 {
        let [low, middle, high] = &self.by_symmetry[symmetry];
        low[(set & 255) as usize] | middle[(set >> 8 & 255) as usize] | high[(set >> 16 & 255) as usize]
    }
}
