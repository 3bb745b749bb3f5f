//! Tests of records by a generated corpus: games of every kind, with the tokens of PGN in all places where they may
//! stand. The generator returns the record beside the text, so that a test can compare it with what a reader returns.

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
/// Signs that are written directly behind a move, each followed by its glyph.
const ATTACHED: &str = "! $1 ? $2 !! $3 ?? $4 !? $5 ?! $6 ± $16 ∞ $13 $14 $14";
/// Signs that are words of their own, each followed by its glyph.
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

/// White space between tokens that need none.
const OPTIONAL_BLANKS: [&str; 4] = ["", "", " ", "\n"];

/// Writes moves with random annotations, and builds the record that a reader must return.
struct Corpus<'a> {
    rng: Rng,
    rules: &'a dyn DynGame,
    position: Box<dyn DynLine>,
    text: String,
    /// Whether white space must come before the next word.
    needs_blank: bool,
    /// Whether moves are numbers, as in connect four. Move numbers then need a point.
    has_numbers: bool,
    /// Whether `!` can stand within a move, as in Santorini. White space must then follow a move that ends with `!` or
    /// `?`.
    has_marks: bool,
}

impl Corpus<'_> {
    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.rng.below(list.len())].clone()
    }

    fn pick_sign(&mut self, signs: &'static str) -> [&'static str; 2] {
        let words: Vec<_> = signs.split(' ').collect();
        let at = 2 * self.rng.below(words.len() / 2);
        [words[at], words[at + 1]]
    }

    /// Adds a word, after white space that is needed or picked at random.
    fn add_word(&mut self, word: &str) {
        let blanks = if self.needs_blank { [" ", "\n", "  \t", "\r\n"] } else { OPTIONAL_BLANKS };
        let blank = self.pick(&blanks);
        self.text += blank;
        self.text += word;
        self.needs_blank = true;
    }

    /// Adds a token that needs no white space around it.
    fn add_delimited(&mut self, token: &str) {
        let blank = self.pick(&OPTIONAL_BLANKS);
        self.text += blank;
        self.text += token;
        self.needs_blank = false;
    }

    /// Adds up to two comments, often none. Returns them as the one comment that a reader makes of them, joined by a
    /// space.
    fn add_comments(&mut self) -> String {
        let mut found = Vec::new();
        while found.len() < 2 && self.rng.below(4) == 0 {
            let comment = self.pick(&COMMENTS);
            if comment.contains('}') || self.rng.below(3) == 0 {
                self.add_delimited(&format!(";{comment}\n"));
            } else {
                let comment = comment.replace(' ', self.pick(&[" ", "\n", " \n "]));
                self.add_delimited(&format!("{{{comment}}}"));
            }
            found.push(comment);
        }
        found.join(" ")
    }

    /// Adds a move number or nothing. The number is random, because readers take only the side from it.
    fn add_number(&mut self, side: Side) {
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
        self.add_word(&format!("{number}{form}"));
        // A point ends the number.
        self.needs_blank = !form.ends_with(['.', '…']);
    }

    /// Writes up to `moves` random moves with annotations, and returns them. The position is unchanged afterwards. A
    /// `depth` of 0 allows no variations.
    fn add_line(&mut self, moves: usize, depth: usize) -> GameRecord {
        let mut line = GameRecord { before: self.add_comments(), ..GameRecord::default() };
        while line.plies.len() < moves && self.position.outcome() == Outcome::Open {
            let Some(text) = self.position.random_move(&mut self.rng) else { break };
            let mut ply = self.add_move(text);
            // The first move of a variation gets no variations, because in SGF they would belong to the variation's
            // parent.
            if depth == DEPTH || (depth > 0 && !line.plies.is_empty()) {
                ply.variations = self.add_variations(depth - 1);
            }
            self.position.replay(&[&ply.text]).expect("a legal move");
            line.plies.push(ply);
        }
        for _ in &line.plies {
            self.position.undo();
        }
        if let Some(last) = line.plies.last_mut() {
            line.comment = std::mem::take(&mut last.comment);
        }
        line
    }

    /// Writes a move with its annotations, but without variations. Returns the ply that a reader must find, also
    /// without variations.
    fn add_move(&mut self, text: String) -> Ply {
        let side = self.position.side();
        self.add_number(side);
        let mut word = text.clone();
        let mut glyphs = Vec::new();
        if self.rng.below(4) == 0 {
            let [sign, glyph] = self.pick_sign(ATTACHED);
            word.push_str(sign);
            glyphs.push(glyph);
        }
        self.add_word(&word);
        self.needs_blank = !word.ends_with(['!', '?']) || self.has_marks;
        while self.rng.below(6) == 0 {
            let [sign, glyph] = self.pick_sign(APART);
            self.needs_blank = true;
            self.add_word(sign);
            glyphs.push(glyph);
        }
        let mut note = PlyNote::default();
        if self.rng.below(4) == 0 {
            let score = Some(EngineScore::Centi(-35));
            let searched = PlyNote { score, depth: Some(8), ..PlyNote::default() };
            let book = PlyNote { is_book: true, ..PlyNote::default() };
            let (text, picked) = self.pick(&[("{-0.35/8}", searched), ("{book}", book)]);
            self.add_delimited(text);
            note = picked;
        }
        Ply { side, text, note, glyphs: glyphs.join(" "), comment: self.add_comments(), ..Ply::default() }
    }

    /// Writes variations from the current position, often none, and returns them.
    fn add_variations(&mut self, depth: usize) -> Vec<GameRecord> {
        let mut variations = Vec::new();
        while self.rng.below(5) == 0 {
            self.add_delimited("(");
            let length = 1 + self.rng.below(3);
            let mut variation = self.add_line(length, depth);
            if self.rng.below(8) == 0 {
                let (result, value) = self.pick(&RESULTS[..3]);
                self.add_word(result);
                variation.result = value;
            }
            self.add_delimited(")");
            variations.push(variation);
        }
        variations
    }

    /// Writes a game with tags, and returns its record. The game begins in the position after `before` random moves,
    /// unless they end the game.
    fn add_game(&mut self, before: usize) -> GameRecord {
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
        let game = self.add_line(MOVES, DEPTH);
        self.add_word(result);
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

/// Asserts that a record is read as it was written, and that the record that was read is written as the same text.
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
fn games_in_any_form_are_read_and_kept() {
    let variants = [
        ("chess", "chess960-7"),
        ("breakthrough", "6x6"),
        ("mill", "six-mens-morris"),
        ("hex", "7x7"),
        ("hex", "7x7-without-swap"),
        ("connect-four", "5x4"),
        ("santorini", "apollo-atlas"),
    ];
    let defaults = plywright_games::all().into_iter().map(|game| (game, true));
    for (game, is_default) in defaults.chain(variants.map(|(game, name)| (variant(game, name), false))) {
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
        // Every second game begins after random moves, whose number grows from game to game.
        let games: Vec<GameRecord> =
            (0..GAMES).map(|number| corpus.add_game(number % 2 * number / 4)).collect();
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
