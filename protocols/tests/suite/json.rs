//! The JSON protocol as a client sees it.

use std::time::Instant;

use crate::client::Client;
use crate::takeaway::{SLOWLY, Takeaway};
use plywright::engine::{Analysis, DynEngine, Engine, Finding, Go, TaskEvent, Trigger};
use plywright::{Depth, Protocol};
use plywright_protocols::{ActionForm, Json};
use serde_json::{Value, json};

/// Makes a client that has received the greeting.
fn client() -> Client {
    let client = Client::speaking(Json::default());
    assert_eq!(client.line(), r#"{"type":"started"}"#);
    client
}

fn read(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn answer(client: &mut Client, request: &str) -> Value {
    read(&client.ask(&format!("{request}\n")))
}

/// Returns the best moves up to the first with this trigger.
fn until(client: &Client, trigger: &str) -> Vec<Value> {
    let mut moves = Vec::new();
    while moves.last().is_none_or(|line: &Value| line["trigger"] != trigger) {
        let line = read(&client.line());
        assert_eq!(line["type"], "best_move", "{line}");
        moves.push(line);
    }
    moves
}

fn triggers(lines: &[Value]) -> Vec<&str> {
    let mut triggers: Vec<_> = lines.iter().filter_map(|line| line["trigger"].as_str()).collect();
    triggers.dedup();
    triggers
}

#[test]
fn a_search_goes_on_until_it_is_stopped() {
    let mut client = client();
    client.say("set_position 300\n");
    let mut lines = until(&client, "improvement");
    client.say("stop\nstop\n");
    lines.extend(until(&client, "stop_flag"));
    assert_eq!(triggers(&lines), ["improvement", "stop_flag"]);
    for line in &lines {
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
    for pair in lines.windows(2) {
        let [before, after] = [&pair[0]["meta"], &pair[1]["meta"]];
        assert!(before["calculated_depth"].as_u64() <= after["calculated_depth"].as_u64(), "{pair:?}");
        assert!(before["nodes_visited"].as_u64() <= after["nodes_visited"].as_u64(), "{pair:?}");
        assert!(before["elapsed_seconds"].as_f64() <= after["elapsed_seconds"].as_f64(), "{pair:?}");
    }
    assert_eq!(client.ask("stop\nping\n"), "pong");
    assert_eq!(client.part(), [""; 0]);
}

/// `stop` is answered by a line of its own, even if it arrives while the line of a depth is written.
#[test]
fn a_stop_at_the_end_of_an_iteration_repeats_nothing() {
    for depth in 1..=8 {
        let mut engine = Engine::<Takeaway>::new(None).expect("an engine");
        let go = Go { infinite: true, ..Go::default() };
        let task = engine.analyse(&Analysis { text: "startpos".to_owned(), go }).expect("a position");
        let (stop, mut found) = (task.control.clone(), Vec::<Finding>::new());
        task.run(&mut |event| {
            if let TaskEvent::Finding(finding) = event {
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
fn a_proven_end_ends_the_search() {
    let mut client = client();
    for (text, next, score) in [("3", "0", 9_999), ("7", "4", 9_997), ("4", "", -9_998)] {
        client.say(&format!("set_position {text}\n"));
        let lines = until(&client, "end_of_line");
        let last = lines.last().expect("a line");
        assert_eq!(last["meta"]["score"], score, "{text}");
        assert!(next.is_empty() || last["next_state"] == next, "{last}");
        assert_eq!(client.ask("stop\nping\n"), "pong");
    }
}

#[test]
fn a_finished_game_has_an_end_and_no_moves() {
    let mut client = client();
    client.say("set_position 0\n");
    let lines = until(&client, "end_of_line");
    let expected = json!({
        "type": "best_move", "original_str": "0", "start_state": "0", "next_state": "0",
        "trigger": "end_of_line",
        "meta": {"score": -10_000, "calculated_depth": 0, "nodes_visited": 0, "actions": [], "action_str": "",
            "elapsed_seconds": lines[0]["meta"]["elapsed_seconds"]},
    });
    assert_eq!(lines, [expected]);
    assert_eq!(answer(&mut client, "next_moves 0")["next_states"], json!([]));
    assert_eq!(client.ask("stop\nping\n"), "pong");
}

#[test]
fn a_position_searched_before_is_remembered() {
    let mut client = client();
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
fn a_shallow_search_does_not_overrule_a_deep_one() {
    let mut client = client();
    let limited = |depth: u16| json!({"type": "set_position", "state": "300", "limits": {"depth": depth}});
    client.say(&format!("{}\n", limited(8)));
    let deep = until(&client, "stop_flag").pop().expect("a line");
    client.say(&format!("{}\n", limited(3)));
    let lines = until(&client, "stop_flag");
    assert_eq!(triggers(&lines), ["saved", "stop_flag"]);
    for line in &lines {
        assert_eq!(
            (&line["meta"]["calculated_depth"], &line["next_state"]),
            (&json!(8), &deep["next_state"])
        );
    }
}

#[test]
fn what_playouts_estimate_is_not_remembered() {
    let mut client = client();
    for algorithm in [3, 4] {
        client.say(&format!("set_option Algorithm {algorithm}\n"));
        for _ in 0..2 {
            client.say("{\"type\":\"set_position\",\"state\":\"300\",\"limits\":{\"nodes\":200}}\n");
            assert!(!triggers(&until(&client, "stop_flag")).contains(&"saved"), "{algorithm}");
        }
    }
}

#[test]
fn limits_end_a_search() {
    let mut client = client();
    for limits in [json!({"depth": 3}), json!({"nodes": 1000}), json!({"movetime": 20})] {
        let request = json!({"type": "set_position", "state": "300", "limits": limits});
        client.say(&format!("new_game\n{request}\n"));
        let lines = until(&client, "stop_flag");
        let meta = &lines[lines.len() - 1]["meta"];
        match limits.as_object().and_then(|limits| limits.keys().next()).map(String::as_str) {
            Some("depth") => assert_eq!(meta["calculated_depth"], 3),
            Some("nodes") => assert_eq!(meta["nodes_visited"], 1000),
            _ => assert!(meta["elapsed_seconds"].as_f64().is_some_and(|seconds| seconds < 10.0)),
        }
    }
    assert_eq!(client.part(), [""; 0]);
}

#[test]
fn next_moves_are_listed_while_a_search_goes_on() {
    let mut client = client();
    client.say("set_position 3\n");
    until(&client, "end_of_line");
    let moves = answer(&mut client, "next_moves 2");
    let state =
        |text: &str, mv: &str| json!({"next_state": text, "actions": [{"type": "move", "value": mv}]});
    let expected = json!({
        "type": "next_moves", "original_str": "2", "start_state": "2",
        "next_states": [state("1", "t1"), state("0", "t2")],
    });
    assert_eq!(moves, expected);
    assert_eq!(answer(&mut client, r#"{"type":"next_moves","state":"2"}"#), expected);
    assert_eq!(answer(&mut client, "next_moves 0")["next_states"], json!([]));
    assert_eq!(answer(&mut client, "next_moves startpos")["start_state"], "300");
}

#[test]
fn a_long_list_holds_up_neither_a_stop_nor_a_ping() {
    let mut client = client();
    client.say("set_position 300\nnext_moves 250\nnext_moves x\nstop\nping\n");
    until(&client, "stop_flag");
    assert_eq!(client.line(), "pong");
    let rest: Vec<Value> = (0..2).map(|_| read(&client.line())).collect();
    assert_eq!([&rest[0]["type"], &rest[0]["original_str"]], ["next_moves", "250"]);
    assert_eq!(rest[1]["type"], "error");
    client.say("next_moves 250");
    assert_eq!(client.part().len(), 1, "the end of the input lets a list be made");
}

#[test]
fn quitting_does_not_wait_for_a_long_list() {
    let mut client = client();
    let started = Instant::now();
    client.say(&format!("{}quit\n", "next_moves 250\n".repeat(100)));
    client.until_ended();
    assert!(started.elapsed() < 10 * SLOWLY);
}

#[test]
fn what_is_refused_is_told_and_changes_nothing() {
    let mut client = client();
    client.say("set_option DeveloperMode false\n");
    for request in ["set_position x", "next_moves x"] {
        let line = answer(&mut client, request);
        assert_eq!((&line["type"], line["command"].as_str()), (&json!("error"), request.split(' ').next()));
        assert!(line["message"].is_string());
    }
    client.say("set_option developermode true\n");
    for (request, command) in [
        ("joho", "joho"),
        ("set_option Hash x", "set_option"),
        (r#"{"type":"set_option","name":"colour","value":3}"#, "set_option"),
        (r#"{"type":"set_position"}"#, "set_position"),
        ("{", ""),
        (r#"{"TYPE":"ping"}"#, ""),
        (r#"{"type":"joho"}"#, "joho"),
    ] {
        let line = answer(&mut client, request);
        assert_eq!((&line["type"], &line["command"]), (&json!("error"), &json!(command)), "{request}");
    }
    for (request, read_and_expected) in [
        (r#"{"TYPE":"ping"}"#, [r#"'{"TYPE":"ping"}'"#, "missing field `type`"]),
        ("{", ["'{'", "not a JSON object with a type"]),
        ("joho ping", ["'joho'", "not a command"]),
        (r#"{"type":"joho"}"#, ["'joho'", "not a command"]),
        (
            r#"{"type":"set_position","state":"3","limits":{"depth":-1}}"#,
            ["the number is -1", "expected a whole number, at least 0"],
        ),
        (r#"{"type":"set_position","state":3}"#, ["integer `3`", "expected a string"]),
    ] {
        let message = answer(&mut client, request)["message"].to_string().replace("\\\"", "\"");
        assert!(read_and_expected.iter().all(|part| message.contains(part)), "{request}: {message}");
    }
    client.say("set_position 300\nset_position x\nset_position joho\nstop\n");
    let mut errors = 0;
    loop {
        let line = read(&client.line());
        errors += u8::from(line["type"] == "error");
        if line["trigger"] == "stop_flag" {
            assert_eq!((errors, &line["original_str"]), (2, &json!("300")));
            break;
        }
    }
}

#[test]
fn options_are_listed_and_set() {
    let mut client = client();
    let options = answer(&mut client, "options");
    assert_eq!((&options["type"], &options["game"]), (&json!("options"), &json!("takeaway")));
    let all = options["options"].as_array().expect("a list");
    assert!(all.contains(&json!({"name": "Last Stone Loses", "type": "check", "default": false})));
    client.say("{\"type\":\"set_option\",\"name\":\"last stone loses\",\"value\":true}\nset_position 1\n");
    let lines = until(&client, "end_of_line");
    assert_eq!(lines[lines.len() - 1]["meta"]["score"], -9_999);
    assert_eq!(answer(&mut client, "help")["type"], "help");
}

#[test]
fn later_clients_are_told_a_move_before_anything_is_known() {
    let client = &mut Client::speaking(Json::new(ActionForm::Detailed));
    client.line();
    client.say("set_position 9\n");
    assert_eq!(triggers(&until(client, "end_of_line")), ["seed", "improvement", "end_of_line"]);
    client.say("set_position 9\n");
    assert_eq!(triggers(&until(client, "end_of_line")), ["saved", "improvement", "end_of_line"]);
}

#[test]
fn the_first_line_may_choose() {
    for (line, expected) in [("ping", "pong"), ("{\"type\":\"ping\"}", "{\"type\":\"pong\"}")] {
        let mut client = Client::detected(Protocol::Uci);
        assert_eq!(client.ask(&format!("{line}\n")), r#"{"type":"started"}"#);
        assert_eq!(client.line(), expected);
    }
}

#[test]
fn the_greeting_waits_for_no_line_where_this_protocol_is_expected() {
    let expected = || {
        let client = Client::detected(Protocol::Json);
        assert_eq!(client.line(), r#"{"type":"started"}"#);
        client
    };
    let mut client = expected();
    assert_eq!(client.ask("stop\n\nping\n"), "pong");
    client.say("set_position 3\n");
    until(&client, "end_of_line");
    let mut client = expected();
    assert!(client.ask("set_option Colour red\n").starts_with("{\"type\":\"error\""));
    let mut client = expected();
    client.say("stop\nuci\n");
    client.until("uciok");
    let mut client = expected();
    assert_eq!(client.ask("isready\n"), "readyok");
}

/// Searches of other positions and shallower searches of the same position do not overwrite an answer.
#[test]
fn the_deepest_answer_is_saved() {
    let mut client = client();
    let limited = |state: &str, limits: &Value| {
        format!("{}\n", json!({"type": "set_position", "state": state, "limits": limits}))
    };
    client.say("set_option Hash 1\n");
    client.say(&limited("300", &json!({"depth": 9})));
    let deep = until(&client, "stop_flag").pop().expect("a line");
    let answer_of = |line: &Value| (line["meta"]["calculated_depth"].clone(), line["next_state"].clone());
    for _ in 0..3 {
        // Enough nodes to fill the table.
        client.say(&limited("299", &json!({"nodes": 150_000})));
        until(&client, "stop_flag");
        client.say("set_position 300\nstop\n");
        let lines = until(&client, "stop_flag");
        assert_eq!(lines[0]["trigger"], "saved");
        for line in &lines {
            assert_eq!(answer_of(line), answer_of(&deep), "{lines:#?}");
        }
    }
}
