//! Searches end when they are told to.

use std::time::{Duration, Instant};

use super::{Row, number, ready};

pub const ROWS: &[Row] = &[
    ("18 no time at all gives a quick legal bestmove", no_time),
    ("20 movetime 100 ends before 110 ms", move_time),
    ("20 a game on the clock does not lose on time", clock),
    ("21 the same nodes are counted twice at one thread", nodes),
    ("22 mate and searchmoves are obeyed, illegal ones ignored", mate_and_search_moves),
];

fn no_time() {
    let mut client = ready();
    for go in [
        "go movetime 0",
        "go movetime -100",
        "go wtime -1 btime -1",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go btime 100",
        "go wtime 100",
        "go winc 10",
        "go wtime 100 btime 100 movestogo 1",
        "go wtime 100 btime 100 movestogo 0",
        "go nodes 0",
        "go nodes 1",
        "setoption name MoveTimeMs value 50\ngo depth 0",
        "go",
        "go movestogo 1",
        "go mate 0",
    ] {
        for position in ["position startpos", "position startpos moves d6"] {
            client.say(position);
            let (lines, time) = client.time(go, "bestmove");
            assert!(time < Duration::from_millis(150), "{go}: {time:?}");
            assert!(!lines[lines.len() - 1].starts_with("bestmove -"), "{go}: {lines:?}");
        }
    }
    client.quit();
}

fn move_time() {
    let mut client = ready();
    let mut times: Vec<Duration> = (0..9).map(|_| client.time("go movetime 100", "bestmove").1).collect();
    times.sort_unstable();
    println!(
        "       median {:.1} ms, slowest {:.1} ms",
        times[4].as_secs_f64() * 1e3,
        times[8].as_secs_f64() * 1e3
    );
    // Other programs may have the processor now and then, but not always.
    assert!(times[2] < Duration::from_millis(110), "{times:?}");
    client.quit();
}

fn clock() {
    let mut client = ready();
    let mut clocks = [Duration::from_millis(800); 2];
    let mut moves = String::new();
    for _ in 0..60 {
        let board = client.ask(&format!("position startpos moves{moves}\nd"), "Legal moves");
        let side = usize::from(board.iter().any(|line| line == "Side to move: second"));
        let go = format!("go wtime {} btime {} winc 5 binc 5", clocks[0].as_millis(), clocks[1].as_millis());
        let started = Instant::now();
        let best = client.best_move(&go);
        if best == "-" {
            break;
        }
        clocks[side] =
            clocks[side].checked_sub(started.elapsed()).expect("time left") + Duration::from_millis(5);
        moves = format!("{moves} {best}");
    }
    println!("       left on the clocks: {} and {} ms", clocks[0].as_millis(), clocks[1].as_millis());
    client.quit();
}

fn nodes() {
    let mut client = ready();
    for go in ["go nodes 20000", "go depth 5"] {
        let mut count = || {
            let lines = client.ask(&format!("ucinewgame\nposition startpos moves d6 f4\n{go}"), "bestmove");
            let counts: Vec<_> = lines.iter().filter_map(|line| number(line, "nodes")).collect();
            (counts, lines[lines.len() - 1].clone())
        };
        assert_eq!(count(), count(), "{go}");
    }
    client.quit();
}

fn mate_and_search_moves() {
    let mut client = ready();
    for go in ["go searchmoves g1 depth 3", "go depth 3 searchmoves G1", "go searchmoves zz d6-d5 g1 depth 3"]
    {
        assert_eq!(client.best_move(go), "g1", "{go}");
    }
    assert_ne!(client.best_move("go searchmoves zz d6-d5 depth 3"), "-");
    // Black has three stones, and White closes a mill and takes one.
    client.say("position fen O*******/*O******/O*O*@@*@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 20");
    for go in ["go mate 1", "go mate 3"] {
        let lines = client.ask(go, "bestmove");
        assert!(lines.iter().any(|line| number(line, "mate") == Some(1)), "{go}: {lines:?}");
        assert_eq!(lines[lines.len() - 1], "bestmove f6-d6", "{go}");
    }
    // Nobody wins from the start, and that is soon found out.
    client.say("position startpos");
    client.best_move("go mate 2");
    client.quit();
}
