//! Tests the JSON protocol from a client's side: the order and the content of reports, and what is kept from search to
//! search. `transcripts/json.txt` has the forms of all messages.

use std::io::{self, ErrorKind, PipeWriter, Write, pipe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::takeaway::{LONG_TIME, Takeaway};
use plywright::Depth;
use plywright::engine::{DynEngine, Engine, Finding, Go, TaskEvent, Trigger};
use plywright_protocols::{Json, Program, Session};
use serde_json::{Value, json};

fn read(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Returns the next messages, up to and including the first with this trigger. All must be best moves.
fn until(client: &Client, trigger: &str) -> Vec<Value> {
    let mut moves = Vec::new();
    while moves.last().is_none_or(|line: &Value| line["trigger"] != trigger) {
        let line = read(&client.line());
        assert_eq!(line["type"], "best_move", "{line}");
        moves.push(line);
    }
    moves
}

/// Returns the triggers of the messages. Equal triggers in a row count once.
fn triggers(lines: &[Value]) -> Vec<&str> {
    let mut triggers: Vec<_> = lines.iter().filter_map(|line| line["trigger"].as_str()).collect();
    triggers.dedup();
    triggers
}

/// Searches a heap of 300 stones, stops the search after its first improvement, and returns all its reports.
fn stopped_search(client: &mut Client) -> Vec<Value> {
    client.say("set_position 300\n");
    let mut lines = until(client, "improvement");
    client.say("stop\nstop\n");
    lines.extend(until(client, "stop_flag"));
    lines
}

#[test]
fn a_search_goes_on_until_it_is_stopped() {
    let mut client = Client::greeted();
    let lines = stopped_search(&mut client);
    assert_eq!(triggers(&lines), ["improvement", "stop_flag"]);
    assert_eq!(client.ask("stop\nping\n"), "pong");
    assert_eq!(client.close(), [""; 0]);
}

#[test]
fn a_report_has_the_position_after_its_move_and_the_actions() {
    for line in stopped_search(&mut Client::greeted()) {
        assert_eq!([&line["original_str"], &line["start_state"]], ["300", "300"]);
        let meta = &line["meta"];
        let text = meta["action_str"].as_str().expect("a move");
        let stones: u16 = text[1..].parse().expect("a number of stones");
        assert_eq!(line["next_state"], (300 - stones).to_string());
        assert_eq!(meta["actions"], json!([{"type": "move", "value": text}]));
        assert!(
            meta["score"].is_i64() && meta["calculated_depth"].is_u64() && meta["nodes_visited"].is_u64()
        );
        assert!(meta["elapsed_seconds"].as_f64().is_some_and(|seconds| (0.0..10.0).contains(&seconds)));
    }
}

#[test]
fn depth_nodes_and_time_never_decrease() {
    let lines = stopped_search(&mut Client::greeted());
    for pair in lines.windows(2) {
        let [before, after] = [&pair[0]["meta"], &pair[1]["meta"]];
        assert!(before["calculated_depth"].as_u64() <= after["calculated_depth"].as_u64(), "{pair:?}");
        assert!(before["nodes_visited"].as_u64() <= after["nodes_visited"].as_u64(), "{pair:?}");
        assert!(before["elapsed_seconds"].as_f64() <= after["elapsed_seconds"].as_f64(), "{pair:?}");
    }
}

/// A client that stops the search when it receives an improvement gets one more report. That report has more nodes, so
/// it is not a copy of the improvement.
#[test]
fn a_stop_at_the_end_of_an_iteration_repeats_nothing() {
    for depth in 1..=8 {
        let engine = Engine::<Takeaway>::new(None).expect("an engine");
        let go = Go { infinite: true, ..Go::default() };
        let task = engine.analyse(&*engine.dyn_game().start(), "startpos", &go);
        let (stop, mut found) = (task.control.clone(), Vec::<Finding>::new());
        task.run(&mut |event| {
            if let TaskEvent::Report(finding) = event {
                if finding.trigger == Trigger::Improvement && finding.line.depth == Depth(depth) {
                    stop.stop();
                }
                found.push(finding);
            }
        });
        let [.., last, result] = &found[..] else { panic!("{found:?}") };
        assert_eq!([last.trigger, result.trigger], [Trigger::Improvement, Trigger::Stopped]);
        assert_eq!(last.line.depth, Depth(depth));
        assert!(result.line.nodes > last.line.nodes, "{last:?} and then {result:?}");
    }
}

#[test]
fn a_position_searched_before_is_remembered() {
    let mut client = Client::greeted();
    client.say("set_position 9\n");
    assert_eq!(triggers(&until(&client, "end_of_line"))[0], "improvement");
    client.say("set_position 9\n");
    let lines = until(&client, "end_of_line");
    assert_eq!(triggers(&lines), ["saved", "improvement", "end_of_line"]);
    assert_eq!((&lines[0]["meta"]["nodes_visited"], &lines[0]["next_state"]), (&json!(0), &json!("8")));
    let depth = |line: &Value| line["meta"]["calculated_depth"].as_u64();
    assert!(lines.windows(2).all(|pair| depth(&pair[0]) <= depth(&pair[1])), "{lines:#?}");
    client.say("new_game\nset_position 9\n");
    assert_eq!(triggers(&until(&client, "end_of_line"))[0], "improvement");
}

#[test]
fn what_playouts_estimate_is_not_remembered() {
    let mut client = Client::greeted();
    // Algorithm 3 is Monte Carlo tree search, and algorithm 4 plays random moves.
    for algorithm in [3, 4] {
        client.say(&format!("set_option Algorithm {algorithm}\n"));
        for _ in 0..2 {
            client.say("{\"type\":\"set_position\",\"state\":\"300\",\"limits\":{\"nodes\":200}}\n");
            assert!(!triggers(&until(&client, "stop_flag")).contains(&"saved"), "{algorithm}");
        }
    }
}

#[test]
fn a_long_list_holds_up_neither_a_stop_nor_a_ping() {
    let mut client = Client::greeted();
    client.say("set_position 300\nnext_moves 250\nnext_moves x\nstop\nping\n");
    until(&client, "stop_flag");
    assert_eq!(client.line(), "pong");
    let rest: Vec<Value> = (0..2).map(|_| read(&client.line())).collect();
    assert_eq!([&rest[0]["type"], &rest[0]["original_str"]], ["next_moves", "250"]);
    assert_eq!(rest[1]["type"], "error");
    client.say("next_moves 250");
    assert_eq!(client.close().len(), 1, "the end of the input lets a list be made");
}

#[test]
fn quitting_does_not_wait_for_a_long_list() {
    let mut client = Client::greeted();
    let started = Instant::now();
    client.say(&format!("{}quit\n", "next_moves 250\n".repeat(100)));
    client.until_ended();
    assert!(started.elapsed() < 10 * LONG_TIME);
}

/// Output to a client that reads only the greeting until it leaves.
#[derive(Clone, Default)]
struct Unread {
    is_greeted: bool,
    is_written_to: Arc<AtomicBool>,
    has_left: Arc<AtomicBool>,
}

impl Write for Unread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_greeted {
            self.is_written_to.store(true, Ordering::SeqCst);
            while !self.has_left.load(Ordering::SeqCst) {
                sleep(Duration::from_millis(10));
            }
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.is_greeted = true;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts a session in a thread, and returns its input and the thread.
fn session_to(output: Unread) -> (PipeWriter, JoinHandle<io::Result<()>>) {
    let (input, client) = pipe().expect("a pipe");
    let session = thread::spawn(|| {
        let engine = Engine::<Takeaway>::new(None).expect("an engine");
        Session::run(Program::PLYWRIGHT, Box::new(engine), Json::default(), input, output)
    });
    (client, session)
}

fn wait_until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "it takes too long");
        sleep(Duration::from_millis(10));
    }
}

