//! Tests of the information that the program sends during a search.

use std::collections::HashSet;
use std::time::Duration;

use plywright::search::Rng;

use super::board::Referee;
use super::speech::{EVERY, UNIVERSAL, Until, number, variation};
use super::{Dialect, Row, Setting};
use crate::client::Client;

pub const ROWS: &[Row] = &[
    Row::new("MultiPV gives that many sorted lines with different first moves", UNIVERSAL, several_lines),
    Row::new("every pv is legal to its end, and the last begins with bestmove", UNIVERSAL, legal_lines),
    Row::new("the pv of every algorithm is legal in any phase", &[Dialect::Uci], legal_lines_everywhere)
        .default_game_only(),
    Row::new("the line of a win ends with the game at its distance", &[Dialect::Uci], whole_lines),
    Row::new("numbers are whole, and depth, nodes and time never fall", EVERY, rising_numbers),
    Row::new("numbers never fall under any algorithm", &[Dialect::Uci], rising_numbers_everywhere)
        .default_game_only(),
    Row::new("after three seconds the move being searched is reported", &[Dialect::Uci], move_in_hand)
        .default_game_only(),
    Row::new("lines within an iteration come at most every 100 ms", UNIVERSAL, rare_lines)
        .default_game_only(),
];

/// Moves from the start of Mill to positions of the placing phase: the start, a possible mill, a pending
/// removal, and a pending removal after an earlier one.
const PHASES: [&str; 4] =
    ["", "d6 f4 d2 b4 d7 g4", "d6 a1 f6 a4 b6", "d6 f4 d2 b4 d7 g4 d5 xf4 e4 b2 b6 a4 c4 f2"];

/// Minimum number of lines with a distance to mate that are checked in each game that reports distances.
const MATES: usize = 30;
/// Maximum number of games that are played to find these lines.
const MAX_GAMES: usize = 1000;

/// Positions in which the search reports a win or loss, but can hardly follow its principal variation to the end of the
/// game. For example, the loss is long, a removal in the variation comes from tables, or a move has no stored reply.
/// Each row has the game, the position and the limit of the search.
const LONG_WINS: &[[&str; 3]] = &[
    ["chess", "2rq4/3rk3/3bn1Bp/2Np1NP1/8/1p6/1K6/Bn6 b - - 0 1", "nodes 400000"],
    ["mill", "********/*O*****O/OO@*@*@O w m s 5 0 3 0 0 0 0 0 0 0 0 0 30", "depth 4"],
    ["mill", "*OO@O**O/*O**O@OO/******@O w m s 9 0 3 0 0 0 0 0 0 0 0 55 76", "depth 6"],
    [
        "breakthrough",
        "oo.oo..o/....oo../..ooo..o/...xo.ox/oxx.xo../....xxxx/.o.xx.../x.xx.x.. x",
        "nodes 3000",
    ],
    ["gyges", "000010/230030/213123/000001/002000/000000 1", "nodes 500"],
];

fn several_lines(setting: &Setting, client: &mut Client) {
    for wanted in [1, 2, 3, 500] {
        let search = setting.dialect.search(&setting.board.open, Until::Depth(2));
        let lines = setting.search(client, &format!("setoption name MultiPV value {wanted}\n{search}"));
        let last: Vec<_> = lines.iter().filter(|line| number(line, "depth") == Some(2)).collect();
        // A search may report only one of several moves that lead to the same position.
        let told = last.iter().filter_map(|line| number(line, "multipv")).max().unwrap_or_default() as usize;
        let possible = wanted.min(setting.board.successors)..=wanted.min(setting.board.legal.len());
        assert!(possible.contains(&told), "{told} lines where {possible:?} are possible");
        let last = &last[last.len() - told..];
        let ranks: Vec<_> = last.iter().filter_map(|line| number(line, "multipv")).collect();
        assert_eq!(ranks, (1..=told as i64).collect::<Vec<_>>());
        let first_moves: HashSet<_> = last.iter().map(|line| variation(line)[0]).collect();
        assert_eq!(first_moves.len(), told, "{first_moves:?}");
        let scores: Vec<_> = last.iter().map(|line| order_of_score(line)).collect();
        assert!(scores.is_sorted_by(|better, worse| better >= worse), "{scores:?}");
        setting.expect_legal(client, &lines);
    }
}

