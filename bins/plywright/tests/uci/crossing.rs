//! Commands that cross a running search.

use std::time::Duration;

use super::{Row, count, number, ready};

pub const ROWS: &[Row] = &[
    ("5 stop before go prints nothing", stop_first),
    ("6 stop twice gives one bestmove", stop_twice),
    ("7 stop is answered within 50 ms", stop_in_time),
    ("8 go and stop in one write give one legal bestmove", go_and_stop),
    ("9 10,000 rapid pairs give 10,000 bestmoves", rapid_pairs),
    ("10 go while searching ends the first search and starts the second", go_twice),
    ("11 position, ucinewgame and setoption count from the next search on", changes_while_searching),
    ("23 ponder and infinite never answer unasked, also on a solved position", patience),
];

fn stop_first() {
    let mut client = ready();
    assert_eq!(client.ask("stop\nponderhit\nisready", "readyok"), ["readyok"]);
    client.quit();
}

fn stop_twice() {
    let mut client = ready();
    client.ask("go infinite", "info");
    client.ask("stop\nstop", "bestmove");
    assert_eq!(count(&client.quit().lines, "bestmove"), 1);
}

fn stop_in_time() {
    let mut client = ready();
    for (algorithm, threads) in [(0, 1), (1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1)] {
        client.say(&format!(
            "setoption name Algorithm value {algorithm}\nsetoption name Threads value {threads}"
        ));
        let mut slowest = Duration::ZERO;
        for _ in 0..3 {
            client.say("go infinite");
            client.listen(Duration::from_millis(150));
            let (_, time) = client.time("stop", "bestmove");
            slowest = slowest.max(time);
        }
        println!("       algorithm {algorithm}, {threads} threads: {:.1} ms", slowest.as_secs_f64() * 1e3);
        assert!(slowest < Duration::from_millis(50), "algorithm {algorithm}: {slowest:?}");
    }
    client.quit();
}

fn go_and_stop() {
    let mut client = ready();
    for _ in 0..20 {
        let lines = client.ask("position startpos moves d6\ngo infinite\nstop", "bestmove");
        let best = lines[lines.len() - 1].split(' ').nth(1).map(str::to_owned).unwrap_or_default();
        let legal = client.ask("moves", "Legal moves");
        assert!(legal[0].split(' ').any(|mv| mv == best), "{best}");
    }
    assert_eq!(count(&client.quit().lines, "bestmove"), 20);
}

fn rapid_pairs() {
    const PAIRS: usize = 10_000;
    let mut client = ready();
    client.say(&"go infinite\nstop\n".repeat(PAIRS));
    client.ask("isready", "readyok");
    client.listen(Duration::from_millis(300));
    let lines = client.quit().lines;
    assert_eq!(count(&lines, "bestmove"), PAIRS);
    assert_eq!(count(&lines, "bestmove -"), 0);
}

fn go_twice() {
    let mut client = ready();
    client.ask("go infinite", "info depth 3");
    client.say("position startpos moves d6 f4\ngo depth 3");
    client.until("bestmove");
    let second = client.until("bestmove");
    assert!(second.iter().any(|line| number(line, "depth") == Some(3)));
    assert_eq!(count(&client.quit().lines, "bestmove"), 2);
}

fn changes_while_searching() {
    let mut client = ready();
    client.say("setoption name Algorithm value 1\nposition startpos moves d6 d2");
    client.ask("go infinite searchmoves f4", "info depth 3");
    client.say("ucinewgame\nsetoption name MultiPV value 2\nposition startpos moves f4 b4 d7");
    client.listen(Duration::from_millis(100));
    let lines = client.ask("stop", "bestmove");
    assert_eq!(count(&lines, "info depth 1 "), 0);
    assert!(lines[lines.len() - 1].starts_with("bestmove f4"));
    let lines = client.ask("go depth 2", "bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")));
    assert!(lines.iter().all(|line| !line.contains("pv f4 ")));
    client.quit();
}

fn patience() {
    for position in
        ["position startpos", "position fen O*******/*O******/O*O*@@*@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 20"]
    {
        for (go, release) in [
            ("go infinite", "stop"),
            ("go infinite depth 1", "stop"),
            ("go ponder movetime 10", "ponderhit"),
            ("go ponder depth 1", "stop"),
            ("go ponder wtime 100 btime 100", "ponderhit"),
            ("go ponder", "ponderhit"),
        ] {
            let mut client = ready();
            client.say(&format!("{position}\nsetoption name MoveTimeMs value 100\n{go}"));
            let early = client.listen(Duration::from_millis(250));
            assert_eq!(count(&early, "bestmove"), 0, "{position}, {go}: {early:?}");
            client.ask(release, "bestmove");
            client.quit();
        }
    }
}
