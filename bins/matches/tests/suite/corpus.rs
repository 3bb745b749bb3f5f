//! A corpus of records in every game, with PGN tokens in all places where they may stand. The generator also
//! returns the game that it has written, so that a test can compare it with the game that is read.

use std::fmt::Write;

use plywright::Side;
use plywright::engine::Outcome;
use plywright::game::DynLine;
use plywright::search::Rng;
use plywright_matches::record::{GameRecord, GameResult, Ply};

use crate::support::read;

const GAMES: usize = 60;
const MOVES: usize = 14;
/// Signs that are written directly behind a move, and signs that are words of their own, each with its glyph.
const ATTACHED: &str = "! $1 ? $2 !! $3 ?? $4 !? $5 ?! $6 ± $16 ∞ $13 $14 $14";
const APART: &str = "+- $18 -+ $19 = $10 += $14 =+ $15 ∓ $17 $139 $139 ! $1";
const COMMENTS: [&str; 8] = [
    "a remark",
    "(1. x) [%clk 0:01] $1 *",
    "; 1-0 %",
    "{ nested",
    "1984",
    "\\ \" [White \"A\"]",
    "für ½ ±",
    "a } brace",
];
const RESULTS: [(&str, GameResult); 8] = [
    ("1-0", GameResult::Win(Side::First)),
    ("0-1", GameResult::Win(Side::Second)),
    ("1/2-1/2", GameResult::Draw),
    ("½-½", GameResult::Draw),
    ("1/2", GameResult::Draw),
    ("1–0", GameResult::Win(Side::First)),
    ("0:1", GameResult::Win(Side::Second)),
    ("*", GameResult::Unknown),
];

/// Writes moves with random annotations, and what a reader must find.
struct Corpus<'a> {
    rng: Rng,
    position: &'a mut dyn DynLine,
    text: String,
    /// Whether white space must come before the next word.
    needs_blank: bool,
    /// Whether moves are numbers. Move numbers then need a point.
    has_numbers: bool,
    /// Whether `!` can stand within a move. White space must then come after a move that ends with `!` or `?`.
    has_marks: bool,
}

