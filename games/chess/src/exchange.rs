//! Static exchange evaluation: the material that a move wins or loses if both sides continue to capture on
//! its target square. Each side captures with its least valuable piece, and stops when capturing does not
//! pay.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use crate::position::is_capture;

/// Values of pawn, knight, bishop, rook, queen and king in exchanges.
pub(crate) const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

/// Returns the pieces of both sides that attack a square if only the squares in `occupied` are occupied. The
/// result can contain pieces outside `occupied`.
fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let pieces = |piece| board.pieces(piece);
    let pawns = |color: Color| get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    let queens = pieces(Piece::Queen);
    pawns(Color::White)
        | pawns(Color::Black)
        | get_knight_moves(square) & pieces(Piece::Knight)
        | get_king_moves(square) & pieces(Piece::King)
        | get_bishop_moves(square, occupied) & (pieces(Piece::Bishop) | queens)
        | get_rook_moves(square, occupied) & (pieces(Piece::Rook) | queens)
}

/// Returns the material that a legal move wins; negative if it loses material. Pins are ignored.
pub(crate) fn exchange(board: &Board, mv: Move) -> i32 {
    let mut side = board.side_to_move();
    let Some(moved) = board.piece_on(mv.from) else { return 0 };
    if board.colors(side).has(mv.to) {
        return 0;
    }
    let value = |piece: Piece| VALUES[piece as usize];
    let promoted = mv.promotion.map_or(0, |piece| value(piece) - value(Piece::Pawn));
    let captured =
        if is_capture(board, mv) { board.piece_on(mv.to).map_or(value(Piece::Pawn), value) } else { 0 };
    // gains[n]: material won by the side that makes capture n, if the exchange ends after it.
    let mut gains = [captured + promoted; 32];
    let mut number = 0;
    let mut at_risk = value(mv.promotion.unwrap_or(moved));
    let mut occupied = board.occupied() ^ mv.from.bitboard();
    loop {
        side = !side;
        let capturers = attackers(board, mv.to, occupied) & occupied & board.colors(side);
        let cheapest = Piece::ALL.into_iter().find(|piece| !capturers.is_disjoint(board.pieces(*piece)));
        let Some(piece) = cheapest.filter(|_| number + 1 < gains.len()) else { break };
        let Some(from) = (capturers & board.pieces(piece)).next_square() else { break };
        // A king cannot capture a protected piece.
        let rest = occupied ^ from.bitboard();
        let is_protected = || !(attackers(board, mv.to, rest) & rest & board.colors(!side)).is_empty();
        if piece == Piece::King && is_protected() {
            break;
        }
        number += 1;
        gains[number] = at_risk - gains[number - 1];
        at_risk = value(piece);
        occupied = rest;
    }
    for capture in (1..=number).rev() {
        gains[capture - 1] = -gains[capture].max(-gains[capture - 1]);
    }
    gains[0]
}
