//! Text notation and scenes for boards that are grids of cells.
//!
//! The text of a board is its rows from the top, separated by `/`, with one ASCII character for each cell. If
//! the board does not determine the side to move, a blank and the character of the side to move follow. Cells
//! have algebraic names, such as `a1`.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitOr, BitOrAssign};

use super::notation::ParsePositionError;
use super::scene::{Part, Scene, Shape};
use crate::rules::{Key, Side, State};

/// Word of a bit set of cells: `u64` or `u128`.
pub trait Cells:
    Copy + Debug + Eq + Send + Sync + BitOr<Output = Self> + BitOrAssign + private::Sealed + 'static
{
    /// Maximum number of cells.
    const MAX: usize;
    /// The empty set.
    const NONE: Self;

    /// Returns the set of one cell, given by its bit number.
    fn cell(bit: usize) -> Self;

    /// Whether the set contains the cell with this bit number.
    fn has(self, bit: usize) -> bool;

    /// Returns the number of cells in the set.
    fn count(self) -> u32;

    /// Returns a hash of the set and `key`.
    fn mixed(self, key: Key) -> Key;
}

mod private {
    /// Keeps other types from implementing [`Cells`](super::Cells).
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! cells {
    ($word:ty, |$set:ident, $key:ident| $mixed:expr) => {
        impl Cells for $word {
            const MAX: usize = Self::BITS as usize;
            const NONE: Self = 0;

            #[inline]
            fn cell(bit: usize) -> Self {
                1 << bit
            }

            #[inline]
            fn has(self, bit: usize) -> bool {
                self >> bit & 1 != 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn mixed(self, $key: Key) -> Key {
                let $set = self;
                $mixed
            }
        }
    };
}
cells!(u64, |set, key| Key::mix(set ^ key.0));
cells!(u128, |set, key| Key::mix(set as u64 ^ Key::mix((set >> 64) as u64 ^ key.0).0));

/// A position of a game with one kind of piece on a board of cells: a bit set for each side's pieces, and the
/// side to move. `B` is `u64` for up to 64 cells, and `u128` for up to 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces<B = u64> {
    /// Bit sets of the first and the second side's pieces.
    pub sets: [B; 2],
    /// The side to move.
    pub side: Side,
}

impl<B: Cells> Pieces<B> {
    /// The empty board, with the first side to move.
    pub const NONE: Self = Self { sets: [B::NONE; 2], side: Side::First };

    /// Returns the pieces of the side to move.
    #[inline]
    pub const fn mine(&self) -> B {
        self.sets[self.side.index()]
    }

    /// Returns the opponent's pieces.
    #[inline]
    pub const fn theirs(&self) -> B {
        self.sets[self.side.other().index()]
    }

    /// Returns the pieces of both sides.
    #[inline]
    pub fn all(&self) -> B {
        self.sets[0] | self.sets[1]
    }

    /// Adds a piece of the side to move to each cell of the bit set `cells`, and passes the turn.
    #[inline]
    pub fn place(&mut self, cells: B) {
        self.sets[self.side.index()] |= cells;
        self.side = self.side.other();
    }

    /// Whether the numbers of pieces match the side to move, if the sides place one piece each in turn and
    /// the first side begins.
    pub fn are_in_turn(&self) -> bool {
        self.sets[0].count() == self.sets[1].count() + self.side.index() as u32
    }
}

impl<B: Cells> State for Pieces<B> {
    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        const SIDES: [Key; 2] = Key::table(0x6772_6964);
        let second = self.sets[1].mixed(Key(0)) ^ SIDES[self.side.index()];
        self.sets[0].mixed(second)
    }
}

impl<B: Cells> Hash for Pieces<B> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

/// Returns the bit number of a cell, given its column from the left and its row from the bottom, both from 0.
type BitOf = fn(column: usize, row: usize) -> usize;

/// A grid board: its size, the characters of its pieces, and the bit number of each cell.
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
#[derive(Clone, Copy, Debug)]
pub struct Grid<B = u64> {
    columns: usize,
    rows: usize,
    /// The characters of an empty cell and of the two sides' pieces.
    pieces: &'static str,
    /// `None` if the cells are numbered row by row from the top left.
    bit_of: Option<BitOf>,
    first_row_on_top: bool,
    has_hexagons: bool,
    word: PhantomData<B>,
}

