//! The tables' view of a board: sets of points as words of up to 24 bits, with lookup tables.
//!
//! On boards of three rings the bits are in the order of the perfect database's files: outer, middle and
//! inner ring, each clockwise from the middle of the left side.

use std::sync::OnceLock;

use crate::board::{Board, Layout, Point, PointSet};

use super::images::{Images, MAX_POINTS, SetImages};
use super::orbits::{Orbits, Ranks};

/// Maximum number of lines through a point.
const LINES: usize = 4;
/// Fills unused entries of the table of partners. No set of stones contains it.
const NEVER: u32 = u32::MAX;

/// Points and lines of a board as bits, with the lookup tables for numbering.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(crate) points: usize,
    pub(super) all: u32,
    /// The points joined to each point.
    pub(super) neighbours: [u32; MAX_POINTS],
    pub(super) lines: Vec<u32>,
    /// The two other points of each line through a point.
    partners: [[u32; LINES]; MAX_POINTS],
    images: Images,
    /// The bit of each point.
    bits: [u8; Point::MAX],
    /// `pext[mask][set]`: the bits of `set` within `mask`, moved together to the low end.
    pext: Box<[[u8; 256]; 256]>,
    /// `pdep[mask][bits]`, the inverse: the low bits of `bits`, spread over the bits of `mask`.
    pdep: Box<[[u8; 256]; 256]>,
    orbits: [OnceLock<Orbits>; MAX_POINTS + 1],
    ranks: [OnceLock<Ranks>; MAX_POINTS + 1],
}

