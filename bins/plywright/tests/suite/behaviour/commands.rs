//! Tests of the handshake, of readiness, and of the end of the program.

use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::speech::{EVERY, ONLY_UCI, Until};
use super::{Row, Site};
use crate::client::Client;
use crate::program::command;
use crate::stopwatch::expect_in_time;

pub const ROWS: &[Row] = &[
    Row::new("the handshake takes less than a second, also the second time", EVERY, handshake).once().timed(),
    Row::new("isready is answered during a search, which goes on", EVERY, ready_while_searching)
        .once()
        .timed(),
    Row::new("quit and the end of the input end the program at once", EVERY, ends).once().timed(),
    Row::new("also in anything else that takes long", ONLY_UCI, long_tasks_end).once().timed(),
    Row::new("a closed output ends the program quietly", EVERY, closed_output).once(),
];

fn handshake(site: &Site, _: &mut Client) {
    let (greeting, answer) = site.dialect.greeting();
    let mut client = site.launch();
    let (first, time) = client.time(greeting, answer);
    assert!(time < Duration::from_secs(1));
    if site.dialect.is_json() {
        assert_eq!(first, [answer]);
    } else {
        let (second, time) = client.time(greeting, answer);
        assert!(time < Duration::from_secs(1));
        assert_eq!(first, second);
        assert!(first[0].starts_with("id name ") && first[1].starts_with("id author "));
    }
    assert_eq!(site.settle(&mut client), [""; 0]);
    client.quit();
}

fn ready_while_searching(site: &Site, client: &mut Client) {
    let (question, answer) = site.dialect.ready();
    client.say(&site.dialect.search(&site.board.start, Until::Stopped));
    client.until_line(|line| site.dialect.told(line).is_some());
    expect_in_time(Duration::from_millis(50), question, || {
        let (lines, time) = client.time(question, answer);
        assert_eq!(site.answers(&lines), 0);
        time
    });
    site.search(client, "stop");
}

fn ends(site: &Site, _: &mut Client) {
    expect_ends(site, "", 0);
    expect_ends(site, &site.dialect.search(&site.board.start, Until::Stopped), 1);
}

fn long_tasks_end(site: &Site, _: &mut Client) {
    for (task, answers) in
        [("go depth 200", 1), ("go ponder movetime 1000", 1), ("go perft 40", 0), ("bench 100", 0)]
    {
        expect_ends(site, task, answers);
    }
}

/// Asserts that the program ends at once if it gets `quit` during `task`, or if its input ends. At the end of
/// input, it must give `answers` answers.
fn expect_ends(site: &Site, task: &str, answers: usize) {
    for hangs_up in [false, true] {
        let what = format!("{} in '{task:.40}'", if hangs_up { "end of input" } else { "quit" });
        expect_in_time(Duration::from_millis(200), &what, || {
            let mut client = site.start();
            client.say(task);
            site.settle(&mut client);
            client.listen(Duration::from_millis(5));
            let end = if hangs_up { client.hang_up() } else { client.quit() };
            assert!(!hangs_up || site.answers(&end.lines) == answers, "{what}: {:?}", end.lines);
            end.time
        });
    }
}

fn closed_output(site: &Site, _: &mut Client) {
    let search = site.dialect.search(&site.board.open, Until::Stopped);
    for input in [site.dialect.ready().0, &search, "nonsense", "quit"] {
        let mut child = command(&site.arguments()).stdin(Stdio::piped()).spawn().expect("the program");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("its input");
        let mut say = |text: &str| stdin.write_all(format!("{text}\n").as_bytes());
        // An error is ignored: the program may have ended already.
        let _ = say(input);
        // The input stays open, so only the closed output can end the program. The first line may still be
        // written, because the process of another test can inherit the pipe for a moment.
        let started = Instant::now();
        while child.try_wait().expect("a state").is_none() {
            assert!(started.elapsed() < Duration::from_secs(20), "'{input}': the program still runs");
            let _ = say(site.dialect.ready().0);
            thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().expect("an exit code");
        assert!(output.status.success() && output.stderr.is_empty(), "{input}: {output:?}");
    }
}
