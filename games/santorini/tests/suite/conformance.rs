//! Runs the framework's test kit on mortals and on some pairs of gods.

use plywright::Playable;
use plywright::testkit::{Conformance, GAMES_VARIABLE, eval_with_shipped_network};
use plywright_santorini::Santorini;

/// Perft of mortals against mortals: position, depth, count.
const PERFT: &str = "\
0000000000000000000000000/1/mortal:B3,D3/mortal:C4,C2\t1\t68
0000000000000000000000000/1/mortal:B3,D3/mortal:C4,C2\t2\t5156
0000000000000000000000000/1/mortal:B3,D3/mortal:C4,C2\t3\t350208
0000000000000000000000000/1/mortal:B3,D3/mortal:C4,C2\t4\t24545388
0000000000000000000000000/1/mortal:A5,E1/mortal:A1,E5\t4\t3572700
0000011301022120100000000/1/mortal:B5,C3/mortal:B4,D3\t1\t47
0000011301022120100000000/1/mortal:B5,C3/mortal:B4,D3\t2\t2826
0000011301022120100000000/1/mortal:B5,C3/mortal:B4,D3\t3\t122233
0000011301022120100000000/1/mortal:B5,C3/mortal:B4,D3\t4\t6600448
";

/// Endings of mortals: a step up to the third level wins, a worker that stands there or leaves does not, and a side
/// without a move has lost.
const ENDINGS: &str = "\
2300000000000000000000000/1/mortal:A5,E5/mortal:E1,C3\tA5>B5#\tfirst
2300000000000000000000000/1/mortal:B5,E5/mortal:E1,C3\tB5>C5^D5\topen
0404044044000000000000000/1/mortal:A5,E5/mortal:E1,C3\tnone\tsecond
";

fn check(name: &str, table: &str, games: usize) {
    let game = Santorini::variant(name).expect("a variant");
    let games = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()).unwrap_or(games);
    let kit = Conformance {
        perft_table: table,
        known_endings: if name == "mortal" { ENDINGS } else { "" },
        games,
        texts: 20 * games,
        searches: games.div_ceil(5),
        search_nodes: 2_000,
        ..Conformance::new(&game)
    };
    let report = kit.run().unwrap_or_else(|failure| panic!("{name}: {failure}"));
    println!("{name}: {report}, warnings {:?}", report.warnings);
}

#[test]
fn mortals_conform() {
    check("mortal", PERFT, 30);
}

#[test]
fn gods_like_mortals_with_one_change_conform() {
    check("apollo-demeter", "", 8);
    check("prometheus-urania", "", 4);
    check("minotaur-artemis", "", 4);
}

#[test]
fn gods_with_effects_on_the_opponent_conform() {
    check("hera-athena", "", 8);
}

#[test]
fn gods_with_odd_turns_conform() {
    check("graeae-chronus", "", 4);
    check("castor-hydra", "", 3);
    check("maenads-eros", "", 4);
    check("nemesis-proteus", "", 3);
    check("poseidon-stymphalians", "", 1);
    check("hermes-mortal", "", 2);
}

#[test]
fn gods_with_stored_state_conform() {
    check("nike-europa", "", 2);
    check("clio-aeolus", "", 2);
    check("selene-morpheus", "", 2);
    check("jason-theseus", "", 3);
    check("bellerophon-achilles", "", 2);
}

#[test]
fn the_network_that_comes_with_the_game_fits() {
    eval_with_shipped_network(&Santorini::default());
}
