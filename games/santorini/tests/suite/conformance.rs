//! Runs the framework's test kit on mortals and on some pairs of gods, and checks the puzzles and the network.

use plywright::Playable;
use plywright::testkit::{Conformance, GAMES_VARIABLE, eval_with_shipped_network, prove_puzzles};
use plywright_santorini::Santorini;

/// Runs the kit on the variant `name` with `games` random games. The environment variable [`GAMES_VARIABLE`] overrides
/// this number.
fn check(name: &str, games: usize) {
    let game = Santorini::variant(name).expect("a variant");
    let games = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()).unwrap_or(games);
    let is_mortal = name == "mortal";
    let kit = Conformance {
        perft_table: if is_mortal { include_str!("../data/perft.tsv") } else { "" },
        known_endings: if is_mortal { include_str!("../data/endings.tsv") } else { "" },
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
    check("mortal", 30);
}

#[test]
fn gods_like_mortals_with_one_change_conform() {
    check("apollo-demeter", 8);
    check("prometheus-urania", 4);
    check("minotaur-artemis", 4);
}

#[test]
fn gods_with_effects_on_the_opponent_conform() {
    check("hera-athena", 8);
}

#[test]
fn gods_with_odd_turns_conform() {
    for (name, games) in [
        ("graeae-chronus", 4),
        ("castor-hydra", 3),
        ("maenads-eros", 4),
        ("nemesis-proteus", 3),
        ("poseidon-stymphalians", 1),
        ("hermes-mortal", 2),
    ] {
        check(name, games);
    }
}

#[test]
fn gods_with_stored_state_conform() {
    for name in ["nike-europa", "clio-aeolus", "selene-morpheus", "jason-theseus", "bellerophon-achilles"] {
        check(name, 2);
    }
}

/// The first player moves twice in a row: it places after Bia, and then takes the first turn.
#[test]
fn the_god_that_places_first_conforms_on_either_side() {
    for name in ["mortal-bia", "bia-mortal"] {
        check(name, 2);
    }
}

#[test]
fn the_network_that_comes_with_the_game_fits() {
    eval_with_shipped_network(&Santorini::default());
}

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Santorini>(1, 2, None), 54);
}
