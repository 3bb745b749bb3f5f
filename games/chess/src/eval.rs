//! Tapered evaluation: each term has a middlegame value and an endgame value. The phase of the game, computed
//! from the pieces on the board, interpolates between the two sums.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square, get_king_moves, get_pawn_attacks};
use plywright::prelude::*;

use crate::Chess;
use crate::exchange::{VALUES, exchange};
use crate::position::{Position, attacks, is_capture, move_of};

/// Middlegame value and endgame value, in centipawns.
type Pair = [i32; 2];

/// Values of pawn, knight, bishop, rook, queen and king.
const MATERIAL: [Pair; 6] = [[85, 105], [325, 300], [340, 315], [465, 535], [980, 980], [0, 0]];
/// Weight of each kind of piece in the phase of the game.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// Sum of the weights in `PHASE` over all pieces of the start position.
const FULL_PHASE: i32 = 24;

/// For each kind of piece, middlegame and endgame values by rank, from the point of view of its side.
const RANKS: [[[i32; 8]; 2]; 6] = [
    [[0, -4, -2, 6, 14, 26, 55, 0], [0, 0, 2, 6, 14, 32, 60, 0]],
    [[-26, -12, 2, 12, 18, 22, 4, -30], [-20, -10, 2, 10, 12, 6, -4, -22]],
    [[-12, 2, 6, 6, 6, 4, -6, -14], [-8, -4, 0, 4, 4, 2, -2, -8]],
    [[-4, -12, -10, -6, 0, 6, 16, 10], [-6, -4, -2, 2, 6, 8, 10, 8]],
    [[-2, 2, 2, -2, -2, 2, -4, 4], [-20, -12, 0, 10, 14, 14, 10, 2]],
    [[12, -6, -30, -48, -55, -55, -55, -55], [-26, -8, 6, 16, 22, 22, 12, -10]],
];
/// For each kind of piece, middlegame and endgame values by file.
const FILES: [[[i32; 8]; 2]; 6] = [
    [[-10, -4, -2, 8, 8, -2, -2, -10], [4, 2, 0, -2, -2, 0, 2, 4]],
    [[-24, -8, 4, 10, 10, 4, -8, -24], [-18, -8, 4, 8, 8, 4, -8, -18]],
    [[-6, 2, 2, 4, 4, 2, 2, -6], [-6, -2, 0, 2, 2, 0, -2, -6]],
    [[-6, -2, 4, 8, 8, 4, -4, -8], [0, 0, 0, 0, 0, 0, 0, 0]],
    [[-4, 0, 2, 2, 2, 0, 0, -2], [-10, -2, 4, 8, 8, 4, -2, -10]],
    [[18, 26, 2, -18, -14, -8, 28, 20], [-18, -4, 6, 12, 12, 6, -4, -18]],
];

/// Value of each square of mobility above `USUAL_MOBILITY`, by kind of piece. Mobility counts the squares
/// that the piece attacks, except those with own pieces and those attacked by an opponent's pawn.
const MOBILITY: [Pair; 6] = [[0, 0], [4, 4], [5, 5], [3, 4], [1, 3], [0, 0]];
/// Mobility that is worth 0, by kind of piece.
const USUAL_MOBILITY: [i32; 6] = [0, 4, 6, 7, 13, 0];
/// Weight of each attacked square beside the opponent's king, by the attacking piece.
const KING_ATTACK: [i32; 6] = [0, 3, 3, 4, 6, 0];
/// Maximum bonus for attacks on the opponent's king.
const MAX_KING_DANGER: i32 = 350;
/// Value of each pawn of the king's shield: the pawns ahead of the king, on its file or an adjacent one. At
/// most three pawns count, and those next to the king count once more.
const SHIELD: Pair = [9, 0];

const BISHOP_PAIR: Pair = [28, 45];
const OPEN_FILE: Pair = [24, 8];
const HALF_OPEN_FILE: Pair = [12, 6];
const ISOLATED: Pair = [-12, -12];
const DOUBLED: Pair = [-6, -18];
const PROTECTED: Pair = [8, 6];
/// Values of a passed pawn by rank.
const PASSED: [Pair; 8] = [[0, 0], [0, 6], [2, 10], [6, 22], [20, 45], [45, 85], [75, 130], [0, 0]];
/// Endgame value of each step by which the opponent's king is farther from a passed pawn than the pawn's own
/// king. It is multiplied by half the number of ranks that the pawn has advanced beyond the third.
const KING_DISTANCE: i32 = 5;
/// Bonus of the side to move.
const TEMPO: i32 = 12;

/// The hand-written evaluation, in centipawns: material, the pieces' squares, mobility, attacks on the king,
/// pawn structure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tapered;

fn add(sum: &mut Pair, value: Pair, times: i32) {
    sum[0] += value[0] * times;
    sum[1] += value[1] * times;
}

fn count(squares: BitBoard) -> i32 {
    squares.len() as i32
}

/// Returns the squares of a file and of the adjacent files.
fn around(file: File) -> BitBoard {
    file.bitboard() | file.adjacent()
}

/// Returns the squares on the ranks ahead of `rank`, from a side's point of view.
fn ahead(rank: Rank, color: Color) -> BitBoard {
    let ranks =
        if color == Color::White { u64::MAX << 8 << (8 * rank as u32) } else { (1 << (8 * rank as u32)) - 1 };
    BitBoard(if color == Color::White && rank == Rank::Eighth { 0 } else { ranks })
}

