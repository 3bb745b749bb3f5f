//! Builds a game and its variations from tokens, in time that is linear in their number, however deep variations are
//! nested.

use plywright::Side;

use super::scan::{MAX_DIGITS, Scanner, Token, is_short_number};
use super::signs;
use super::write::variation_text;
use crate::record::{GameRecord, GameResult, Place, Ply, PlyNote, append};

/// Maximum nesting depth of variations.
pub(in crate::record) const MAX_DEPTH: usize = 50;
/// Signs of check and checkmate. If one stands apart, it becomes part of the move before it.
const CHECKS: [&str; 3] = ["+", "#", "++"];
/// Mark of a capture en passant. It is dropped, because the move is clear without it.
const EN_PASSANT: &str = "e.p.";
/// Message of an error whose place is the start of a comment or a variation.
pub(super) const NOT_CLOSED: &str = "a comment or variation that begins here is not closed";

/// Moves with their variations, as far as they have been read.
#[derive(Debug, Default)]
pub(super) struct MoveText {
    game: Line,
    /// The open variations, the outermost first. Each one is an alternative to the last move of the line around it.
    variations: Vec<Line>,
    /// Place and text of the open comment.
    pub(super) comment: Option<(Place, String)>,
    /// Number of points behind the last digits of a move number. Several points stand before a move of the second side.
    points: usize,
    /// Whether the last word is a short number. It was added as a move, but may turn out to be a move number.
    is_number: bool,
    /// Whether any token except comments has been read.
    pub(super) has_begun: bool,
    /// Whether the result of the game has been read.
    pub(super) is_over: bool,
}

#[derive(Debug, Default)]
struct Line {
    record: GameRecord,
    /// Side that the last move number names. All moves up to the next number get this side, although the other side may
    /// have made some of them; [`GameRecord::follow`] corrects this.
    side: Side,
    /// Whether some move so far is not a number. After that, a short number is a move number unless it follows a point.
    has_words: bool,
    /// Place of the opening parenthesis.
    opened: Place,
}

impl GameRecord {
    /// Adds a comment. The first search data after a move become the move's [`PlyNote`]; all other text is appended to
    /// [`GameRecord::comment`].
    pub(super) fn add_comment(&mut self, comment: &str) {
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        match (PlyNote::split(&comment), self.plies.last_mut()) {
            (Some((note, rest)), Some(ply)) if ply.note == PlyNote::default() => {
                ply.note = note;
                append(&mut self.comment, rest);
            }
            _ => append(&mut self.comment, &comment),
        }
    }
}

impl MoveText {
    /// Whether nothing has been read, not even a comment.
    pub(super) fn is_empty(&self) -> bool {
        !self.has_begun && self.game.record.comment.is_empty() && self.comment.is_none()
    }

    /// Returns the place where the outermost open variation begins. Without an open variation, returns the place of the
    /// open comment; `None` if nothing is open.
    pub(super) fn opened(&self) -> Option<Place> {
        let variation = self.variations.first().map(|line| line.opened);
        variation.or_else(|| self.comment.as_ref().map(|(place, _)| *place))
    }

    pub(super) fn repeats_result(&self, word: &str) -> bool {
        word.parse() == Ok(self.game.record.result)
    }

    /// Returns the game read so far, without variations that are still open.
    pub(super) fn finish(mut self) -> GameRecord {
        self.game.record.end_moves();
        self.game.record
    }

    fn line(&mut self) -> &mut Line {
        self.variations.last_mut().unwrap_or(&mut self.game)
    }

    /// Adds the token at `place`. Comments, glyphs and variations may also follow the result.
    ///
    /// # Errors
    /// Returns a message if the token cannot stand here.
    pub(super) fn take(&mut self, token: Token<'_>, place: Place) -> Result<(), String> {
        self.has_begun |= !matches!(token, Token::Comment { .. });
        match token {
            Token::Comment { text, is_complete } => {
                let (_, comment) = self.comment.get_or_insert((place, String::new()));
                comment.push_str(text);
                comment.push(' ');
                if is_complete {
                    let (_, comment) = self.comment.take().unwrap_or_default();
                    self.line().record.add_comment(&comment);
                }
                return Ok(());
            }
            Token::Open if self.variations.len() == MAX_DEPTH => {
                return Err(format!("variations are nested more than {MAX_DEPTH} deep"));
            }
            Token::Open => {
                let side = self.line().record.plies.last().map_or(Side::First, |ply| ply.side);
                self.variations.push(Line { side, opened: place, ..Line::default() });
            }
            Token::Close => self.close()?,
            Token::Glyph("$") => return Err("found $ without digits, expected a glyph such as $1".to_owned()),
            Token::Glyph(glyph) => self.add_glyph(glyph),
            Token::Word(word) => self.add_word(word, place),
            Token::Brace => return Err("found } without a comment that it would end".to_owned()),
            Token::Tag => return Err("found a tag, expected moves".to_owned()),
        }
        self.is_number &= matches!(token, Token::Word(_));
        Ok(())
    }

