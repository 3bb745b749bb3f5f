//! A position: a board of the library `cozy-chess` and the halfmove clock. The key and the equality of positions take
//! account of the en passant square only if the capture is legal, as the rule of threefold repetition does.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use plywright::prelude::{Key, Side, State};

/// A position. Two positions are equal if their pieces, sides to move, castling rights, legal en passant
/// captures and halfmove clocks are equal. The fullmove number is not compared.
#[derive(Clone, Debug)]
pub struct Position {
    /// The board, with the side to move, castling rights, en passant square and fullmove number. The board's own
    /// halfmove clock may be lower than the field `halfmove_clock`, because the board's starts at 0 in a position that
    /// is read from text, and stops at 100.
    pub board: Board,
    /// Number of moves, by either side, since the last capture or pawn's move; it stops at 65535.
    pub halfmove_clock: u16,
}

/// Returns the code of a move: the source square in bits 0..6, the target square in bits 6..12, and the new piece of a
/// promotion in bits 12..15.
pub(crate) fn code(mv: Move) -> u16 {
    mv.from as u16 | (mv.to as u16) << 6 | mv.promotion.map_or(0, |piece| piece as u16) << 12
}

/// Returns the move with this code, or an arbitrary move if the code is invalid.
pub(crate) fn move_of(code: u16) -> Move {
    let square = |bits: u16| Square::index(usize::from(bits & 63));
    let promotion = Piece::try_index(usize::from(code >> 12)).filter(|piece| *piece != Piece::Pawn);
    Move { from: square(code), to: square(code >> 6), promotion }
}

/// Returns the squares that a piece on `square` attacks; the color matters only for pawns.
pub(crate) fn attacks(piece: Piece, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

/// Whether a legal move is a capture or a promotion to a queen. Captures en passant and castling are not noisy.
pub(crate) fn is_noisy(board: &Board, mv: Move) -> bool {
    mv.promotion == Some(Piece::Queen) || board.colors(!board.side_to_move()).has(mv.to)
}

impl From<Board> for Position {
    fn from(board: Board) -> Self {
        Self { halfmove_clock: board.halfmove_clock().into(), board }
    }
}

impl Position {
    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
        let is_reset = self.board.halfmove_clock() == 0;
        self.halfmove_clock = if is_reset { 0 } else { self.halfmove_clock.saturating_add(1) };
    }

    /// Returns the squares of a side's pieces, one set for each kind: pawns, knights, bishops, rooks, queens
    /// and kings. Bit 0 is a1, bit 1 is b1, and bit 63 is h8.
    #[must_use]
    pub fn pieces(&self, side: Side) -> [u64; 6] {
        Piece::ALL.map(|piece| self.board.colored_pieces(Color::ALL[side.index()], piece).0)
    }

    /// Whether the side to move has a legal capture en passant.
    fn can_capture_en_passant(&self) -> bool {
        let board = &self.board;
        board.en_passant().is_some_and(|file| {
            let passed = Square::new(file, Rank::Sixth.relative_to(board.side_to_move()));
            board.generate_moves_for(board.pieces(Piece::Pawn), |moves| moves.to.has(passed))
        })
    }

    /// Returns the six fields of FEN. With `is_shredder`, they are those of Shredder-FEN, which writes castling rights
    /// as files of rooks. The field of the en passant square is `-` unless the capture is legal.
    pub(crate) fn fields(&self, is_shredder: bool) -> Vec<String> {
        let text = if is_shredder { format!("{:#}", self.board) } else { self.board.to_string() };
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        fields[4] = self.halfmove_clock.to_string();
        if !self.can_capture_en_passant() {
            "-".clone_into(&mut fields[3]);
        }
        fields
    }
}

impl State for Position {
    fn side(&self) -> Side {
        Side::BOTH[self.board.side_to_move() as usize]
    }

    fn key(&self) -> Key {
        Key(if self.can_capture_en_passant() { self.board.hash() } else { self.board.hash_without_ep() })
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        // Only Shredder-FEN shows which rook may castle.
        self.key() == other.key() && self.fields(true)[..5] == other.fields(true)[..5]
    }
}

impl Eq for Position {}

plywright::hash_by_key!(Position);
