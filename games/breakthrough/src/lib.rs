//! Breakthrough (Dan Troyka, 2000): pieces step forward, straight or diagonally, and capture diagonally. The
//! first piece on the far row wins, and so does capturing all of the opponent's pieces. There are no draws.

mod hints;

use std::sync::Arc;

use plywright::engine::{DynGame, game_of};
use plywright::prelude::*;
use plywright::{Action, Variant, bits, network::Learnable};

/// Number of bits from a row of a set to the next, on boards of both sizes.
const ROW: usize = 8;
/// The squares of the left column.
const LEFTMOST: u64 = 0x0101_0101_0101_0101;

/// Directions of a move, from the first side's point of view.
const LEFT: u8 = 0;
const STRAIGHT: u8 = 1;
const RIGHT: u8 = 2;

/// The rules on a square board with this number of columns, at most eight. A move is the square that a piece
/// leaves, from 0 (a1) with eight numbers for each row, plus 64 times the direction.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough(usize);

impl Breakthrough {
    /// Returns the number of columns, which is also the number of rows.
    pub const fn size(self) -> usize {
        self.0
    }

    fn squares(self) -> u64 {
        (LEFTMOST * ((1 << self.0) - 1)) >> (ROW * (8 - self.0))
    }

    /// Returns a side's home row, which is the opponent's goal.
    fn home(self, side: Side) -> u64 {
        let squares = self.squares();
        squares & !if side == Side::First { squares << ROW } else { squares >> ROW }
    }

    /// Returns the squares that the pieces of `side` on `from` reach by one step in a direction.
    fn ahead(self, from: u64, side: Side, direction: u8) -> u64 {
        let shifted = match direction {
            LEFT => (from & !LEFTMOST) >> 1,
            RIGHT => from << 1 & !LEFTMOST,
            _ => from,
        };
        self.squares() & if side == Side::First { shifted << ROW } else { shifted >> ROW }
    }

    /// Returns the pieces of the side to move that can step in a direction to a square of the set `to`.
    fn movers(self, board: &Pieces, direction: u8, to: u64) -> u64 {
        let taken = if direction == STRAIGHT { board.all() } else { board.mine() };
        board.mine() & self.ahead(to & !taken & self.squares(), !board.side, RIGHT - direction)
    }

    /// Iterates over the legal moves to the squares of the set `to`.
    fn steps(self, board: &Pieces, to: u64) -> impl Iterator<Item = u8> {
        let movers = move |direction| bits(self.movers(board, direction, to));
        (LEFT..=RIGHT).flat_map(move |direction| movers(direction).map(move |from| direction << 6 | from))
    }

    const fn grid(self) -> Grid {
        Grid::new(self.0, self.0, ".xo").with_bits(|column, row| ROW * row + column)
    }
}

impl Default for Breakthrough {
    fn default() -> Self {
        Self(8)
    }
}

impl Game for Breakthrough {
    type State = Pieces;
    type Move = u8;

    fn start(&self) -> Pieces {
        let [first, second] = Side::BOTH.map(|side| self.home(side));
        Pieces { sets: [first | first << ROW, second | second >> ROW], side: Side::First }
    }

    fn moves(&self, board: &Pieces, out: &mut Moves<u8>) -> Option<Ending> {
        let ending = self.ending(board);
        out.extend(self.steps(board, u64::MAX).filter(|_| ending.is_none()));
        ending
    }

    fn play(&self, board: &mut Pieces, mv: u8) {
        let from = 1 << (mv & 63);
        let to = self.ahead(from, board.side, mv >> 6);
        board.sets[board.side.index()] ^= from | to;
        board.side = !board.side;
        board.sets[board.side.index()] &= !to;
    }

    fn ending(&self, board: &Pieces) -> Option<Ending> {
        let is_lost = board.mine() == 0 || board.theirs() & self.home(board.side) != 0;
        is_lost.then_some(Ending::Win(!board.side))
    }
}

impl Symmetric for Breakthrough {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, board: &Pieces, _mirror: Symmetry) -> Pieces {
        Pieces { sets: board.sets.map(|set| set.swap_bytes().reverse_bits() >> (8 - self.0)), ..*board }
    }

    fn transform_move(&self, mv: u8, _mirror: Symmetry) -> u8 {
        ((RIGHT - (mv >> 6)) << 6) + (mv & 63 ^ 7) + self.0 as u8 - 8
    }
}

