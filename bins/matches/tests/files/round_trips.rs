//! A game with annotations of every kind, written and read back in every format and in every game.

use plywright::Side;
use plywright::engine::{DynGame, Outcome, Setup};
use plywright::search::Rng;
use plywright_matches::record::formats::{self, Format};
use plywright_matches::record::{EngineScore, GameRecord, GameResult, Ply, PlyNote};

use crate::rules;

/// Texts of comments and tags that contain special characters of the formats.
const TEXTS: [&str; 8] = ["plain", "a ] b", "[x] \\", "c: d", "Grüße", "\"q\"", "(d6) ; 1-0 $3", "100 % \\]"];
const GLYPHS: [&str; 5] = ["", "$1", "$4", "$6 $10", "$5"];

/// Plays random moves, with annotations of many kinds and a variation at every third move.
fn game(rules: &dyn DynGame, setup: &Setup, rng: &mut Rng) -> GameRecord {
    let mut record = GameRecord { before: TEXTS[rng.below(TEXTS.len())].to_owned(), ..GameRecord::default() };
    for (name, value) in
        [("Event", "a [b] \\"), ("Date", "2026.11.27"), ("White", "A: \"b\""), ("Black", "C")]
    {
        record.tags.push(name, value);
    }
    record.tags.push("Own: tag", TEXTS[rng.below(TEXTS.len())]);
    record.tags.push("Game", rules.facts().game);
    record.tags.push("Variant", rules.facts().variant.clone());
    record.tags.push_setup(setup);
    let mut position = rules.set_up(setup, &[]).expect("a position");
    let mut played: Vec<String> = Vec::new();
    while played.len() < 14 && position.outcome() == Outcome::Open {
        let number = played.len();
        let Some(text) = position.random_move(rng) else { break };
        let mut ply = Ply { side: position.side(), text: text.clone(), ..Ply::default() };
        TEXTS[rng.below(TEXTS.len())].clone_into(&mut ply.comment);
        GLYPHS[number % GLYPHS.len()].clone_into(&mut ply.glyphs);
        ply.note = PlyNote {
            is_book: number == 0,
            score: (number == 1).then_some(EngineScore::Centi(-35)),
            depth: (number == 1).then_some(8),
            time: None,
        };
        if number % 3 == 2 {
            let other = position.random_move(rng).expect("a move");
            let (before, comment) = ("instead".to_owned(), TEXTS[0].to_owned());
            let mut line = GameRecord { before, comment, ..GameRecord::default() };
            line.plies.push(Ply { side: position.side(), text: other, ..Ply::default() });
            ply.variations.push(line);
        }
        record.plies.push(ply);
        position.replay(&[&text]).expect("a legal move");
        played.push(text);
    }
    // The comment after the last move belongs to the record.
    if let Some(last) = record.plies.last_mut() {
        record.comment = std::mem::take(&mut last.comment);
    }
    record.result = match position.outcome() {
        Outcome::Over(ending) => ending.into(),
        Outcome::Open => [GameResult::Unknown, GameResult::Draw, GameResult::Win(Side::Second)][rng.below(3)],
    };
    record.tags.push("Result", record.result.to_string());
    // Numbers and sides of the variations are those of the rules.
    record.follow(rules).expect("a legal game");
    record
}

fn read(text: &str) -> GameRecord {
    let records: Result<Vec<_>, _> = formats::read(text.as_bytes()).expect("text").collect();
    let records = records.unwrap_or_else(|error| panic!("{error}: {text}"));
    let [record] = <[GameRecord; 1]>::try_from(records).expect(text);
    record
}

/// Returns the tags in alphabetical order, because a format may write them in another order.
fn sorted(record: &GameRecord) -> Vec<(String, String)> {
    let mut tags = record.tags.0.clone();
    tags.sort();
    tags
}

