//! Tests of commands that arrive during a search, such as `stop` right after `go`.

use std::time::Duration;

use super::speech::{Dialect, EVERY, ONLY_UCI, Until, text};
use super::{Row, Setting};
use crate::client::Client;
use crate::stopwatch::{expect_in_time, succeed_within_four_attempts};

pub const ROWS: &[Row] = &[
    Row::new("stop is answered within 50 ms", EVERY, stop_in_time).timed(),
    Row::new("stop is answered in time by every algorithm on all processors", ONLY_UCI, stop_all_in_time)
        .default_game_only()
        .timed(),
    Row::new("stop is answered in time beside a long list of moves", &[Dialect::Json], stop_beside_list)
        .default_game_only()
        .timed(),
    Row::new("10,000 rapid pairs give 10,000 bestmoves", ONLY_UCI, |setting, _| rapid_pairs(setting, 10_000))
        .default_game_only(),
    Row::new("500 rapid pairs give 500 bestmoves", EVERY, |setting, _| rapid_pairs(setting, 500)),
    Row::new("a solved position costs no processor time", EVERY, solved),
];

/// Sends `stop` right after a request for the legal moves of a position. There are thirty thousand moves, so the answer
/// is longer than eight megabytes.
fn stop_beside_list(setting: &Setting, _: &mut Client) {
    let mut client = Client::start(&format!("--game santorini {}", setting.dialect.arguments()));
    let position = "0000000000000000000000000/1/polyphemus:B3,D3/mortal:C4,C2";
    expect_in_time(Duration::from_millis(50), "stop beside a list", || {
        client.say(&format!("set_position {position}"));
        client.until_line(|line| text(line, "trigger") == "improvement");
        client.say(&format!("next_moves {position}"));
        let stopwatch = client.stopwatch();
        client.say("stop");
        let mut lines = setting.lines_to_answer(&mut client);
        let time = stopwatch.own_time();
        lines.extend(client.until_line(|line| text(line, "type") == "next_moves"));
        assert!(lines.iter().any(|line| line.len() > 8_000_000), "no list was made");
        time
    });
    client.quit();
}

fn stop_in_time(setting: &Setting, client: &mut Client) {
    let search = setting.dialect.search(&setting.board.start, Until::Stopped);
    expect_in_time(Duration::from_millis(50), "stop", || {
        client.say(&search);
        client.listen(Duration::from_millis(50));
        let stopwatch = client.stopwatch();
        setting.search(client, "stop");
        stopwatch.own_time()
    });
}

fn stop_all_in_time(setting: &Setting, client: &mut Client) {
    let search = setting.dialect.search(&setting.board.start, Until::Stopped);
    for (algorithm, threads) in [(0, 2), (1, 2), (2, 2), (3, 1), (3, 2), (4, 1)] {
        client.say(&format!("setoption name Algorithm value {algorithm}"));
        client.say(&format!("setoption name Threads value {threads}"));
        let what = format!("algorithm {algorithm}, {threads} threads");
        expect_in_time(Duration::from_millis(50), &what, || {
            client.say(&search);
            client.listen(Duration::from_millis(100));
            let (_, time) = client.time("stop", "bestmove");
            time
        });
    }
}

/// Sends many pairs of a search and `stop` at once. Asserts that each search has one answer, and that the last answer
/// has a legal move.
fn rapid_pairs(setting: &Setting, pairs: usize) {
    let mut client = setting.start();
    let search = setting.dialect.search(&setting.board.open, Until::Stopped);
    client.say(&format!("{search}\nstop\n").repeat(pairs));
    for _ in 1..pairs {
        setting.lines_to_answer(&mut client);
    }
    let lines = setting.lines_to_answer(&mut client);
    setting.expect_legal(&mut client, &lines);
    assert_eq!(setting.settle(&mut client), [""; 0]);
    assert_eq!(setting.count_answers(&client.quit().lines), pairs);
}

fn solved(setting: &Setting, client: &mut Client) {
    client.say(&setting.dialect.search(&setting.board.won, Until::Stopped));
    // This time suffices for the search to solve the position, except on a busy machine.
    let mut lines = client.listen(Duration::from_millis(150));
    succeed_within_four_attempts("a position that is solved", || {
        let before = client.processor_time();
        lines.extend(client.listen(Duration::from_millis(400)));
        let spent = client.processor_time().saturating_sub(before);
        if spent <= Duration::from_millis(30) { Ok(()) } else { Err(format!("{spent:?}")) }
    });
    if setting.dialect.is_json() && !setting.board.by_margin {
        // The search ended by itself with the trigger `end_of_line`, so `stop` gets no answer.
        assert_eq!(text(&lines[lines.len() - 1], "trigger"), "end_of_line", "{lines:?}");
        client.say("stop");
        assert_eq!(setting.settle(client), [""; 0]);
    } else {
        lines.extend(setting.search(client, "stop"));
    }
    assert_eq!(setting.count_answers(&lines), 1, "{lines:?}");
}