/// Returns a number that is greater for a better score. From the best, the order is near wins, far wins, evaluations,
/// far losses, near losses.
fn order_of_score(line: &str) -> i64 {
    let mate = number(line, "mate").map(|mate| if mate > 0 { 1_000_000 - mate } else { -1_000_000 - mate });
    mate.or_else(|| number(line, "cp")).unwrap_or_else(|| panic!("no score in {line}"))
}

fn legal_lines(setting: &Setting, client: &mut Client) {
    let mut referee = Referee::new(&setting.board.game);
    for position in [&setting.board.start, &setting.board.open, &setting.board.won] {
        for until in [Until::Depth(3), Until::Nodes(5000), Until::Milliseconds(60)] {
            let lines = setting.search(client, &setting.dialect.search(position, until));
            expect_legal_lines(&mut referee, position, &lines);
        }
    }
}

fn legal_lines_everywhere(setting: &Setting, client: &mut Client) {
    let mut referee = Referee::new(&setting.board.game);
    for algorithm in 0..=4 {
        client.say(&format!("setoption name Algorithm value {algorithm}"));
        client.say("setoption name MoveTimeMs value 60");
        for phase in PHASES {
            let position = client.ask(&format!("position startpos moves {phase}\nfen"), "Fen: ").pop();
            let position = position.unwrap_or_default()["Fen: ".len()..].to_owned();
            for go in ["go depth 5", "go nodes 5000", "go movetime 60", "go"] {
                let lines = client.ask(go, "bestmove");
                expect_legal_lines(&mut referee, &position, &lines);
            }
        }
    }
}

/// Asserts that each principal variation of a search is legal in this position, and that the last one begins with the
/// best move.
fn expect_legal_lines(referee: &mut Referee, position: &str, lines: &[String]) {
    let mut last = None;
    for line in lines.iter().filter(|line| line.contains(" pv ")) {
        assert!(referee.accepts(position, &variation(line)), "{position}: {line}");
        last = variation(line).first().copied();
    }
    assert_eq!(last, lines[lines.len() - 1].split(' ').nth(1), "{lines:#?}");
}

/// Searches the game's positions in [`LONG_WINS`], and positions up to twelve moves before the end of games that the
/// engine wins against random moves, as either side. Does nothing for a game that ends with a margin, because its
/// search reports no distances.
fn whole_lines(setting: &Setting, client: &mut Client) {
    if setting.board.by_margin {
        return;
    }
    let mut referee = Referee::new(&setting.board.game);
    for [_, position, limit] in LONG_WINS.iter().filter(|[game, ..]| *game == setting.board.game) {
        assert!(expect_whole_lines(client, &mut referee, position, limit) > 0, "{position}");
    }
    let mut chance = Rng::new(1);
    let mut checked = 0;
    for side in ["first", "second"].into_iter().cycle().take(MAX_GAMES) {
        if checked >= MATES {
            break;
        }
        let Some(played) = referee.won_game(side, &mut chance) else { continue };
        let back = 1 + chance.below(played.len().min(12));
        let [position, _] = referee.look(&played[..played.len() - back]);
        let (algorithm, lines) = (chance.below(4), 1 + 2 * chance.below(2));
        client.say(&format!("ucinewgame\nsetoption name Algorithm value {algorithm}"));
        client.say(&format!("setoption name MultiPV value {lines}"));
        let limit = ["depth 4", "nodes 3000", "movetime 30"][chance.below(3)];
        checked += expect_whole_lines(client, &mut referee, &position, limit);
    }
    assert!(checked >= MATES, "{checked} lines");
}

