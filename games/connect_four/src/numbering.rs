//! Numbering of positions for tablebases, which solve small boards completely.
//!
//! A slice holds the positions with a given number of stones. The index of a position is `heights * n + seconds`.
//! `heights` is the rank of its column heights among all heights that hold this number of stones. `seconds` is the rank
//! of the set of the second side's stones among the `n` sets of the same size on the occupied squares. Squares are
//! ordered as their bits: by column, then from the bottom.

use std::ops::Range;
use std::sync::LazyLock;

use plywright::bits;
use plywright::prelude::*;
use plywright::tablebase::{RowPosition, SliceIndex, Sliced, choose};

use crate::{ConnectFour, Size, four_in_a_row};

const COLUMNS: usize = Size::USUAL.columns() as usize;
const ROWS: usize = Size::USUAL.rows() as usize;
const SQUARES: usize = COLUMNS * ROWS;

/// Distance in stones between the slices that compact tables store. The value of a position in another slice is found
/// by playing one or two moves.
const STORED_PLIES: u32 = 3;
/// Maximum number of squares in the pattern of a column, because [`Sliced::patterns`] allows at most five cells.
const MAX_CELLS: u8 = 5;

/// `FILLINGS[rows][columns][stones]`: number of ways to distribute `stones` stones of a single colour over
/// `columns` columns of `rows` squares each.
static FILLINGS: LazyLock<[[[u64; SQUARES + 1]; COLUMNS + 1]; ROWS + 1]> = LazyLock::new(|| {
    std::array::from_fn(|rows| {
        let mut ways = [[0; SQUARES + 1]; COLUMNS + 1];
        ways[0][0] = 1;
        for columns in 1..=COLUMNS {
            ways[columns] = std::array::from_fn(|stones| {
                (0..=rows.min(stones)).map(|height| ways[columns - 1][stones - height]).sum()
            });
        }
        ways
    })
});

fn fillings(size: Size, columns: usize) -> &'static [u64; SQUARES + 1] {
    &FILLINGS[usize::from(size.rows())][columns]
}

/// Returns the columns of a board, each with the number of columns to its right.
fn columns(size: Size) -> impl Iterator<Item = (u32, usize)> {
    (0..size.columns()).map(move |column| (column.into(), (size.columns() - 1 - column).into()))
}

/// Returns the rank of the column heights of the occupied squares among all heights with the same number of stones.
fn rank_of_heights(size: Size, occupied: u64) -> u64 {
    let (mut left, mut rank) = (occupied.count_ones() as usize, 0);
    for (column, to_the_right) in columns(size) {
        let height = (occupied >> (7 * column) & 0x7f).count_ones() as usize;
        rank += (0..height).map(|less| fillings(size, to_the_right)[left - less]).sum::<u64>();
        left -= height;
    }
    rank
}

/// Returns the numbers of the occupied squares, lowest first, for a rank of column heights with `stones` stones. Only
/// the first `stones` elements are valid.
fn squares_at(size: Size, stones: usize, mut rank: u64) -> [u32; SQUARES] {
    let (mut left, mut counted, mut squares) = (stones, 0, [0; SQUARES]);
    for (column, to_the_right) in columns(size) {
        let mut row = 0;
        while rank >= fillings(size, to_the_right)[left] {
            rank -= fillings(size, to_the_right)[left];
            squares[counted] = 7 * column + row;
            (left, counted, row) = (left - 1, counted + 1, row + 1);
        }
    }
    squares
}

/// Returns the rank of the set of the second side's stones among all sets of the same size on the occupied squares.
fn rank_of_second(board: &Pieces) -> u64 {
    let (mut chosen, mut rank) = (0, 0);
    for (counted, square) in bits(board.all()).enumerate() {
        if board.sets[1] >> square & 1 != 0 {
            chosen += 1;
            rank += choose(counted, chosen);
        }
    }
    rank
}

