//! Lines of discs: legal squares and flipped discs.
//!
//! A set has a bit for each square, a1 at the top left first and along the rows. Legal squares are found for all lines
//! of a direction at once, by runs of the opponent's discs that grow to one, two, four and six discs. Flipped discs are
//! found on each ray from the new disc. On four rays, the carry of an addition stops at the end of the run of the
//! opponent's discs. On the opposite four rays, the highest bit that is not in the run is its end.

use plywright::prelude::Symmetry;

/// The move that passes the turn; legal only if the side to move cannot place a disc and the opponent can.
pub(crate) const PASS: u8 = 64;
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// All files except the left and right ones. A horizontal or diagonal line continues only across these. Shifts of discs
/// on these files do not wrap around to the next row.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;
pub(crate) const LEFT_FILE: u64 = 0x0101_0101_0101_0101;
pub(crate) const TOP_ROW: u64 = 0xff;

/// The directions right, lower left, down and lower right as left shifts, each with the squares that its lines may
/// cross. Right shifts give the four opposite directions.
const DIRECTIONS: [(u32, u64); 4] = [(1, INNER_FILES), (7, INNER_FILES), (8, u64::MAX), (9, INNER_FILES)];

/// For each square, the squares on the rays to the right, lower left, below and lower right.
const RAYS_DOWN: [[u64; 4]; 64] = rays([(1, 0), (-1, 1), (0, 1), (1, 1)]);
/// For each square, the squares on the opposite rays: to the left, upper right, above and upper left.
const RAYS_UP: [[u64; 4]; 64] = rays([(-1, 0), (1, -1), (0, -1), (-1, -1)]);

/// Returns, for each square and each of `steps`, the squares that are reached by repeating the step up to the edge. A
/// step is a number of files to the right and of rows down.
const fn rays(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut rays = [[0; 4]; 64];
    let mut number = 0;
    while number < 64 * 4 {
        let (square, direction) = (number / 4, number % 4);
        let (dx, dy) = steps[direction];
        let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
        while x >= 0 && x < 8 && y >= 0 && y < 8 {
            rays[square][direction] |= 1 << (8 * y + x);
            (x, y) = (x + dx, y + dy);
        }
        number += 1;
    }
    rays
}

/// `FLIPPED_ON_LINE[square][mine]`: number of discs that a new disc flips on a line of eight squares, if it fills the
/// last empty square. `square` is the index of the new disc on the line, and `mine` the set of discs of the side that
/// plays. A shorter diagonal is filled up with discs of the other side. They are not flipped, because no disc of `mine`
/// lies beyond them.
const FLIPPED_ON_LINE: [[u8; 256]; 8] = flipped_on_line();

const fn flipped_on_line() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut number = 0;
    while number < 8 * 256 {
        let (square, mine) = (number / 256, number as u32 % 256);
        // All discs between the square and the nearest disc of `mine` on either side are flipped.
        let below = mine & ((1 << square) - 1);
        if below != 0 {
            table[square][mine as usize] += (square as u32 - below.ilog2() - 1) as u8;
        }
        let above = mine >> (square + 1);
        if above != 0 {
            table[square][mine as usize] += above.trailing_zeros() as u8;
        }
        number += 1;
    }
    table
}

/// Returns the image of a set under a symmetry. Each bit of the symmetry's number is a reflection, applied in this
/// order: bit 0 exchanges top and bottom, bit 1 left and right, and bit 2 rows and columns.
pub(crate) const fn image(mut set: u64, symmetry: Symmetry) -> u64 {
    if symmetry.0 & 1 != 0 {
        set = set.swap_bytes();
    }
    if symmetry.0 & 2 != 0 {
        set = set.swap_bytes().reverse_bits();
    }
    if symmetry.0 & 4 != 0 {
        // Exchanges blocks of 1 by 1, 2 by 2 and 4 by 4 squares across the diagonal.
        let mut moved = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
        set ^= moved ^ moved << 7;
        moved = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
        set ^= moved ^ moved << 14;
        moved = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
        set ^= moved ^ moved << 28;
    }
    set
}

pub(crate) fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// Returns the squares where the side with the discs `mine` flips at least one disc.
#[inline]
pub(crate) fn placements(mine: u64, theirs: u64) -> u64 {
    let ends = DIRECTIONS.into_iter().fold(0, |ends, (step, inner)| {
        let theirs = theirs & inner;
        let mut lower = theirs & mine << step;
        lower |= theirs & lower << step;
        let pairs = theirs & theirs << step;
        lower |= pairs & lower << (2 * step);
        lower |= pairs & lower << (2 * step);
        let mut upper = theirs & mine >> step;
        upper |= theirs & upper >> step;
        let pairs = pairs >> step;
        upper |= pairs & upper >> (2 * step);
        upper |= pairs & upper >> (2 * step);
        ends | lower << step | upper >> step
    });
    ends & !(mine | theirs)
}

