//! Tests of the handshake, of readiness, and of the end of the program.

use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::speech::{EVERY, ONLY_UCI, Until};
use super::{Row, Setting};
use crate::client::Client;
use crate::program::command;
use crate::stopwatch::expect_in_time;

pub const ROWS: &[Row] = &[
    Row::new("the handshake takes less than a second, also the second time", EVERY, handshake)
        .default_game_only()
        .timed(),
    Row::new("isready is answered during a search, which goes on", EVERY, ready_while_searching)
        .default_game_only()
        .timed(),
    Row::new("quit and the end of the input end the program at once", EVERY, ends)
        .default_game_only()
        .timed(),
    Row::new("quit ends any long task at once", ONLY_UCI, long_tasks_end).default_game_only().timed(),
    Row::new("a closed output ends the program quietly", EVERY, closed_output).default_game_only(),
];

fn handshake(setting: &Setting, _: &mut Client) {
    let (greeting, answer) = setting.dialect.greeting();
    let mut client = setting.launch();
    let (first, time) = client.time(greeting, answer);
    assert!(time < Duration::from_secs(1));
    if setting.dialect.is_json() {
        assert_eq!(first, [answer]);
    } else {
        let (second, time) = client.time(greeting, answer);
        assert!(time < Duration::from_secs(1));
        assert_eq!(first, second);
        assert!(first[0].starts_with("id name ") && first[1].starts_with("id author "));
    }
    assert_eq!(setting.settle(&mut client), [""; 0]);
    client.quit();
}

fn ready_while_searching(setting: &Setting, client: &mut Client) {
    let (question, answer) = setting.dialect.ready();
    client.say(&setting.dialect.search(&setting.board.start, Until::Stopped));
    client.until_line(|line| setting.dialect.search_report(line).is_some());
    expect_in_time(Duration::from_millis(50), question, || {
        let (lines, time) = client.time(question, answer);
        assert_eq!(setting.count_answers(&lines), 0);
        time
    });
    setting.search(client, "stop");
}

fn ends(setting: &Setting, _: &mut Client) {
    expect_ends(setting, "", 0);
    expect_ends(setting, &setting.dialect.search(&setting.board.start, Until::Stopped), 1);
}

fn long_tasks_end(setting: &Setting, _: &mut Client) {
    for (task, answers) in
        [("go depth 200", 1), ("go ponder movetime 1000", 1), ("go perft 40", 0), ("bench 100", 0)]
    {
        expect_ends(setting, task, answers);
    }
}

/// Asserts that the program ends at once if it gets `quit` during `task`, or if its input ends during `task`. In the
/// second case, it must first give `answers` answers to searches.
fn expect_ends(setting: &Setting, task: &str, answers: usize) {
    for hangs_up in [false, true] {
        let what = format!("{} in '{task:.40}'", if hangs_up { "end of input" } else { "quit" });
        expect_in_time(Duration::from_millis(200), &what, || {
            let mut client = setting.start();
            client.say(task);
            setting.settle(&mut client);
            client.listen(Duration::from_millis(5));
            let end = if hangs_up { client.hang_up() } else { client.quit() };
            assert!(!hangs_up || setting.count_answers(&end.lines) == answers, "{what}: {:?}", end.lines);
            end.time
        });
    }
}

fn closed_output(setting: &Setting, _: &mut Client) {
    let search = setting.dialect.search(&setting.board.open, Until::Stopped);
    for input in [setting.dialect.ready().0, &search, "nonsense", "quit"] {
        let mut child = command(&setting.arguments()).stdin(Stdio::piped()).spawn().expect("the program");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("its input");
        let mut say = |text: &str| stdin.write_all(format!("{text}\n").as_bytes());
        // An error is ignored: the program may have ended already.
        let _ = say(input);
        // The input stays open, so the program ends only because of the closed output, or of `quit`. The first line may
        // still be written, because the process of another test can inherit the pipe for a moment.
        let started = Instant::now();
        while child.try_wait().expect("a state").is_none() {
            assert!(started.elapsed() < Duration::from_secs(20), "'{input}': the program still runs");
            let _ = say(setting.dialect.ready().0);
            thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().expect("an exit code");
        assert!(output.status.success() && output.stderr.is_empty(), "{input}: {output:?}");
    }
}
