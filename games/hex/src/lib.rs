//! Hex: the sides take turns placing stones on a rhombus of hexagons. The first side wins by connecting the
//! top and bottom edges, the second side by connecting the left and right edges. There are no draws.
//!
//! By the swap rule, the second side may take over the first stone instead of placing one. The stone changes
//! colour and is reflected in the long diagonal. The reflection exchanges the first side's edges with the
//! second side's, so the stone keeps its place relative to its owner's edges.

mod filling;
mod hexagons;
mod two_distance;

use plywright::prelude::*;
use plywright::search::Algorithm;

use filling::filled;
use hexagons::{Hexagons, exchanges_sides};
pub use two_distance::TwoDistance;

const VARIANTS: [(Variant, Hex); 4] = [
    (Hex::INFO.variant(), Hex::new(11, true)),
    named("hex-without-swap", "eleven rows of eleven cells, without the swap rule", Hex::new(11, false)),
    named("7x7", "seven rows of seven cells", Hex::new(7, true)),
    named("7x7-without-swap", "seven rows of seven cells, without the swap rule", Hex::new(7, false)),
];

const fn named(name: &'static str, summary: &'static str, game: Hex) -> (Variant, Hex) {
    (Variant { name, summary }, game)
}

/// Text of the move by which the second side takes over the first stone.
const SWAP: &str = "swap";

/// The rules on a board of a given size. A move is the number of a cell, counted row by row from 0 (a1, top left). The
/// swap has the number after the last cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex {
    hexagons: Hexagons,
    has_swap: bool,
}

impl Hex {
    /// Creates the rules for a board of `size` by `size` cells, with or without the swap rule.
    ///
    /// # Panics
    ///
    /// Panics if the size is not in 2..=11.
    pub const fn new(size: u8, has_swap: bool) -> Self {
        Self { hexagons: Hexagons::new(size), has_swap }
    }

    /// Returns the number of rows, which is also the number of columns.
    pub const fn size(&self) -> u8 {
        self.hexagons.size()
    }

    /// Whether the side to move may swap: the rule applies and only the first stone has been placed.
    pub fn may_swap(&self, board: &Pieces<u128>) -> bool {
        self.has_swap && board.side == Side::Second && board.all().is_power_of_two()
    }

    const fn swap_move(self) -> u8 {
        self.hexagons.cells()
    }

    /// Returns the empty cells on which one more stone of `side` connects its edges. The edges must not be connected
    /// yet.
    #[inline]
    fn connecting(&self, board: &Pieces<u128>, side: Side) -> u128 {
        self.hexagons.connecting(board.sets[side.index()], side) & !board.all()
    }

    const fn grid(self) -> Grid<u128> {
        Grid::new(self.size() as usize, self.size() as usize, ".xo").with_first_row_on_top().with_hexagons()
    }
}

impl Game for Hex {
    type State = Pieces<u128>;
    type Move = u8;

    fn start(&self) -> Pieces<u128> {
        Pieces::NONE
    }

    fn moves(&self, board: &Pieces<u128>, out: &mut Moves<u8>) -> Option<Ending> {
        let ending = self.ending(board);
        if ending.is_none() {
            out.extend((0..self.swap_move()).filter(|cell| board.all() >> cell & 1 == 0));
            if self.may_swap(board) {
                out.push(self.swap_move());
            }
        }
        ending
    }

    fn play(&self, board: &mut Pieces<u128>, mv: u8) {
        if mv == self.swap_move() {
            *board = Pieces { sets: [0, self.hexagons.mirrored(board.sets[0])], side: Side::First };
        } else {
            board.place(1 << mv);
        }
    }

    fn ending(&self, board: &Pieces<u128>) -> Option<Ending> {
        self.hexagons.connects(board.theirs(), !board.side).then_some(Ending::Win(!board.side))
    }
}

impl Symmetric for Hex {
    fn symmetries(&self) -> u8 {
        4
    }

    /// With the swap rule, symmetries that exchange the sides hold only from two stones on, because only the
    /// second side can swap.
    fn holds(&self, board: &Pieces<u128>, symmetry: Symmetry) -> bool {
        !exchanges_sides(symmetry) || !self.has_swap || board.all().count_ones() > 1
    }

    fn transform(&self, board: &Pieces<u128>, symmetry: Symmetry) -> Pieces<u128> {
        let side = if exchanges_sides(symmetry) { !board.side } else { board.side };
        Pieces { sets: self.hexagons.image(board.sets, symmetry), side }
    }

    fn transform_move(&self, mv: u8, symmetry: Symmetry) -> u8 {
        if mv == self.swap_move() { mv } else { self.hexagons.image_of_cell(mv, symmetry) }
    }
}

impl Hints for Hex {
    fn winning_move(&self, board: &Pieces<u128>) -> Option<u8> {
        let wins = self.connecting(board, board.side);
        (wins != 0).then(|| wins.trailing_zeros() as u8)
    }