fn keeps_everything(name: &str, variant: Option<&str>, formats: &[Format]) {
    let rules = rules(name, variant);
    let mut rng = Rng::new(46);
    for number in 0..20 {
        // Every other game begins in a position after some moves.
        let mut setup = Setup::Start;
        if number % 2 == 1 {
            let mut position = rules.start();
            for _ in 0..number / 2 {
                let Some(text) =
                    position.random_move(&mut rng).filter(|_| position.outcome() == Outcome::Open)
                else {
                    break;
                };
                position.replay(&[&text]).expect("a legal move");
            }
            if position.outcome() == Outcome::Open {
                setup = Setup::Text(position.text());
            }
        }
        let record = game(&*rules, &setup, &mut rng);
        for format in formats {
            let mut written = record.clone();
            let text =
                format.write(&mut written, &*rules).unwrap_or_else(|error| panic!("{record}: {error}"));
            assert_eq!(written, record, "{text}");
            let again = read(&text);
            assert_eq!(again.plies, record.plies, "{text}");
            let rest = |record: &GameRecord| (record.before.clone(), record.comment.clone(), record.result);
            assert_eq!((rest(&again), sorted(&again)), (rest(&record), sorted(&record)), "{text}");
            // The record that was read is written as the same text.
            let mut twice = again.clone();
            assert_eq!(format.write(&mut twice, &*rules).expect("the same record"), text);
        }
    }
}

const SGF: &[Format] = &[Format::Sgf];

#[test]
fn chess_and_breakthrough_keep_everything() {
    keeps_everything("chess", None, SGF);
    keeps_everything("chess", Some("chess960-7"), SGF);
    keeps_everything("breakthrough", None, SGF);
    keeps_everything("breakthrough", Some("6x6"), SGF);
}

#[test]
fn mill_keeps_everything() {
    keeps_everything("mill", None, &[Format::Sgf, Format::Mif]);
    keeps_everything("mill", Some("six-mens-morris"), SGF);
}

#[test]
fn hex_and_othello_keep_everything() {
    keeps_everything("hex", None, SGF);
    keeps_everything("hex", Some("7x7"), SGF);
    keeps_everything("hex", Some("7x7-without-swap"), SGF);
    keeps_everything("othello", None, SGF);
}

#[test]
fn connect_four_and_kalah_keep_everything() {
    keeps_everything("connect-four", None, SGF);
    keeps_everything("connect-four", Some("5x4"), SGF);
    keeps_everything("kalah", None, SGF);
    keeps_everything("tic-tac-toe", None, SGF);
}

#[test]
fn gyges_and_santorini_keep_everything() {
    keeps_everything("gyges", None, SGF);
    keeps_everything("santorini", None, SGF);
    keeps_everything("santorini", Some("apollo-atlas"), SGF);
}

/// The colours are the game's names for its sides.
#[test]
fn the_colours_are_those_of_the_game() {
    fn written(name: &str) -> String {
        let rules = rules(name, None);
        let mut record = GameRecord { result: GameResult::Win(Side::First), ..GameRecord::default() };
        record.tags.push("White", "first");
        record.tags.push("Black", "second");
        let text = rules.start().move_texts().swap_remove(0);
        record.plies.push(Ply { text, ..Ply::default() });
        Format::Sgf.write(&mut record, &*rules).expect("SGF").replace('\n', "")
    }
    let white = ["PW[first]", "PB[second]", "RE[W+]", "PL[W]", ";W["];
    let black = ["PB[first]", "PW[second]", "RE[B+]", "PL[B]", ";B["];
    for (text, gm, colours) in [
        (written("chess"), "GM[3]", white),
        (written("breakthrough"), "GM[breakthrough]SZ[8]", white),
        (written("mill"), "GM[5]", white),
        (written("hex"), "GM[11]SZ[11]", black),
        (written("othello"), "GM[2]", black),
        (written("connect-four"), "GM[connect-four]SZ[7:6]", black),
        (written("kalah"), "GM[kalah]", black),
        (written("tic-tac-toe"), "GM[tic-tac-toe]", black),
        (written("gyges"), "GM[gyges]", black),
        (written("santorini"), "GM[santorini]", black),
    ] {
        for part in [&[gm][..], &colours].concat() {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
