//! A corpus of records in every game, with PGN tokens in all places where they may stand. The generator also
//! returns the game that it has written, so that a test can compare it with the game that is read, and with the game
//! that is read from the other formats.

use std::fmt::Write;

use plywright::Side;
use plywright::engine::{DynGame, Outcome, Setup};
use plywright::game::DynLine;
use plywright::search::Rng;
use plywright_matches::record::formats::Format;
use plywright_matches::record::{EngineScore, GameRecord, GameResult, Ply, PlyNote, Tags};

use crate::support::{one, read, variant};

const GAMES: usize = 60;
const MOVES: usize = 14;
/// Maximum depth of variations within variations.
const DEPTH: usize = 2;
/// Signs that are written directly behind a move, and signs that are words of their own, each with its glyph.
const ATTACHED: &str = "! $1 ? $2 !! $3 ?? $4 !? $5 ?! $6 ± $16 ∞ $13 $14 $14";
const APART: &str = "+- $18 -+ $19 = $10 += $14 =+ $15 ∓ $17 $139 $139 ! $1";
const COMMENTS: [&str; 9] = [
    "a remark",
    "(1. x) [%clk 0:01] $1 *",
    "; 1-0 %",
    "{ nested",
    "1984",
    "\\ \" [White \"A\"]",
    "für ½ ± c: d",
    "100 % \\]",
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

/// Writes moves with random annotations, and builds the record that a reader must return.
struct Corpus<'a> {
    rng: Rng,
    rules: &'a dyn DynGame,
    position: Box<dyn DynLine>,
    text: String,
    /// Whether white space must come before the next word.
    needs_blank: bool,
    /// Whether moves are numbers. Move numbers then need a point.
    has_numbers: bool,
    /// Whether `!` can stand within a move. White space must then come after a move that ends with `!` or `?`.
    has_marks: bool,
}

impl Corpus<'_> {
    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.rng.below(list.len())].clone()
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

    /// Writes random moves from the current position, and takes them back.
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
            if self.rng.below(4) == 0 {
                let score = Some(EngineScore::Centi(-35));
                let searched = PlyNote { score, depth: Some(8), ..PlyNote::default() };
                let book = PlyNote { is_book: true, ..PlyNote::default() };
                let (text, note) = self.pick(&[("{-0.35/8}", searched), ("{book}", book)]);
                self.add(text, false);
                ply.note = note;
            }
            ply.comment = self.comments();
            // In SGF, an alternative to the first move of a variation is another variation.
            let may_branch = depth > 0 && (played > 0 || depth == DEPTH);
            while may_branch && self.rng.below(5) == 0 {
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

    /// Writes a game with tags. It begins in a position after `before` random moves, if they do not end it.
    fn game(&mut self, before: usize) -> GameRecord {
        self.position = self.rules.start();
        for _ in 0..before {
            let Some(text) = self.position.random_move(&mut self.rng) else { break };
            self.position.replay(&[&text]).expect("a legal move");
        }
        let is_open = before > 0 && self.position.outcome() == Outcome::Open;
        let setup = if is_open { Setup::Text(self.position.text()) } else { Setup::Start };
        self.position = self.rules.set_up(&setup, &[]).expect("a position");
        let (result, value) = self.pick(&RESULTS);
        let names = ["A \"quoted\" \\ name", "Müller, J. [1]: x", "x", ""];
        let mut tags = Tags::default();
        for name in ["Event", "White", "Own"] {
            tags.push(name, self.pick(&names));
        }
        tags.push("Date", "2026.11.27");
        tags.push("Game", self.rules.facts().game);
        tags.push("Variant", self.rules.facts().variant.clone());
        tags.push_setup(&setup);
        tags.push("Result", value.to_string());
        for (tag, value) in &tags.0 {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let end = self.pick(&["\n", " ", "\r\n"]);
            let _ = write!(self.text, "[{tag} \"{value}\"]{end}");
        }
        self.text.push_str("\n\n");
        self.needs_blank = false;
        let game = self.line(MOVES, DEPTH);
        self.add(result, true);
        let end = self.pick(&["\n\n", " ", "\n", ""]);
        self.text.push_str(end);
        GameRecord { result: value, tags, ..game }
    }
}

/// Returns the tags in alphabetical order, because a format may write them in another order.
fn sorted(record: &GameRecord) -> Vec<(String, String)> {
    let mut tags = record.tags.0.clone();
    tags.sort();
    tags
}

/// Asserts that a record is unchanged after it was written in a format and read again, and that the second writing
/// gives the same text as the first.
fn expect_kept(format: Format, record: &GameRecord, rules: &dyn DynGame) {
    let mut written = record.clone();
    let text = format.write(&mut written, rules).unwrap_or_else(|error| panic!("{record}: {error}"));
    assert_eq!(written, *record, "{text}");
    let mut again = one(&text);
    assert_eq!(again.plies, record.plies, "{text}");
    let rest = |record: &GameRecord| (record.before.clone(), record.comment.clone(), record.result);
    assert_eq!((rest(&again), sorted(&again)), (rest(record), sorted(record)), "{text}");
    assert_eq!(format.write(&mut again, rules).expect("the same record"), text);
}

#[test]
fn what_is_written_in_any_form_is_read_and_kept() {
    let variants = [
        ("chess", "chess960-7"),
        ("breakthrough", "6x6"),
        ("mill", "six-mens-morris"),
        ("hex", "7x7"),
        ("hex", "7x7-without-swap"),
        ("connect-four", "5x4"),
        ("santorini", "apollo-atlas"),
    ];
    let games = plywright_games::all().into_iter().map(|game| (game, true));
    for (game, is_default) in games.chain(variants.map(|(game, name)| (variant(game, name), false))) {
        let name = game.facts().game;
        let mut corpus = Corpus {
            rng: Rng::new(46),
            has_numbers: name == "connect-four",
            has_marks: name == "santorini",
            rules: &*game,
            position: game.start(),
            text: String::new(),
            needs_blank: false,
        };
        let games: Vec<GameRecord> = (0..GAMES).map(|number| corpus.game(number % 2 * number / 4)).collect();
        let text = corpus.text;
        let found: Result<Vec<GameRecord>, _> = read(&text).into_iter().collect();
        let found = found.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(found.len(), games.len(), "{name}\n{text}");
        for (mut found, written) in found.into_iter().zip(&games) {
            let followed = found.follow(&*game);
            followed.unwrap_or_else(|error| panic!("{name}: {error}\n{found}\n{written}"));
            assert_eq!(found, *written, "{name}\n{found}\n{written}");
            assert_eq!(read(found.to_string()), [Ok(found.clone())], "{name}");
            expect_kept(Format::Sgf, &found, &*game);
            if is_default && name == "mill" {
                expect_kept(Format::Mif, &found, &*game);
            }
        }
    }
}
