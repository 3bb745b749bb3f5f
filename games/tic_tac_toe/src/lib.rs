//! Tic-tac-toe, the smallest complete game: two sides take the squares of a board of nine in turn, and three in a row
//! win. This file is all that the framework needs to search it, to speak its protocols and to test it.
//!
//! A set of squares is a number of nine bits, written in octal: one digit is one row of the board.

use plywright::{
    Ending, Game, Move, Moves, NoEval, Notation, ParsePositionError, Playable, Scene, Shape, Side, State,
};

/// Do these squares hold a row, a column or a diagonal?
fn three_in_a_row(taken: u16) -> bool {
    [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421].iter().any(|line| taken & line == *line)
}

/// A position: the squares taken by each side. Whose turn it is follows from their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board([u16; 2]);

impl State for Board {
    fn side(&self) -> Side {
        if self.0[0].count_ones() == self.0[1].count_ones() { Side::First } else { Side::Second }
    }

    fn key(&self) -> plywright::Key {
        plywright::Key::mix(u64::from(self.0[0]) << 9 | u64::from(self.0[1]))
    }
}

/// A move: the square that is taken, from 0 (a3, top left) along the rows to 8 (c1, bottom right).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Move for Square {
    fn code(self) -> u32 {
        self.0.into()
    }
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type State = Board;
    type Move = Square;

    fn start(&self) -> Board {
        Board([0, 0])
    }

    fn moves(&self, board: &Board, out: &mut Moves<Square>) -> Option<Ending> {
        let won = three_in_a_row(board.0[(!board.side()).index()]);
        out.extend((0..9).filter(|square| !won && (board.0[0] | board.0[1]) >> square & 1 == 0).map(Square));
        out.is_empty().then(|| if won { Ending::Win(!board.side()) } else { Ending::Draw })
    }

    fn play(&self, board: &mut Board, square: Square) {
        board.0[board.side().index()] |= 1 << square.0;
    }
}

impl Notation for TicTacToe {
    const ACTION: &'static str = "place";

    /// Reads the rows from the top, as in `x.o/.x./...`; x is the side that begins.
    fn parse_position(&self, text: &str) -> Result<Board, ParsePositionError> {
        let form = "three rows as in x.o/.x./..., x and o in turn, x first, until one has three in a row";
        let read = |piece| text.replace('/', "").bytes().rfold(0, |set, c| set << 1 | u16::from(c == piece));
        let board = Board([read(b'x'), read(b'o')]);
        let [x, o] = board.0.map(u16::count_ones);
        let fair = (x == o || x == o + 1) && !three_in_a_row(board.0[board.side().index()]);
        let read = (fair && self.position_text(&board) == text).then_some(board);
        read.ok_or_else(|| ParsePositionError::new("board", text, form))
    }

    fn position_text(&self, &Board([x, o]): &Board) -> String {
        let piece = |square: u16| ['.', 'x', 'o'][usize::from(x >> square & 1 | (o >> square & 1) << 1)];
        [0, 3, 6].map(|row| (row..row + 3).map(piece).collect::<String>()).join("/")
    }

    fn scene(&self, board: &Board) -> Scene {
        let piece = |letter| match letter {
            'x' => Some((Some(Side::First), Shape::Cross)),
            'o' => Some((Some(Side::Second), Shape::Circle)),
            _ => None,
        };
        Scene::grid(3, 3).rows(&self.position_text(board), piece)
    }

    fn move_text(&self, _: &Board, square: Square) -> String {
        format!("{}{}", char::from(b'a' + square.0 % 3), 3 - square.0 / 3)
    }
}

impl Playable for TicTacToe {
    type Eval = NoEval;
    const NAME: &'static str = "tic-tac-toe";

    fn variants() -> Vec<plywright::Variant> {
        vec![plywright::Variant { name: Self::NAME, summary: "Three in a row on nine squares." }]
    }

    fn variant(name: &str) -> Option<Self> {
        (name == Self::NAME).then_some(Self)
    }

    fn eval(&self) -> NoEval {
        NoEval
    }
}
