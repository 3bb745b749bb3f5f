//! Texts and scenes of boards whose cells form a grid. A game describes its board by a constant [`Grid`], which reads
//! and writes positions, names the cells and builds the scene.
//!
//! The text of a board consists of its rows from the top, separated by `/`, with one ASCII character for each cell. If
//! the board does not determine the side to move, a space and the character of the side to move follow. Cells have
//! algebraic names, such as `a1`, or numbers on a board of dark squares.

mod names;
mod scenes;

use std::marker::PhantomData;

use super::counts::split_side;
use super::notation::ParsePositionError;
use crate::rules::{Cells, Pieces, Side};

/// Function that returns the bit number of a cell, given its column from the left and its row from the bottom, both
/// from 0.
type BitOf = fn(column: usize, row: usize) -> usize;

/// A grid board: its size, the characters of its pieces, and the bit number of each cell in sets of the type `B`.
///
/// A board on which each side has one kind of piece:
///
/// ```
/// use plywright::{Grid, Side};
/// const GRID: Grid = Grid::new(3, 2, ".xo");
/// let board = GRID.read_with_side("x.o/.x. o").unwrap();
/// assert_eq!((board.sets, board.side), ([0b010_001, 0b000_100], Side::Second));
/// assert_eq!(GRID.write_with_side(&board), "x.o/.x. o");
/// assert_eq!(GRID.read_in_turn("x.o/.x.").unwrap(), board);
/// assert_eq!((GRID.name(0), GRID.named("c1")), ("a2".to_owned(), Some(5)));
/// assert!(GRID.read_in_turn("x.o/.é.").is_err());
/// const LARGE: Grid<u128> = Grid::new(11, 11, ".xo");
/// assert_eq!((LARGE.name(120), LARGE.named("k11")), ("k1".to_owned(), Some(10)));
/// ```
///
/// Men and kings of two sides on the dark squares of a board:
///
/// ```
/// use plywright::{Grid, Man, Pieces, Shape, Side};
/// const GRID: Grid = Grid::new(4, 4, ".wbWB").with_dark_squares();
/// let board: Pieces<u64, 4> = GRID.read_with_side("b./B./../.w b").unwrap();
/// assert_eq!((board.sets, board.side), ([1 << 7, 1 << 0, 0, 1 << 2], Side::Second));
/// assert_eq!(GRID.write_with_side(&board), "b./B./../.w b");
/// assert_eq!((GRID.name(7), GRID.named("8")), ("8".to_owned(), Some(7)));
/// let men = Side::BOTH.map(|side| (Some(side), Shape::Disc));
/// let kings = Side::BOTH.map(|side| (Some(side), Shape::Man(Man::King)));
/// let scene = GRID.scene_of(&board, &[men, kings].concat());
/// assert_eq!(scene.to_string(), "  o   .\nk   .\n  .   .\n.   x");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Grid<B = u64> {
    columns: usize,
    rows: usize,
    /// ASCII characters: the first stands for an empty cell, each other one for a kind of piece.
    pieces: &'static str,
    /// Function that numbers the cells; `None` if they are numbered from 0, row by row from the top left.
    bit_of: Option<BitOf>,
    first_row_on_top: bool,
    has_hexagons: bool,
    has_dark_squares_only: bool,
    word: PhantomData<B>,
}

impl<B: Cells> Grid<B> {
    /// Creates a board of `columns` by `rows` cells, numbered row by row from 0 at the top left. `pieces` consists
    /// of a character for an empty cell, one for a piece of the first side, one for a piece of the second
    /// side, and one for each further kind of piece. The characters of the two sides' pieces also stand for the
    /// side to move.
    ///
    /// # Panics
    ///
    /// Panics if there are more than 26 columns, because cell names have a letter for the column, or if `pieces` is not
    /// three or more ASCII characters.
    pub const fn new(columns: usize, rows: usize, pieces: &'static str) -> Self {
        assert!(columns <= 26, "a grid has at most 26 columns");
        assert!(pieces.is_ascii() && pieces.len() >= 3, "an empty cell and one piece for each side");
        Self {
            columns,
            rows,
            pieces,
            bit_of: None,
            first_row_on_top: false,
            has_hexagons: false,
            has_dark_squares_only: false,
            word: PhantomData,
        }
    }

