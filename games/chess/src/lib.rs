//! Chess and Chess960. The library `cozy-chess` generates and plays the moves; this crate adds draws, the text
//! of positions and moves, scenes for drawing, hints for the search, and an evaluation.
//!
//! A position's text is FEN. A move's text is long algebraic notation, such as `e2e4` and `e7e8q`. Castling
//! is `e1g1` in chess; in Chess960 it is written as the king's move to its own rook, such as `e1h1`. The
//! variant `chess960` starts from the start position of chess, and `chess960-N` from position N, 0 to 959, in
//! Scharnagl's numbering. Position 518 is the start position of chess.

mod eval;
mod position;
mod text;

use cozy_chess::{BitBoard, Board, Piece, PieceMoves, Rank};
use plywright::prelude::*;

pub use eval::Tapered;
pub use position::Position;
use position::{attacks, code, is_noisy, move_of};

/// Number of pairs of squares.
const SQUARE_PAIRS: u32 = 64 * 64;

const CHESS960: &str = "chess960";
/// A middlegame from the usual perft positions, for benchmarks. [`ENDGAME`] comes from there, too.
const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// The rules of chess or Chess960, and the start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess {
    /// Whether the variant is Chess960. Castling is then written as the king's move to its own rook, and
    /// castling rights in FEN are the files of the rooks. The numbered start positions do not need it.
    is_960: bool,
    /// Number of the start position, 0 to 959. `None` selects the start position of chess.
    start: Option<u32>,
}

impl Chess {
    /// Whether castling is written as in Chess960. Games from its numbered start positions have no other form.
    fn castles_by_rook(self) -> bool {
        self.is_960 || self.start.is_some()
    }
}

impl Game for Chess {
    type State = Position;
    /// Code of a move. The lowest 6 bits are the source square, the next 6 bits the target square, and the next 3 bits
    /// the new piece of a promotion: knight 1, bishop 2, rook 3, queen 4, or 0 without a promotion. The target square
    /// of castling is the square of the castling side's rook.
    type Move = u16;

    fn start(&self) -> Position {
        self.start.map_or_else(Board::startpos, Board::chess960_startpos).into()
    }

    fn moves(&self, position: &Position, out: &mut Moves<u16>) -> Option<Ending> {
        if !is_dead(&position.board) {
            position.board.generate_moves(|moves| {
                out.extend(moves.into_iter().map(code));
                false
            });
        }
        if out.is_empty() { self.ending(position) } else { None }
    }

    fn play(&self, position: &mut Position, mv: u16) {
        position.play(move_of(mv));
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        let board = &position.board;
        let can_move = board.generate_moves(|_| true);
        if !can_move && !board.checkers().is_empty() {
            return Some(Ending::Win(!position.side()));
        }
        (!can_move || is_dead(board)).then_some(Ending::Draw)
    }

    fn is_legal(&self, position: &Position, mv: u16) -> bool {
        let board = &position.board;
        code(move_of(mv)) == mv && board.is_legal(move_of(mv)) && !is_dead(board)
    }

    /// Returns threefold repetition and the fifty-move rule, whose limit is 100 because the moves of both sides count.
    fn draw_rules(&self, _: &Position) -> DrawRules {
        DrawRules { repetition: Repetition::Draw(3), move_limit: 100 }
    }

    fn irreversible(&self, position: &Position, mv: u16) -> bool {
        let (board, mv) = (&position.board, move_of(mv));
        board.pieces(Piece::Pawn).has(mv.from) || board.colors(!board.side_to_move()).has(mv.to)
    }

    fn halfmove_clock(&self, position: &Position) -> u16 {
        position.halfmove_clock
    }
}

impl Hints for Chess {
    /// Captures, except those en passant, and promotions to a queen are noisy. Other moves by which the moved piece
    /// gives check are forcing; discovered checks and checks by castling count as quiet.
    fn class(&self, position: &Position, mv: u16) -> MoveClass {
        let (board, mv) = (&position.board, move_of(mv));
        if is_noisy(board, mv) {
            return MoveClass::Noisy;
        }
        let (side, occupied) = (board.side_to_move(), board.occupied() ^ mv.from.bitboard());
        let piece = mv.promotion.or(board.piece_on(mv.from)).unwrap_or(Piece::Pawn);
        let is_check = attacks(piece, side, mv.to, occupied).has(board.king(!side));
        if is_check { MoveClass::Forcing } else { MoveClass::Quiet }
    }

