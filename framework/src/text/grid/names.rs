//! The names of the cells of a grid board: algebraic names, such as `a1`, or numbers on a board of dark squares.

use super::Grid;
use crate::rules::Cells;

impl<B: Cells> Grid<B> {
    /// Returns the name of the cell with the number `bit`; empty if there is no such cell.
    pub fn name(&self, bit: usize) -> String {
        let Some((column, row)) = self.cell(bit) else { return String::new() };
        if self.has_dark_squares_only {
            return (self.number(column, row) + 1).to_string();
        }
        // Digits of short numbers are written one by one, because formatting a number takes longer.
        let mut name = String::with_capacity(3);
        name.push(char::from(b'a' + column as u8));
        match self.row_number(row) {
            number @ 0..10 => name.push(char::from(b'0' + number as u8)),
            number @ 10..100 => {
                name.extend([number / 10, number % 10].map(|digit| char::from(b'0' + digit as u8)));
            }
            number => name += &number.to_string(),
        }
        name
    }

    /// Returns the bit number of the cell named `name`, ignoring case; `None` if there is no such cell. Numbers with
    /// leading zeros name no cell.
    pub fn named(&self, name: &str) -> Option<usize> {
        if self.has_dark_squares_only {
            let is_number = name.bytes().all(|digit| digit.is_ascii_digit()) && !name.starts_with('0');
            let number = name.parse::<usize>().ok().filter(|_| is_number)?;
            return self.cells().nth(number.checked_sub(1)?).map(|(column, row)| self.bit(column, row));
        }
        let (column, row) = name.split_at_checked(1)?;
        let column = column.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?.into();
        if row.starts_with('0') || !row.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let number: usize = row.parse().ok()?;
        let row = (0..self.rows).find(|row| self.row_number(*row) == number)?;
        (column < self.columns).then(|| self.bit(column, row))
    }

    /// Returns the row number used in cell names. `row` is counted from the bottom, from 0.
    const fn row_number(&self, row: usize) -> usize {
        if self.first_row_on_top { self.rows - row } else { row + 1 }
    }

    /// Returns the column from the left and the row from the bottom of the cell with the number `bit`; `None` if there
    /// is no such cell. With dark squares or with numbers from [`Grid::with_bits`], the cells are compared one by one,
    /// which is slow.
    fn cell(&self, bit: usize) -> Option<(usize, usize)> {
        if self.bit_of.is_some() || self.has_dark_squares_only {
            return self.cells().find(|(column, row)| self.bit(*column, *row) == bit);
        }
        let row = (self.rows - 1).checked_sub(bit / self.columns)?;
        Some((bit % self.columns, row))
    }
}
