//! What a search says while it runs.

use plywright::engine::{Engine, Setup};
use plywright_mill::Mill;

use super::{Row, number, ready, variation};

pub const ROWS: &[Row] = &[
    ("27 MultiPV gives that many sorted lines with different first moves", several_lines),
    ("29 every pv is legal to its end, and the last begins with bestmove", legal_lines),
    ("30 numbers are whole, and depth, nodes and time never fall", rising_numbers),
    ("30 lines come at most every 100 ms but for the last of each iteration", rare_lines),
];

const POSITIONS: [&str; 4] =
    ["", "d6 f4 d2 b4 d7 g4", "d6 a1 f6 a4 b6", "d6 f4 d2 b4 d7 g4 d5 xf4 e4 b2 b6 a4 c4 f2"];

fn several_lines() {
    let mut client = ready();
    for wanted in [1, 2, 3, 500] {
        client.say(&format!("setoption name MultiPV value {wanted}\nposition startpos moves d6 a1 f6 a4 b6"));
        let lines = client.ask("go depth 3", "bestmove");
        let last: Vec<_> = lines.iter().filter(|line| number(line, "depth") == Some(3)).collect();
        let ranks: Vec<_> = last.iter().filter_map(|line| number(line, "multipv")).collect();
        let expected: Vec<i64> = (1..=wanted.min(2)).collect();
        assert!(ranks.ends_with(&expected), "{lines:?}");
        let last = &last[last.len() - expected.len()..];
        let mut first_moves: Vec<_> = last.iter().map(|line| variation(line)[0]).collect();
        first_moves.dedup();
        assert_eq!(first_moves.len(), expected.len(), "{lines:?}");
        let scores: Vec<_> = last.iter().filter_map(|line| number(line, "cp")).collect();
        assert!(scores.is_sorted_by(|better, worse| better >= worse), "{lines:?}");
    }
    client.quit();
}

fn legal_lines() {
    let mut client = ready();
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    for algorithm in 0..=4 {
        for position in POSITIONS {
            for go in ["go depth 5", "go nodes 5000", "go movetime 60", "go"] {
                client.say(&format!(
                    "setoption name Algorithm value {algorithm}\nsetoption name MoveTimeMs value 60"
                ));
                client.say(&format!("position startpos moves {position}"));
                let lines = client.ask(go, "bestmove");
                let played: Vec<&str> = position.split(' ').filter(|word| !word.is_empty()).collect();
                let mut last = None;
                for line in lines.iter().filter(|line| line.contains(" pv ")) {
                    let moves: Vec<&str> = played.iter().copied().chain(variation(line)).collect();
                    engine
                        .set_position(&Setup::Start, &moves)
                        .unwrap_or_else(|error| panic!("{line}: {error}"));
                    last = variation(line).first().copied();
                }
                let best = lines[lines.len() - 1].split(' ').nth(1);
                assert_eq!(last, best, "algorithm {algorithm}, {go}: {lines:#?}");
            }
        }
    }
    client.quit();
}

fn rising_numbers() {
    let mut client = ready();
    for algorithm in 0..=4 {
        client.say(&format!("setoption name Algorithm value {algorithm}"));
        let lines = client.ask("position startpos moves d6 f4\ngo movetime 400", "bestmove");
        let infos: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
        assert!(!infos.is_empty());
        for word in ["depth", "nodes", "time"] {
            let numbers: Vec<_> =
                infos.iter().map(|line| number(line, word).expect("a whole number")).collect();
            assert!(numbers.is_sorted(), "algorithm {algorithm}: {word} falls in {lines:#?}");
        }
        for word in ["seldepth", "multipv", "nps", "hashfull", "tbhits"] {
            assert!(infos.iter().all(|line| number(line, word).is_some_and(|number| number >= 0)), "{word}");
        }
    }
    client.quit();
}

fn rare_lines() {
    let mut client = ready();
    let lines = client.ask("go movetime 1000", "bestmove");
    let depths = lines.iter().filter_map(|line| number(line, "depth")).max().unwrap_or_default();
    assert!(lines.len() as i64 <= depths + 1 + 10 + 1, "{lines:#?}");
    client.quit();
}
