//! Commands that arrive during a search.

use std::time::Duration;

use super::board::Board;
use super::speech::{EVERY, OBJECTS, ONLY_UCI, Until, WORDS, text};
use super::{Row, Site, count};
use crate::client::Client;
use crate::stopwatch::{expect_in_time, well_once_in_four};

pub const ROWS: &[Row] = &[
    Row::new("5 stop before go prints nothing", EVERY, stop_first).once(),
    Row::new("6 stop twice gives one bestmove", EVERY, stop_twice).once(),
    Row::new("7 stop is answered within 50 ms", EVERY, stop_in_time).timed(),
    Row::new("7 stop is answered within 50 ms by every algorithm on all processors", WORDS, stop_all_in_time)
        .once()
        .timed(),
    Row::new("7 stop is answered within 50 ms while a long list of moves is made", OBJECTS, stop_beside_list)
        .once()
        .timed(),
    Row::new("8 go and stop in one write give one legal bestmove", EVERY, go_and_stop),
    Row::new("9 10,000 rapid pairs give 10,000 bestmoves", ONLY_UCI, rapid_pairs).once(),
    Row::new("9 500 rapid pairs give 500 bestmoves", EVERY, some_rapid_pairs),
    Row::new("10 go while searching ends the first search and starts the second", EVERY, go_twice).once(),
    Row::new("11 changes during a search count from the next search on", EVERY, changes_while_searching)
        .once(),
    Row::new("23 infinite never answers unasked, on a solved or finished position either", EVERY, patience),
    Row::new("23 a solved position costs no processor time", EVERY, solved),
    Row::new("23 ponder never answers unasked, also on a solved position", ONLY_UCI, pondering).once(),
];

fn stop_first(site: &Site) {
    let mut client = site.start();
    client.say("stop\nstop");
    assert_eq!(site.settle(&mut client), [""; 0]);
    // A finished search counts as no search.
    let search = site.dialect.search(&site.board.open, Until::Depth(1));
    site.search(&mut client, &search);
    client.say("stop");
    assert_eq!(site.settle(&mut client), [""; 0]);
    client.quit();
}

fn stop_twice(site: &Site) {
    let mut client = site.start();
    client.say(&site.dialect.search(&site.board.open, Until::Stopped));
    client.line();
    site.search(&mut client, "stop\nstop");
    assert_eq!(site.answers(&client.quit().lines), 1);
}

/// Thirty thousand moves are more than eight megabytes.
fn stop_beside_list(site: &Site) {
    let mut client = Client::start(&[&["--game", "santorini"], site.dialect.arguments()].concat());
    let position = "0000000000000000000000000/1/polyphemus:B3,D3/mortal:C4,C2";
    expect_in_time(Duration::from_millis(50), "stop beside a list", || {
        client.say(&format!("set_position {position}"));
        client.until_line(|line| text(line, "trigger") == "improvement");
        client.say(&format!("next_moves {position}"));
        let stopwatch = client.stopwatch();
        client.say("stop");
        let mut lines = site.answer(&mut client);
        let time = stopwatch.own_time();
        lines.extend(client.until_line(|line| text(line, "type") == "next_moves"));
        assert!(lines.iter().any(|line| line.len() > 8_000_000), "no list was made");
        time
    });
    client.quit();
}

fn stop_in_time(site: &Site) {
    let mut client = site.start();
    let search = site.dialect.search(&site.board.start, Until::Stopped);
    expect_in_time(Duration::from_millis(50), "stop", || {
        client.say(&search);
        client.listen(Duration::from_millis(50));
        let stopwatch = client.stopwatch();
        site.search(&mut client, "stop");
        stopwatch.own_time()
    });
    client.quit();
}

fn stop_all_in_time(site: &Site) {
    let mut client = site.start();
    let search = site.dialect.search(&site.board.start, Until::Stopped);
    for (algorithm, threads) in [(0, 2), (1, 2), (2, 2), (3, 1), (3, 2), (4, 1)] {
        client.say(&format!("setoption name Algorithm value {algorithm}"));
        client.say(&format!("setoption name Threads value {threads}"));
        let what = format!("algorithm {algorithm}, {threads} threads");
        expect_in_time(Duration::from_millis(50), &what, || {
            client.say(&search);
            client.listen(Duration::from_millis(100));
            client.time("stop", "bestmove").1
        });
    }
    client.quit();
}

fn go_and_stop(site: &Site) {
    let mut client = site.start();
    let search = site.dialect.search(&site.board.open, Until::Stopped);
    for _ in 0..5 {
        let lines = site.search(&mut client, &format!("{search}\nstop"));
        site.expect_legal(&mut client, &lines);
    }
    assert_eq!(site.answers(&client.quit().lines), 5);
}

