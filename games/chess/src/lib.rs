//! Chess and Chess960. The crate `cozy-chess` generates and plays the moves; this crate adds draws, the text
//! of positions and moves, scenes, hints for the search, and an evaluation.
//!
//! A position's text is FEN. A move's text is long algebraic notation, such as `e2e4` and `e7e8q`. Castling
//! is `e1g1` in chess; in Chess960 it is written as the king's move to its own rook, such as `e1h1`. The
//! variant `chess960-N` starts from position N, 0 to 959, in Scharnagl's numbering. Position 518 is the start
//! position of chess.

mod eval;
mod exchange;
mod features;
mod position;
mod text;

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Board, Color, Piece, PieceMoves, Rank};
use plywright::engine::{DynEngine, Engine, SetOptionError};
use plywright::prelude::*;
use plywright::{GameOptions, OptionError, OptionSpec, OptionValue, Variant};

pub use eval::Tapered;
pub use features::PieceSquares;
pub use position::Position;
use position::{code, is_capture, move_of};

const CHESS960: &str = "chess960";
const OPTION_960: &str = "UCI_Chess960";
/// Number of the start position of chess among those of Chess960.
const STANDARD: u16 = 518;

/// Names of the variants `chess960-N`, by N.
static STARTS: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..960).map(|number| format!("{CHESS960}-{number}")).collect());

/// The rules: chess or Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess {
    /// Whether the variant is Chess960. Castling is then written as the king's move to its own rook, and
    /// castling rights in FEN are the files of the rooks.
    is_960: bool,
    /// Number of the start position, 0 to 959.
    start: u16,
}

impl Default for Chess {
    fn default() -> Self {
        Self { is_960: false, start: STANDARD }
    }
}

impl Game for Chess {
    type State = Position;
    /// Code of a move. The lowest 6 bits are the source square, the next 6 bits the target square, and 3
    /// more bits the promotion, 0 for none. The target square of castling is the square of the own rook.
    type Move = u16;

    fn start(&self) -> Position {
        Position::new(Board::chess960_startpos(self.start.into()))
    }

    fn moves(&self, position: &Position, out: &mut Moves<u16>) -> Option<Ending> {
        if position.is_dead() {
            return Some(Ending::Draw);
        }
        position.board().generate_moves(|moves| {
            out.extend(moves.into_iter().map(code));
            false
        });
        out.is_empty().then(|| position.ending_without_moves())
    }

    fn play(&self, position: &mut Position, mv: u16) {
        position.play(mv);
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        if position.is_dead() {
            Some(Ending::Draw)
        } else if position.board().generate_moves(|_| true) {
            None
        } else {
            Some(position.ending_without_moves())
        }
    }

    fn count(&self, position: &Position) -> u64 {
        let mut count = 0;
        position.board().generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        if position.is_dead() { 0 } else { count }
    }

    fn is_legal(&self, position: &Position, mv: u16) -> bool {
        move_of(mv).is_some_and(|mv| position.board().is_legal(mv)) && !position.is_dead()
    }

    /// Returns threefold repetition and the fifty-move rule.
    fn draw_rules(&self, _: &Position) -> DrawRules {
        DrawRules { repetition: Repetition::Draw(3), move_limit: 100 }
    }

    fn irreversible(&self, position: &Position, mv: u16) -> bool {
        move_of(mv).is_some_and(|mv| {
            is_capture(position.board(), mv) || position.board().piece_on(mv.from) == Some(Piece::Pawn)
        })
    }

    fn halfmove_clock(&self, position: &Position) -> u16 {
        position.board().halfmove_clock().into()
    }
}

impl Hints for Chess {
    /// Captures and promotions to a queen are noisy. A check by the moved piece is forcing.
    fn class(&self, position: &Position, mv: u16) -> MoveClass {
        let Some(mv) = move_of(mv) else { return MoveClass::Quiet };
        if mv.promotion == Some(Piece::Queen) || is_capture(position.board(), mv) {
            MoveClass::Noisy
        } else if position.checks_directly(mv) {
            MoveClass::Forcing
        } else {
            MoveClass::Quiet
        }
    }

