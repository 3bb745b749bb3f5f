//! Tapered evaluation: each term has a middlegame value and an endgame value. The phase of the game, computed
//! from the pieces on the board, interpolates between the sum of the middlegame values and that of the endgame values.
//! The README says to what the values were fitted.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, PieceMoves, Square};
use plywright::prelude::*;

use crate::Chess;
use crate::position::{Position, attacks, is_noisy, move_of};

/// Values of pawn, knight, bishop, rook, queen and king in exchanges of pieces, in centipawns. The king's value exceeds
/// that of all other pieces together.
const EXCHANGE_VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];
/// Added to the ordering score of a noisy move that loses no material, so that it comes before quiet moves, which have
/// score 0.
const NOISY_FIRST: i32 = 8_500;
/// Added to the ordering score of a noisy move that loses material, so that it comes after quiet moves.
const LOSING_LAST: i32 = -9_000;
/// Weight of each kind of piece in the phase of the game.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// Sum of the weights in `PHASE` over all pieces of the start position.
const FULL_PHASE: i32 = 24;

/// Middlegame and endgame values of each kind of piece on each square, from the point of view of its side.
const SQUARES: [[[i32; 64]; 2]; 6] = include!("../data/squares.txt");
/// Value of each square that a piece attacks, by kind of piece. Squares with pieces of the same side do not count, nor
/// do squares that an opponent's pawn attacks.
const MOBILITY: [i32; 6] = [0, pair(14, 5), pair(8, 8), pair(8, 9), pair(5, 8), 0];
/// Value of each attack on a more valuable piece, in the order pawn, knight, bishop, rook, queen. Attacks on and by
/// kings do not count.
const THREAT: i32 = pair(80, 31);
const BISHOP_PAIR: i32 = pair(103, 32);
/// Value of each pawn with another pawn of its side before it on the same file.
const DOUBLED_PAWN: i32 = pair(1, -48);
/// Value of a passed pawn by its rank, counted from its own side's home rank. A passed pawn has no pawn before it on
/// its file, and no pawn of the opponent before it on a neighbouring file.
const PASSED_PAWN: [i32; 8] =
    [0, pair(14, -32), pair(8, 16), pair(2, 8), pair(11, 71), pair(24, 156), pair(35, 250), 0];
/// Bonus of a passed pawn for the kings' distances to it. The bonus is multiplied by two numbers: the ranks that the
/// pawn has advanced beyond the third, and the steps by which its own king is nearer to the pawn than the opponent's
/// king, negative if the opponent's king is nearer.
const KING_DISTANCE: i32 = pair(0, 13);
/// Bonus of the side to move.
const TEMPO: i32 = 30;

/// The hand-written evaluation, in centipawns: the pieces' squares, mobility, threats, pawns, the bishop pair and the
/// right to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tapered;

/// Packs a middlegame value and an endgame value into one number. The sum of several such numbers packs the sum of the
/// middlegame values and the sum of the endgame values.
const fn pair(middlegame: i32, endgame: i32) -> i32 {
    (endgame << 16) + middlegame
}

/// Returns the squares directly to the left or right of any of `squares`.
fn beside(squares: BitBoard) -> BitBoard {
    BitBoard((squares - File::H.bitboard()).0 << 1 | (squares - File::A.bitboard()).0 >> 1)
}

/// Returns the squares below any of `squares` on the same file, down to the first rank.
fn below(squares: BitBoard) -> BitBoard {
    BitBoard((1..8).fold(0, |below, ranks| below | squares.0 >> (8 * ranks)))
}

