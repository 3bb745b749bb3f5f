//! Numbering of positions for tablebases, which solve small boards completely.
//!
//! A slice holds the positions with a given number of stones. An index combines two ranks, the first one multiplied by
//! the number of values of the second one. The first (`filling` in the code) is the rank of the column heights among
//! all combinations of heights that hold this number of stones. The second (`choice`) is the rank of the second side's
//! stones among all subsets of the occupied squares with the same number of squares.

use std::ops::Range;
use std::sync::LazyLock;

use plywright::prelude::*;
use plywright::tablebase::{RowPosition, SliceIndex, Sliced, choose};

use crate::{ConnectFour, Size, four_in_a_row};

const COLUMNS: usize = Size::USUAL.columns() as usize;
const ROWS: usize = Size::USUAL.rows() as usize;
const SQUARES: usize = COLUMNS * ROWS;

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

/// Compact tables store the slices whose number of stones is a multiple of this number. The value of another position
/// is found by playing one or two moves.
const STORED_PLIES: u32 = 3;
/// Maximum number of squares in the pattern of a column, because [`Sliced::patterns`] allows at most five cells.
const MAX_CELLS: u8 = 5;

/// Returns, for each position similar to `board`, how much smaller its index is. A similar position differs from
/// `board` in one exchange: a stone of the second side swaps places with the stone of the first side directly before
/// it. Stones are ordered by column, then by row from the bottom.
fn exchanges(size: Size, board: &Pieces) -> Vec<u32> {
    let (mut counted, mut chosen, mut is_after_first) = (0, 0, false);
    let mut distances = Vec::new();
    for (column, _) in columns(size) {
        let squares = (board.all() >> (7 * column) & 0x7f).count_ones();
        for row in 0..squares {
            let is_second = board.sets[1] >> (7 * column + row) & 1 != 0;
            if is_second && is_after_first {
                distances.push(choose(counted - 1, chosen) as u32);
            }
            chosen += usize::from(is_second);
            counted += 1;
            is_after_first = !is_second;
        }
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
        let stones = board.all().count_ones();
        let (mut left, mut filling) = (stones as usize, 0);
        let (mut counted, mut chosen, mut choice) = (0, 0, 0);
        for (column, to_the_right) in columns(self.0) {
            let height = (board.all() >> (7 * column) & 0x7f).count_ones();
            filling +=
                (0..height as usize).map(|less| fillings(self.0, to_the_right)[left - less]).sum::<u64>();
            left -= height as usize;
            for row in 0..height {
                if board.sets[1] >> (7 * column + row) & 1 != 0 {
                    chosen += 1;
                    choice += choose(counted, chosen);
                }
                counted += 1;
            }
        }
        Some(SliceIndex { slice: stones, index: filling * choose(counted, counted / 2) + choice })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Pieces> {
        let stones = slice as usize;
        let choices = choose(stones, stones / 2);
        let (mut filling, mut choice) = (index / choices, index % choices);
        let (mut left, mut counted, mut squares) = (stones, 0, [0; SQUARES]);
        for (column, to_the_right) in columns(self.0) {
            let mut row = 0;
            while filling >= fillings(self.0, to_the_right)[left] {
                filling -= fillings(self.0, to_the_right)[left];
                squares[counted] = 7 * column + row;
                (left, counted, row) = (left - 1, counted + 1, row + 1);
            }
        }
        let side = if slice.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut board = Pieces { sets: [0; 2], side };
        let mut chosen = stones / 2;
        for counted in (0..stones).rev() {
            let second = chosen > 0 && choose(counted, chosen) <= choice;
            if second {
                choice -= choose(counted, chosen);
                chosen -= 1;
            }
            board.sets[usize::from(second)] |= 1 << squares[counted];
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
        for square in (0..columns).flat_map(|column| (0..rows).map(move |row| 7 * column + row)) {
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
                let similar = exchanges(self.0, &board);
                visit(index, RowPosition { own: board.mine(), other: board.theirs(), similar: &similar });
            }
        }
    }

    fn exits(&self, stones: u32) -> Option<Vec<u32>> {
        Some((stones < self.0.squares().count_ones()).then_some(stones + 1).into_iter().collect())
    }
}