impl Corpus<'_> {
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.rng.below(list.len())]
    }

    /// Picks a sign and its glyph.
    fn pick_sign(&mut self, signs: &'static str) -> [&'static str; 2] {
        let words: Vec<_> = signs.split(' ').collect();
        let at = 2 * self.rng.below(words.len() / 2);
        [words[at], words[at + 1]]
    }

    /// Adds a token. Words need white space between them, other tokens do not.
    fn add(&mut self, token: &str, is_word: bool) {
        let blanks =
            if self.needs_blank && is_word { &[" ", "\n", "  \t", "\r\n"][..] } else { &["", "", " ", "\n"] };
        let blank = self.pick(blanks);
        self.text.push_str(blank);
        self.text.push_str(token);
        self.needs_blank = is_word;
    }

    /// Adds up to two comments, and returns them as one.
    fn comments(&mut self) -> String {
        let mut found = Vec::new();
        while found.len() < 2 && self.rng.below(4) == 0 {
            let comment = self.pick(&COMMENTS);
            if comment.contains('}') || self.rng.below(3) == 0 {
                self.add(&format!(";{comment}\n"), false);
            } else {
                let comment = comment.replace(' ', self.pick(&[" ", "\n", " \n "]));
                self.add(&format!("{{{comment}}}"), false);
            }
            found.push(comment);
        }
        found.join(" ")
    }

    fn number(&mut self, side: Side) {
        if self.rng.below(2) == 0 {
            return;
        }
        let number = 1 + self.rng.below(60);
        let forms: &[&str] = match side {
            Side::First if self.has_numbers => &[".", " ."],
            Side::First => &[".", " .", ""],
            Side::Second => &["...", " ...", ". ..", ". ...", "…", ".."],
        };
        let form = self.pick(forms);
        self.add(&format!("{number}{form}"), true);
        // A point ends the number.
        self.needs_blank = !form.ends_with(['.', '…']);
    }

    /// Writes a line from the position, and takes its moves back.
    fn line(&mut self, moves: usize, depth: usize) -> GameRecord {
        let mut line = GameRecord { before: self.comments(), ..GameRecord::default() };
        let mut played = 0;
        for _ in 0..moves {
            let Some(text) =
                self.position.random_move(&mut self.rng).filter(|_| self.position.outcome() == Outcome::Open)
            else {
                break;
            };
            let side = self.position.side();
            self.number(side);
            let mut word = text.clone();
            let mut glyphs = Vec::new();
            if self.rng.below(4) == 0 {
                let [sign, glyph] = self.pick_sign(ATTACHED);
                word.push_str(sign);
                glyphs.push(glyph);
            }
            self.add(&word, true);
            self.needs_blank = !word.ends_with(['!', '?']) || self.has_marks;
            while self.rng.below(6) == 0 {
                let [sign, glyph] = self.pick_sign(APART);
                self.needs_blank = true;
                self.add(sign, true);
                glyphs.push(glyph);
            }
            let mut ply = Ply { side, text: text.clone(), glyphs: glyphs.join(" "), ..Ply::default() };
            ply.comment = self.comments();
            while depth > 0 && self.rng.below(5) == 0 {
                self.add("(", false);
                let length = 1 + self.rng.below(3);
                let mut variation = self.line(length, depth - 1);
                if self.rng.below(8) == 0 {
                    let (result, value) = self.pick(&RESULTS[..3]);
                    self.add(result, true);
                    variation.result = value;
                }
                self.add(")", false);
                ply.variations.push(variation);
            }
            line.plies.push(ply);
            self.position.replay(&[&text]).expect("a legal move");
            played += 1;
        }
        for _ in 0..played {
            self.position.undo();
        }
        if let Some(last) = line.plies.last_mut() {
            line.comment = std::mem::take(&mut last.comment);
        }
        line
    }

    /// Writes a game with tags.
    fn game(&mut self, name: &str) -> GameRecord {
        let names = ["A \"quoted\" \\ name", "Müller, J. [1]", "x", ""];
        let tags = [("Event", self.pick(&names)), ("White", self.pick(&names)), ("Game", name)];
        for (tag, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let end = self.pick(&["\n", " ", "\r\n"]);
            let _ = write!(self.text, "[{tag} \"{value}\"]{end}");
        }
        self.text.push_str("\n\n");
        self.needs_blank = false;
        let mut game = self.line(MOVES, 2);
        let (result, value) = self.pick(&RESULTS);
        self.add(result, true);
        let end = self.pick(&["\n\n", " ", "\n", ""]);
        self.text.push_str(end);
        game.result = value;
        for (tag, value) in tags {
            game.tags.push(tag, value);
        }
        game
    }
}

#[test]
fn what_is_written_in_any_form_is_read_and_kept() {
    for game in plywright_games::all() {
        let name = game.facts().game;
        let mut position = game.start();
        let mut corpus = Corpus {
            rng: Rng::new(46),
            has_numbers: name == "connect-four",
            has_marks: name == "santorini",
            position: &mut *position,
            text: String::new(),
            needs_blank: false,
        };
        let games: Vec<GameRecord> = (0..GAMES).map(|_| corpus.game(name)).collect();
        let text = corpus.text;
        let found: Result<Vec<GameRecord>, _> = read(&text).into_iter().collect();
        let found = found.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(found.len(), games.len(), "{name}\n{text}");
        for (mut found, written) in found.into_iter().zip(&games) {
            let followed = found.follow(&*game);
            followed.unwrap_or_else(|error| panic!("{name}: {error}\n{found}\n{written}"));
            assert_eq!(found, *written, "{name}\n{found}\n{written}");
            assert_eq!(read(found.to_string()), [Ok(found)], "{name}");
        }
    }
}
