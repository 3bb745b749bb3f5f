//! The board as the tables see it: sets of points as words of up to 24 bits, and what follows from a set by
//! looking it up.
//!
//! On boards of three rings bits are in the order of the perfect database's files: outer, middle and inner
//! ring, each clockwise from the middle of the left side.

use std::sync::OnceLock;

use crate::board::Board;
use crate::boards::Layout;
use crate::point::{Point, PointSet};

use super::images::{Images, MOST_POINTS, SetImages};
use super::orbits::{Orbits, Ranks};

/// The most lines through a point.
const LINES: usize = 4;
/// Fills unused places in the table of partners: no set of stones contains it.
const NEVER: u32 = u32::MAX;

/// A board's points and lines by bits, with the tables that numbering takes.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(crate) points: usize,
    pub(super) all: u32,
    /// The points joined to each point.
    pub(super) neighbours: [u32; MOST_POINTS],
    pub(super) lines: Vec<u32>,
    /// The other points of each line through a point.
    partners: [[u32; LINES]; MOST_POINTS],
    images: Images,
    /// The bit of each point.
    bits: [u8; Point::MAX],
    /// `pext[mask][set]`: the bits of `set` that lie in `mask`, moved together to the low end.
    pext: Box<[[u8; 256]; 256]>,
    /// The inverse: `pdep[mask][bits]` has the low bits of `bits` at the places of the bits of `mask`.
    pdep: Box<[[u8; 256]; 256]>,
    orbits: [OnceLock<Orbits>; MOST_POINTS + 1],
    ranks: [OnceLock<Ranks>; MOST_POINTS + 1],
}

impl Geometry {
    /// The geometry of a board that has tables.
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
        let mut neighbours = [0; MOST_POINTS];
        let mut partners = [[NEVER; LINES]; MOST_POINTS];
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
            orbits: [const { OnceLock::new() }; MOST_POINTS + 1],
            ranks: [const { OnceLock::new() }; MOST_POINTS + 1],
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

    /// Number of mills that a stone on `to` makes with `stones`.
    pub(super) fn mills_closed(&self, stones: u32, to: u32) -> u32 {
        let partners = self.partners[to as usize % MOST_POINTS];
        partners.iter().map(|partners| u32::from(stones & partners == *partners)).sum()
    }

    /// Those of `stones` that stand in mills.
    #[inline]
    pub(super) fn in_mills(&self, stones: u32) -> u32 {
        full_lines(&self.lines, stones)
    }

    /// The bits of `set` that lie in `mask`, moved together to the low end; `shifts` are the numbers of bits
    /// of `mask` below its second and its third byte.
    #[inline]
    pub(super) fn pext(&self, set: u32, mask: u32, shifts: [u8; 2]) -> u32 {
        let part =
            |shift: u32| u32::from(self.pext[(mask >> shift & 255) as usize][(set >> shift & 255) as usize]);
        part(0) | part(8) << shifts[0] | part(16) << shifts[1]
    }

    /// The inverse of [`Geometry::pext`].
    #[inline]
    pub(super) fn pdep(&self, extracted: u32, mask: u32, shifts: [u8; 2]) -> u32 {
        let part = |shift: u32, below: u8| {
            u32::from(self.pdep[(mask >> shift & 255) as usize][(extracted >> below & 255) as usize]) << shift
        };
        part(0, 0) | part(8, shifts[0]) | part(16, shifts[1])
    }

    /// The orbits of sets of `count` points.
    #[inline]
    pub(super) fn orbits(&self, count: usize) -> &Orbits {
        self.orbits[count].get_or_init(|| Orbits::new(&self.images, count))
    }

    /// The places of sets of `count` points among each other.
    #[inline]
    pub(super) fn ranks(&self, count: usize) -> &Ranks {
        self.ranks[count].get_or_init(|| Ranks::new(count))
    }

    /// Number of sets of `count` points up to symmetry.
    pub(super) fn count_orbits(&self, count: usize) -> u64 {
        self.images.count_orbits(count)
    }

    /// A set of the board's points as bits.
    #[inline]
    pub(crate) fn bits_of(&self, points: PointSet) -> u32 {
        points.iter().fold(0, |set, point| set | 1 << self.bits[point.index()])
    }

    /// The board's points of a set of bits.
    pub(crate) fn points_of(&self, set: u32) -> PointSet {
        (0..self.points).map(Point::new).filter(|s| set >> self.bits[s.index()] & 1 != 0).collect()
    }
}

/// The points of those lines that are full of stones.
#[inline]
pub(super) fn full_lines(lines: &[u32], stones: u32) -> u32 {
    lines.iter().filter(|line| stones & **line == **line).fold(0, |set, line| set | line)
}

/// The bit of a point of three rings in the order of the files.
fn order_of_files(point: usize) -> usize {
    let (ring, place) = (point / 8, point % 8);
    (2 - ring) * 8 + (place + 2) % 8
}

/// A table of a function of two bytes.
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
