//! Lookup tables of a board: symmetric images, orbits and ranks of its sets of points. The tables of orbits and ranks
//! are created when they are first used.

use std::sync::OnceLock;

use plywright::Symmetry;

use super::orbits::{Orbits, Ranks};
use crate::board::{Board, Layout, MAX_POINTS, PointSet};

/// Maximum number of symmetries of a board, including the identity.
const MAX_SYMMETRIES: usize = 16;

/// Images of a set of points, indexed by symmetry. A board with fewer symmetries has the unchanged set in the
/// elements beyond them.
pub(super) type SetImages = [PointSet; MAX_SYMMETRIES];

#[derive(Debug)]
pub(crate) struct Geometry {
    pub(super) board: &'static Board,
    /// `pext[mask][set]`: the bits of byte `set` selected by byte `mask`, packed into the low bits.
    pext: Box<[[u8; 256]; 256]>,
    /// `orbits[n]`: orbits of the sets of `n` points.
    orbits: [OnceLock<Orbits>; MAX_POINTS + 1],
    /// `ranks[n]`: ranks of the sets of `n` points.
    ranks: [OnceLock<Ranks>; MAX_POINTS + 1],
}

impl Geometry {
    /// Returns the lookup tables of a board. They are created at the first call and stay in memory.
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

    pub(crate) fn image(&self, set: PointSet, symmetry: usize) -> PointSet {
        self.board.image_of_all(set, Symmetry(symmetry as u8))
    }

    pub(super) fn images(&self, set: PointSet) -> SetImages {
        let mut images = [set; MAX_SYMMETRIES];
        for (symmetry, image) in images.iter_mut().enumerate().take(self.symmetries()) {
            *image = self.image(set, symmetry);
        }
        images
    }

    pub(super) fn symmetries(&self) -> usize {
        self.board.symmetries().into()
    }

    /// Returns the bits of `set` that `mask` selects, packed into the low bits (parallel bit extract). Higher bits than
    /// the low 24 are ignored. `shifts` are the numbers of set bits in the lowest byte and in the lowest two bytes of
    /// `mask`.
    pub(super) fn pext(&self, set: u32, mask: u32, shifts: [u8; 2]) -> u32 {
        let part =
            |shift: u32| u32::from(self.pext[(mask >> shift & 255) as usize][(set >> shift & 255) as usize]);
        part(0) | part(8) << shifts[0] | part(16) << shifts[1]
    }

    pub(super) fn orbits(&self, count: usize) -> &Orbits {
        self.orbits[count].get_or_init(|| Orbits::new(self.board, count))
    }

    pub(super) fn ranks(&self, count: usize) -> &Ranks {
        self.ranks[count].get_or_init(|| Ranks::new(count))
    }
}

fn pext_table() -> Box<[[u8; 256]; 256]> {
    let mut rows = vec![[0; 256]; 256];
    for (mask, row) in rows.iter_mut().enumerate() {
        for (set, extracted) in row.iter_mut().enumerate() {
            let mut place = 0;
            for bit in 0..8 {
                if mask >> bit & 1 != 0 {
                    *extracted |= ((set >> bit & 1) << place) as u8;
                    place += 1;
                }
            }
        }
    }
    rows.try_into().unwrap_or_else(|_| unreachable!("the table has a row for each byte"))
}
