//! Text of positions (FEN) and moves (long algebraic notation, and SAN in records), and the scene.

use cozy_chess::util::{display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Color, File, Rank, Square};
use plywright::prelude::*;
use plywright::{Action, Choice, Man, Part, Written, shorten};

use crate::position::{Position, code, move_of};
use crate::{Chess, side};

/// Names of the fields of FEN, and descriptions of their valid texts.
const FIELDS: [(&str, &str); 6] = [
    (
        "board",
        "8 rows such as 'rnbqkbnr' or '4P3', with one king a side and the opponent's king not in check",
    ),
    ("side to move", "w or b"),
    ("castling rights", "letters of KQkq whose king and rooks are at home, or -"),
    ("en passant square", "the square that a pawn has just passed, or -"),
    ("halfmove clock", "0 to 100"),
    ("number of the move", "1 to 65535"),
];
/// Letters of the pieces in FEN, in the order of `cozy-chess`.
const LETTERS: [[&str; 6]; 2] = [["P", "N", "B", "R", "Q", "K"], ["p", "n", "b", "r", "q", "k"]];
const SHAPES: [Man; 6] = [Man::Pawn, Man::Knight, Man::Bishop, Man::Rook, Man::Queen, Man::King];
/// All castling rights of chess, as FEN writes them.
const RIGHTS: [&str; 16] =
    ["-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", "KQkq"];
const PROMOTIONS: [&str; 5] =
    ["", "promote_to_knight", "promote_to_bishop", "promote_to_rook", "promote_to_queen"];

/// Replaces each of `K`, `Q`, `k` and `q` in the castling rights by the file of the outermost rook on that
/// side of the king.
fn rook_files(board: &str, rights: &str) -> String {
    let file_of = |letter: char| {
        let row =
            if letter.is_ascii_uppercase() { board.rsplit('/').next() } else { board.split('/').next() }?;
        let blanks = |sign: char| sign.to_digit(10).map_or(1, |blanks| blanks as usize);
        let squares: Vec<char> =
            row.chars().flat_map(|sign| std::iter::repeat_n(sign, blanks(sign))).collect();
        let same_case =
            |upper: char| if letter.is_ascii_uppercase() { upper } else { upper.to_ascii_lowercase() };
        let king = squares.iter().position(|sign| *sign == same_case('K'))?;
        let is_rook = |sign: &char| *sign == same_case('R');
        let file = match letter.to_ascii_uppercase() {
            'K' => squares.iter().rposition(is_rook).filter(|file| *file > king)?,
            'Q' => squares.iter().position(is_rook).filter(|file| *file < king)?,
            _ => return None,
        };
        Some(same_case(char::from(b'A' + file as u8)))
    };
    rights.chars().map(|letter| file_of(letter).unwrap_or(letter)).collect()
}

/// Whether all castling rights are those of chess: the king on e1 or e8, and rooks in the corners.
fn castles_as_usual(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let has_any = rights.short.is_some() || rights.long.is_some();
        rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
            && (!has_any || board.king(color).file() == File::E)
    })
}

