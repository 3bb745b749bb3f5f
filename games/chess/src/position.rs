//! A position: a board of `cozy-chess`. Its key and its equality include the en passant square only if the
//! capture is legal, as the rule of threefold repetition does.

use std::hash::{Hash, Hasher};

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use plywright::prelude::{Ending, Key, Side, State};

/// A position. Two positions are equal if their pieces, sides to move, castling rights, legal en passant
/// captures and halfmove clocks are equal. The fullmove number is not compared.
#[derive(Clone, Debug)]
pub struct Position(Board);

pub(crate) fn code(mv: Move) -> u16 {
    mv.from as u16 | (mv.to as u16) << 6 | mv.promotion.map_or(0, |piece| piece as u16) << 12
}

/// Returns the move with a code; `None` if there is no such move.
pub(crate) fn move_of(code: u16) -> Option<Move> {
    let square = |bits: u16| Square::index(usize::from(bits & 63));
    let promotion = match code >> 12 {
        0 => None,
        piece @ 1..=4 => Some(Piece::index(piece.into())),
        _ => return None,
    };
    Some(Move { from: square(code), to: square(code >> 6), promotion })
}

/// Whether a legal move is a capture, en passant included.
pub(crate) fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to)
        || mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from)
}

/// Returns the squares that a piece attacks; none for a pawn, whose attacks depend on its colour.
pub(crate) fn attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

impl Position {
    pub(crate) const fn new(board: Board) -> Self {
        Self(board)
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.0
    }

    pub(crate) fn play(&mut self, mv: u16) {
        if let Some(mv) = move_of(mv) {
            self.0.play_unchecked(mv);
        }
    }

    /// Whether neither side has enough material to mate: besides the kings, there is at most one knight, or
    /// there are only bishops on squares of one colour.
    pub(crate) fn is_dead(&self) -> bool {
        let board = &self.0;
        let strong = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if !strong.is_empty() {
            return false;
        }
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        let one_colour =
            bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES);
        if knights.is_empty() { one_colour } else { bishops.is_empty() && knights.len() == 1 }
    }

    /// Returns the ending of a position without legal moves: mate or stalemate.
    pub(crate) fn ending_without_moves(&self) -> Ending {
        if self.0.checkers().is_empty() { Ending::Draw } else { Ending::Win(!self.side()) }
    }

    /// Whether the moved piece gives check. Discovered checks are not detected.
    pub(crate) fn checks_directly(&self, mv: Move) -> bool {
        let (board, side) = (&self.0, self.0.side_to_move());
        let king = board.king(!side);
        match mv.promotion.or(board.piece_on(mv.from)) {
            Some(Piece::Pawn) => get_pawn_attacks(mv.to, side).has(king),
            Some(piece) => attacks(piece, mv.to, board.occupied() ^ mv.from.bitboard()).has(king),
            None => false,
        }
    }

    /// Returns the file of the pawn that can be captured en passant by a legal move.
    pub(crate) fn passing_file(&self) -> Option<File> {
        let file = self.0.en_passant()?;
        let side = self.0.side_to_move();
        let to = Square::new(file, Rank::Sixth.relative_to(side));
        let pawns = get_pawn_attacks(to, !side) & self.0.colored_pieces(side, Piece::Pawn);
        pawns.into_iter().any(|from| self.0.is_legal(Move { from, to, promotion: None })).then_some(file)
    }
}

impl State for Position {
    #[inline]
    fn side(&self) -> Side {
        crate::side(self.0.side_to_move())
    }

    #[inline]
    fn key(&self) -> Key {
        Key(if self.passing_file().is_some() { self.0.hash() } else { self.0.hash_without_ep() })
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.0, &other.0);
        a.halfmove_clock() == b.halfmove_clock()
            && a.side_to_move() == b.side_to_move()
            && Piece::ALL.into_iter().all(|piece| a.pieces(piece) == b.pieces(piece))
            && Color::ALL.into_iter().all(|color| {
                a.colors(color) == b.colors(color) && a.castle_rights(color) == b.castle_rights(color)
            })
            && self.passing_file() == other.passing_file()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}