impl<B: Cells> Grid<B> {
    /// Creates a board of `columns` by `rows` cells, numbered row by row from the top left. `pieces` consists
    /// of three characters: for an empty cell, a piece of the first side, and a piece of the second side.
    ///
    /// # Panics
    ///
    /// Panics if there are more than 26 columns or more cells than `B` has bits, or if `pieces` is not three
    /// ASCII characters.
    pub const fn new(columns: usize, rows: usize, pieces: &'static str) -> Self {
        assert!(columns <= 26 && columns * rows <= B::MAX, "a grid has at most 26 columns and fits its word");
        assert!(pieces.is_ascii() && pieces.len() == 3, "an empty cell and one piece for each side");
        Self {
            columns,
            rows,
            pieces,
            bit_of: None,
            first_row_on_top: false,
            has_hexagons: false,
            word: PhantomData,
        }
    }

    /// Returns the board with other bit numbers. `bit_of` maps each cell, given by its column from the left
    /// and its row from the bottom, both from 0, to a distinct bit number of `B`.
    pub const fn with_bits(self, bit_of: BitOf) -> Self {
        Self { bit_of: Some(bit_of), ..self }
    }

    /// Returns the board with rows numbered from the top.
    pub const fn with_first_row_on_top(self) -> Self {
        Self { first_row_on_top: true, ..self }
    }

    /// Returns the board with hexagonal cells: a parallelogram in which each row begins half a cell to the
    /// right of the row above it. See [`Hexagons`](crate::Hexagons).
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

    /// Returns the bit number of a cell, given its column from the left and its row from the bottom, both
    /// from 0.
    pub fn bit(&self, column: usize, row: usize) -> usize {
        self.bit_of.map_or((self.rows - 1 - row) * self.columns + column, |bit_of| bit_of(column, row))
    }