    fn noisy(&self, position: &Position, min_class: MoveClass, out: &mut Moves<u16>) {
        let board = &position.board;
        let side = board.side_to_move();
        let targets = board.colors(!side) | Rank::Eighth.relative_to(side).bitboard();
        let targets = if min_class == MoveClass::Noisy { targets } else { BitBoard::FULL };
        board.generate_moves(|moves| {
            let moves = PieceMoves { to: moves.to & targets, ..moves };
            out.extend(moves.into_iter().map(code).filter(|mv| self.class(position, *mv) >= min_class));
            false
        });
    }

    /// Whether the side to move is in check.
    fn is_threatened(&self, position: &Position, _: &mut NodeScratch) -> bool {
        !position.board.checkers().is_empty()
    }

    /// Returns the position after a pass. `None` in check, and if the side to move has only its king and pawns, because
    /// positions are then common in which a pass would be better than any move.
    fn pass(&self, position: &Position) -> Option<Position> {
        let board = &position.board;
        let plain = board.pieces(Piece::King) | board.pieces(Piece::Pawn);
        let is_bare = board.colors(board.side_to_move()).is_subset(plain);
        board.null_move().filter(|_| !is_bare).map(Position::from)
    }
}

impl Symmetric for Chess {}

impl Playable for Chess {
    type Eval = Tapered;
    const INFO: GameInfo = GameInfo {
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        openings: include_str!("../data/openings.txt"),
        claimed_draws: true,
        move_numbers: MoveNumbers::ByCode(SQUARE_PAIRS + 3 * 2 * 64),
        ..GameInfo::new("chess", "Check, mate, and six kinds of pieces.")
    };

    const OPTIONS: &'static [GameOption<Self>] =
        &[GameOption::check("UCI_Chess960", |game: &mut Self| &mut game.is_960).of_rules()];

    fn variants() -> Vec<Variant> {
        let summary = "Castling from any squares, for the start positions of Chess960.";
        vec![Self::INFO.variant(), Variant { name: CHESS960, summary }]
    }

    fn variant(name: &str) -> Option<Self> {
        let start = (0..960).find(|number| name == format!("{CHESS960}-{number}"));
        let is_known = start.is_some() || [Self::INFO.name, CHESS960].contains(&name);
        is_known.then_some(Self { is_960: name != Self::INFO.name, start })
    }

    fn further_variants() -> Option<Variant> {
        Some(Variant { name: "chess960-N", summary: "Chess960 from the start position number N, 0 to 959." })
    }

    /// Returns the start position, a middlegame and an endgame, each with its search depth.
    fn bench_positions(&self) -> Vec<(String, u16)> {
        let start = self.position_text(&self.start());
        [&*start, MIDDLEGAME, ENDGAME].map(|text| (text.to_owned(), 6)).into()
    }

    /// Returns the number of the move with this code. Moves without a promotion and promotions to a queen come first,
    /// by target and source square. The promotions to knight, bishop and rook follow: each piece in the order of target
    /// rank (eighth, first), source file and target file.
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

    /// In a side's perspective, the first six planes are its pieces by kind, the other six the opponent's. From Black's
    /// perspective, the ranks are in reverse order.
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

/// Whether neither side has enough material to mate: besides the kings, there are no pieces, a single knight, or only
/// bishops on squares of one colour.
fn is_dead(board: &Board) -> bool {
    let rest = board.occupied() - board.pieces(Piece::King);
    let is_one_knight = rest.len() == 1 && rest == board.pieces(Piece::Knight);
    let is_one_colour = rest.is_subset(BitBoard::DARK_SQUARES) || rest.is_subset(BitBoard::LIGHT_SQUARES);
    is_one_knight || (is_one_colour && rest == board.pieces(Piece::Bishop))
}

/// Returns the game's default variant. The search is compiled in this crate, so that the compiler builds the
/// searches of several games at the same time.
pub fn game() -> std::sync::Arc<dyn DynGame> {
    game_of::<Chess>()
}