impl Geometry {
    /// Geometry of a board with tables, built at the first call.
    pub(crate) fn of(layout: Layout, diagonals: bool) -> &'static Self {
        static ALL: [[OnceLock<Geometry>; 2]; Layout::ALL.len()] =
            [const { [const { OnceLock::new() }; 2] }; Layout::ALL.len()];
        ALL[layout as usize][usize::from(diagonals)].get_or_init(|| {
            let order = if layout == Layout::ThreeRings { order_of_files } else { |point| point };
            Self::new(layout.board(diagonals), order)
        })
    }

    fn new(board: &Board, order: fn(usize) -> usize) -> Self {
        let points = || board.points().iter();
        let bit = |point: Point| 1_u32 << order(point.index());
        let set = |points: PointSet| points.iter().map(bit).sum::<u32>();
        let lines: Vec<u32> = board.lines().iter().map(|line| line.iter().map(|s| bit(*s)).sum()).collect();
        let mut neighbours = [0; MAX_POINTS];
        let mut partners = [[NEVER; LINES]; MAX_POINTS];
        let mut bits = [0; Point::MAX];
        for point in points() {
            let at = order(point.index());
            bits[point.index()] = at as u8;
            neighbours[at] = set(board.neighbours(point));
            let through = lines.iter().filter(|line| **line >> at & 1 != 0).map(|line| line & !(1 << at));
            partners[at].iter_mut().zip(through).for_each(|(place, partners)| *place = partners);
        }
        let points = board.points().count() as usize;
        Self {
            points,
            all: (1 << points) - 1,
            neighbours,
            lines,
            partners,
            images: Images::new(board, order),
            bits,
            pext: byte_table(pext),
            pdep: byte_table(pdep),
            orbits: [const { OnceLock::new() }; MAX_POINTS + 1],
            ranks: [const { OnceLock::new() }; MAX_POINTS + 1],
        }
    }

    pub(super) fn symmetries(&self) -> usize {
        self.images.symmetries()
    }

    /// The image of a set.
    #[inline]
    pub(crate) fn image(&self, set: u32, symmetry: usize) -> u32 {
        self.images.of(set, symmetry)
    }

    /// The images of a set under all symmetries.
    pub(super) fn images_of(&self, set: u32) -> SetImages {
        std::array::from_fn(
            |symmetry| if symmetry < self.symmetries() { self.image(set, symmetry) } else { set },
        )
    }

    /// Number of mills that a stone on `to` closes with `stones`.
    pub(super) fn mills_closed(&self, stones: u32, to: u32) -> u32 {
        let partners = self.partners[to as usize % MAX_POINTS];
        partners.iter().map(|partners| u32::from(stones & partners == *partners)).sum()
    }

    /// Stones that stand in mills.
    #[inline]
    pub(super) fn in_mills(&self, stones: u32) -> u32 {
        full_lines(&self.lines, stones)
    }

    /// Moves the bits of `set` within `mask` together to the low end. `shifts` are the numbers of bits of
    /// `mask` below its second and its third byte.
    #[inline]
    pub(super) fn pext(&self, set: u32, mask: u32, shifts: [u8; 2]) -> u32 {
        let part =
            |shift: u32| u32::from(self.pext[(mask >> shift & 255) as usize][(set >> shift & 255) as usize]);
        part(0) | part(8) << shifts[0] | part(16) << shifts[1]
    }

    /// Spreads the low bits of `extracted` over `mask`; the inverse of [`Geometry::pext`].
    #[inline]
    pub(super) fn pdep(&self, extracted: u32, mask: u32, shifts: [u8; 2]) -> u32 {
        let part = |shift: u32, below: u8| {
            u32::from(self.pdep[(mask >> shift & 255) as usize][(extracted >> below & 255) as usize]) << shift
        };
        part(0, 0) | part(8, shifts[0]) | part(16, shifts[1])
    }

    /// Orbits of the sets of `count` points.
    #[inline]
    pub(super) fn orbits(&self, count: usize) -> &Orbits {
        self.orbits[count].get_or_init(|| Orbits::new(&self.images, count))
    }

    /// Ranks of the sets of `count` points.
    #[inline]
    pub(super) fn ranks(&self, count: usize) -> &Ranks {
        self.ranks[count].get_or_init(|| Ranks::new(count))
    }

    /// Number of sets of `count` points up to symmetry.
    pub(super) fn count_orbits(&self, count: usize) -> u64 {
        self.images.count_orbits(count)
    }

    /// Bits of a set of the board's points.
    #[inline]
    pub(crate) fn bits_of(&self, points: PointSet) -> u32 {
        points.iter().fold(0, |set, point| set | 1 << self.bits[point.index()])
    }

    /// The board's points for a set of bits.
    pub(crate) fn points_of(&self, set: u32) -> PointSet {
        (0..self.points).map(Point::new).filter(|s| set >> self.bits[s.index()] & 1 != 0).collect()
    }
}

/// Points of the lines that are full of stones.
#[inline]
pub(super) fn full_lines(lines: &[u32], stones: u32) -> u32 {
    lines.iter().filter(|line| stones & **line == **line).fold(0, |set, line| set | line)
}

/// Bit of a point of three rings, in the order of the database's files.
fn order_of_files(point: usize) -> usize {
    let (ring, place) = (point / 8, point % 8);
    (2 - ring) * 8 + (place + 2) % 8
}

/// Tabulates a function of two bytes.
fn byte_table(value: fn(usize, usize) -> usize) -> Box<[[u8; 256]; 256]> {
    let row = |mask| std::array::from_fn(|set| value(mask, set) as u8);
    let rows: Vec<_> = (0..256).map(row).collect();
    rows.try_into().unwrap_or_else(|_| unreachable!("the table has a row for each byte"))
}

fn bits_of_byte(mask: usize) -> impl Iterator<Item = usize> {
    (0..8).filter(move |bit| mask >> bit & 1 != 0)
}

fn pext(mask: usize, set: usize) -> usize {
    bits_of_byte(mask).enumerate().map(|(place, bit)| (set >> bit & 1) << place).sum()
}

fn pdep(mask: usize, set: usize) -> usize {
    bits_of_byte(mask).enumerate().map(|(place, bit)| (set >> place & 1) << bit).sum()
}
