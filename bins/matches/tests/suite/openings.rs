//! Tests of files of openings: EPD, lines of moves, records, encodings, and records of other rules.

use std::fs;
use std::sync::atomic::AtomicBool;

use plywright::engine::{DynEngine, Setup};
use plywright_matches::openings::{OpeningChoice, Openings};

use crate::support::{self, game, rows, variant};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Reads a file with these bytes by the rules of `engine` and calls `check` with the openings.
fn read_by(
    engine: &dyn DynEngine,
    bytes: &[u8],
    rules: &[(&str, &str)],
) -> Result<(Openings, Vec<(String, String)>), String> {
    let hash = plywright::Key::of(&bytes).0;
    let path = std::env::temp_dir().join(format!("plywright-openings-{}-{hash}", std::process::id()));
    fs::write(&path, bytes).expect("a file");
    let choice: OpeningChoice = path.to_str().expect("text").parse().expect("a file");
    let rules: Vec<_> = rules.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let openings = Openings::new(&choice, None, 1, &rules, engine);
    fs::remove_file(&path).expect("a file");
    let openings = openings.map_err(|error| error.to_string())?;
    let mut list = Vec::new();
    for number in 0.. {
        let opening = openings.get(number, engine, &NEVER).expect("an opening").expect("a listed opening");
        let position = match opening.setup {
            Setup::Start => "startpos".to_owned(),
            Setup::Text(text) | Setup::Named(text) => text,
        };
        let opening = (position, opening.moves.join(" "));
        if number > 0 && list.first() == Some(&opening) {
            break;
        }
        list.push(opening);
    }
    Ok((openings, list))
}

fn read(game: &str, text: &str) -> Result<Vec<(String, String)>, String> {
    Ok(read_by(&*support::engine(&*self::game(game)), text.as_bytes(), &[])?.1)
}

