//! Tic-tac-toe, the smallest complete game: the sides take the nine squares of a board in turn, and three in
//! a row win. `numbering` adds network inputs and tablebases.

pub mod numbering;

use plywright::prelude::*;

const GRID: Grid = Grid::new(3, 3, ".xo");

/// Rows, columns and diagonals as sets of squares. Each octal digit is a row of the board; the last digit is the top
/// row.
const LINES: [u64; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

fn three_in_a_row(squares: u64) -> bool {
    LINES.iter().any(|line| squares & line == *line)
}

/// The rules. A move is a square, from 0 (a3, top left) along the rows to 8 (c1, bottom right).
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type State = Pieces;
    type Move = u8;

    fn start(&self) -> Pieces {
        Pieces::NONE
    }

    fn moves(&self, board: &Pieces, out: &mut Moves<u8>) -> Option<Ending> {
        let won = three_in_a_row(board.theirs());
        out.extend((0..9).filter(|square| !won && board.all() >> square & 1 == 0));
        out.is_empty().then_some(if won { Ending::Win(!board.side) } else { Ending::Draw })
    }

    fn play(&self, board: &mut Pieces, square: u8) {
        board.place(1 << square);
    }
}

impl Hints for TicTacToe {}

impl Symmetric for TicTacToe {}

impl Notation for TicTacToe {
    const ACTION: &'static str = "place";

    fn parse_position(&self, text: &str) -> Result<Pieces, ParsePositionError> {
        GRID.read_in_turn_if(text, |board| !three_in_a_row(board.mine()), "no move after three in a row")
    }

    fn position_text(&self, board: &Pieces) -> String {
        GRID.write(board)
    }

    fn scene(&self, board: &Pieces) -> Scene {
        GRID.scene(board, &[Shape::Cross, Shape::Circle])
    }

    fn move_text(&self, _: &Pieces, square: u8) -> String {
        GRID.name(square.into())
    }
}

impl Playable for TicTacToe {
    type Eval = Learned<numbering::Squares, NoEval>;
    const INFO: GameInfo = GameInfo::new("tic-tac-toe", "Three in a row on nine squares.")
        .numbered(9)
        .explained(&[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))]);

    fn tablebase(&self) -> Option<Box<dyn GameTablebase<Self>>> {
        Some(Box::new(*self))
    }
}
