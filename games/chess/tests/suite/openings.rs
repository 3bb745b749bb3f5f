//! Tests opening names. A game is named after its latest position that has a name, in whatever order the moves led
//! there.

use plywright::engine::Setup;
use plywright::testkit::{Player, rows};

#[test]
fn names_do_not_depend_on_the_order_of_the_moves() {
    let mut engine = Player::new(&*plywright_chess::game()).expect("the default variant");
    for [moves, expected] in rows(include_str!("../data/opening_names.tsv")) {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        engine.set_position(&Setup::Start, &moves).expect("legal moves");
        assert_eq!(engine.line.opening_name().unwrap_or("-"), expected, "{moves:?}");
    }
    engine.set_position(&Setup::Text("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()), &[]).expect("a position");
    assert_eq!(engine.line.opening_name(), None);
}