impl Notation for Chess {
    /// Parses FEN with four to six fields. The castling rights may be files of rooks, as in Shredder-FEN.
    fn parse_position(&self, text: &str) -> Result<Position, ParsePositionError> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        let wrong =
            |field: usize, found: &str| ParsePositionError::new(FIELDS[field].0, found, FIELDS[field].1);
        if !(4..=6).contains(&fields.len()) {
            return Err(ParsePositionError::new(
                "FEN",
                text,
                "six fields, or four without the counts of moves",
            ));
        }
        fields.extend(["0", "1"].iter().skip(fields.len() - 4));
        let number = if fields[5] == "0" { "1" } else { fields[5] };
        let rights = rook_files(fields[0], fields[2]);
        let read = |rights: &str, passing: &str, clock: &str, number: &str| {
            let fen = [fields[0], fields[1], rights, passing, clock, number].join(" ");
            Board::from_fen(&fen, true).ok()
        };
        if fields[0].split('/').count() != 8 || read("-", "-", "0", "1").is_none() {
            let field = usize::from(!matches!(fields[1], "w" | "b"));
            return Err(wrong(field, fields[field]));
        }
        if !read(&rights, "-", "0", "1").is_some_and(|board| self.is_960 || castles_as_usual(&board)) {
            return Err(wrong(2, fields[2]));
        }
        let error = || {
            let is_wrong = |field: usize| match field {
                3 => read("-", fields[3], "0", "1").is_none(),
                4 => read("-", "-", fields[4], "1").is_none(),
                _ => read("-", "-", "0", number).is_none(),
            };
            (3..6)
                .find(|field| is_wrong(*field))
                .map_or_else(|| wrong(0, text), |field| wrong(field, fields[field]))
        };
        read(&rights, fields[3], fields[4], number).map(Position::new).ok_or_else(error)
    }

    /// Returns FEN. It has the en passant square only if the capture is legal.
    fn position_text(&self, position: &Position) -> String {
        let board = position.board();
        let text = if self.is_960 { format!("{board:#}") } else { board.to_string() };
        if position.passing_file().is_some() {
            return text;
        }
        let mut fields: Vec<&str> = text.split(' ').collect();
        fields[3] = "-";
        fields.join(" ")
    }

    fn move_text(&self, position: &Position, mv: u16) -> String {
        match move_of(mv) {
            Some(mv) if self.is_960 => mv.to_string(),
            Some(mv) => display_uci_move(position.board(), mv).to_string(),
            None => mv.to_string(),
        }
    }

    /// Parses long algebraic notation or SAN. Both variants accept castling as `e1g1` and as the king's move
    /// to its own rook.
    fn parse_move(&self, position: &Position, text: &str) -> Result<u16, ParseMoveError> {
        let text = text.trim();
        let long = text.to_ascii_lowercase();
        let san = text.trim_end_matches(['!', '?']).replace('0', "O");
        let mv = if long.len() <= 5 && long.parse::<cozy_chess::Move>().is_ok() {
            parse_uci_move(position.board(), &long)
        } else {
            parse_san_move(position.board(), &san)
        };
        let is_like_a_move =
            san.len() >= 2 && san.bytes().all(|c| b"abcdefghNBRQKOx12345678=+#-nrqk".contains(&c));
        match mv.map(code) {
            Ok(mv) if self.is_legal(position, mv) => Ok(mv),
            Err(_) if !is_like_a_move => {
                Err(ParseMoveError::syntax(text, "a move such as e2e4, e7e8q or Nf3"))
            }
            _ => Err(ParseMoveError::illegal(&shorten(text))),
        }
    }

    /// Returns the move of the piece and, for a promotion, the choice of the new piece.
    fn actions(&self, position: &Position, mv: u16) -> Vec<Vec<Action>> {
        let text = self.move_text(position, mv);
        let mut actions = vec![Action::along(Self::ACTION, [&text[..2], &text[2..4]])];
        if mv >> 12 != 0 {
            actions.push(Action::bare(PROMOTIONS[usize::from(mv >> 12)]));
        }
        vec![actions]
    }

    fn scene(&self, position: &Position) -> Scene {
        let board = position.board();
        let mut scene = Scene::grid(8, 8).on(Surface::Chequered).seated(["White", "Black"]);
        let mut choices = vec![Choice::new(Written::As("1"), Vec::new())];
        for (owner, letters) in Side::BOTH.into_iter().zip(LETTERS) {
            for (letter, shape) in letters.into_iter().zip(SHAPES) {
                choices.push(Choice::new(Written::As(letter), vec![(Some(owner), Shape::Man(shape))]));
            }
        }
        let kind = scene.form.add_kind(choices);
        for at in 0..64 {
            let square = Square::new(File::index(at % 8), Rank::index(7 - at / 8));
            let mut chosen = 0;
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
                scene.put(at, Some(side(color)), Shape::Man(SHAPES[piece as usize]));
                chosen = 1 + 6 * color as usize + piece as usize;
            }
            if at % 8 == 0 && at > 0 {
                scene.form.write("/");
            }
            scene.form.parts.push(Part::Place { at, kind, chosen });
        }
        let text = self.position_text(position);
        let fields: Vec<&str> = text.split(' ').collect();
        let form = &mut scene.form;
        form.write(" ");
        form.parts.push(Part::Side { written: ["w", "b"], chosen: position.side() });
        form.write(" ");
        match RIGHTS.iter().position(|rights| *rights == fields[2]) {
            Some(chosen) => form.parts.push(Part::Word {
                name: "Castling rights".to_owned(),
                choices: RIGHTS.map(|rights| (rights, rights)).to_vec(),
                chosen,
            }),
            None => form.write(fields[2]),
        }
        form.write(format!(" {} ", fields[3]));
        let (clock, number) = (board.halfmove_clock(), board.fullmove_number());
        for (name, range, chosen) in [
            ("Moves without capture or pawn", [0, 100], i32::from(clock)),
            ("Number of the move", [1, 65_535], i32::from(number)),
        ] {
            if name.starts_with('N') {
                form.write(" ");
            }
            form.parts.push(Part::Number { name: name.to_owned(), range, chosen });
        }
        scene
    }
}
