//! The board of hexagons: neighbours, connections and random fillings.

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

const MAX_SIZE: usize = 11;
const MAX_CELLS: usize = MAX_SIZE * MAX_SIZE;
/// Maximum number of cells of a board and its border of one cell.
const MAX_PADDED: usize = (MAX_SIZE + 2) * (MAX_SIZE + 2);
/// Value of an empty cell in lists of owners. An occupied cell has the index of its side.
const EMPTY: u8 = 2;
/// Value of a corner of the border.
const NEITHER: u8 = 3;

impl Hexagons {
    /// Creates a board.
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

    /// Returns the number of columns, which is also the number of rows.
    #[inline]
    pub(crate) const fn size(&self) -> u8 {
        self.size
    }

    /// Returns the number of cells.
    #[inline]
    pub(crate) const fn cells(&self) -> u8 {
        self.size * self.size
    }

    /// Returns the set of all cells.
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

    /// Returns all cells that are neighbours of a cell of the set.
    #[inline]
    pub(crate) const fn neighbours(&self, set: u128) -> u128 {
        let (to_left, to_right) = (set & !self.left, set & !self.right);
        let (left, right) = (to_left >> 1, to_right << 1);
        // Shifts by a variable number of bits are slow in WebAssembly, so two sets share each shift.
        let (above, below) = ((set | right) >> self.size, (set | left) << self.size);
        (left | right | above | below) & self.all
    }

    /// Returns the images of the set under a step in each of the six directions: left, right, above, above right,
    /// below, below left. Cells that would leave the board are dropped.
    #[inline]
    pub(crate) const fn steps(&self, set: u128) -> [u128; 6] {
        let (left, right) = ((set & !self.left) >> 1, (set & !self.right) << 1);
        let (above, above_right) = (set >> self.size, right >> self.size);
        let (below, below_left) = (set << self.size & self.all, left << self.size & self.all);
        [left, right, above, above_right, below, below_left]
    }

    /// Returns the cells of `within` that a path inside `within` connects to a cell of `from`.
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

    #[inline]
    pub(crate) const fn connects(&self, stones: u128, side: Side) -> bool {
        let [from, to] = self.edges(side);
        stones & to != 0 && self.connected(from, stones) & to != 0
    }

    /// Returns the cells on which a stone would connect the two edges of a side that are not connected yet.
    /// Occupied cells are not excluded.
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
        let turn = |set: u128| match symmetry.0 & 1 {
            0 => set,
            _ => set.reverse_bits() >> self.all.leading_zeros(),
        };
        let [first, second] = stones.map(turn);
        if symmetry.0 < 2 { [first, second] } else { [second, first].map(|set| self.mirrored(set)) }
    }

    /// Returns the image of a cell under a symmetry; see [`Hexagons::image`].
    pub(crate) const fn image_of_cell(&self, cell: u8, symmetry: Symmetry) -> u8 {
        let cell = if symmetry.0 & 1 == 0 { cell } else { self.cells() - 1 - cell };
        if symmetry.0 < 2 { cell } else { cell % self.size * self.size + cell / self.size }
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

    /// Fills the empty cells with stones of both sides in turn, beginning with `side`. Returns the stones of
    /// both sides. Cells are chosen at random, except that a side completes a bridge into which the opponent
    /// has just placed a stone. A bridge joins two stones of a side, or a stone and the side's edge, across
    /// two empty cells: a stone on either cell connects them. `random` returns 64 random bits.
    pub(crate) fn filled(
        &self,
        stones: [u128; 2],
        mut side: Side,
        random: &mut impl FnMut() -> u64,
    ) -> [u128; 2] {
        let width = usize::from(self.size) + 2;
        // Differences between the index of a cell in `owners` and those of its six neighbours, clockwise.
        let (width_back, one_back) = (width.wrapping_neg(), 1_usize.wrapping_neg());
        let around = [1, width, width - 1, one_back, width_back, width_back.wrapping_add(1)];
        // Owners of all cells, including a border of one cell around the board. Corners of the border belong
        // to neither side.
        let mut owners = [NEITHER; MAX_PADDED];
        for column in 1..width - 1 {
            owners[column] = Side::First.index() as u8;
            owners[(width - 1) * width + column] = Side::First.index() as u8;
        }
        // The empty cells in any order, each as an index in `owners` and as a cell number. `places` maps an
        // index in `owners` to an index in this list.
        let mut empty = [(0_u16, 0_u8); MAX_CELLS];
        let mut places = [0_u8; MAX_PADDED];
        let (mut left, mut cell) = (0, 0_u8);
        for row in 1..width - 1 {
            owners[row * width] = Side::Second.index() as u8;
            owners[row * width + width - 1] = Side::Second.index() as u8;
            for at in row * width + 1..(row + 1) * width - 1 {
                let has = stones.map(|set| set >> cell & 1 != 0);
                owners[at] = if has[0] { 0 } else { EMPTY - u8::from(has[1]) };
                if has == [false; 2] {
                    empty[left] = (at as u16, cell);
                    places[at] = left as u8;
                    left += 1;
                }
                cell += 1;
            }
        }
        let mut sets = stones;
        let mut last: Option<usize> = None;
        while left > 0 {
            // The last stone intruded into a bridge of `side` if, in the ring of cells around it, an empty
            // cell lies between two cells of `side` (stones or border).
            let reply = last.and_then(|last| {
                let near = around.map(|step| owners[last.wrapping_add(step)]);
                let bits = |owner: u8| {
                    near.iter().rev().fold(0_u32, |bits, found| bits << 1 | u32::from(*found == owner))
                };
                let own = bits(side.index() as u8);
                let replies = bits(EMPTY) & (own << 1 | own >> 5) & (own >> 1 | own << 5);
                (replies != 0).then(|| places[last.wrapping_add(around[replies.trailing_zeros() as usize])])
            });
            let place = reply
                .map_or_else(|| ((u128::from(random()) * left as u128) >> u64::BITS) as usize, usize::from);
            let (at, cell) = empty[place];
            left -= 1;
            empty[place] = empty[left];
            places[usize::from(empty[place].0)] = place as u8;
            owners[usize::from(at)] = side.index() as u8;
            sets[side.index()] |= 1 << cell;
            last = Some(at.into());
            side = !side;
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use plywright::Key;

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

    #[test]
    fn a_full_board_connects_exactly_one_side() {
        for size in 2..=11 {
            let board = Hexagons::new(size);
            let mut seed = 0_u64;
            let mut random = || {
                seed += 1;
                Key::mix(seed).0
            };
            for _ in 0..100 {
                let sets = board.filled([0; 2], Side::First, &mut random);
                assert_eq!((sets[0] | sets[1], sets[0] & sets[1]), (board.all(), 0));
                assert_eq!(sets[0].count_ones(), board.all().count_ones().div_ceil(2));
                assert_ne!(board.connects(sets[0], Side::First), board.connects(sets[1], Side::Second));
            }
        }
    }

    #[test]
    fn an_intrusion_into_a_bridge_is_answered() {
        let board = Hexagons::new(5);
        // A chain of bridges from the top edge to the bottom edge: stones on c2 (cell 7) and b4
        // (cell 16).
        let stones = [1 << 7 | 1 << 16, 0];
        let connects = |seed: &u64| {
            let mut drawn = *seed;
            let mut random = || {
                drawn = Key::mix(drawn).0;
                drawn
            };
            board.connects(board.filled(stones, Side::Second, &mut random)[0], Side::First)
        };
        // A stone that intrudes into two bridges at once breaks one of them, so some chains are
        // lost.
        assert!((0..200).filter(connects).count() >= 180);
    }
}
