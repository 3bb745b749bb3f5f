//! Text of positions (FEN) and moves (long algebraic notation, and SAN in records), and the scene.

use cozy_chess::util::{display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, CastleRights, Color, File, Move, Piece, Rank, get_king_moves};
use plywright::prelude::*;
use plywright::{Action, Man, Part};

use crate::Chess;
use crate::position::{Position, code, move_of};

const BOARD: &str = "board";
const ROWS: &str = "8 rows of 8 squares, such as 'rnbqkbnr'";
/// Names of the fields of FEN and descriptions of their valid texts for error messages. `FenParseError` in `cozy-chess`
/// has a variant for each field, in the same order, so the number of a variant is the index of its field.
const FIELDS: [(&str, &str); 6] = [
    (BOARD, ROWS),
    ("side to move", "w or b"),
    ("castling rights", "letters of KQkq whose king and rooks are at home, or -"),
    ("en passant square", "the square that a pawn has just passed, or -"),
    ("halfmove clock", "0 to 65535"),
    ("number of the move", "1 to 65535"),
];
/// The board of the scene. Its characters stand for an empty square (`1`, so that the text of the scene's form is a
/// valid FEN), then for White's and for Black's pieces in the order of `cozy-chess`.
const GRID: Grid = Grid::new(8, 8, "1PNBRQKpnbrqk").with_bits(|column, row| 8 * row + column);
/// All combinations of castling rights in chess, as FEN writes them.
const RIGHTS: [&str; 16] =
    ["-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", "KQkq"];
/// All en passant squares, as FEN writes them.
const PASSED: [&str; 17] =
    ["-", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"];
const PROMOTIONS: [&str; 5] =
    ["", "promote_to_knight", "promote_to_bishop", "promote_to_rook", "promote_to_queen"];

/// Returns the rule that `rows` breaks, for an error message. `rows` is the board of a FEN that `cozy-chess` has
/// refused. If the rows and the numbers of pieces are right, the rule about checks must be broken.
fn expected_of(rows: &str) -> &'static str {
    let count = |letter: char| rows.matches(letter).count();
    let white = rows.matches(|letter: char| letter.is_ascii_uppercase()).count();
    let black = rows.matches(|letter: char| letter.is_ascii_lowercase()).count();
    if rows.split('/').count() != 8 || !rows.split('/').all(is_row) {
        ROWS
    } else if count('K') != 1 || count('k') != 1 {
        "one king a side"
    } else if white.max(black) > 16 {
        "at most 16 pieces a side"
    } else if count('P').max(count('p')) > 8 {
        "at most 8 pawns a side"
    } else if rows.split('/').step_by(7).any(|row| row.contains(['P', 'p'])) {
        "no pawn on the first or the last row"
    } else {
        "the side that does not move not in check, and the other side by at most two pieces"
    }
}

/// Whether the text describes eight squares: letters of pieces, and digits for numbers of empty squares.
fn is_row(row: &str) -> bool {
    let mut squares = 0;
    for letter in row.chars() {
        squares += match letter.to_digit(10) {
            Some(empty) => empty,
            None if "pnbrqkPNBRQK".contains(letter) => 1,
            None => return false,
        };
    }
    squares == 8
}

/// Converts the text of a move to the form that `cozy-chess` reads: without marks such as `!` and signs of check,
/// capture and promotion, with a capital letter for the new piece of a promotion, and with the letter O for castling.
fn normalized(text: &str) -> String {
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    if text.chars().all(|letter| matches!(letter, '0' | 'o' | 'O' | '-')) {
        return text.replace(['0', 'o'], "O");
    }
    let mut word = text.replace(['x', '-', ':', '=', '/'], "");
    // Some programs write the new piece of a promotion in brackets, as in `e8(Q)`.
    if let Some((step, piece)) = word.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        word = format!("{step}{piece}");
    }
    let is_promotion = matches!(word.as_bytes(), [.., b'1' | b'8', b'q' | b'r' | b'b' | b'n']);
    if let Some(piece) = word.pop() {
        word.push(if is_promotion { piece.to_ascii_uppercase() } else { piece });
    }
    word
}

/// Converts a castling right of `KQkq` to the file of the outermost rook on that side of the king, as Shredder-FEN
/// writes it. Other letters stay as they are, and so do those without such a rook.
fn rook_file(board: &Board, letter: char) -> char {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let rooks = board.colored_pieces(color, Piece::Rook) & Rank::First.relative_to(color).bitboard();
    let rook = match letter.to_ascii_uppercase() {
        'K' => rooks.into_iter().last().filter(|rook| *rook > board.king(color)),
        'Q' => rooks.into_iter().next().filter(|rook| *rook < board.king(color)),
        _ => None,
    };
    let file = rook.map_or(letter, |rook| rook.file().into());
    if color == Color::White { file.to_ascii_uppercase() } else { file }
}

