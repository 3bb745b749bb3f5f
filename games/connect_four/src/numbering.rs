//! Numbering of positions for tables, which solve small boards completely.
//!
//! A slice is a number of stones. The column heights are numbered among all heights with that sum. The
//! occupied squares are counted column by column; the choice of those that hold the second side's stones is
//! numbered among all such choices.

use plywright::prelude::*;
use plywright::tablebase::{SliceIndex, Sliced};

use crate::{ConnectFour, Size, four_in_a_row};

const COLUMNS: usize = Size::USUAL.columns() as usize;
const ROWS: usize = Size::USUAL.rows() as usize;
const SQUARES: usize = COLUMNS * ROWS;

/// `FILLINGS[rows][columns][stones]`: number of ways in which `stones` stones can fill `columns` columns.
static FILLINGS: [[[u64; SQUARES + 1]; COLUMNS + 1]; ROWS + 1] = {
    let mut ways = [[[0; SQUARES + 1]; COLUMNS + 1]; ROWS + 1];
    let mut rows = 0;
    while rows <= ROWS {
        ways[rows][0][0] = 1;
        let mut columns = 1;
        while columns <= COLUMNS {
            let mut stones = 0;
            while stones <= SQUARES {
                let mut height = 0;
                while height <= rows && height <= stones {
                    ways[rows][columns][stones] += ways[rows][columns - 1][stones - height];
                    height += 1;
                }
                stones += 1;
            }
            columns += 1;
        }
        rows += 1;
    }
    ways
};

/// Binomial coefficients.
static CHOICES: [[u64; SQUARES + 1]; SQUARES + 1] = {
    let mut choices = [[0; SQUARES + 1]; SQUARES + 1];
    let mut of = 0;
    while of <= SQUARES {
        choices[of][0] = 1;
        let mut count = 1;
        while count <= of {
            choices[of][count] = choices[of - 1][count - 1] + choices[of - 1][count];
            count += 1;
        }
        of += 1;
    }
    choices
};

/// For each number of stones, the number of ways to fill `columns` columns of this board.
fn fillings(size: Size, columns: usize) -> &'static [u64; SQUARES + 1] {
    &FILLINGS[usize::from(size.rows())][columns]
}

/// The columns of a board, each with the number of columns to the right of it.
fn columns(size: Size) -> impl Iterator<Item = (u32, usize)> {
    (0..size.columns()).map(move |column| (column.into(), (size.columns() - 1 - column).into()))
}

impl Sliced for ConnectFour {
    /// Number of stones.
    type Slice = u32;

    fn groups(&self, most: Option<u32>) -> Vec<Vec<u32>> {
        let all = self.0.squares().count_ones();
        // Moves only add stones, so the slices with most stones determine all others.
        if most.is_some_and(|most| most < all) {
            return Vec::new();
        }
        (0..=all).rev().map(|stones| vec![stones]).collect()
    }

    fn size(&self, stones: u32) -> u64 {
        let stones = stones as usize;
        fillings(self.0, self.0.columns().into())[stones] * CHOICES[stones][stones / 2]
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
                    choice += CHOICES[counted][chosen];
                }
                counted += 1;
            }
        }
        Some(SliceIndex { slice: stones, index: filling * CHOICES[counted][counted / 2] + choice })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Pieces> {
        let stones = slice as usize;
        let choices = CHOICES[stones][stones / 2];
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
            let second = chosen > 0 && CHOICES[counted][chosen] <= choice;
            if second {
                choice -= CHOICES[counted][chosen];
                chosen -= 1;
            }
            board.sets[usize::from(second)] |= 1 << squares[counted];
        }
        (!four_in_a_row(board.mine())).then_some(board)
    }

    fn table_rules(&self, _: u32) -> String {
        format!("{} {}x{}", Self::NAME, self.0.columns(), self.0.rows())
    }

    fn exits(&self, stones: u32) -> Option<Vec<u32>> {
        Some((stones < self.0.squares().count_ones()).then_some(stones + 1).into_iter().collect())
    }
}
