//! Random fillings of a board. A full board has exactly one winner, so a random game need not look for one earlier.

use plywright::Side;

use crate::hexagons::{Hexagons, MAX_SIZE};

const MAX_CELLS: usize = MAX_SIZE * MAX_SIZE;
/// Maximum number of cells of a board and its border of one cell.
const MAX_PADDED: usize = (MAX_SIZE + 2) * (MAX_SIZE + 2);
/// Value of an empty cell in [`Filling::owners`]. An occupied cell has the index of its side, 0 or 1.
const EMPTY: u8 = 2;
/// Value of a corner of the border in [`Filling::owners`].
const NEITHER: u8 = 3;

/// Fills the empty cells with stones of both sides in turn, beginning with `side`. Returns each side's stones, old and
/// new. A stone in a bridge of the other side is answered by completing the bridge; other stones are placed at random.
/// A bridge is a pair of empty cells. Each of the two cells connects the same two stones of a side, or a stone and the
/// side's edge.
pub(crate) fn filled(
    board: &Hexagons,
    stones: [u128; 2],
    mut side: Side,
    random: &mut impl FnMut() -> u64,
) -> [u128; 2] {
    let mut filling = Filling::new(board, stones);
    let mut sets = stones;
    let mut last = None;
    while filling.left > 0 {
        let place = match last.and_then(|last| filling.reply(last, side)) {
            Some(place) => place,
            None => ((u128::from(random()) * filling.left as u128) >> u64::BITS) as usize,
        };
        let (at, cell) = filling.place_stone(place, side);
        sets[side.index()] |= 1 << cell;
        last = Some(at);
        side = !side;
    }
    sets
}

/// A board that is being filled. A border of one cell surrounds it, so that every cell has six neighbours. A border
/// cell counts as a stone of the side that owns the edge.
struct Filling {
    /// Steps to the six neighbours of a cell, clockwise, as differences of indices in `owners`. They are added with
    /// wrapping.
    around: [usize; 6],
    /// Owners of the cells, row by row, with the border. Corners of the border belong to neither side.
    owners: [u8; MAX_PADDED],
    /// The first `left` entries are the empty cells in any order, each as an index in `owners` and as a cell number.
    empty: [(u16, u8); MAX_CELLS],
    left: usize,
    /// Maps the index of an empty cell in `owners` to its index in `empty`. Other entries have no meaning.
    places: [u8; MAX_PADDED],
}

impl Filling {
    #[inline]
    fn new(board: &Hexagons, stones: [u128; 2]) -> Self {
        let width = usize::from(board.size()) + 2;
        let (width_back, one_back) = (width.wrapping_neg(), 1_usize.wrapping_neg());
        let mut filling = Self {
            around: [1, width, width - 1, one_back, width_back, width_back.wrapping_add(1)],
            owners: [NEITHER; MAX_PADDED],
            empty: [(0, 0); MAX_CELLS],
            left: 0,
            places: [0; MAX_PADDED],
        };
        for number in 1..width - 1 {
            for (edge, side) in [
                (number, Side::First),
                ((width - 1) * width + number, Side::First),
                (number * width, Side::Second),
                (number * width + width - 1, Side::Second),
            ] {
                filling.owners[edge] = side.index() as u8;
            }
        }
        let mut cell = 0;
        for row in 1..width - 1 {
            for at in row * width + 1..(row + 1) * width - 1 {
                filling.add_cell(at, cell, stones);
                cell += 1;
            }
        }
        filling
    }

    #[inline]
    fn add_cell(&mut self, at: usize, cell: u8, stones: [u128; 2]) {
        let [is_first, is_second] = stones.map(|set| set >> cell & 1 != 0);
        // `EMPTY - 1` is the index of the second side.
        self.owners[at] = if is_first { 0 } else { EMPTY - u8::from(is_second) };
        if !is_first && !is_second {
            self.empty[self.left] = (at as u16, cell);
            self.places[at] = self.left as u8;
            self.left += 1;
        }
    }

    /// Returns the index in `empty` of a cell that completes a bridge of `side` after the opponent's stone at index
    /// `last` of `owners`. Around this stone, the cell lies between two cells of `side` (stones or border). Returns
    /// `None` if there is no such cell.
    #[inline]
    fn reply(&self, last: usize, side: Side) -> Option<usize> {
        let near = self.around.map(|step| self.owners[last.wrapping_add(step)]);
        let own = bits_of(near, side.index() as u8);
        // The shifts rotate the ring of six cells one step each way, so both neighbours of a reply are in `own`.
        let replies = bits_of(near, EMPTY) & (own << 1 | own >> 5) & (own >> 1 | own << 5);
        if replies == 0 {
            return None;
        }
        let step = self.around[replies.trailing_zeros() as usize];
        Some(self.places[last.wrapping_add(step)].into())
    }

    /// Places a stone of `side` on the cell at index `place` of `empty`. Returns the cell's index in `owners` and its
    /// number.
    #[inline]
    fn place_stone(&mut self, place: usize, side: Side) -> (usize, u8) {
        let (at, cell) = self.empty[place];
        self.left -= 1;
        self.empty[place] = self.empty[self.left];
        let (moved, _) = self.empty[place];
        self.places[usize::from(moved)] = place as u8;
        self.owners[usize::from(at)] = side.index() as u8;
        (at.into(), cell)
    }
}

/// Returns the set of cells in a ring that have this owner; the lowest bit is the first cell.
#[inline]
fn bits_of(ring: [u8; 6], owner: u8) -> u32 {
    ring.iter().rev().fold(0, |bits, found| bits << 1 | u32::from(*found == owner))
}

#[cfg(test)]
mod tests {
    use plywright::Key;

    use super::*;

    /// Returns a source of 64 random bits.
    fn random_bits(mut seed: u64) -> impl FnMut() -> u64 {
        move || {
            seed = Key::mix(seed).0;
            seed
        }
    }

    #[test]
    fn a_full_board_connects_exactly_one_side() {
        for size in 2..=11 {
            let board = Hexagons::new(size);
            let mut random = random_bits(0);
            for _ in 0..100 {
                let sets = filled(&board, [0; 2], Side::First, &mut random);
                assert_eq!((sets[0] | sets[1], sets[0] & sets[1]), (board.all(), 0));
                assert_eq!(sets[0].count_ones(), board.all().count_ones().div_ceil(2));
                assert_ne!(board.connects(sets[0], Side::First), board.connects(sets[1], Side::Second));
            }
        }
    }

    #[test]
    fn an_intrusion_into_a_bridge_is_answered() {
        let board = Hexagons::new(5);
        // A chain of bridges from the top edge to the bottom edge: stones on c2 (cell 7) and b4 (cell 16).
        let stones = [1 << 7 | 1 << 16, 0];
        let mut connected = 0;
        for seed in 0..200 {
            let sets = filled(&board, stones, Side::Second, &mut random_bits(seed));
            if board.connects(sets[0], Side::First) {
                connected += 1;
            }
        }
        // A stone that intrudes into two bridges at once breaks one of them, so some chains are lost.
        assert!(connected >= 180, "{connected} of 200");
    }
}