    fn read(&self, text: &str) -> Result<[B; 2], ParsePositionError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.rows {
            let expected = format!("{} rows with / between them", self.rows);
            return Err(ParsePositionError::new("board", text, expected));
        }
        let mut sets = [B::NONE; 2];
        for (from_top, row) in rows.into_iter().enumerate() {
            let wrong = |found: &str, expected: String| {
                ParsePositionError::new(format!("row {} of the board", from_top + 1), found, expected)
            };
            if row.chars().count() != self.columns {
                return Err(wrong(row, format!("{} cells", self.columns)));
            }
            for (column, character) in row.chars().enumerate() {
                let bit = self.bit(column, self.rows - 1 - from_top);
                match self.pieces.find(character) {
                    Some(0) => {}
                    Some(piece) => sets[piece - 1] |= B::cell(bit),
                    None => return Err(wrong(&character.to_string(), format!("one of {}", self.pieces))),
                }
            }
        }
        Ok(sets)
    }

    /// Reads a board followed by a blank and the side to move.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of rows or cells is wrong, a character is unknown, or the side is
    /// missing or unknown.
    pub fn read_with_side(&self, text: &str) -> Result<Pieces<B>, ParsePositionError> {
        let (board, found) = text.trim().rsplit_once(' ').unwrap_or((text, ""));
        let sets = self.read(board.trim_end())?;
        let names = Side::BOTH.map(|side| self.character(side.index() + 1).to_string());
        let side = Side::BOTH.into_iter().find(|side| names[side.index()] == found);
        side.map(|side| Pieces { sets, side }).ok_or_else(|| {
            ParsePositionError::new("side to move", found, format!("{} after the board", names.join(" or ")))
        })
    }

    /// Reads a board of a game in which the sides place one piece each in turn. The numbers of pieces
    /// determine the side to move.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of rows or cells is wrong, a character is unknown, or the sides cannot
    /// have placed these numbers of pieces in turn.
    pub fn read_in_turn(&self, text: &str) -> Result<Pieces<B>, ParsePositionError> {
        let sets = self.read(text.trim())?;
        let board = Side::BOTH.map(|side| Pieces { sets, side }).into_iter().find(Pieces::are_in_turn);
        let [first, second] = [1, 2].map(|piece| self.character(piece));
        let expected = format!("{first} and {second} in turn, {first} first");
        board.ok_or_else(|| ParsePositionError::new("board", text, expected))
    }

    /// Reads a board like [`Grid::read_in_turn`], and checks it.
    ///
    /// # Errors
    ///
    /// As [`Grid::read_in_turn`] and, if `allows` returns `false`, as [`Grid::check`].
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

    /// Returns `board` if `allowed` is true.
    ///
    /// # Errors
    ///
    /// Returns an error about the part `board` of `text` if `allowed` is false. `expected` describes allowed
    /// boards.
    pub fn check(
        &self,
        board: Pieces<B>,
        allowed: bool,
        text: &str,
        expected: &str,
    ) -> Result<Pieces<B>, ParsePositionError> {
        if allowed { Ok(board) } else { Err(ParsePositionError::new("board", text, expected)) }
    }

    /// Writes a board without the side to move.
    pub fn write(&self, pieces: &Pieces<B>) -> String {
        let cell = |column: usize, row: usize| self.character(self.piece(pieces, column, row));
        let row = |row: usize| (0..self.columns).map(|column| cell(column, row)).collect::<String>();
        (0..self.rows).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// Writes a board with the side to move.
    pub fn write_with_side(&self, pieces: &Pieces<B>) -> String {
        format!("{} {}", self.write(pieces), self.character(pieces.side.index() + 1))
    }

    /// Returns the scene of a board. `shapes` are the piece shapes of the two sides. The scene's form writes
    /// the text of [`Grid::write`].
    pub fn scene(&self, pieces: &Pieces<B>, shapes: &[Shape; 2]) -> Scene {
        let pieces_of_sides = Side::BOTH.map(|side| (Some(side), shapes[side.index()].clone()));
        let mut scene = Scene::grid(self.columns as u8, self.rows as u8);
        scene.fill(self.pieces, pieces_of_sides, |at| {
            self.piece(pieces, at % self.columns, self.rows - 1 - at / self.columns)
        });
        let scene = if self.first_row_on_top { scene.numbered_from_the_top() } else { scene };
        if self.has_hexagons { scene.with_hexagons() } else { scene }
    }

    /// Like [`Grid::scene`], but the scene's form also writes the side to move, as [`Grid::write_with_side`]
    /// does.
    pub fn scene_with_side(&self, pieces: &Pieces<B>, shapes: &[Shape; 2]) -> Scene {
        let mut scene = self.scene(pieces, shapes);
        scene.form.write(" ");
        scene
            .form
            .parts
            .push(Part::Side { written: [self.written(1), self.written(2)], chosen: pieces.side });
        scene
    }

    /// Returns the name of the cell with this bit number; empty if there is no such cell.
    pub fn name(&self, bit: usize) -> String {
        let Some((column, row)) = self.cell(bit) else { return String::new() };
        let mut name = String::with_capacity(3);
        name.push(letter(column));
        match self.row_number(row) {
            number @ 0..10 => name.push(char::from(b'0' + number as u8)),
            number => name += &number.to_string(),
        }
        name
    }

    /// Returns the bit number of the cell with this name, ignoring case; `None` if there is no such cell.
    pub fn named(&self, name: &str) -> Option<usize> {
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

    /// Returns the column and the row of the cell with this bit number.
    fn cell(&self, bit: usize) -> Option<(usize, usize)> {
        if self.bit_of.is_some() {
            return self.cells().find(|(column, row)| self.bit(*column, *row) == bit);
        }
        let row = (self.rows - 1).checked_sub(bit / self.columns)?;
        Some((bit % self.columns, row))
    }

    /// Iterates over the cells in reading order. A cell is its column from the left and its row from the
    /// bottom, both from 0.
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows).rev().flat_map(|row| (0..self.columns).map(move |column| (column, row)))
    }

    fn piece(&self, pieces: &Pieces<B>, column: usize, row: usize) -> usize {
        let has = pieces.sets.map(|set| set.has(self.bit(column, row)));
        if has[0] { 1 } else { 2 * usize::from(has[1]) }
    }

    fn character(&self, piece: usize) -> char {
        self.pieces.as_bytes()[piece].into()
    }

    fn written(&self, piece: usize) -> &'static str {
        &self.pieces[piece..=piece]
    }
}

fn letter(column: usize) -> char {
    (b'a' + column as u8).into()
}