/// The evaluation: each piece counts by the number of rows between it and its goal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Advance;

impl Eval<Breakthrough> for Advance {
    fn evaluate(&mut self, game: &Breakthrough, board: &Pieces) -> Score {
        Score(game.total_value(board, board.side) - game.total_value(board, !board.side))
    }

    fn order(&self, game: &Breakthrough, board: &Pieces, mv: u8) -> i32 {
        game.rank(board, mv)
    }

    fn params(&self) -> SearchParams {
        hints::PARAMS
    }
}

impl Learnable<Breakthrough> for Advance {}

impl Notation for Breakthrough {
    /// Reads the rows from the top, then the side to move: `oooooo/oooooo/....../....../xxxxxx/xxxxxx x`.
    fn parse_position(&self, text: &str) -> Result<Pieces, ParsePositionError> {
        let board = self.grid().read_with_side(text)?;
        let are_few = board.sets.iter().all(|set| set.count_ones() as usize <= 2 * self.0);
        let is_open = board.theirs() != 0 && board.mine() & self.home(!board.side) == 0;
        let expected = "pieces of the side that moved last, at most two rows each, and no earlier winner";
        self.grid().check(board, are_few && is_open, text, expected)
    }

    fn position_text(&self, board: &Pieces) -> String {
        self.grid().write_with_side(board)
    }

    fn scene(&self, board: &Pieces) -> Scene {
        let scene = self.grid().scene_with_side(board, &[Shape::Disc, Shape::Disc]);
        scene.on(Surface::Chequered).seated(["White", "Black"])
    }

    fn move_text(&self, board: &Pieces, mv: u8) -> String {
        self.ends(board, mv).concat()
    }

    fn parse_move(&self, board: &Pieces, text: &str) -> Result<u8, ParseMoveError> {
        let word = text.trim();
        let square = |name: Option<&str>| self.grid().named(name?);
        let ends = square(word.get(..2)).zip(square(word.get(2..)));
        let step = ends.and_then(|(from, to)| {
            let direction = (to % ROW + 1).checked_sub(from % ROW)?;
            u8::try_from(direction << 6 | from)
                .ok()
                .filter(|mv| direction <= RIGHT.into() && self.is_legal(board, *mv))
        });
        step.filter(|mv| self.move_text(board, *mv).eq_ignore_ascii_case(word))
            .ok_or_else(|| ParseMoveError::illegal(word))
    }

    fn actions(&self, board: &Pieces, mv: u8) -> Vec<Vec<Action>> {
        vec![vec![Action::along(Self::ACTION, self.ends(board, mv))]]
    }
}

impl Playable for Breakthrough {
    type Eval = Advance;
    const INFO: GameInfo = GameInfo {
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        // Maximum length of a game: 176 steps to the rows before the goals, five or six for each piece, and one
        // step into a goal.
        max_plies: 177,
        move_numbers: MoveNumbers::ByCode(192),
        ..GameInfo::new("breakthrough", "The first piece on the far row wins, on eight columns of eight.")
    };

    fn variants() -> Vec<Variant> {
        let usual = Self::INFO.variant();
        vec![usual, Variant { name: "6x6", summary: "the same on six columns of six" }]
    }

    fn variant(name: &str) -> Option<Self> {
        let sizes = [(Self::INFO.name, 8), ("6x6", 6)];
        sizes.into_iter().find(|(known, _)| *known == name).map(|(_, size)| Self(size))
    }

    /// There is one plane for each side's pieces. On every board size, a plane has eight rows of eight
    /// squares.
    fn planes(&self) -> Option<[usize; 3]> {
        Some([2, 8, 8])
    }

    fn observe(&self, board: &Self::State, perspectives: &mut [FeatureSet; 2]) {
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            for (plane, owner) in [side, !side].into_iter().enumerate() {
                let pieces = board.sets[owner.index()];
                let unused_rows = 8 - self.size();
                let seen =
                    if side == Side::First { pieces } else { pieces.swap_bytes() >> (8 * unused_rows) };
                perspective.insert_bits(64 * plane, seen);
            }
        }
    }
}

/// Returns the game's default variant. The search is compiled in this crate, so that the compiler builds the
/// searches of several games at the same time.
pub fn game() -> Arc<dyn DynGame> {
    game_of::<Breakthrough>()
}