/// Returns, for each position similar to `board`, how much smaller its index is. A similar position differs from
/// `board` in one exchange: a stone of the second side swaps places with the stone of the first side directly before
/// it, in the order of the squares.
fn exchanges(board: &Pieces) -> Vec<u32> {
    let (mut chosen, mut is_after_first) = (0, false);
    let mut distances = Vec::new();
    for (counted, square) in bits(board.all()).enumerate() {
        let is_second = board.sets[1] >> square & 1 != 0;
        if is_second && is_after_first {
            distances.push(choose(counted - 1, chosen) as u32);
        }
        chosen += usize::from(is_second);
        is_after_first = !is_second;
    }
    distances
}

impl Sliced for ConnectFour {
    /// Number of stones.
    type Slice = u32;

    fn groups(&self, max_pieces: Option<u32>) -> Vec<Vec<u32>> {
        let all = self.0.squares().count_ones();
        // Every solution begins with the full board, so a solution limited to fewer stones is impossible.
        if max_pieces.is_some_and(|max_pieces| max_pieces < all) {
            return Vec::new();
        }
        (0..=all).rev().map(|stones| vec![stones]).collect()
    }

    fn size(&self, stones: u32) -> u64 {
        let stones = stones as usize;
        fillings(self.0, self.0.columns().into())[stones] * choose(stones, stones / 2)
    }

    fn locate(&self, board: &Pieces) -> Option<SliceIndex<u32>> {
        let slice = board.all().count_ones();
        let choices = choose(slice as usize, slice as usize / 2);
        let rank = rank_of_heights(self.0, board.all());
        Some(SliceIndex { slice, index: rank * choices + rank_of_second(board) })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Pieces> {
        let stones = slice as usize;
        let choices = choose(stones, stones / 2);
        let squares = squares_at(self.0, stones, index / choices);
        let side = if slice.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut board = Pieces { sets: [0; 2], side };
        let (mut rank, mut chosen) = (index % choices, stones / 2);
        for counted in (0..stones).rev() {
            let is_second = chosen > 0 && choose(counted, chosen) <= rank;
            if is_second {
                rank -= choose(counted, chosen);
                chosen -= 1;
            }
            board.sets[usize::from(is_second)] |= 1 << squares[counted];
        }
        // No game leads to a position in which the side to move already has four in a row.
        (!four_in_a_row(board.mine())).then_some(board)
    }

    fn table_rules(&self, _: u32) -> String {
        format!("{} {}x{}", Self::INFO.name, self.0.columns(), self.0.rows())
    }

    fn is_stored(&self, stones: u32) -> bool {
        stones.is_multiple_of(STORED_PLIES)
    }

    fn ply(&self, stones: u32) -> Option<u32> {
        Some(stones)
    }

    /// Returns a pattern for every four squares in a row, and one for the lowest squares of each column, at most
    /// five.
    fn patterns(&self) -> Vec<Vec<u8>> {
        let (columns, rows) = (self.0.columns(), self.0.rows());
        let is_square = |at: &u8| self.0.squares().checked_shr((*at).into()).unwrap_or(0) & 1 != 0;
        let mut patterns: Vec<Vec<u8>> = Vec::new();
        for square in bits(self.0.squares()) {
            for step in [1, 6, 7, 8] {
                let four = [0, 1, 2, 3].map(|number| square + number * step);
                if four.iter().all(is_square) {
                    patterns.push(four.into());
                }
            }
        }
        let height = rows.min(MAX_CELLS);
        patterns.extend((0..columns).map(|column| (7 * column..7 * column + height).collect()));
        patterns
    }

    fn walk_row(&self, slice: u32, range: Range<u64>, visit: &mut dyn FnMut(u64, RowPosition<'_>)) {
        for index in range {
            if let Some(board) = self.position(SliceIndex { slice, index }) {
                let similar = exchanges(&board);
                visit(index, RowPosition { own: board.mine(), other: board.theirs(), similar: &similar });
            }
        }
    }

    fn exits(&self, stones: u32) -> Option<Vec<u32>> {
        Some(if stones < self.0.squares().count_ones() { vec![stones + 1] } else { Vec::new() })
    }
}