fn king_steps(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// Returns the value of a side's pieces, packed by [`pair`].
fn side_value(board: &Board, color: Color) -> i32 {
    // Black's sets are flipped, so that the pawns of either side move up.
    let seen = |squares: BitBoard| if color == Color::White { squares } else { squares.flip_ranks() };
    let pieces = |owner, piece| seen(board.colored_pieces(owner, piece));
    let king_square = |owner| board.king(owner).relative_to(color);
    let (pawns, other_pawns) = (pieces(color, Piece::Pawn), pieces(!color, Piece::Pawn));
    let free = !(seen(board.colors(color)) | BitBoard(beside(other_pawns).0 >> 8));
    let behind = below(pawns);
    let has_bishop_pair = pieces(color, Piece::Bishop).len() >= 2;
    let mut sum = DOUBLED_PAWN * (pawns & behind).len() as i32 + BISHOP_PAIR * i32::from(has_bishop_pair);
    let passed = pawns - behind - below(other_pawns | beside(other_pawns));
    for pawn in passed {
        let rank = pawn.rank() as i32;
        let nearer = king_steps(king_square(!color), pawn) - king_steps(king_square(color), pawn);
        sum += PASSED_PAWN[rank as usize] + KING_DISTANCE * nearer * (rank - 2).max(0);
    }
    // The opponent's pieces that are worth more than `piece`, without the king. `Piece::ALL` goes from the least
    // valuable kind up, and each pass first removes the opponent's pieces of its own kind.
    let mut more_valuable = seen(board.colors(!color) - board.pieces(Piece::King));
    for piece in Piece::ALL {
        let index = piece as usize;
        let [middlegame, endgame] = &SQUARES[index];
        more_valuable -= pieces(!color, piece);
        for square in pieces(color, piece) {
            let targets = attacks(piece, Color::White, square, seen(board.occupied()));
            sum += pair(middlegame[square as usize], endgame[square as usize]);
            sum += MOBILITY[index] * (targets & free).len() as i32;
            sum += THREAT * (targets & more_valuable).len() as i32;
        }
    }
    sum
}

/// Returns the static exchange evaluation of a noisy move: the material that it wins, in centipawns, if both sides go
/// on capturing on its target square. Each side captures with its least valuable piece, and stops when a capture would
/// lose material.
fn exchange(board: &Board, mv: Move) -> i32 {
    let mut after = board.clone();
    after.play_unchecked(mv);
    // `cozy-chess` generates the moves of the least valuable pieces first, so the first capture found is by such a
    // piece.
    let mut reply = None;
    after.generate_moves(|moves| {
        reply = PieceMoves { to: moves.to & mv.to.bitboard(), ..moves }.into_iter().next();
        reply.is_some()
    });
    value(board, mv.to) - reply.map_or(0, |reply| exchange(&after, reply).max(0))
}

/// Returns the exchange value of the piece on a square. An empty square counts as a pawn, because it is the target of a
/// promotion.
fn value(board: &Board, square: Square) -> i32 {
    EXCHANGE_VALUES[board.piece_on(square).unwrap_or(Piece::Pawn) as usize]
}

impl Eval<Chess> for Tapered {
    fn evaluate(&mut self, _: &Chess, position: &Position) -> Score {
        let board = &position.board;
        let side = board.side_to_move();
        let lead = side_value(board, side) - side_value(board, !side);
        // The low half is the middlegame value, the high half the endgame value. A negative low half has borrowed 1
        // from the high half; the addition gives it back.
        let (middlegame, endgame) = (lead as i16, (lead + 0x8000) >> 16);
        let phase = Piece::ALL.map(|piece| PHASE[piece as usize] * board.pieces(piece).len() as i32);
        let phase = FULL_PHASE.min(phase.into_iter().sum());
        Score(TEMPO + (i32::from(middlegame) * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE)
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            skip_losing: true,
            extend_threatened: true,
            extend_all_threatened: true,
            null_move: true,
            null_move_verification: 10,
            futility_plies: 6,
            futility_margin: 90,
            reduction_by_node: true,
            reduction_base: 50,
            late_move_pruning_plies: 5,
            win_scale: 170,
            ..SearchParams::SELECTIVE
        }
    }

    /// Scores noisy moves by the value of the captured piece minus a hundredth of the attacker's value. The scores lie
    /// above those of quiet moves, or below them if the exchange loses material. A promotion without a capture counts
    /// as the capture of a pawn.
    fn order(&self, _: &Chess, position: &Position, mv: u16) -> i32 {
        let (board, mv) = (&position.board, move_of(mv));
        if !is_noisy(board, mv) {
            return 0;
        }
        let (victim, attacker) = (value(board, mv.to), value(board, mv.from));
        let loses = attacker > victim && exchange(board, mv) < 0;
        victim - attacker / 100 + if loses { LOSING_LAST } else { NOISY_FIRST }
    }
}

impl Learnable<Chess> for Tapered {}