    /// Ends the innermost variation, which is dropped if it has neither moves nor comments nor a result. A variation
    /// before the first move becomes part of the comment.
    fn close(&mut self) -> Result<(), String> {
        let Some(Line { record: mut line, .. }) = self.variations.pop() else {
            return Err("found ) without a variation that it would end".to_owned());
        };
        line.end_moves();
        // In a game whose moves are words, a number alone in parentheses is a remark, such as a time.
        if self.is_number && line.plies.len() == 1 && self.line().has_words {
            line.plies.pop();
        }
        if line.is_blank() {
            return Ok(());
        }
        let parent = &mut self.line().record;
        match parent.plies.last_mut() {
            Some(ply) => ply.variations.push(line),
            None => append(&mut parent.comment, &variation_text(&line, 0)),
        }
        Ok(())
    }

    /// Adds a glyph to the last move. A glyph before the first move becomes part of the comment.
    fn add_glyph(&mut self, glyph: &str) {
        let record = &mut self.line().record;
        let text = match record.plies.last_mut() {
            Some(ply) => &mut ply.glyphs,
            None => &mut record.comment,
        };
        append(text, glyph);
    }

    /// Adds a word: a result, a sign, a check that stands apart, a move, or a move number. Drops the mark
    /// [`EN_PASSANT`].
    fn add_word(&mut self, word: &str, place: Place) {
        let word = word.strip_prefix(EN_PASSANT).unwrap_or(word);
        if word.is_empty() {
            return;
        }
        if let Ok(result) = word.parse::<GameResult>() {
            self.is_over |= self.variations.is_empty();
            self.line().record.result = result;
        } else if let Some(glyph) = signs::glyph_of(word) {
            self.add_glyph(&glyph);
        } else if let Some(ply) = self.line().record.plies.last_mut().filter(|_| CHECKS.contains(&word)) {
            ply.text.push_str(word);
        } else {
            return self.add_numbered_move(word, place);
        }
        self.is_number = false;
    }

    /// Adds a word that is a move, a move number or both, such as `12.e4`.
    fn add_numbered_move(&mut self, word: &str, place: Place) {
        let after_digits = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let text = after_digits.trim_start_matches(['.', '…']);
        let (points, _) = after_digits.split_at(after_digits.len() - text.len());
        let is_number = after_digits.is_empty() && word.len() <= MAX_DIGITS && self.points == 0;
        if is_number && self.line().has_words {
            return;
        }
        if points.is_empty() {
            self.add_move(word, place);
            self.is_number = is_number;
            return;
        }
        if after_digits.len() < word.len() {
            (self.is_number, self.points) = (false, 0);
        } else {
            self.drop_number();
        }
        self.points += points.chars().map(|point| if point == '…' { 3 } else { 1 }).sum::<usize>();
        self.line().side = if self.points > 1 { Side::Second } else { Side::First };
        if !text.is_empty() {
            self.add_move(text, place);
        }
    }

    /// Removes the last move if it is a short number, as in `1 e4 e5 2 Nf3`, because the number was that of the next
    /// move.
    fn drop_number(&mut self) {
        let is_number = std::mem::take(&mut self.is_number);
        let plies = &mut self.line().record.plies;
        if is_number && plies.last().is_some_and(|ply| ply.note == PlyNote::default()) {
            plies.pop();
        }
    }

    fn add_move(&mut self, text: &str, place: Place) {
        let mut text = text;
        let mut glyphs = Vec::new();
        while let Some((rest, glyph)) = signs::split(text) {
            text = rest;
            glyphs.push(glyph);
        }
        glyphs.reverse();
        text = text.strip_suffix(EN_PASSANT).unwrap_or(text);
        if !is_short_number(text) && !self.line().has_words {
            self.line().has_words = true;
            self.drop_number();
        }
        (self.is_number, self.points) = (false, 0);
        let Line { record, side, .. } = self.line();
        let (side, text, glyphs) = (*side, text.to_owned(), glyphs.join(" "));
        record.push(Ply { side, text, glyphs, place, ..Ply::default() });
    }
}

impl Ply {
    /// Parses variations of this move in the form of PGN, each in parentheses, and adds them. In a variation, moves
    /// before the first move number belong to the side of this move.
    ///
    /// # Errors
    /// Returns a message if the text is anything but whole variations.
    pub fn add_variations(&mut self, text: &str) -> Result<(), String> {
        let (mut scanner, mut moves) = (Scanner::default(), MoveText::default());
        moves.game.record.plies.push(Self { side: self.side, ..Self::default() });
        let wrong =
            |place: Place, message: String| format!("{message} ({place} of '{}')", plywright::shorten(text));
        for (number, line) in (1..).zip(text.lines()) {
            scanner.start(number);
            while let Some(token) = scanner.next(line, moves.comment.is_some()) {
                let place = scanner.place;
                if moves.opened().is_none() && token != Token::Open {
                    return Err(wrong(place, "expected variations in parentheses".to_owned()));
                }
                moves.take(token, place).map_err(|message| wrong(place, message))?;
            }
        }
        if let Some(place) = moves.opened() {
            return Err(wrong(place, NOT_CLOSED.to_owned()));
        }
        self.variations.extend(moves.finish().plies.swap_remove(0).variations);
        Ok(())
    }
}
