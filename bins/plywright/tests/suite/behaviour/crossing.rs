//! Tests of commands that arrive during a search, such as `stop` right after `go`.

use std::time::Duration;

use super::speech::{Dialect, EVERY, ONLY_UCI, Until, text};
use super::{Row, Site};
use crate::client::Client;
use crate::stopwatch::{expect_in_time, well_once_in_four};

pub const ROWS: &[Row] = &[
    Row::new("stop is answered within 50 ms", EVERY, stop_in_time).timed(),
    Row::new("so it is by every algorithm on all processors", ONLY_UCI, stop_all_in_time).once().timed(),
    Row::new("so it is beside a long list of moves", &[Dialect::Json], stop_beside_list).once().timed(),
    Row::new("10,000 rapid pairs give 10,000 bestmoves", ONLY_UCI, rapid_pairs).once(),
    Row::new("500 rapid pairs give 500 bestmoves", EVERY, some_rapid_pairs),
    Row::new("a solved position costs no processor time", EVERY, solved),
];

/// Sends `stop` right after a request for thirty thousand legal moves. Their list is longer than eight
/// megabytes.
fn stop_beside_list(site: &Site, _: &mut Client) {
    let mut client = Client::start(&format!("--game santorini {}", site.dialect.arguments()));
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

fn stop_in_time(site: &Site, client: &mut Client) {
    let search = site.dialect.search(&site.board.start, Until::Stopped);
    expect_in_time(Duration::from_millis(50), "stop", || {
        client.say(&search);
        client.listen(Duration::from_millis(50));
        let stopwatch = client.stopwatch();
        site.search(client, "stop");
        stopwatch.own_time()
    });
}

fn stop_all_in_time(site: &Site, client: &mut Client) {
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
}

fn rapid_pairs(site: &Site, _: &mut Client) {
    pairs(site, 10_000);
}

fn some_rapid_pairs(site: &Site, _: &mut Client) {
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

fn solved(site: &Site, client: &mut Client) {
    client.say(&site.dialect.search(&site.board.won, Until::Stopped));
    // On a busy machine, solving the position takes a while.
    let mut lines = client.listen(Duration::from_millis(150));
    well_once_in_four("a position that is solved", || {
        let before = client.processor_time();
        lines.extend(client.listen(Duration::from_millis(400)));
        let spent = client.processor_time().saturating_sub(before);
        if spent <= Duration::from_millis(30) { Ok(()) } else { Err(format!("{spent:?}")) }
    });
    if site.dialect.is_json() && !site.board.by_margin {
        // The search ended by itself with the trigger `end_of_line`, so `stop` gets no answer.
        assert_eq!(text(&lines[lines.len() - 1], "trigger"), "end_of_line", "{lines:?}");
        client.say("stop");
        assert_eq!(site.settle(client), [""; 0]);
    } else {
        lines.extend(site.search(client, "stop"));
    }
    assert_eq!(site.answers(&lines), 1, "{lines:?}");
}
