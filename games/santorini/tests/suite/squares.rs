//! Tests of the names and numbers of squares, and of the directions between them.

use plywright_santorini::{Direction, Square};

#[test]
fn squares_are_numbered_in_reading_order() {
    let names: Vec<_> = [0, 4, 12, 20, 24].map(|number| Square::new(number).to_string()).into();
    assert_eq!(names, ["A5", "E5", "C3", "A1", "E1"]);
}

#[test]
fn squares_are_parsed_from_names_and_numbers_only() {
    assert!(Square::all().all(|square| Square::parse(&square.to_string()) == Some(square)));
    assert!(Square::all().all(|square| Square::parse(&square.index().to_string()) == Some(square)));
    assert_eq!(Square::parse("e1"), Some(Square::new(24)));
    for wrong in ["", "A", "A0", "A6", "E;", "F1", "25", "+1", "-1", "A11", "é"] {
        assert_eq!(Square::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn directions_lead_to_neighbours() {
    let at = |name| Square::parse(name).expect("a square");
    assert_eq!(at("C3").next(Direction::NorthWest), Some(at("B4")));
    assert_eq!(at("A5").next(Direction::North), None);
    assert_eq!(at("A5").next_on(Direction::NorthWest, true), Some(at("E1")));
    assert_eq!(at("B4").direction_to(at("C3")), Some(Direction::SouthEast));
    assert_eq!(at("A1").direction_to(at("A3")), None);
    assert_eq!(at("A1").direction_on(at("A5"), true), Some(Direction::South));
}
