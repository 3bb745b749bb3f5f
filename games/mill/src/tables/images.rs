//! Images of sets of points under the symmetries of a board, looked up byte by byte.

use plywright::Symmetry;

use crate::board::{Board, Point, PointSet};

/// Maximum number of points of a board with tables.
pub(super) const MAX_POINTS: usize = 24;
/// Maximum number of symmetries of a board.
const MAX_SYMMETRIES: usize = 16;
/// Number of bytes of a set.
const BYTES: usize = MAX_POINTS / 8;

/// Images of a set under each symmetry.
pub(super) type SetImages = [PointSet; MAX_SYMMETRIES];

/// Table of a function of sets whose value is the sum of the values of the set's bits.
#[derive(Debug)]
pub(super) struct SetTable([[u32; 256]; BYTES]);

impl SetTable {
    /// Tabulates the function whose values for the single bits are `values`.
    pub(super) fn new(values: &[u32; MAX_POINTS]) -> Self {
        let mut table = [[0; 256]; BYTES];
        for (row, values) in table.iter_mut().zip(values.chunks(8)) {
            for (bit, value) in values.iter().enumerate() {
                for set in 0..1 << bit {
                    row[1 << bit | set] = row[set] + value;
                }
            }
        }
        Self(table)
    }

    /// Value of a set.
    #[inline]
    pub(super) fn of(&self, set: u32) -> u32 {
        let [low, middle, high] = &self.0;
        low[(set & 255) as usize] + middle[(set >> 8 & 255) as usize] + high[(set >> 16 & 255) as usize]
    }
}

/// The symmetries of a board.
#[derive(Debug)]
pub(super) struct Images {
    pub(super) board: &'static Board,
    by_symmetry: Vec<SetTable>,
}

impl Images {
    pub(super) fn new(board: &'static Board) -> Self {
        let table = |symmetry: Symmetry| {
            let mut images = [0; MAX_POINTS];
            for point in board.points() {
                images[point.index()] = PointSet::of(board.image(point, symmetry)).bits();
            }
            SetTable::new(&images)
        };
        Self { board, by_symmetry: Symmetry::first(board.symmetries()).map(table).collect() }
    }

    /// Number of symmetries.
    pub(super) fn symmetries(&self) -> usize {
        self.by_symmetry.len()
    }

    /// Inverse of a symmetry.
    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.board.inverse(Symmetry(symmetry as u8)).index()
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
        let mut left = self.board.points();
        while let Some(first) = left.first() {
            let mut length = 0;
            let mut at: Point = first;
            while left.contains(at) {
                left.remove(at);
                length += 1;
                at = self.board.image(at, Symmetry(symmetry as u8));
            }
            for count in (length..sets.len()).rev() {
                sets[count] += sets[count - length];
            }
        }
        sets
    }

    /// Image of a set.
    #[inline]
    pub(super) fn of(&self, set: PointSet, symmetry: usize) -> PointSet {
        PointSet::from_bits(self.by_symmetry[symmetry].of(set.bits()))
    }

    /// The images of a set under all symmetries.
    pub(super) fn all_of(&self, set: PointSet) -> SetImages {
        let mut images = [set; MAX_SYMMETRIES];
        for (symmetry, image) in images.iter_mut().enumerate().take(self.symmetries()) {
            *image = self.of(set, symmetry);
        }
        images
    }
}
