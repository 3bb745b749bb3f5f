//! The board of hexagons: neighbours, connections and symmetries. A set of cells is a `u128` in which bit N stands for
//! cell N.

use plywright::{Side, Symmetry};

/// A rhombus of hexagonal cells. Cells are numbered row by row from the top left, and each row begins half a cell
/// to the right of the row above it. The first side owns the top and the bottom edge, the second side the left and
/// the right edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hexagons {
    /// Number of columns, and of rows.
    size: u8,
    all: u128,
    left: u128,
    right: u128,
}

pub(crate) const MAX_SIZE: usize = 11;

impl Hexagons {
    /// Creates a board of `size` rows and columns.
    ///
    /// # Panics
    ///
    /// Panics if the size is not in 2..=11.
    pub(crate) const fn new(size: u8) -> Self {
        assert!(size >= 2 && size as usize <= MAX_SIZE, "a board of 2 to 11 rows");
        let (mut left, mut row) = (0, 0);
        while row < size {
            left |= 1 << (row * size);
            row += 1;
        }
        Self { size, all: u128::MAX >> (128 - size as u32 * size as u32), left, right: left << (size - 1) }
    }

    #[inline]
    pub(crate) const fn size(&self) -> u8 {
        self.size
    }

    #[inline]
    pub(crate) const fn cells(&self) -> u8 {
        self.size * self.size
    }

    #[inline]
    pub(crate) const fn all(&self) -> u128 {
        self.all
    }

    /// Returns the cells at the two edges of a side: top and bottom, or left and right.
    #[inline]
    pub(crate) const fn edges(&self, side: Side) -> [u128; 2] {
        let row = (1 << self.size) - 1;
        match side {
            Side::First => [row, row << (self.size * (self.size - 1))],
            Side::Second => [self.left, self.right],
        }
    }

    /// Returns all cells that are neighbours of a cell of the set. A cell of the set is included only if it adjoins
    /// another one.
    #[inline]
    pub(crate) const fn neighbours(&self, set: u128) -> u128 {
        let (to_left, to_right) = (set & !self.left, set & !self.right);
        let (left, right) = (to_left >> 1, to_right << 1);
        // Shifts by a variable number of bits are slow in WebAssembly, so two sets share each shift.
        let (above, below) = ((set | right) >> self.size, (set | left) << self.size);
        (left | right | above | below) & self.all
    }

    /// Returns the set moved by one step in each of the six directions: left, right, above, above right, below, below
    /// left. Cells that would leave the board are dropped.
    #[inline]
    pub(crate) const fn steps(&self, set: u128) -> [u128; 6] {
        let (left, right) = ((set & !self.left) >> 1, (set & !self.right) << 1);
        let (above, above_right) = (set >> self.size, right >> self.size);
        let (below, below_left) = (set << self.size & self.all, left << self.size & self.all);
        [left, right, above, above_right, below, below_left]
    }

    /// Returns the cells of `within` that can be reached from `from` without leaving `within`. Cells of `from` outside
    /// `within` are ignored.
    #[inline]
    pub(crate) const fn connected(&self, from: u128, within: u128) -> u128 {
        let mut reached = from & within;
        loop {
            let more = (reached | self.neighbours(reached)) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Whether the stones of a side connect its two edges.
    #[inline]
    pub(crate) const fn connects(&self, stones: u128, side: Side) -> bool {
        let [from, to] = self.edges(side);
        stones & to != 0 && self.connected(from, stones) & to != 0
    }

    /// Returns the cells on which one more stone of a side would connect its two edges, occupied cells included. The
    /// edges must not be connected yet.
    #[inline]
    pub(crate) const fn connecting(&self, stones: u128, side: Side) -> u128 {
        let [from, to] = self.edges(side);
        let from = from | self.neighbours(self.connected(from, stones));
        from & (to | self.neighbours(self.connected(to, stones)))
    }

    /// Returns the image of both sides' stones under a symmetry. Symmetry 1 turns the board by 180 degrees. Symmetry 2
    /// reflects it in the diagonal from the top left and exchanges the sides, so that each side keeps its goal.
    /// Symmetry 3 does both.
    pub(crate) fn image(&self, stones: [u128; 2], symmetry: Symmetry) -> [u128; 2] {
        let turned = |set: u128| set.reverse_bits() >> self.all.leading_zeros();
        let [first, second] = if turns(symmetry) { stones.map(turned) } else { stones };
        if exchanges_sides(symmetry) {
            [second, first].map(|set| self.mirrored(set))
        } else {
            [first, second]
        }
    }

    /// Returns the image of a cell under a symmetry; see [`Hexagons::image`].
    pub(crate) const fn image_of_cell(&self, cell: u8, symmetry: Symmetry) -> u8 {
        let cell = if turns(symmetry) { self.cells() - 1 - cell } else { cell };
        if exchanges_sides(symmetry) { cell % self.size * self.size + cell / self.size } else { cell }
    }

    /// Returns the image of a set under the reflection in the diagonal from the top left.
    pub(crate) const fn mirrored(&self, set: u128) -> u128 {
        let (mut rest, mut mirrored) = (set, 0);
        while rest != 0 {
            mirrored |= 1 << self.image_of_cell(rest.trailing_zeros() as u8, Symmetry(2));
            rest &= rest - 1;
        }
        mirrored
    }
}

/// Whether a symmetry turns the board by 180 degrees; see [`Hexagons::image`].
const fn turns(symmetry: Symmetry) -> bool {
    symmetry.0 % 2 == 1
}

pub(crate) const fn exchanges_sides(symmetry: Symmetry) -> bool {
    symmetry.0 >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbours(size: i32, cell: i32) -> u128 {
        let (column, row) = (cell % size, cell / size);
        let steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let on_board = steps
            .into_iter()
            .map(|(x, y)| (column + x, row + y))
            .filter(|(column, row)| (0..size).contains(column) && (0..size).contains(row));
        on_board.fold(0, |set, (column, row)| set | 1 << (row * size + column))
    }

    #[test]
    fn neighbours_agree_with_coordinates() {
        for size in 2..=11 {
            let board = Hexagons::new(size);
            for cell in 0..i32::from(size).pow(2) {
                let expected = neighbours(size.into(), cell);
                assert_eq!(board.neighbours(1 << cell), expected, "{size} rows, cell {cell}");
            }
        }
    }
}