impl Notation for Chess {
    /// Parses FEN with four to six fields. A missing clock is 0; a missing move number, or the number 0, is 1. In
    /// Chess960, the castling rights may be files of rooks, as in Shredder-FEN.
    fn parse_position(&self, text: &str) -> Result<Position, ParsePositionError> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        if !(4..=6).contains(&fields.len()) {
            return Err(ParsePositionError::new("FEN", text, "six fields, or four without the counts"));
        }
        fields.extend(&["0", "1"][fields.len() - 4..]);
        let wrong = |field: usize| {
            let (part, expected) = FIELDS[field];
            let expected = if field == 0 { expected_of(fields[0]) } else { expected };
            ParsePositionError::new(part, fields[field], expected)
        };
        let read = |texts: [&str; 6]| Board::from_fen(&texts.join(" "), self.castles_by_rook());
        let bare = read([fields[0], fields[1], "-", "-", "0", "1"]).map_err(|error| wrong(error as usize))?;
        // `cozy-chess` accepts fewer than eight rows.
        if fields[0].split('/').count() != 8 {
            return Err(wrong(0));
        }
        // `cozy-chess` accepts kings on adjacent squares, but its move generator assumes that no king can be captured.
        if get_king_moves(bare.king(Color::White)).has(bare.king(Color::Black)) {
            let expected = "kings that do not stand side by side";
            return Err(ParsePositionError::new(BOARD, fields[0], expected));
        }
        // `cozy-chess` refuses clocks above 100. It therefore gets the clock 0, and `Position` stores the real one.
        let halfmove_clock: u16 = fields[4].parse().map_err(|_| wrong(4))?;
        let mut rights = fields[2].to_owned();
        if self.castles_by_rook() {
            rights = rights.chars().map(|letter| rook_file(&bare, letter)).collect();
        }
        let number = if fields[5] == "0" { "1" } else { fields[5] };
        let board = read([fields[0], fields[1], &rights, fields[3], "0", number])
            .map_err(|error| wrong(error as usize))?;
        let castles_from_elsewhere =
            |color| *board.castle_rights(color) != CastleRights::EMPTY && board.king(color).file() != File::E;
        if !self.castles_by_rook() && Color::ALL.into_iter().any(castles_from_elsewhere) {
            return Err(wrong(2));
        }
        Ok(Position { board, halfmove_clock })
    }

    fn position_text(&self, position: &Position) -> String {
        position.fields(self.castles_by_rook()).join(" ")
    }

    fn move_text(&self, position: &Position, mv: u16) -> String {
        let mv = move_of(mv);
        if self.castles_by_rook() {
            mv.to_string()
        } else {
            display_uci_move(&position.board, mv).to_string()
        }
    }

    /// Parses SAN. A text that is not a legal move in SAN is parsed as long algebraic notation. `B1c3` therefore moves
    /// a bishop if one can go there, even if a knight stands on b1. Both variants accept castling as `e1g1` and as the
    /// king's move to its own rook.
    fn parse_move(&self, position: &Position, text: &str) -> Result<u16, ParseMoveError> {
        let (board, text) = (&position.board, text.trim());
        let written = normalized(text);
        // Refused here, because `cozy-chess` would ignore characters after a move that are not ASCII.
        if !written.is_ascii() {
            return Err(ParseMoveError::illegal(text));
        }
        // SAN writes castling with the letter O. A king's move to its own rook is therefore not SAN.
        let is_san = |mv: &Move| written.starts_with('O') || !board.colors(board.side_to_move()).has(mv.to);
        let san = parse_san_move(board, &written).ok().filter(is_san);
        let mv = san.or_else(|| parse_uci_move(board, &written.to_ascii_lowercase()).ok());
        let mv = mv.map(code).filter(|mv| self.is_legal(position, *mv));
        mv.ok_or_else(|| ParseMoveError::illegal(text))
    }

    /// Returns a single list of actions: the move of the piece, and the choice of the new piece for a promotion.
    fn actions(&self, position: &Position, mv: u16) -> Vec<Vec<Action>> {
        let text = self.move_text(position, mv);
        let mut actions = vec![Action::along(Self::ACTION, [&text[..2], &text[2..4]])];
        actions.extend(move_of(mv).promotion.map(|piece| Action::bare(PROMOTIONS[piece as usize])));
        vec![actions]
    }

    fn scene(&self, position: &Position) -> Scene {
        let board = &position.board;
        let pieces = Side::BOTH.map(|side| position.pieces(side)).concat();
        let men = Side::BOTH.map(|side| Man::ALL.map(|man| (Some(side), Shape::Man(man)))).concat();
        let scene = GRID.scene_of_sets(&pieces, &men).on(Surface::Chequered);
        let mut scene = scene.seated(["White", "Black"]);
        let fields = position.fields(self.castles_by_rook());
        // Chess960 texts name castling rights by the files of rooks. The form offers the letters K, Q, k and q, which
        // stand for the outermost rooks, so it cannot show the rights of other rooks.
        let wings = position.fields(false).swap_remove(2);
        let are_outermost = wings.chars().map(|letter| rook_file(board, letter)).eq(fields[2].chars());
        let rights = if are_outermost { &wings } else { &fields[2] };
        let parts = vec![
            Part::Side { written: ["w", "b"], chosen: position.side() },
            Part::word("Castling rights", &RIGHTS, rights),
            Part::word("En passant square", &PASSED, &fields[3]),
            Part::number("Moves without capture or pawn", [0, 65_535], position.halfmove_clock),
            Part::number("Number of the move", [0, 65_535], board.fullmove_number()),
        ];
        scene.form.write(" ");
        scene.form.parts.push(Part::List { between: " ", parts });
        scene
    }
}