fn position(game: &str, line: &str) -> String {
    let list = read(game, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(list.len(), 1, "{line}: {list:?}");
    list[0].0.clone()
}

/// The clocks of `hmvc` and `fmvn` are used; all other operations are ignored.
#[test]
fn epd_is_read() {
    let fields = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq -";
    for [rest, clocks] in rows::<[String; 2]>(include_str!("data/epd.jsonl")) {
        assert_eq!(position("chess", &format!("{fields}{rest}")), format!("{fields}{clocks}"), "{rest}");
    }
    for (rest, expected) in [
        (" hmvc x; fmvn 4;", "hmvc is 'x', expected a whole number"),
        (" 0 x", "number of the move"),
        (" e2e4", "halfmove clock is 'e2e4'"),
        (" moves Be2 nonsense", "nonsense"),
    ] {
        let error = read("chess", &format!("{fields}{rest}")).expect_err(rest);
        assert!(error.contains("line 1: ") && error.contains(expected), "{rest}: {error}");
    }
    // Moves may follow EPD, and positions of other games may have operations too.
    let moved = read("chess", &format!("{fields} hmvc 2; fmvn 4; moves Be2 Nc6")).expect("an opening");
    assert_eq!(moved, [(format!("{fields} 2 4"), "f1e2 b8c6".to_owned())]);
    assert_eq!(position("tic-tac-toe", "x../.o./... id \"a b\"; bm c1;"), "x../.o./...");
    let mill = "********/********/*******@ w p p 0 9 1 8 0 0 0 0 0 0 0 0 1";
    assert_eq!(position("mill", &format!("{mill} id \"one stone\";")), mill);
    assert!(read("tic-tac-toe", "startpos a1 b1").is_err(), "moves without the word");
}

/// Lines in the forms of the books of Stockfish, fastchess and cutechess.
#[test]
fn books_of_testing_frameworks_load() {
    let lines = "\u{feff}rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6\r\n\
                 rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 3;\r\n\
                 rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - c0 \"d4 d5\";\r\n\r\n\
                 # a remark\r\n\
                 rnbqkbnr/pppp1ppp/4p3/8/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2 ; ce 10;\r\n";
    let list = read("chess", lines).expect("a book");
    let ends: Vec<_> = list.iter().map(|(text, _)| text.rsplit_once("KQkq -").expect("rights").1).collect();
    assert_eq!(ends, [" 0 6", " 0 3", "", " 0 2"]);
    // Books of games have no tag Game, and their last move is part of the opening.
    let games = "[Event \"?\"]\n[Site \"?\"]\n[Round \"1\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n\
                 1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"?\"]\n[Variant \"Standard\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 *\n";
    let list = read("chess", games).expect("a book");
    let moves: Vec<_> = list.iter().map(|(_, moves)| moves.as_str()).collect();
    assert_eq!(moves, ["e2e4 e7e5 g1f3 b8c6", "d2d4 d7d5 c2c4"]);
    // A last move that ends the game is left out.
    let mate = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    assert_eq!(read("chess", mate).expect("a game")[0].1, "f2f3 e7e5 g2g4");
    let chess960 = support::engine(&*variant("chess", "chess960"));
    let text = "[Variant \"fischerandom\"]\n[SetUp \"1\"]\n\
                [FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n[Result \"*\"]\n\n1. e4 *\n";
    assert_eq!(read_by(&*chess960, text.as_bytes(), &[]).expect("a game").1[0].1, "e2e4");
}

#[test]
fn bytes_that_are_not_utf8_are_noted_once() {
    let engine = support::engine(&*game("tic-tac-toe"));
    let text = b"moves a1\nx../.../... id \"J\xfcrgen\";\n# \xe4\n";
    let (openings, list) = read_by(&*engine, text, &[]).expect("a book");
    assert_eq!(list.len(), 2);
    assert_eq!(openings.line_in_latin_1, Some(2));
    let (openings, list) =
        read_by(&*engine, "\u{feff}moves b2\n# ü\nmoves c3\n".as_bytes(), &[]).expect("a book");
    assert_eq!((openings.line_in_latin_1, list.len()), (None, 2));
}

/// Records of other rules are refused, and records that name none are taken.
#[test]
fn records_of_other_rules_are_refused() {
    let hex = support::engine(&*variant("hex", "7x7"));
    for (tags, expected) in [
        ("", None),
        ("[Game \"hex\"]", None),
        ("[Game \"hex\"][Variant \"7x7\"]", None),
        ("[Game \"mill\"]", Some("game 1: it records a game of mill, not of hex")),
        ("[Game \"hex\"][Variant \"hex\"]", Some("game 1: it records the variant hex, not 7x7")),
    ] {
        let read = read_by(&*hex, format!("{tags}[Result \"*\"]\n\n1. a1 *\n").as_bytes(), &[]);
        match (read, expected) {
            (Ok((_, list)), None) => assert_eq!(list[0].1, "a1"),
            (Err(error), Some(expected)) => assert!(error.contains(expected), "{tags}: {error}"),
            (read, _) => panic!("{tags}: {read:?}"),
        }
    }
    let sgf = read_by(&*hex, b"(;GM[11]SZ[11];B[a1])", &[]).expect_err("another size");
    assert!(sgf.contains("the variant hex, not 7x7"), "{sgf}");
    let mut mill = support::engine(&*game("mill"));
    mill.set_option("NMoveRule", "60").expect("a rule");
    for (options, rules, is_read) in [
        ("NMoveRule=60", &[("NMoveRule", "60")][..], true),
        ("NMoveRule=70", &[("nmoverule", "60")], false),
        ("EndgameNMoveRule=70", &[("NMoveRule", "60")], false),
        ("EndgameNMoveRule=100", &[("NMoveRule", "60")], true),
    ] {
        let text = format!("[Options \"{options}\"]\n[Result \"*\"]\n\n1. d6 *\n");
        let read = read_by(&*mill, text.as_bytes(), rules);
        assert_eq!(read.is_ok(), is_read, "{options}: {read:?}");
    }
}
