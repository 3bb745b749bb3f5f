//! A game with annotations of every kind, written and read back in every format and in every game.

use plywright::Side;
use plywright::engine::{DynGame, Outcome, Setup};
use plywright::search::Rng;
use plywright_matches::record::formats::Format;
use plywright_matches::record::{EngineScore, GameRecord, GameResult, Ply, PlyNote};

use crate::support::{self, read, variant};

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

/// Returns the tags in alphabetical order, because a format may write them in another order.
fn sorted(record: &GameRecord) -> Vec<(String, String)> {
    let mut tags = record.tags.0.clone();
    tags.sort();
    tags
}

fn keeps_everything(rules: &dyn DynGame, formats: &[Format]) {
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
        let record = game(rules, &setup, &mut rng);
        for format in formats {
            let mut written = record.clone();
            let text = format.write(&mut written, rules).unwrap_or_else(|error| panic!("{record}: {error}"));
            assert_eq!(written, record, "{text}");
            let [again] = <[_; 1]>::try_from(read(&text)).expect(&text);
            let again = again.unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(again.plies, record.plies, "{text}");
            let rest = |record: &GameRecord| (record.before.clone(), record.comment.clone(), record.result);
            assert_eq!((rest(&again), sorted(&again)), (rest(&record), sorted(&record)), "{text}");
            // The record that was read is written as the same text.
            let mut twice = again.clone();
            assert_eq!(format.write(&mut twice, rules).expect("the same record"), text);
        }
    }
}

#[test]
fn records_of_every_game_keep_everything() {
    for game in plywright_games::all() {
        let is_mill = game.facts().game == "mill";
        keeps_everything(&*game, if is_mill { &[Format::Sgf, Format::Mif] } else { &[Format::Sgf] });
    }
    for (game, name) in [
        ("chess", "chess960-7"),
        ("breakthrough", "6x6"),
        ("mill", "six-mens-morris"),
        ("hex", "7x7"),
        ("hex", "7x7-without-swap"),
        ("connect-four", "5x4"),
        ("santorini", "apollo-atlas"),
    ] {
        keeps_everything(&*variant(game, name), &[Format::Sgf]);
    }
}

/// The colours are the game's names for its sides.
#[test]
fn the_colours_are_those_of_the_game() {
    fn written(name: &str) -> String {
        let rules = support::game(name);
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
