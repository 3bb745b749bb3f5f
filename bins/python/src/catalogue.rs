//! Games of the package, and the numbering of their moves. A new game adds a line to [`CATALOGUE`] and an
//! `impl Numbered`.

use std::sync::Arc;

use plywright::engine::{DynEngine, Engine, SetOptionError};
use plywright::network::FeatureSet;
use plywright::{Connection, Game, Notation, Side, Variant};
use plywright_breakthrough::Breakthrough;
use plywright_chess::Chess;
use plywright_connect_four::ConnectFour;
use plywright_gyges::Gyges;
use plywright_hex::Hex;
use plywright_kalah::Kalah;
use plywright_mill::Mill;
use plywright_othello::Othello;
use plywright_program::{GameEntry, game_with};
use plywright_santorini::Santorini;
use plywright_tic_tac_toe::TicTacToe;

use crate::numbering::{Numbered, Numbering};
use crate::rules::{self, Rules};

impl Numbered for TicTacToe {
    const MAX_PLIES: u32 = 9;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        Ok(Box::new(Engine::<Self>::new(variant)?))
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(9)
    }

    fn planes(&self) -> Option<[usize; 3]> {
        Some([2, 3, 3])
    }
}

impl Numbered for ConnectFour {
    const MAX_PLIES: u32 = 42;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_connect_four::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(7)
    }

    fn planes(&self) -> Option<[usize; 3]> {
        Some([2, 7, 7])
    }
}

impl Numbered for Othello {
    const MAX_PLIES: u32 = 128;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_othello::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(65)
    }

    fn planes(&self) -> Option<[usize; 3]> {
        Some([4, 8, 8])
    }
}

/// Number of pairs of squares on a chess board.
const SQUARE_PAIRS: u32 = 64 * 64;

impl Numbered for Chess {
    const MAX_PLIES: u32 = 1000;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_chess::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(SQUARE_PAIRS + 3 * 2 * 64)
    }

    /// Returns the number of a move. The numbers of pairs of squares come first. Then come the promotions
    /// to knight, bishop and rook, each ordered by rank and by pair of files. A promotion to a queen has
    /// the number of its pair of squares.
    fn number(code: u32) -> u32 {
        const QUEEN: u32 = 4;
        let (from, to, promotion) = (code & 63, code >> 6 & 63, code >> 12);
        if promotion == 0 || promotion == QUEEN {
            return from | to << 6;
        }
        let is_first_row = u32::from(to < 8);
        SQUARE_PAIRS + 64 * (2 * (promotion - 1) + is_first_row) + 8 * (from & 7) + (to & 7)
    }

    fn planes(&self) -> Option<[usize; 3]> {
        Some([12, 8, 8])
    }

    /// Inserts own pieces by kind, then the opponent's. Black sees the board with its ranks flipped.
    fn observe(&self, position: &Self::State, perspectives: &mut [FeatureSet; 2]) {
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            let pieces = [side, !side].map(|owner| position.pieces(owner));
            for (plane, squares) in pieces.into_iter().flatten().enumerate() {
                let seen = if side == Side::First { squares } else { squares.swap_bytes() };
                perspective.insert_bits(64 * plane, seen);
            }
        }
    }
}

impl Numbered for Breakthrough {
    /// Maximum length of a game: 176 steps to the rows before the goals, five or six for each piece, and one
    /// step into a goal.
    const MAX_PLIES: u32 = 177;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_breakthrough::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(192)
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

impl Numbered for Kalah {
    const MAX_PLIES: u32 = 1000;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_kalah::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(6)
    }

    /// There is one plane for each seed of the game. Plane k contains the houses and stores with more than k
    /// seeds.
    fn planes(&self) -> Option<[usize; 3]> {
        let start = self.start();
        let seeds = Side::BOTH.into_iter().flat_map(|side| start.pits(side)).map(|seeds| usize::from(*seeds));
        Some([seeds.sum(), 2, 7])
    }

    fn observe(&self, board: &Self::State, perspectives: &mut [FeatureSet; 2]) {
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            let pits = [side, !side].map(|owner| board.pits(owner));
            for (pit, seeds) in pits.into_iter().flatten().enumerate() {
                (0..usize::from(*seeds)).for_each(|plane| perspective.insert(14 * plane + pit));
            }
        }
    }
}