    /// Returns `None` for the swap. A stone loses at once if it does not win and leaves a cell on which the opponent
    /// wins. `scratch` keeps two sets of winning cells, each as a low and a high word: first those of the side to move,
    /// then the opponent's.
    #[inline]
    fn loses_at_once(&self, board: &Pieces<u128>, mv: u8, scratch: &mut NodeScratch) -> Option<bool> {
        if mv == self.swap_move() {
            return None;
        }
        if scratch.is_empty() {
            let sets = [board.side, !board.side].map(|side| self.connecting(board, side));
            scratch.extend(sets.into_iter().flat_map(|set| [set as u64, (set >> 64) as u64]));
        }
        let set_from = |word: usize| u128::from(scratch[word]) | u128::from(scratch[word + 1]) << 64;
        let (own_wins, opposing_wins) = (set_from(0), set_from(2));
        Some(own_wins >> mv & 1 == 0 && opposing_wins & !(1 << mv) != 0)
    }

    /// Fills the board with stones of both sides in turn, at random except for the replies that `filling.rs` describes.
    fn playout(&self, board: &Pieces<u128>, random: &mut impl FnMut() -> u64) -> Option<Ending> {
        let [first, _] = filled(&self.hexagons, board.sets, board.side, random);
        let connects = self.hexagons.connects(first, Side::First);
        Some(Ending::Win(if connects { Side::First } else { Side::Second }))
    }

    /// Counts the empty cells, plus one for the swap until the second side has a stone. Without the swap rule, the
    /// result is one too high until then.
    fn moves_left(&self, board: &Pieces<u128>) -> Option<u32> {
        Some(u32::from(self.swap_move()) + u32::from(board.sets[1] == 0) - board.all().count_ones())
    }
}

impl Notation for Hex {
    const ACTION: &'static str = "place";

    /// Reads the rows from the top, then the side to move: `.../.x./... o`.
    fn parse_position(&self, text: &str) -> Result<Pieces<u128>, ParsePositionError> {
        let grid = self.grid();
        let board = grid.read_with_side(text)?;
        let (mine, theirs) = (board.mine().count_ones(), board.theirs().count_ones());
        let is_in_turn = theirs == mine || theirs == mine + 1;
        let possible = is_in_turn && !self.hexagons.connects(board.mine(), board.side);
        grid.check(board, possible, text, "x and o in turn, no move after a connection")
    }

    fn position_text(&self, board: &Pieces<u128>) -> String {
        self.grid().write_with_side(board)
    }

    fn scene(&self, board: &Pieces<u128>) -> Scene {
        let scene = self.grid().scene_with_side(board, &[Shape::Disc, Shape::Disc]);
        scene.on(Surface::Wood).seated(["White", "Black"])
    }

    fn move_text(&self, _: &Pieces<u128>, mv: u8) -> String {
        if mv == self.swap_move() { SWAP.to_owned() } else { self.grid().name(mv.into()) }
    }

    fn parse_move(&self, board: &Pieces<u128>, text: &str) -> Result<u8, ParseMoveError> {
        let word = text.trim();
        let cell = self.grid().named(word).and_then(|cell| u8::try_from(cell).ok());
        let mv = if word.eq_ignore_ascii_case(SWAP) { Some(self.swap_move()) } else { cell };
        mv.filter(|mv| self.is_legal(board, *mv)).ok_or_else(|| ParseMoveError::illegal(word))
    }
}

impl Default for Hex {
    fn default() -> Self {
        Self::new(11, true)
    }
}

impl Playable for Hex {
    type Eval = TwoDistance;
    const INFO: GameInfo = GameInfo {
        algorithm: Algorithm::Mcts,
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        max_plies: 122,
        bench_depth: 3,
        ..GameInfo::new("hex", "Connect two opposite edges of eleven rows of eleven hexagons.")
    };

    fn variants() -> Vec<Variant> {
        VARIANTS.map(|(variant, _)| variant).to_vec()
    }

    fn variant(name: &str) -> Option<Self> {
        VARIANTS.iter().find(|(variant, _)| variant.name == name).map(|(_, game)| *game)
    }

    fn move_numbers(&self) -> MoveNumbers {
        MoveNumbers::ByCode(u32::from(self.swap_move()) + 1)
    }

    /// Planes of a side's perspective: its stones, the opponent's stones, and a plane that is full if the side to move
    /// may swap, otherwise empty.
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
                if side == Side::First { stones } else { stones.map(|set| self.hexagons.mirrored(set)) };
            let swap = if self.may_swap(board) { self.hexagons.all() } else { 0 };
            for (plane, set) in stones.into_iter().chain([swap]).enumerate() {
                perspective.insert_bits(cells * plane, set as u64);
                // Skipped if empty: on a small board, `cells * plane + 64` can lie beyond the end of the feature set,
                // where `insert_bits` panics even without bits.
                let high = (set >> 64) as u64;
                if high != 0 {
                    perspective.insert_bits(cells * plane + 64, high);
                }
            }
        }
    }
}

/// Returns the game's default variant. Its search is compiled in this crate, so that the searches of several games are
/// compiled at the same time.
pub fn game() -> std::sync::Arc<dyn DynGame> {
    game_of::<Hex>()
}
