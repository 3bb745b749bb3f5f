//! Connect four: stones fall into seven columns of six squares, and four in a row win. A solved game: with the centre
//! column the side that begins wins (Victor Allis, *A Knowledge-based Approach of Connect-Four*, 1988).

pub mod features;
mod hints;

use plywright::prelude::*;

/// Seven bits for each column, the lowest square first. The seventh is never a square, so that no row of four runs out of
/// one column's top into the next column.
const GRID: Grid = Grid::new(7, 6, ".xo").with_bits(|column, row| 7 * column + row);
const BOARD: u64 = 0x0408_1020_4081 * 0b11_1111;

/// The first squares of the fours within a set, each square a step from the one before.
fn fours(set: u64, step: u32) -> u64 {
    set & set >> step & set >> (2 * step) & set >> (3 * step)
}

fn four_in_a_row(set: u64) -> bool {
    fours(set, 1) | fours(set, 6) | fours(set, 7) | fours(set, 8) != 0
}

/// The rules. A move is a column, from 0 on the left.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

impl Game for ConnectFour {
    type State = Pieces;
    type Move = u8;

    fn start(&self) -> Pieces {
        Pieces::NONE
    }

    /// Lists the moves from the centre outwards: there they decide most, and a search that tries them first cuts early.
    fn moves(&self, board: &Pieces, out: &mut Moves<u8>) -> Option<Ending> {
        let ending = self.ending(board);
        let is_open = |column: &u8| ending.is_none() && board.all() >> (7 * column + 5) & 1 == 0;
        out.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(is_open));
        ending
    }

    /// A stone falls to the lowest free square: adding to a full lower part of a column carries to the first free bit.
    fn play(&self, board: &mut Pieces, column: u8) {
        board.place((board.all() + (1 << (7 * column))) & !board.all());
    }

    fn ending(&self, board: &Pieces) -> Option<Ending> {
        if four_in_a_row(board.theirs()) {
            return Some(Ending::Win(!board.side));
        }
        (board.all() == BOARD).then_some(Ending::Draw)
    }
}

/// The rows and diagonals of four that these stones of one side leave to the other.
fn open_fours(stones: u64) -> i32 {
    // Rising rows begin in the lower half of the four left columns, falling ones in the upper half, level ones in
    // either: shifted beside the others, they are counted in one go.
    let free = BOARD & !stones;
    (fours(free, 6) | fours(free, 8) | fours(free, 7) << 28).count_ones() as i32
}

/// The evaluation: how many more rows and diagonals of four are still open to the side to move than to the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenFours;

impl Eval<ConnectFour> for OpenFours {
    fn evaluate(&mut self, _: &ConnectFour, board: &Pieces) -> Score {
        Score(open_fours(board.theirs()) - open_fours(board.mine()))
    }

    fn order(&self, _: &ConnectFour, board: &Pieces, column: u8) -> i32 {
        hints::rank(board, column)
    }

    fn params(&self) -> SearchParams {
        SearchParams { aspiration: 4, learnt_order: 5, solve_ahead: 8, ..SearchParams::FULL_WIDTH }
    }
}

impl Notation for ConnectFour {
    const ACTION: &'static str = "drop";

    /// Reads the rows from the top, then the side to move: `......./......./......./......./...o.../..xx... o`.
    fn parse_position(&self, text: &str) -> Result<Pieces, ParsePositionError> {
        let board = GRID.read_with_side(text)?;
        let has_gap = board.all() >> 1 & BOARD & !board.all() != 0;
        let possible = !has_gap && board.are_in_turn() && !four_in_a_row(board.mine());
        GRID.check(board, possible, text, "x and o in turn, no gap below a stone, no move after a four")
    }

    fn position_text(&self, board: &Pieces) -> String {
        GRID.write_with_side(board)
    }

    fn scene(&self, board: &Pieces) -> Scene {
        let discs = GRID.scene_with_side(board, &[Shape::Disc, Shape::Disc]).on(Surface::Rack);
        Scene { falls: true, ..discs.seated(["Yellow", "Red"]).named(|square| (square % 7 + 1).to_string()) }
    }

    fn move_text(&self, _: &Pieces, column: u8) -> String {
        (column + 1).to_string()
    }
}

impl Playable for ConnectFour {
    type Eval = Learned<features::Stones, OpenFours>;
    const NAME: &'static str = "connect-four";
    const SUMMARY: &'static str = "Four in a row on seven columns of six.";
    const BENCH_DEPTH: u16 = 14;
}