fn distance(a: Square, b: Square) -> i32 {
    let apart = |a: usize, b: usize| a.abs_diff(b) as i32;
    apart(a.file() as usize, b.file() as usize).max(apart(a.rank() as usize, b.rank() as usize))
}

/// Adds the value of a side's pawn.
fn pawn(board: &Board, color: Color, square: Square, sum: &mut Pair) {
    let (own, other) = (board.colored_pieces(color, Piece::Pawn), board.colored_pieces(!color, Piece::Pawn));
    let (file, rank) = (square.file(), square.rank());
    let front = ahead(rank, color);
    if (own & file.adjacent()).is_empty() {
        add(sum, ISOLATED, 1);
    }
    if !(own & file.bitboard() & front).is_empty() {
        add(sum, DOUBLED, 1);
    } else if (other & around(file) & front).is_empty() {
        let stop = Square::new(file, rank).relative_to(color);
        let steps = stop.rank() as i32;
        add(sum, PASSED[steps as usize], 1);
        let nearer = distance(board.king(!color), square) - distance(board.king(color), square);
        sum[1] += KING_DISTANCE * nearer * (steps - 2).max(0) / 2;
    }
    if !(get_pawn_attacks(square, !color) & own).is_empty() {
        add(sum, PROTECTED, 1);
    }
}

/// Returns the value of a side's pieces, and the side's share of the phase.
fn side_value(board: &Board, color: Color) -> (Pair, i32) {
    let (mut sum, mut phase, mut danger, mut attackers) = ([0; 2], 0, 0, 0);
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let other_pawns = board.colored_pieces(!color, Piece::Pawn);
    let attacked =
        other_pawns.into_iter().fold(BitBoard::EMPTY, |all, square| all | get_pawn_attacks(square, !color));
    let free = !(board.colors(color) | attacked);
    let king_zone = get_king_moves(board.king(!color));
    for piece in Piece::ALL {
        let kind = piece as usize;
        for square in board.colored_pieces(color, piece) {
            let seen = square.relative_to(color);
            for stage in 0..2 {
                sum[stage] += MATERIAL[kind][stage]
                    + RANKS[kind][stage][seen.rank() as usize]
                    + FILES[kind][stage][seen.file() as usize];
            }
            phase += PHASE[kind];
            match piece {
                Piece::Pawn => pawn(board, color, square, &mut sum),
                Piece::King => {
                    let shield = pawns & around(square.file()) & ahead(square.rank(), color);
                    add(&mut sum, SHIELD, count(shield & get_king_moves(square)));
                    add(&mut sum, SHIELD, count(shield).min(3));
                }
                _ => {
                    let targets = attacks(piece, square, board.occupied());
                    add(&mut sum, MOBILITY[kind], count(targets & free) - USUAL_MOBILITY[kind]);
                    let near_king = count(targets & king_zone);
                    danger += KING_ATTACK[kind] * near_king;
                    attackers += i32::from(near_king > 0);
                }
            }
            if piece == Piece::Rook && (pawns & square.file().bitboard()).is_empty() {
                let is_open = (other_pawns & square.file().bitboard()).is_empty();
                add(&mut sum, if is_open { OPEN_FILE } else { HALF_OPEN_FILE }, 1);
            }
        }
    }
    if count(board.colored_pieces(color, Piece::Bishop)) >= 2 {
        add(&mut sum, BISHOP_PAIR, 1);
    }
    if attackers >= 2 {
        sum[0] += (danger * danger / 8).min(MAX_KING_DANGER);
    }
    (sum, phase)
}

impl Eval<Chess> for Tapered {
    fn evaluate(&mut self, _: &Chess, position: &Position) -> Score {
        let board = position.board();
        let side = board.side_to_move();
        let ((mine, my_phase), (theirs, their_phase)) = (side_value(board, side), side_value(board, !side));
        let phase = (my_phase + their_phase).min(FULL_PHASE);
        let value =
            ((mine[0] - theirs[0]) * phase + (mine[1] - theirs[1]) * (FULL_PHASE - phase)) / FULL_PHASE;
        // A side without pawns seldom wins with a lead of less than a rook.
        let ahead = if value > 0 { side } else { !side };
        let lead = (mine[1] - theirs[1]).abs();
        let is_drawish = board.colored_pieces(ahead, Piece::Pawn).is_empty() && lead < 450;
        Score(TEMPO + if is_drawish { value / 4 } else { value })
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            quiescence: true,
            extend_threatened: true,
            null_move: true,
            null_move_verification: 10,
            futility_plies: 6,
            futility_margin: 90,
            late_move_reductions: true,
            reduction_by_node: true,
            reduction_base: 50,
            reduction_divisor: 220,
            late_move_pruning_plies: 5,
            late_move_pruning_base: 4,
            internal_iterative_reduction: 4,
            aspiration: 25,
            win_scale: 170,
            ..SearchParams::FULL_WIDTH
        }
    }

    /// Scores captures and promotions to a queen above quiet moves, by the captured piece. Captures that lose
    /// material and other promotions are scored below quiet moves.
    fn order(&self, _: &Chess, position: &Position, mv: u16) -> i32 {
        let board = position.board();
        let Some(mv) = move_of(mv) else { return 0 };
        if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
            return -9_000;
        }
        if mv.promotion.is_none() && !is_capture(board, mv) {
            return 0;
        }
        let value = |square: Square| board.piece_on(square).map_or(VALUES[0], |piece| VALUES[piece as usize]);
        let (victim, capturer) = (value(mv.to), value(mv.from));
        if capturer > victim && exchange(board, mv) < 0 {
            return -8_000 + victim;
        }
        8_500 + victim - capturer / 100
    }
}
