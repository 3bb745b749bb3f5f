//! Tests opening names: a game has the name of its last named position, whatever the move order that led to it.

use plywright::engine::Setup;
use plywright::testkit::Player;
use plywright_chess::Chess;

#[test]
fn names_do_not_depend_on_the_order_of_the_moves() {
    let mut engine = Player::<Chess>::new(None).expect("the default variant");
    for (moves, expected) in [
        ("", None),
        ("a3", None),
        ("e4 c5", Some("Sicilian Defence")),
        ("e4 e5 Nf3 Nc6 Bc4 h6", Some("Italian Game")),
        ("e4 e5 Bc4 Nc6 Nf3", Some("Italian Game")),
        ("c4 e6 d4 d5", Some("Queen's Gambit Declined")),
        ("d4 e6 c4 d5", Some("Queen's Gambit Declined")),
        ("Nf3 d5 d4 Nf6 Bf4", Some("London System")),
        ("d4 Nf6 Nc3 d5 e4", Some("Queen's Pawn Opening")),
        ("e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e6", Some("Sicilian Defence, Taimanov Variation")),
    ] {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        engine.set_position(&Setup::Start, &moves).expect("legal moves");
        assert_eq!(engine.line.opening_name(), expected, "{moves:?}");
    }
    engine.set_position(&Setup::Text("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()), &[]).expect("a position");
    assert_eq!(engine.line.opening_name(), None);
}