impl Numbered for Hex {
    const MAX_PLIES: u32 = 122;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        Ok(Box::new(Engine::<Self>::new(variant)?))
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(self.hexagons().all().count_ones() + 1)
    }

    /// There is one plane for each side's stones, and one that is full if the side to move may swap.
    fn planes(&self) -> Option<[usize; 3]> {
        let size = self.size().into();
        Some([3, size, size])
    }

    /// The second side sees the board reflected in the long diagonal, so that its edges are top and bottom.
    fn observe(&self, board: &Self::State, perspectives: &mut [FeatureSet; 2]) {
        let cells = usize::from(self.size()).pow(2);
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            let stones = [side, !side].map(|owner| board.sets[owner.index()]);
            let stones =
                if side == Side::First { stones } else { stones.map(|set| self.hexagons().mirrored(set)) };
            let swap = if self.may_swap(board) { self.hexagons().all() } else { 0 };
            for (plane, set) in stones.into_iter().chain([swap]).enumerate() {
                perspective.insert_bits(cells * plane, set as u64);
                perspective.insert_bits(cells * plane + 64, (set >> 64) as u64);
            }
        }
    }
}

/// Number of points on a Mill board.
const POINTS: u32 = 24;

impl Numbered for Mill {
    const MAX_PLIES: u32 = 4000;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_mill::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(POINTS * (POINTS + 2))
    }

    /// Returns the number of a move. First come placings, by point; then moves, by start and by end; then
    /// removals, by point.
    fn number(code: u32) -> u32 {
        let (from, to) = (code >> 5 & 31, code & 31);
        match code >> 10 {
            0 => to,
            1 => POINTS * (1 + from) + to,
            _ => POINTS * (1 + POINTS) + to,
        }
    }
}

/// Number of squares in Gyges, without the goals.
const SQUARES: u32 = 36;
/// Number of targets of a move in Gyges: the squares and both goals.
const ENDS: u32 = SQUARES + 2;
/// Number of choices for the drop of a move in Gyges: the squares, or no drop.
const DROPS: u32 = SQUARES + 1;
/// Move number of the first arrangement of a home row in Gyges.
const SET_UPS: u32 = SQUARES * ENDS * DROPS;
/// Number of arrangements of a home row in Gyges.
const ROWS: u32 = 90;

impl Numbered for Gyges {
    const MAX_PLIES: u32 = 1000;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_gyges::engine(variant)
    }

    fn numbering(&self) -> Numbering {
        Numbering::ByCode(SET_UPS + ROWS + 1)
    }

    /// Returns the number of a move. First come moves of pieces, by start, by target and by drop; then the
    /// arrangements of a home row; then the pass.
    fn number(code: u32) -> u32 {
        if code >> 21 != 0 {
            return SET_UPS + (code & 0xff);
        }
        if code >> 20 != 0 {
            return SET_UPS + ROWS;
        }
        let (start, end, drop) = (code & 63, code >> 6 & 63, code >> 12 & 63);
        (start * ENDS + end) * DROPS + drop.min(SQUARES)
    }
}

impl Numbered for Santorini {
    const MAX_PLIES: u32 = 1000;

    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        plywright_santorini::engine(variant)
    }

    /// If a god takes part, the number of a move is its index among the legal moves, sorted by code. Between
    /// mortals, a number means one move: first come steps, by square, by direction, and by direction of
    /// building (or a win); then the pairs of squares for placement; then the move of a side that cannot
    /// move.
    fn numbering(&self) -> Numbering {
        let mortals = self.position_text(&self.start()).matches("mortal").count();
        if mortals == 2 { Numbering::ByCode(25 * 8 * 9 + 300 + 1) } else { Numbering::ByPlace(4096) }
    }
}

/// Function that creates the rules of a variant with options.
type MakeRules = fn(Option<&str>, &[(String, String)]) -> Result<Arc<dyn Rules>, SetOptionError>;

/// A game of the package, with its variants.
pub struct Entry {
    /// Name of the game.
    pub name: &'static str,
    /// Summary of the game in one line.
    pub summary: &'static str,
    /// Function that returns the listed variants, the default variant first.
    pub variants: fn() -> Vec<Variant>,
    /// Function that creates the rules of a variant with options.
    pub rules: MakeRules,
    /// Function that creates the game's entry in the program.
    pub program: fn() -> Box<dyn GameEntry>,
}

const fn entry<G: Numbered>() -> Entry {
    Entry {
        name: G::NAME,
        summary: G::SUMMARY,
        variants: G::variants,
        rules: rules::of::<G>,
        program: || game_with::<G>(<G as Numbered>::engine),
    }
}

/// All games of the package, the default game first.
pub const CATALOGUE: [Entry; 10] = [
    entry::<Mill>(),
    entry::<Santorini>(),
    entry::<ConnectFour>(),
    entry::<Gyges>(),
    entry::<Chess>(),
    entry::<Othello>(),
    entry::<Breakthrough>(),
    entry::<Kalah>(),
    entry::<Hex>(),
    entry::<TicTacToe>(),
];
