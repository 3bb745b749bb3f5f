//! Connect four: stones fall into columns and four in a row win. The usual board has seven columns of six
//! squares; smaller boards are variants. On the usual board the first player wins by starting in the centre
//! column (Victor Allis, *A Knowledge-based Approach of Connect-Four*, 1988).

pub mod features;
mod hints;
mod numbering;
mod playable;
mod size;
mod threats;

use plywright::prelude::*;
pub use {playable::game, size::Size};

/// Returns the first square, in bit order, of each four in `set` along one direction. `step` is the distance
/// in bits between neighbours in that direction.
fn fours(set: u64, step: u32) -> u64 {
    set & set >> step & set >> (2 * step) & set >> (3 * step)
}

fn four_in_a_row(set: u64) -> bool {
    fours(set, 1) | fours(set, 6) | fours(set, 7) | fours(set, 8) != 0
}

/// The rules on a board of a given size. A move is a column, counted from 0 on the left.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour(pub Size);

impl Game for ConnectFour {
    type State = Pieces;
    type Move = u8;

    fn start(&self) -> Pieces {
        Pieces::NONE
    }

    /// Lists moves from the centre of the usual board outwards: central moves are usually best, so cutoffs come early.
    fn moves(&self, board: &Pieces, out: &mut Moves<u8>) -> Option<Ending> {
        let ending = self.ending(board);
        let open = self.0.top() & !board.all();
        let is_open = |column: &u8| ending.is_none() && open >> (7 * column) & 0x7f != 0;
        out.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(is_open));
        ending
    }

    /// Drops a stone on the lowest empty square of a column. The column must not be full. The addition carries through
    /// the bits of the filled squares to the first empty one.
    fn play(&self, board: &mut Pieces, column: u8) {
        board.place((board.all() + (1 << (7 * column))) & !board.all());
    }

    fn ending(&self, board: &Pieces) -> Option<Ending> {
        if four_in_a_row(board.theirs()) {
            return Some(Ending::Win(!board.side));
        }
        (board.all() == self.0.squares()).then_some(Ending::Draw)
    }

    fn count(&self, board: &Pieces) -> u64 {
        self.ending(board).map_or((self.0.top() & !board.all()).count_ones().into(), |_| 0)
    }
}

impl Symmetric for ConnectFour {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, board: &Pieces, _mirror: Symmetry) -> Pieces {
        Pieces { sets: board.sets.map(|set| self.0.mirrored(set)), ..*board }
    }

    fn transform_move(&self, column: u8, _mirror: Symmetry) -> u8 {
        self.0.columns() - 1 - column
    }
}

/// The hand-written evaluation: the number of horizontal and diagonal fours still open to the side to move,
/// less the opponent's. Vertical fours are not counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenFours;

impl Eval<ConnectFour> for OpenFours {
    fn evaluate(&mut self, game: &ConnectFour, board: &Pieces) -> Score {
        // A four starts at its leftmost square, in one of the four left columns: a rising four in the lower half of the
        // column, a falling four in the upper half, so their bits differ. Horizontal fours start in both halves, so
        // their bits are moved to the columns further right. One count then covers all three.
        let open = |set| (fours(set, 6) | fours(set, 8) | fours(set, 7) << 28).count_ones() as i32;
        let squares = game.0.squares();
        Score(open(squares & !board.theirs()) - open(squares & !board.mine()))
    }

    /// Prefers moves after which more empty squares would complete a four for the mover.
    fn order(&self, game: &ConnectFour, board: &Pieces, column: u8) -> i32 {
        threats::rank(game.0, board, column)
    }

    fn params(&self) -> SearchParams {
        threats::PARAMS
    }
}

impl Notation for ConnectFour {
    const ACTION: &'static str = "drop";

    /// Reads the rows from the top, then the side to move:
    /// `......./......./......./......./...o.../..xx... o`.
    fn parse_position(&self, text: &str) -> Result<Pieces, ParsePositionError> {
        let board = self.0.grid().read_with_side(text)?;
        let has_gap = board.all() >> 1 & self.0.squares() & !board.all() != 0;
        let possible = !has_gap && board.are_in_turn() && !four_in_a_row(board.mine());
        let grid = self.0.grid();
        grid.check(board, possible, text, "x and o in turn, no gap below a stone, no move after a four")
    }

    fn position_text(&self, board: &Pieces) -> String {
        self.0.grid().write_with_side(board)
    }

    fn scene(&self, board: &Pieces) -> Scene {
        let grid = self.0.grid();
        let discs = grid.scene_with_side(board, &[Shape::Disc, Shape::Disc]).on(Surface::Rack);
        let discs = discs.seated(["Yellow", "Red"]);
        Scene { falls: true, ..discs.named(|square| (square % grid.columns() + 1).to_string()) }
    }

    fn move_text(&self, _: &Pieces, column: u8) -> String {
        (column + 1).to_string()
    }
}
