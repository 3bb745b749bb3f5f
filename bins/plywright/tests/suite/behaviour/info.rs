//! Tests of the information that the program sends during a search.

use std::collections::HashSet;
use std::time::Duration;

use super::board::Referee;
use super::speech::{EVERY, UNIVERSAL, Until, number, variation};
use super::{Dialect, Row, Site};

pub const ROWS: &[Row] = &[
    Row::new("MultiPV gives that many sorted lines with different first moves", UNIVERSAL, several_lines),
    Row::new("every pv is legal to its end, and the last begins with bestmove", UNIVERSAL, legal_lines),
    Row::new("so is the pv of every algorithm in any phase", &[Dialect::Uci], legal_lines_everywhere).once(),
    Row::new("numbers are whole, and depth, nodes and time never fall", EVERY, rising_numbers),
    Row::new("so are they under every algorithm", &[Dialect::Uci], rising_numbers_everywhere).once(),
    Row::new("after three seconds the move being searched is reported", &[Dialect::Uci], move_in_hand).once(),
    Row::new(
        "lines come at most every 100 ms, except the last line of each iteration",
        UNIVERSAL,
        rare_lines,
    )
    .once(),
];

/// Moves from the start of Mill to positions of the placing phase: the start, a possible mill, a pending
/// removal, and a pending removal after an earlier one.
const PHASES: [&str; 4] =
    ["", "d6 f4 d2 b4 d7 g4", "d6 a1 f6 a4 b6", "d6 f4 d2 b4 d7 g4 d5 xf4 e4 b2 b6 a4 c4 f2"];

fn several_lines(site: &Site) {
    let mut client = site.start();
    for wanted in [1, 2, 3, 500] {
        let search = site.dialect.search(&site.board.open, Until::Depth(2));
        let lines = site.search(&mut client, &format!("setoption name MultiPV value {wanted}\n{search}"));
        let last: Vec<_> = lines.iter().filter(|line| number(line, "depth") == Some(2)).collect();
        // A search may report only one of several moves to the same position.
        let told = last.iter().filter_map(|line| number(line, "multipv")).max().unwrap_or_default() as usize;
        let possible = wanted.min(site.board.successors)..=wanted.min(site.board.legal.len());
        assert!(possible.contains(&told), "{told} lines where {possible:?} are possible");
        let last = &last[last.len() - told..];
        let ranks: Vec<_> = last.iter().filter_map(|line| number(line, "multipv")).collect();
        assert_eq!(ranks, (1..=told as i64).collect::<Vec<_>>());
        let first_moves: HashSet<_> = last.iter().map(|line| variation(line)[0]).collect();
        assert_eq!(first_moves.len(), told, "{first_moves:?}");
        let scores: Vec<_> = last.iter().map(|line| value(line)).collect();
        assert!(scores.is_sorted_by(|better, worse| better >= worse), "{scores:?}");
        site.expect_legal(&mut client, &lines);
    }
    client.quit();
}

/// Orders scores: near wins, far wins, evaluations, far losses, near losses.
fn value(line: &str) -> i64 {
    let mate = number(line, "mate").map(|mate| if mate > 0 { 1_000_000 - mate } else { -1_000_000 - mate });
    mate.or_else(|| number(line, "cp")).unwrap_or_else(|| panic!("no score in {line}"))
}

fn legal_lines(site: &Site) {
    let (mut client, mut referee) = (site.start(), Referee::new(&site.board.game));
    for position in [&site.board.start, &site.board.open, &site.board.won] {
        for until in [Until::Depth(3), Until::Nodes(5000), Until::Milliseconds(60)] {
            let lines = site.search(&mut client, &site.dialect.search(position, until));
            expect_legal_lines(&mut referee, position, &lines);
        }
    }
    client.quit();
}

