//! Lookup tables for numbering the sets of points of a board up to symmetry.

use std::sync::OnceLock;

use plywright::Symmetry;

use super::orbits::{Orbits, Ranks};
use crate::board::{Board, Layout, MAX_POINTS, PointSet};

/// Maximum number of symmetries of a board.
const MAX_SYMMETRIES: usize = 16;

/// Images of a set under each symmetry.
pub(super) type SetImages = [PointSet; MAX_SYMMETRIES];

/// Lookup tables for numbering the sets of points of a board.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(super) board: &'static Board,
    /// `pext[mask][set]`: the bits of `set` within `mask`, moved together to the low end.
    pext: Box<[[u8; 256]; 256]>,
    orbits: [OnceLock<Orbits>; MAX_POINTS + 1],
    ranks: [OnceLock<Ranks>; MAX_POINTS + 1],
}

impl Geometry {
    /// Returns the lookup tables of a board, which the first call builds.
    pub(crate) fn of(layout: Layout, diagonals: bool) -> &'static Self {
        static ALL: [[OnceLock<Geometry>; 2]; Layout::ALL.len()] =
            [const { [const { OnceLock::new() }; 2] }; Layout::ALL.len()];
        let board = layout.board(diagonals);
        ALL[layout as usize][usize::from(diagonals)].get_or_init(|| Self {
            board,
            pext: pext_table(),
            orbits: [const { OnceLock::new() }; MAX_POINTS + 1],
            ranks: [const { OnceLock::new() }; MAX_POINTS + 1],
        })
    }

    /// Returns the image of a set under a symmetry.
    pub(crate) fn image(&self, set: PointSet, symmetry: usize) -> PointSet {
        self.board.image_of_all(set, Symmetry(symmetry as u8))
    }

    /// Returns the images of a set under all symmetries.
    pub(super) fn images(&self, set: PointSet) -> SetImages {
        let mut images = [set; MAX_SYMMETRIES];
        for (symmetry, image) in images.iter_mut().enumerate().take(self.symmetries()) {
            *image = self.image(set, symmetry);
        }
        images
    }

    /// Returns the number of symmetries of the board.
    pub(super) fn symmetries(&self) -> usize {
        self.board.symmetries().into()
    }

    /// Moves the bits of `set` within `mask` together to the low end. `shifts` are the numbers of bits of
    /// `mask` below its second and its third byte.
    pub(super) fn pext(&self, set: u32, mask: u32, shifts: [u8; 2]) -> u32 {
        let part =
            |shift: u32| u32::from(self.pext[(mask >> shift & 255) as usize][(set >> shift & 255) as usize]);
        part(0) | part(8) << shifts[0] | part(16) << shifts[1]
    }

    /// Returns the orbits of the sets of `count` points.
    pub(super) fn orbits(&self, count: usize) -> &Orbits {
        self.orbits[count].get_or_init(|| Orbits::new(self.board, count))
    }

    /// Returns the ranks of the sets of `count` points.
    pub(super) fn ranks(&self, count: usize) -> &Ranks {
        self.ranks[count].get_or_init(|| Ranks::new(count))
    }
}

/// Tabulates `pext` for bytes: the bits of a set within a mask, moved together to the low end.
fn pext_table() -> Box<[[u8; 256]; 256]> {
    let pext = |mask: usize, set: usize| {
        let bits = (0..8).filter(|bit| mask >> bit & 1 != 0);
        bits.enumerate().map(|(place, bit)| ((set >> bit & 1) << place) as u8).sum()
    };
    let row = |mask| std::array::from_fn(|set| pext(mask, set));
    let rows: Vec<_> = (0..256).map(row).collect();
    rows.try_into().unwrap_or_else(|_| unreachable!("the table has a row for each byte"))
}