/// The client quits while a list is being written.
#[test]
fn quitting_does_not_wait_for_a_client_that_reads_nothing() {
    let output = Unread::default();
    let (mut client, session) = session_to(output.clone());
    client.write_all(b"next_moves 3\n").expect("open input");
    wait_until(|| output.is_written_to.load(Ordering::SeqCst));
    client.write_all(b"quit\n").expect("open input");
    wait_until(|| session.is_finished());
    session.join().expect("a session that ends well").expect("threads");
}

#[test]
fn no_line_is_read_while_too_many_lists_wait() {
    /// Number of lists that may wait, and a much greater one.
    const WAITING: usize = 1 << 14;
    const MANY: usize = 6 * WAITING;
    let (output, asked) = (Unread::default(), AtomicUsize::new(0));
    let (mut client, session) = session_to(output.clone());
    let count = thread::scope(|scope| {
        scope.spawn(|| {
            while client.write_all(b"next_moves 3\n").is_ok() {
                asked.fetch_add(1, Ordering::SeqCst);
            }
        });
        let (mut before, mut count) = (0, 1);
        while (before < count || count < WAITING) && count < MANY {
            sleep(Duration::from_millis(300));
            (before, count) = (count, asked.load(Ordering::SeqCst));
        }
        output.has_left.store(true, Ordering::SeqCst);
        count
    });
    session.join().expect("a session that ends well").expect("threads");
    assert!(count < MANY, "{count} lines were read");
}

#[test]
fn searches_of_other_positions_and_shallower_ones_do_not_overwrite_a_saved_answer() {
    let mut client = Client::greeted();
    let limited = |state: &str, limits: &Value| {
        format!("{}\n", json!({"type": "set_position", "state": state, "limits": limits}))
    };
    client.say("set_option Hash 1\n");
    client.say(&limited("300", &json!({"depth": 9})));
    let depth_of = |line: &Value| line["meta"]["calculated_depth"].as_u64();
    let answer_of = |line: &Value| (depth_of(line), line["next_state"].clone());
    let mut deepest = answer_of(&until(&client, "stop_flag").pop().expect("a line"));
    for _ in 0..3 {
        // These are enough nodes to fill the transposition table of 1 MiB.
        client.say(&limited("299", &json!({"nodes": 150_000})));
        until(&client, "stop_flag");
        client.say("set_position 300\nstop\n");
        let lines = until(&client, "stop_flag");
        assert_eq!(lines[0]["trigger"], "saved");
        assert_eq!(answer_of(&lines[0]), deepest, "{lines:#?}");
        // The search may get deeper before it is stopped, but the depth never falls.
        for line in &lines {
            let (depth, _) = deepest;
            assert!(depth_of(line) >= depth, "{lines:#?}");
            deepest = answer_of(line);
        }
    }
}