fn legal_lines_everywhere(site: &Site) {
    let (mut client, mut referee) = (site.start(), Referee::new(&site.board.game));
    for algorithm in 0..=4 {
        client
            .say(&format!("setoption name Algorithm value {algorithm}\nsetoption name MoveTimeMs value 60"));
        for phase in PHASES {
            let position = client.ask(&format!("position startpos moves {phase}\nfen"), "Fen: ").pop();
            let position = position.unwrap_or_default()["Fen: ".len()..].to_owned();
            for go in ["go depth 5", "go nodes 5000", "go movetime 60", "go"] {
                let lines = client.ask(go, "bestmove");
                expect_legal_lines(&mut referee, &position, &lines);
            }
        }
    }
    client.quit();
}

fn expect_legal_lines(referee: &mut Referee, position: &str, lines: &[String]) {
    let mut last = None;
    for line in lines.iter().filter(|line| line.contains(" pv ")) {
        assert!(referee.accepts(position, &variation(line)), "{position}: {line}");
        last = variation(line).first().copied();
    }
    assert_eq!(last, lines[lines.len() - 1].split(' ').nth(1), "{lines:#?}");
}

fn rising_numbers(site: &Site) {
    let mut client = site.start();
    // The second search begins with a filled transposition table.
    for milliseconds in [300, 50] {
        let search = site.dialect.search(&site.board.open, Until::Milliseconds(milliseconds));
        expect_rising(site, &site.search(&mut client, &search));
    }
    client.quit();
}

fn rising_numbers_everywhere(site: &Site) {
    let mut client = site.start();
    for algorithm in 0..=4 {
        client.say(&format!("setoption name Algorithm value {algorithm}"));
        let search = site.dialect.search(&site.board.open, Until::Milliseconds(400));
        expect_rising(site, &site.search(&mut client, &search));
    }
    client.quit();
}

fn expect_rising(site: &Site, lines: &[String]) {
    let told: Vec<_> = lines.iter().filter_map(|line| site.dialect.told(line)).collect();
    assert!(!told.is_empty(), "{lines:#?}");
    assert!(told.is_sorted_by_key(|told| told.depth), "depth falls: {lines:#?}");
    assert!(told.is_sorted_by_key(|told| told.nodes), "nodes fall: {lines:#?}");
    assert!(told.is_sorted_by(|before, after| before.seconds <= after.seconds), "time falls: {lines:#?}");
    assert!(told.iter().all(|told| (0.0..2.0).contains(&told.seconds)), "times are odd: {lines:#?}");
    if site.dialect == Dialect::Uci || site.dialect == Dialect::Game {
        for word in ["seldepth", "multipv", "nps", "hashfull", "tbhits", "time"] {
            let is_whole = |line: &String| number(line, word).is_some_and(|number| number >= 0);
            assert!(lines.iter().filter(|line| line.contains(" pv ")).all(is_whole), "{word}: {lines:#?}");
        }
    }
}

fn rare_lines(site: &Site) {
    let mut client = site.start();
    let lines = site.search(&mut client, &site.dialect.search(&site.board.start, Until::Milliseconds(1000)));
    let depths = lines.iter().filter_map(|line| number(line, "depth")).max().unwrap_or_default();
    let tenths = lines.iter().filter_map(|line| number(line, "time")).max().unwrap_or_default() / 100;
    assert!((lines.len() as i64) < depths + 1 + tenths + 3, "{lines:#?}");
    client.quit();
}

fn move_in_hand(site: &Site) {
    let mut client = site.start();
    let search = site.dialect.search(&site.board.start, Until::Stopped);
    let stopwatch = client.stopwatch();
    let lines = client.ask(&search, "info currmove ");
    assert!(stopwatch.elapsed() > Duration::from_millis(2900), "{lines:#?}");
    let words: Vec<_> = lines[lines.len() - 1].split(' ').collect();
    let ["info", "currmove", mv, "currmovenumber", number] = words[..] else { panic!("{words:?}") };
    assert!(Referee::new(&site.board.game).accepts(&site.board.start, &[mv]), "{words:?}");
    assert!(number.parse::<u32>().is_ok_and(|number| number > 0), "{words:?}");
    site.search(&mut client, "stop");
    client.quit();
}
