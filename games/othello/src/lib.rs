//! Othello: a move outflanks lines of the opponent's discs and flips them. A side without a move passes. When
//! neither side has a move, the side with more discs wins. The result is the margin in discs, which the search
//! maximises. The rules are those of the World Othello Federation, which gives empty squares to the winner.

mod endgame;
mod features;
mod lines;
mod move_ordering;
mod stability;

use plywright::prelude::*;
use plywright::{Levels, bits};

pub use features::Discs;
use lines::{CORNERS, PASS, count};

/// The board. Othello numbers rows from the top.
const GRID: Grid = Grid::new(8, 8, ".xo").with_first_row_on_top();

/// The four discs in the middle: x on e4 and d5, o on d4 and e5.
const START: Pieces = Pieces { sets: [0x0000_0008_1000_0000, 0x0000_0010_0800_0000], side: Side::First };

/// Number of evaluation units in one disc of the final margin.
const DISC: i32 = 100;

fn legal_squares(board: &Pieces) -> u64 {
    lines::placements(board.mine(), board.theirs())
}

/// Returns the position with the other side to move.
fn passed(board: &Pieces) -> Pieces {
    Pieces { side: !board.side, ..*board }
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
        let squares = legal_squares(board);
        if squares == 0 {
            let ending = self.ending(board);
            if ending.is_none() {
                out.push(PASS);
            }
            return ending;
        }
        out.extend(bits(squares));
        None
    }

    fn play(&self, board: &mut Pieces, square: u8) {
        if square != PASS {
            let discs = lines::flipped(board.mine(), board.theirs(), square);
            board.sets = board.sets.map(|set| set ^ discs);
            board.sets[board.side.index()] |= 1 << square;
        }
        board.side = !board.side;
    }

    /// Returns the margin of the first side (x), 100 for each disc, if neither side has a legal square. The
    /// winner gets the empty squares.
    fn ending(&self, board: &Pieces) -> Option<Ending> {
        if legal_squares(board) | legal_squares(&passed(board)) != 0 {
            return None;
        }
        Some(Ending::Margin(DISC * lines::margin(board.sets[0], board.sets[1])))
    }
}

impl Symmetric for Othello {
    fn symmetries(&self) -> u8 {
        8
    }

    fn transform(&self, board: &Pieces, symmetry: Symmetry) -> Pieces {
        Pieces { sets: board.sets.map(|set| lines::image(set, symmetry)), ..*board }
    }

    fn transform_move(&self, square: u8, symmetry: Symmetry) -> u8 {
        if square == PASS { PASS } else { lines::image(1 << square, symmetry).trailing_zeros() as u8 }
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        // The two rotations by 90 degrees are inverses of each other. All other symmetries are their own inverses.
        match symmetry {
            Symmetry(5) => Symmetry(6),
            Symmetry(6) => Symmetry(5),
            _ => symmetry,
        }
    }

    /// Merges no symmetric positions. After the first moves they are too rare to pay for computing the images of every
    /// position.
    fn canonical(&self, board: &Pieces) -> (Key, Symmetry) {
        (board.key(), Symmetry::IDENTITY)
    }
}

/// The hand-written evaluation: the lead in corners, at eight discs each, plus the lead in legal squares, at one
/// disc each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Eval<Othello> for Mobility {
    fn evaluate(&mut self, _: &Othello, board: &Pieces) -> Score {
        let corners = count(board.mine() & CORNERS) - count(board.theirs() & CORNERS);
        let mobility = count(legal_squares(board)) - count(legal_squares(&passed(board)));
        Score(DISC * (8 * corners + mobility))
    }

    /// Prefers corners, moves that leave the opponent few replies, and moves in quadrants with an odd number
    /// of empty squares.
    fn order(&self, _: &Othello, board: &Pieces, square: u8) -> i32 {
        move_ordering::rank(board, square)
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            aspiration: 3 * DISC,
            win_scale: 8 * DISC,
            scale: DISC,
            late_move_reductions: true,
            reduction_by_node: true,
            internal_iterative_reduction: 3,
            solve_ahead: 6,
            solve_kept: 7,
            solve_shared: 12,
            solve_by_child_eval: 2,
            history_weight: 5,
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
        let scene = GRID.scene_with_side(board, &[Shape::Disc, Shape::Disc]);
        let mut scene = scene.on(Surface::Felt).seated(["Black", "White"]);
        scene.margin = Some("discs");
        for (seat, discs) in scene.seats.iter_mut().zip(board.sets) {
            let count = discs.count_ones();
            seat.note = Some(format!("{count} {}", if count == 1 { "disc" } else { "discs" }));
        }
        scene
    }

    fn move_text(&self, _: &Pieces, square: u8) -> String {
        if square == PASS { "pass".to_owned() } else { GRID.name(square.into()) }
    }
}

/// Pairs of a level and its Elo rating, from a tournament of the levels. A player of random moves has rating 0.
const RATINGS: [(u8, u16); 9] =
    [(0, 200), (3, 360), (6, 470), (9, 570), (12, 720), (15, 850), (18, 1030), (21, 1240), (24, 1460)];

impl Playable for Othello {
    type Eval = Learned<Discs, Mobility>;
    const INFO: GameInfo = GameInfo {
        levels: Levels::rated(&RATINGS),
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        openings: include_str!("../data/openings.txt"),
        // More than any game has: 60 discs, each after at most one pass.
        max_plies: 128,
        move_numbers: MoveNumbers::ByCode(65),
        ..GameInfo::new("othello", "Outflanked discs are flipped; the side with more discs wins.")
    };

    fn solved(&self) -> Option<Solved> {
        Some(Solved { winner: None, source: "Takizawa, 2023" })
    }
}

/// Returns the game's default variant. The search is compiled in this crate, so that the compiler builds the
/// searches of several games at the same time.
pub fn game() -> std::sync::Arc<dyn DynGame> {
    game_of::<Othello>()
}
