//! Tests of repeated positions under each value of the option `Repetition`.

use plywright::engine::{Go, Outcome, Reason, Setup};
use plywright::testkit::Player;

/// Four moves that restore the start: both players swap two pieces and swap them back.
const TO_AND_FRO: [&str; 4] = ["0|1|0", "30|31|30", "1|0|1", "31|30|31"];

fn engine_with(repetition: &str) -> Player {
    let mut engine = Player::new(&*plywright_gyges::game()).expect("an engine");
    engine.set_option("Repetition", repetition).expect("an option");
    engine.set_position(&Setup::Start, &[]).expect("the start");
    engine
}

#[test]
fn the_third_occurrence_draws_unless_repetition_has_no_effect() {
    for (repetition, expected) in [("threefold", Some(Reason::Repetition)), ("none", None)] {
        let mut engine = engine_with(repetition);
        for _ in 0..2 {
            engine.play(&TO_AND_FRO).expect(repetition);
        }
        assert_eq!(engine.line.reason(), expected, "{repetition}");
    }
}

#[test]
fn moves_to_earlier_positions_are_illegal_if_the_rules_forbid_them() {
    let mut engine = engine_with("forbid");
    engine.play(&TO_AND_FRO[..3]).expect("three moves");
    assert!(engine.play(&TO_AND_FRO[3..]).is_err());
    assert!(!engine.line.move_texts().contains(&TO_AND_FRO[3].to_owned()));
    assert_eq!(engine.line.outcome(), Outcome::Open);
    let only = Go { search_moves: vec![TO_AND_FRO[3].to_owned()], nodes: Some(2_000), ..Go::default() };
    let (answer, _) = engine.search(&only).answer().expect("an answer");
    let best = answer.best.expect("another move");
    assert!(engine.line.move_texts().contains(&best), "{best}");
}
