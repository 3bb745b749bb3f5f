//! The handshake, readiness, and the end of the program.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Row, count, ready};
use crate::support::Client;

pub const ROWS: &[Row] = &[
    ("1 the handshake takes less than a second, also the second time", handshake),
    ("2 nothing is printed before the handshake", silence_first),
    ("3 isready is answered at once during a search, which goes on", ready_while_searching),
    ("4 isready after a slow option is answered when it is done", ready_after_slow_option),
    ("12 quit and the end of the input end the program at once", ends),
    ("12 a last line without an end is worked off", last_line),
    ("31 a closed output ends the program quietly", closed_output),
];

fn handshake() {
    let started = Instant::now();
    let mut client = Client::start(&[]);
    let first = client.ask("uci", "uciok");
    assert!(started.elapsed() < Duration::from_secs(1));
    let (second, time) = client.time("uci", "uciok");
    assert!(time < Duration::from_secs(1));
    assert_eq!(first, second);
    assert!(first[0].starts_with("id name ") && first[1].starts_with("id author "));
    client.quit();
}

fn silence_first() {
    let mut client = Client::start(&[]);
    assert_eq!(client.listen(Duration::from_millis(300)), [""; 0]);
    client.quit();
}

fn ready_while_searching() {
    let mut client = ready();
    client.ask("go infinite", "info depth 4");
    for _ in 0..20 {
        let (lines, time) = client.time("isready", "readyok");
        assert!(time < Duration::from_millis(50), "{time:?}");
        assert_eq!(count(&lines, "bestmove"), 0);
    }
    client.ask("stop", "bestmove");
    client.quit();
}

fn ready_after_slow_option() {
    let mut client = ready();
    assert_eq!(client.ask("setoption name Hash value 2048\nucinewgame\nisready", "readyok"), ["readyok"]);
    client.best_move("go nodes 1000");
    client.quit();
}

fn ends() {
    for go in
        ["", "go infinite", "go depth 200", "go ponder wtime 1000 btime 1000", "go perft 12", "bench 100"]
    {
        for hangs_up in [false, true] {
            let mut client = ready();
            client.ask(&format!("{go}\nisready"), "readyok");
            client.listen(Duration::from_millis(100));
            let end = if hangs_up { client.hang_up() } else { client.quit() };
            println!("       {go:35} {} {} ms", if hangs_up { "end " } else { "quit" }, end.time.as_millis());
            assert!(end.time < Duration::from_millis(200), "{go}: {:?}", end.time);
            if hangs_up {
                assert_eq!(
                    count(&end.lines, "bestmove"),
                    usize::from(go.starts_with("go ") && !go.contains("perft"))
                );
            }
        }
    }
}

fn last_line() {
    let mut client = ready();
    client.send(b"isready");
    let end = client.hang_up();
    assert_eq!(end.lines.last().map(String::as_str), Some("readyok"));
}

fn closed_output() {
    for input in ["uci\n", "go infinite\n", "d\n", "isready\nisready\n"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plywright"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        drop(child.stdout.take());
        // The input stays open: only the output tells the program that nobody is there.
        let mut stdin = child.stdin.take().expect("its input");
        std::io::Write::write_all(&mut stdin, input.as_bytes()).expect("a program that reads");
        let output = child.wait_with_output().expect("an exit code");
        assert!(output.status.success() && output.stderr.is_empty(), "{input}: {output:?}");
    }
}