/// Returns the discs of `theirs` that are flipped when the side with the discs `mine` plays on the empty `square`; none
/// if the move is illegal.
#[inline]
pub(crate) fn flipped(mine: u64, theirs: u64, square: u8) -> u64 {
    let square = usize::from(square % 64);
    let below = RAYS_DOWN[square].into_iter().fold(0, |discs, ray| {
        // Adding 1 carries through the squares off the ray and through `theirs`, and sets the first other square of the
        // ray. If that square is in `mine`, all squares of the ray before it are flipped.
        let end = (theirs | !ray).wrapping_add(1) & ray & mine;
        discs | end.wrapping_sub(u64::from(end != 0)) & ray
    });
    RAYS_UP[square].into_iter().fold(below, |discs, ray| {
        // The highest square of the ray that is not in `theirs` ends the run. Bit 0 stands in if there is none.
        let others = ray & !theirs | 1;
        let end = 1 << others.ilog2() & ray & mine;
        discs | end.wrapping_mul(2).wrapping_neg() & ray
    })
}

/// Returns the number of discs that the side with the discs `mine` flips when it plays on `square`, the only empty
/// square of the board.
#[inline]
pub(crate) fn last_flipped(mine: u64, square: u8) -> i32 {
    let square = usize::from(square % 64);
    let (file, row) = (square % 8, square / 8);
    let (down, up) = (RAYS_DOWN[square], RAYS_UP[square]);
    let on_row = mine >> (8 * row) & TOP_ROW;
    // The product has the squares of the file in its highest byte, with the top square as the lowest bit of that byte.
    let on_file = (mine >> file & LEFT_FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    // The product has the sum of all rows in its highest byte, so a diagonal becomes a set of files. Nothing is
    // carried, because a diagonal has at most one square on each file.
    let [rising, falling] = [1, 3].map(|ray| (mine & (down[ray] | up[ray])).wrapping_mul(LEFT_FILE) >> 56);
    let lines = [(file, on_row), (row, on_file), (file, rising), (file, falling)];
    lines.into_iter().map(|(place, mine)| i32::from(FLIPPED_ON_LINE[place][mine as usize])).sum()
}

/// Returns the margin in discs of the side with the discs `mine` in a finished game. The winner gets the
/// empty squares.
pub(crate) fn margin(mine: u64, theirs: u64) -> i32 {
    let lead = mine.count_ones() as i32 - theirs.count_ones() as i32;
    lead + lead.signum() * (!(mine | theirs)).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use plywright::bits as numbers;

    use super::*;

    /// The same as [`flipped`], by steps from square to square along each line.
    fn flipped_slowly(mine: u64, theirs: u64, square: u8) -> u64 {
        let at = |x: i32, y: i32| {
            if (0..8).contains(&x) && (0..8).contains(&y) { 1_u64 << (8 * y + x) } else { 0 }
        };
        let (x, y) = (i32::from(square % 8), i32::from(square / 8));
        let mut discs = 0;
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
            let mut line = 0;
            let mut n = 1;
            while at(x + n * dx, y + n * dy) & theirs != 0 {
                line |= at(x + n * dx, y + n * dy);
                n += 1;
            }
            if at(x + n * dx, y + n * dy) & mine != 0 {
                discs |= line;
            }
        }
        discs
    }

    #[test]
    fn flips_and_placements_agree_with_walks_along_lines() {
        for seed in 0..2_000 {
            let bits = |n: u64| plywright::Key::mix(4 * seed + n).0;
            let (a, b) =
                if seed % 2 == 0 { (bits(0), bits(1)) } else { (bits(0) | bits(2), bits(1) | bits(3)) };
            let (mine, theirs) = (a & !b, b & !a);
            let mut places = 0;
            for square in numbers(!(mine | theirs)) {
                let discs = flipped(mine, theirs, square);
                assert_eq!(discs, flipped_slowly(mine, theirs, square), "{mine:#x} {theirs:#x} {square}");
                places |= u64::from(discs != 0) << square;
            }
            assert_eq!(placements(mine, theirs), places, "{mine:#x} {theirs:#x}");
        }
    }

    #[test]
    fn discs_flipped_on_the_last_square_are_counted() {
        for seed in 0..2_000 {
            let square = (seed % 64) as u8;
            let discs = plywright::Key::mix(seed).0 | plywright::Key::mix(!seed).0 >> (seed % 3);
            let mine = discs & !(1 << square);
            let theirs = !(mine | 1 << square);
            let expected = flipped_slowly(mine, theirs, square).count_ones() as i32;
            assert_eq!(last_flipped(mine, square), expected, "{mine:#x} {square}");
        }
    }
}