/// Searches a position. Asserts that the moves of each line with a mate score end the game in that number of turns.
/// Returns how many lines have a mate score.
fn expect_whole_lines(client: &mut Client, referee: &mut Referee, position: &str, limit: &str) -> usize {
    let mut checked = 0;
    for line in client.ask(&format!("position fen {position}\ngo {limit}"), "bestmove") {
        let Some(mate) = number(&line, "mate") else { continue };
        let moves = variation(&line);
        let setup = format!("fen {position}");
        let mut drawings = Vec::new();
        for count in 0..=moves.len() {
            let [_, drawing] = referee.look_from(&setup, &moves[..count].join(" "));
            drawings.push(drawing);
        }
        let begins = |drawing: &String| drawing.contains("Side to move: first");
        let sides: Vec<_> = drawings[..moves.len()].iter().map(begins).collect();
        let winner = sides[0] == (mate > 0);
        // Moves of one side in a row are one turn.
        let is_new_turn = |number: usize| number == 0 || sides[number - 1] != winner;
        let turns =
            (0..sides.len()).filter(|number| sides[*number] == winner && is_new_turn(*number)).count();
        assert_eq!(turns as i64, mate.abs(), "{position}: {line}");
        let winner = if winner { "first" } else { "second" };
        let result = format!("Result: the {winner} side has won");
        assert!(drawings[moves.len()].contains(&result), "{position}: {line}");
        checked += 1;
    }
    checked
}

fn rising_numbers(setting: &Setting, client: &mut Client) {
    // The second search begins with a filled transposition table.
    for milliseconds in [300, 50] {
        let search = setting.dialect.search(&setting.board.open, Until::Milliseconds(milliseconds));
        expect_rising(setting, &setting.search(client, &search));
    }
}

fn rising_numbers_everywhere(setting: &Setting, client: &mut Client) {
    for algorithm in 0..=4 {
        client.say(&format!("setoption name Algorithm value {algorithm}"));
        let search = setting.dialect.search(&setting.board.open, Until::Milliseconds(400));
        expect_rising(setting, &setting.search(client, &search));
    }
}

/// Asserts that depth, nodes and time never fall in the lines of a search, and that each time is below two seconds. In
/// UCI and the Universal Game Interface, also asserts that the other numbers are whole and not negative.
fn expect_rising(setting: &Setting, lines: &[String]) {
    let reports: Vec<_> = lines.iter().filter_map(|line| setting.dialect.search_report(line)).collect();
    assert!(!reports.is_empty(), "{lines:#?}");
    assert!(reports.is_sorted_by_key(|report| report.depth), "depth falls: {lines:#?}");
    assert!(reports.is_sorted_by_key(|report| report.nodes), "nodes fall: {lines:#?}");
    assert!(reports.is_sorted_by(|before, after| before.seconds <= after.seconds), "time falls: {lines:#?}");
    assert!(reports.iter().all(|report| (0.0..2.0).contains(&report.seconds)), "times are odd: {lines:#?}");
    if setting.dialect == Dialect::Uci || setting.dialect == Dialect::Game {
        for word in ["seldepth", "multipv", "nps", "hashfull", "tbhits", "time"] {
            let is_whole = |line: &String| number(line, word).is_some_and(|number| number >= 0);
            assert!(lines.iter().filter(|line| line.contains(" pv ")).all(is_whole), "{word}: {lines:#?}");
        }
    }
}

fn rare_lines(setting: &Setting, client: &mut Client) {
    let lines =
        setting.search(client, &setting.dialect.search(&setting.board.start, Until::Milliseconds(1000)));
    let depths = lines.iter().filter_map(|line| number(line, "depth")).max().unwrap_or_default();
    let tenths = lines.iter().filter_map(|line| number(line, "time")).max().unwrap_or_default() / 100;
    assert!((lines.len() as i64) < depths + 1 + tenths + 3, "{lines:#?}");
}

fn move_in_hand(setting: &Setting, client: &mut Client) {
    let search = setting.dialect.search(&setting.board.start, Until::Stopped);
    let stopwatch = client.stopwatch();
    let lines = client.ask(&search, "info currmove ");
    assert!(stopwatch.elapsed() > Duration::from_millis(2900), "{lines:#?}");
    let words: Vec<_> = lines[lines.len() - 1].split(' ').collect();
    let ["info", "currmove", mv, "currmovenumber", number] = words[..] else { panic!("{words:?}") };
    assert!(Referee::new(&setting.board.game).accepts(&setting.board.start, &[mv]), "{words:?}");
    assert!(number.parse::<u32>().is_ok_and(|number| number > 0), "{words:?}");
    setting.search(client, "stop");
}
