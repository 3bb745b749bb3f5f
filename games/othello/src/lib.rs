//! Othello: discs that bracket a row of the opponent's turn it over; who cannot do so passes, and when
//! neither can, the one with more discs has won. A game of points: its end is a margin, which searches
//! maximise. The rules are those of the World Othello Federation; how its players count empty squares at the
//! end, for the winner, is left out.

mod features;

use plywright::prelude::*;

pub use features::Discs;

/// Players of this game count rows from the top.
const GRID: Grid = Grid::new(8, 8, ".xo").with_first_row_on_top();

/// The four discs in the middle: x on e4 and d5, o on d4 and e5.
const START: Pieces = Pieces { sets: [0x0000_0008_1000_0000, 0x0000_0010_0800_0000], side: Side::First };

/// The move of a side that has no other: it passes.
const PASS: u8 = 64;

/// A disc in units of the evaluation.
const DISC: i32 = 100;

/// Everything but the left and right files, across whose outer edges no row goes on.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Half of the eight directions as distances in bits, each with the squares that a row in it may cross. The
/// other half are their opposites.
const DIRECTIONS: [(u32, u64); 4] = [(1, INNER_FILES), (7, INNER_FILES), (8, u64::MAX), (9, INNER_FILES)];

/// The squares that rows of `theirs` without a gap lead to, starting beside a square of `from`. `shift` goes
/// one step.
fn along(from: u64, theirs: u64, shift: impl Fn(u64) -> u64) -> u64 {
    (0..5).fold(theirs & shift(from), |row, _| row | theirs & shift(row))
}

/// The squares where the side to move turns something over.
fn placements(board: &Pieces) -> u64 {
    let (mine, empty) = (board.mine(), !board.all());
    DIRECTIONS.iter().fold(0, |squares, (distance, inner)| {
        let theirs = board.theirs() & inner;
        let up = along(mine, theirs, |set| set << distance) << distance;
        let down = along(mine, theirs, |set| set >> distance) >> distance;
        squares | empty & (up | down)
    })
}

/// The opponent's discs that a disc on `square` turns over.
fn turned(board: &Pieces, square: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |discs, (distance, inner)| {
        let theirs = board.theirs() & inner;
        let up = along(square, theirs, |set| set << distance);
        let down = along(square, theirs, |set| set >> distance);
        let bracketed = |row: u64, end: u64| if end & board.mine() == 0 { 0 } else { row };
        discs | bracketed(up, up << distance) | bracketed(down, down >> distance)
    })
}

fn passed(board: &Pieces) -> Pieces {
    Pieces { side: !board.side, ..*board }
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The rules. A move is a square, from 0 (a1, top left) along the rows to 63 (h8), or 64 for a pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct Othello;

impl Game for Othello {
    type State = Pieces;
    type Move = u8;

    fn start(&self) -> Pieces {
        START
    }

    fn moves(&self, board: &Pieces, out: &mut Moves<u8>) -> Option<Ending> {
        let squares = placements(board);
        out.extend((0..64).filter(|square| squares >> square & 1 == 1));
        let ending = self.ending(board);
        if out.is_empty() && ending.is_none() {
            out.push(PASS);
        }
        ending
    }

    fn play(&self, board: &mut Pieces, square: u8) {
        if square != PASS {
            let discs = turned(board, 1 << square);
            board.sets = board.sets.map(|set| set ^ discs);
            board.sets[board.side.index()] |= 1 << square;
        }
        board.side = !board.side;
    }

    /// The margin in discs; empty squares go to the winner.
    fn ending(&self, board: &Pieces) -> Option<Ending> {
        if placements(board) | placements(&passed(board)) != 0 {
            return None;
        }
        let lead = count(board.sets[0]) - count(board.sets[1]);
        Some(Ending::Margin(DISC * (lead + lead.signum() * count(!board.all()))))
    }
}

impl Hints for Othello {}

impl Symmetric for Othello {}

/// The evaluation: corners, and how many more squares are open to the side to move than to the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Eval<Othello> for Mobility {
    fn evaluate(&mut self, _: &Othello, board: &Pieces) -> Score {
        let corners = count(board.mine() & CORNERS) - count(board.theirs() & CORNERS);
        let mobility = count(placements(board)) - count(placements(&passed(board)));
        Score(DISC * (8 * corners + mobility))
    }

    /// Moves that leave the opponent few replies come first.
    fn order(&self, game: &Othello, board: &Pieces, square: u8) -> i32 {
        let mut next = *board;
        game.play(&mut next, square);
        let replies = placements(&next);
        let corner = square != PASS && CORNERS >> square & 1 == 1;
        2_000 * i32::from(corner) - 350 * count(replies) - 350 * count(replies & CORNERS)
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            aspiration: 3 * DISC,
            win_scale: 8 * DISC,
            scale: DISC,
            late_move_reductions: true,
            reduction_by_node: true,
            internal_iterative_reduction: 3,
            learnt_order: 5,
            ..SearchParams::FULL_WIDTH
        }
    }
}

impl Notation for Othello {
    const ACTION: &'static str = "place";

    /// Reads the rows from the top, then the side to move:
    /// `......../......../......../...ox.../...xo.../......../......../........ x`.
    fn parse_position(&self, text: &str) -> Result<Pieces, ParsePositionError> {
        GRID.read_with_side(text)
    }

    fn position_text(&self, board: &Pieces) -> String {
        GRID.write_with_side(board)
    }

    fn scene(&self, board: &Pieces) -> Scene {
        GRID.scene_with_side(board, &[Shape::Disc, Shape::Disc]).on(Surface::Felt).seated(["Black", "White"])
    }

    fn move_text(&self, _: &Pieces, square: u8) -> String {
        if square == PASS { "pass".to_owned() } else { GRID.name(square.into()) }
    }
}

impl Playable for Othello {
    type Eval = Learned<Discs, Mobility>;
    const NAME: &'static str = "othello";
    const SUMMARY: &'static str = "Discs that are bracketed turn over; the side with more of them wins.";
}