    /// Returns the board with cells only on the dark squares, as in draughts. The lower left square is dark. The
    /// cells are named by numbers, row by row from `1` at the top left, and the edge has no captions. The bit number of
    /// a cell is one less than its name, unless [`Grid::with_bits`] gives others. In the text of a position, a row has
    /// characters for its dark squares only.
    pub const fn with_dark_squares(self) -> Self {
        Self { has_dark_squares_only: true, ..self }
    }

    /// Returns the board with other bit numbers. `bit_of` maps each cell, given by its column from the left
    /// and its row from the bottom, both from 0, to a distinct bit number of `B`.
    pub const fn with_bits(self, bit_of: BitOf) -> Self {
        Self { bit_of: Some(bit_of), ..self }
    }

    /// Returns the board with cell names whose rows are numbered from the top. Bit numbers and the texts of positions
    /// do not change. Must not be combined with [`Grid::with_dark_squares`], whose cells are numbered from the top
    /// anyway.
    pub const fn with_first_row_on_top(self) -> Self {
        Self { first_row_on_top: true, ..self }
    }

    /// Returns the board with hexagonal cells: a parallelogram in which each row begins half a cell to the
    /// right of the row above it.
    pub const fn with_hexagons(self) -> Self {
        Self { has_hexagons: true, ..self }
    }

    /// Returns the number of columns.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of rows.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the bit number of a cell, given its column from the left and its row from the bottom, both from 0. For a
    /// cell that the board does not have, may panic or return any number.
    pub fn bit(&self, column: usize, row: usize) -> usize {
        match self.bit_of {
            Some(bit_of) => bit_of(column, row),
            None if self.has_dark_squares_only => self.number(column, row),
            None => (self.rows - 1 - row) * self.columns + column,
        }
    }