fn rapid_pairs(site: &Site) {
    pairs(site, 10_000);
}

fn some_rapid_pairs(site: &Site) {
    pairs(site, 500);
}

fn pairs(site: &Site, pairs: usize) {
    let mut client = site.start();
    let search = site.dialect.search(&site.board.open, Until::Stopped);
    client.say(&format!("{search}\nstop\n").repeat(pairs));
    for _ in 1..pairs {
        site.answer(&mut client);
    }
    let lines = site.answer(&mut client);
    site.expect_legal(&mut client, &lines);
    assert_eq!(site.settle(&mut client), [""; 0]);
    assert_eq!(site.answers(&client.quit().lines), pairs);
}

fn go_twice(site: &Site) {
    let mut client = site.start();
    client.say(&site.dialect.search(&site.board.start, Until::Stopped));
    client.line();
    client.say(&site.dialect.search(&site.board.open, Until::Depth(2)));
    let first = site.answer(&mut client);
    let second = site.answer(&mut client);
    if site.dialect.is_json() {
        let positions = [&first, &second].map(|lines| text(&lines[lines.len() - 1], "original_str"));
        assert_eq!(positions, [site.board.start.as_str(), &site.board.open]);
    }
    assert!(second.iter().any(|line| site.dialect.told(line).is_some()), "{second:?}");
    site.expect_legal(&mut client, &second);
    assert_eq!(site.answers(&client.quit().lines), 2);
}

fn changes_while_searching(site: &Site) {
    let mut client = site.start();
    client.say(&site.dialect.search(&site.board.open, Until::Stopped));
    client.line();
    if site.dialect.is_json() {
        client.say(&format!("next_moves {}", site.board.start));
        client.until_line(|line| text(line, "type") == "next_moves");
    } else {
        client.say(&format!("{}\n{}", site.dialect.new_game(), site.dialect.place(&site.board.won)));
        assert_eq!(site.answers(&site.settle(&mut client)), 0);
    }
    let lines = site.search(&mut client, "stop");
    site.expect_legal(&mut client, &lines);
    if !site.dialect.is_json() {
        let lines = site.search(&mut client, "go depth 2");
        let has_mates = site.dialect == super::Dialect::Uci && !site.board.by_margin;
        assert!(lines.iter().any(|line| line.contains("mate 1")) || !has_mates);
    }
    client.quit();
}

fn patience(site: &Site) {
    let mut client = site.start();
    let Board { open, won, over, .. } = site.board;
    // Under JSON, a proven end is the answer.
    for position in [open, won, over].into_iter().take(if site.dialect.is_json() { 1 } else { 3 }) {
        client.say(&site.dialect.search(position, Until::Stopped));
        let early = client.listen(Duration::from_millis(200));
        assert_eq!(site.answers(&early), 0, "{early:?}");
        site.search(&mut client, "stop");
    }
    client.quit();
}

fn solved(site: &Site) {
    let mut client = site.start();
    client.say(&site.dialect.search(&site.board.won, Until::Stopped));
    // On a busy machine the position takes a while to solve.
    let mut lines = client.listen(Duration::from_millis(150));
    well_once_in_four("a position that is solved", || {
        let before = client.processor_time();
        lines.extend(client.listen(Duration::from_millis(400)));
        let spent = client.processor_time().saturating_sub(before);
        if spent <= Duration::from_millis(30) { Ok(()) } else { Err(format!("{spent:?}")) }
    });
    if site.dialect.is_json() && !site.board.by_margin {
        // The end of the line is the answer; then nothing is left to stop.
        assert_eq!(text(&lines[lines.len() - 1], "trigger"), "end_of_line", "{lines:?}");
        client.say("stop");
        assert_eq!(site.settle(&mut client), [""; 0]);
    } else {
        lines.extend(site.search(&mut client, "stop"));
    }
    assert_eq!(site.answers(&lines), 1, "{lines:?}");
    client.quit();
}

fn pondering(site: &Site) {
    let mut client = site.start();
    client.say("setoption name MoveTimeMs value 100");
    for position in [&site.board.open, &site.board.won] {
        for (go, release) in [
            ("go infinite depth 1", "stop"),
            ("go ponder movetime 10", "ponderhit"),
            ("go ponder depth 1", "stop"),
            ("go ponder wtime 100 btime 100", "ponderhit"),
            ("go ponder", "ponderhit"),
        ] {
            client.say(&format!("position fen {position}\n{go}"));
            let early = client.listen(Duration::from_millis(120));
            assert_eq!(count(&early, "bestmove"), 0, "{position}, {go}: {early:?}");
            client.ask(release, "bestmove");
        }
    }
    client.quit();
}
