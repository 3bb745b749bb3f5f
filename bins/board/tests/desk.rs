//! Tests of the desk with a game that panics, in its evaluation or in its list of moves, and that has an option.

#[path = "../../../protocols/tests/suite/takeaway.rs"]
mod takeaway;

use std::sync::Arc;

use plywright::engine::{DynEngine, Engine, OpeningTree, Setup};
use plywright_board::{Catalogue, Desk, Envelope, Reply, SearchMessage};
use serde_json::{Value, json};
use takeaway::{PANICKING_EVALUATION, PANICKING_MOVES, REASON, Takeaway};

fn catalogue() -> Catalogue {
    let engine = |_: &str, _: Option<&str>| -> Result<Box<dyn DynEngine>, String> {
        let engine = Engine::<Takeaway>::new(None).map_err(|error| error.to_string())?;
        Ok(Box::new(engine))
    };
    Catalogue { table: 1, ..Catalogue::new(Vec::new(), Box::new(engine)) }
}

/// Sends a request and returns the last message of the answer.
fn ask(desk: &mut Desk, kind: &str, heap: u16) -> Value {
    let place = json!({"game": "takeaway", "setup": heap.to_string()});
    let request = json!({"type": kind, "id": 5, "place": place, "movetime": 20, "solver": 0, "draw": false});
    let mut last = String::new();
    match desk.answer(Envelope::read(&request.to_string()).expect("a request")) {
        Reply::Answer(answer) => last = answer,
        Reply::Judge(judgement) => last = judgement.run(),
        Reply::Search(search) => search.run(&mut |message| {
            if let SearchMessage::End(answer) = message {
                assert_eq!(last, "", "a second end of the search: {answer}");
                last = answer;
            }
        }),
    }
    serde_json::from_str(&last).expect("JSON")
}

#[test]
fn a_panic_is_an_answer_with_its_reason_and_the_desk_goes_on() {
    let mut desk = Desk::new(Arc::new(catalogue()));
    for (kind, heap) in [
        ("search", PANICKING_EVALUATION + 2),
        ("judge", PANICKING_EVALUATION + 2),
        ("search", PANICKING_MOVES),
        ("position", PANICKING_MOVES),
        ("judge", PANICKING_MOVES),
    ] {
        let answer = ask(&mut desk, kind, heap);
        assert_eq!((&answer["type"], &answer["id"]), (&json!("error"), &json!(5)), "{kind} {heap}: {answer}");
        assert!(answer["message"].as_str().is_some_and(|text| text.contains(REASON)), "{answer}");
        assert_eq!(ask(&mut desk, "position", 9)["text"], "9");
        assert_eq!(ask(&mut desk, "search", 7)["move"], "t3");
    }
}

#[test]
fn an_opening_tree_is_shown_for_its_rules_in_any_spelling() {
    let mut catalogue = catalogue();
    let game = (catalogue.engine)("takeaway", None).expect("an engine").dyn_game();
    let line = game.set_up(&Setup::Start, &["t2"]).expect("a move");
    let rules = ["takeaway", &game.facts().variant, "Last Stone Loses=true"].map(str::to_owned);
    let mut tree = OpeningTree::new(rules);
    tree.entry(line.tree_key()).results = [1, 0, 0];
    catalogue.explorer = Some(tree);
    let place = json!({"game": "takeaway", "options": [["Last Stone Loses", "True"]]});
    let request = json!({"type": "explore", "id": 5, "place": place}).to_string();
    let reply = Desk::new(Arc::new(catalogue)).answer(Envelope::read(&request).expect("a request"));
    let Reply::Answer(answer) = reply else { panic!("a search") };
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["moves"][0]["move"], "t2", "{answer}");
}