    fn noisy(&self, position: &Position, min_class: MoveClass, out: &mut Moves<u16>) {
        let board = position.board();
        let side = board.side_to_move();
        let passing =
            board.en_passant().map(|file| file.bitboard() & Rank::Sixth.relative_to(side).bitboard());
        let pawn_targets = board.colors(!side)
            | Rank::Eighth.relative_to(side).bitboard()
            | passing.unwrap_or(BitBoard::EMPTY);
        board.generate_moves(|moves: PieceMoves| {
            let targets = match (min_class, moves.piece) {
                (MoveClass::Noisy, Piece::Pawn) => pawn_targets,
                (MoveClass::Noisy, _) => board.colors(!side),
                _ => BitBoard::FULL,
            };
            let moves = PieceMoves { to: moves.to & targets, ..moves };
            out.extend(moves.into_iter().map(code).filter(|mv| self.class(position, *mv) >= min_class));
            false
        });
    }

    /// Whether the side to move is in check.
    fn is_threatened(&self, position: &Position, _: &mut NodeScratch) -> bool {
        !position.board().checkers().is_empty()
    }

    /// Returns the position after a pass. Returns `None` in check, and if the side to move has only its king
    /// and pawns, because zugzwang is then common.
    fn pass(&self, position: &Position) -> Option<Position> {
        let board = position.board();
        let plain = board.pieces(Piece::King) | board.pieces(Piece::Pawn);
        let has_pieces = !(board.colors(board.side_to_move()) & !plain).is_empty();
        if has_pieces { board.null_move().map(Position::new) } else { None }
    }
}

impl Symmetric for Chess {}

impl Playable for Chess {
    type Eval = Learned<PieceSquares, Tapered>;
    const NAME: &'static str = "chess";
    const SUMMARY: &'static str = "Check, mate, and six kinds of pieces.";
    const PUZZLES: &'static str = include_str!("../data/puzzles.pgn");
    const OPENINGS: &'static str = include_str!("../data/openings.txt");

    fn variants() -> Vec<Variant> {
        vec![
            Variant { name: Self::NAME, summary: Self::SUMMARY },
            Variant {
                name: CHESS960,
                summary: "Castling from any squares, for the start positions of Chess960.",
            },
        ]
    }

    fn variant(name: &str) -> Option<Self> {
        match name {
            Self::NAME => Some(Self::default()),
            CHESS960 => Some(Self { is_960: true, start: STANDARD }),
            _ => {
                let start = STARTS.iter().position(|known| known == name)?;
                Some(Self { is_960: true, start: start as u16 })
            }
        }
    }

    fn further_variants() -> Option<Variant> {
        Some(Variant { name: "chess960-N", summary: "Chess960 from the start position number N, 0 to 959." })
    }

    fn further_variant(name: &str) -> Result<Option<&'static str>, String> {
        let Some(number) = name.strip_prefix(CHESS960).and_then(|rest| rest.strip_prefix('-')) else {
            return Ok(None);
        };
        let start = number.parse().ok().and_then(|number: usize| STARTS.get(number));
        start.map(|name| Some(name.as_str())).ok_or_else(|| {
            format!(
                "'{}' is not the number of a start position, expected 0 to 959",
                plywright::shorten(number)
            )
        })
    }

    fn options(&self) -> Box<dyn GameOptions<Self>> {
        Box::new(*self)
    }

    const BENCH_DEPTH: u16 = 6;

    /// Returns the start position, and a middlegame and an endgame from the usual perft positions.
    fn bench_positions(&self) -> Vec<(String, u16)> {
        let others = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        let start = self.position_text(&self.start());
        std::iter::once(start)
            .chain(others.map(str::to_owned))
            .map(|text| (text, Self::BENCH_DEPTH))
            .collect()
    }
}

impl GameOptions<Chess> for Chess {
    fn specs(&self) -> Vec<OptionSpec> {
        vec![OptionSpec::check(OPTION_960, self.is_960).of_rules()]
    }

    fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        match (name, value) {
            (OPTION_960, OptionValue::Check(on)) => self.is_960 = *on,
            _ => return Err(OptionError::unknown(name)),
        }
        Ok(())
    }

    fn game(&self) -> Chess {
        *self
    }
}

const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// Creates an engine for a variant of this game; `None` selects the first variant. The search is instantiated
/// in this crate, so the searches of several games compile in parallel.
///
/// # Errors
///
/// Returns an error if there is no such variant or not enough memory for the table.
pub fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError> {
    Ok(Box::new(Engine::<Chess>::new(variant)?))
}