    /// Reads the rows of a board into one set of cells for each kind of piece. Panics at a piece of a kind beyond the
    /// first `KINDS`.
    fn read_sets<const KINDS: usize>(&self, text: &str) -> Result<[B; KINDS], ParsePositionError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.rows {
            let expected = format!("{} rows with / between them", self.rows);
            return Err(ParsePositionError::new("board", text, expected));
        }
        let mut sets = [B::NONE; KINDS];
        for (from_top, row_text) in rows.into_iter().enumerate() {
            let wrong = |found: &str, expected: String| {
                ParsePositionError::new(format!("row {} of the board", from_top + 1), found, expected)
            };
            let row = self.rows - 1 - from_top;
            let cells = self.columns_in(row).count();
            if row_text.chars().count() != cells {
                return Err(wrong(row_text, format!("{cells} cells")));
            }
            for (column, character) in self.columns_in(row).zip(row_text.chars()) {
                match self.pieces.find(character) {
                    Some(0) => {}
                    Some(piece) => sets[piece - 1] |= B::cell(self.bit(column, row)),
                    None => return Err(wrong(&character.to_string(), format!("one of {}", self.pieces))),
                }
            }
        }
        Ok(sets)
    }

    /// Reads a board followed by a space and the side to move.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of rows or cells is wrong, a character is unknown, or the side is
    /// missing or unknown.
    ///
    /// # Panics
    ///
    /// Panics if the text has a piece of a kind beyond the first `KINDS` kinds of the grid.
    pub fn read_with_side<const KINDS: usize>(
        &self,
        text: &str,
    ) -> Result<Pieces<B, KINDS>, ParsePositionError> {
        let board = text.trim().rsplit_once(' ').map_or(text, |(board, _)| board);
        let sets = self.read_sets(board.trim_end())?;
        let (_, side) = split_side(text, [1, 2].map(|piece| self.piece_text(piece)))?;
        Ok(Pieces { sets, side })
    }

    /// Reads a board of a game in which the sides place one piece each in turn. The text has no side to move, because
    /// the numbers of pieces determine it.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of rows or cells is wrong, a character is unknown, or the sides cannot
    /// have placed these numbers of pieces in turn.
    ///
    /// # Panics
    ///
    /// Panics if the text has a piece of a kind beyond the first two kinds of the grid.
    pub fn read_in_turn(&self, text: &str) -> Result<Pieces<B>, ParsePositionError> {
        let sets = self.read_sets(text.trim())?;
        let board = Side::BOTH.map(|side| Pieces { sets, side }).into_iter().find(Pieces::are_in_turn);
        let [first, second] = [1, 2].map(|piece| self.character(piece));
        let expected = format!("{first} and {second} in turn, {first} first");
        board.ok_or_else(|| ParsePositionError::new("board", text, expected))
    }

    /// Reads a board like [`Grid::read_in_turn`], and refuses it unless `allows` returns `true`. `expected` describes
    /// the allowed boards in the error.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Grid::read_in_turn`] and, if `allows` returns `false`, the error of [`Grid::check`].
    pub fn read_in_turn_if(
        &self,
        text: &str,
        allows: impl FnOnce(&Pieces<B>) -> bool,
        expected: &str,
    ) -> Result<Pieces<B>, ParsePositionError> {
        let board = self.read_in_turn(text)?;
        let allowed = allows(&board);
        self.check(board, allowed, text, expected)
    }

    /// Returns `board` unchanged if `allowed` is true, otherwise an error. For rules that a well-formed text may break,
    /// such as a maximum number of pieces.
    ///
    /// # Errors
    ///
    /// Returns an error about the board if `allowed` is false. `text` is the text that was read, and `expected`
    /// describes allowed boards.
    pub fn check<const KINDS: usize>(
        &self,
        board: Pieces<B, KINDS>,
        allowed: bool,
        text: &str,
        expected: &str,
    ) -> Result<Pieces<B, KINDS>, ParsePositionError> {
        if allowed { Ok(board) } else { Err(ParsePositionError::new("board", text, expected)) }
    }

    /// Writes the rows of a board, without the side to move.
    pub fn write<const KINDS: usize>(&self, board: &Pieces<B, KINDS>) -> String {
        let mut text = String::with_capacity(self.rows * (self.columns + 1));
        for row in (0..self.rows).rev() {
            if !text.is_empty() {
                text.push('/');
            }
            text.extend(
                self.columns_in(row).map(|column| self.character(self.piece(&board.sets, column, row))),
            );
        }
        text
    }

    /// Writes the rows of a board, a space and the character of the side to move.
    pub fn write_with_side<const KINDS: usize>(&self, board: &Pieces<B, KINDS>) -> String {
        format!("{} {}", self.write(board), self.character(board.side.index() + 1))
    }

    /// Iterates over the cells in reading order, each as its column from the left and its row from the bottom, both
    /// from 0.
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows).rev().flat_map(|row| self.columns_in(row).map(move |column| (column, row)))
    }

    /// Iterates over the columns with a cell in the row: all of them, or every second one on a board of dark squares.
    fn columns_in(&self, row: usize) -> impl Iterator<Item = usize> {
        (0..self.columns).filter(move |column| self.has_cell(*column, row))
    }

    /// Whether the board has a cell at this column and row. A board of dark squares has no cells on light squares.
    const fn has_cell(&self, column: usize, row: usize) -> bool {
        !self.has_dark_squares_only || (column + row).is_multiple_of(2)
    }

    /// Returns the number of a dark square in reading order, from 0. `row` is counted from the bottom.
    fn number(&self, column: usize, row: usize) -> usize {
        // Row 0 is the lowest. With an odd number of columns, even rows have one dark square more than odd rows,
        // because they begin with a dark square.
        let above = (row + 1..self.rows).map(|row| (self.columns + 1 - row % 2) / 2);
        above.sum::<usize>() + column / 2
    }

    /// Returns the index in [`Grid::pieces`] of the character for a cell; 0 if the cell is empty.
    fn piece(&self, sets: &[B], column: usize, row: usize) -> usize {
        let bit = self.bit(column, row);
        sets.iter().position(|set| set.has(bit)).map_or(0, |kind| kind + 1)
    }

    fn character(&self, piece: usize) -> char {
        self.pieces.as_bytes()[piece].into()
    }

    fn piece_text(&self, piece: usize) -> &'static str {
        &self.pieces[piece..=piece]
    }
}
