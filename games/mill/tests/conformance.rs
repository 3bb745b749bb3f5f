//! The framework's test kit on every member of the family.

use plywright::Playable;
use plywright::conformance::{Conformance, GAMES_VARIABLE};
use plywright_mill::Mill;

/// The rows of the perft table for a rule set, as position, depth and count.
fn perft_rows(name: &str) -> String {
    let rows = include_str!("data/perft.tsv").lines().filter_map(|line| line.strip_prefix(name));
    let rows = rows.filter_map(|row| row.strip_prefix('\t'));
    // The deepest rows are counted in another test.
    rows.filter(|row| row.len() < row.rfind('\t').unwrap_or(0) + 8).map(|row| row.to_owned() + "\n").collect()
}

/// A check of so many random games, or of as many as the environment asks for, and of the searches in one position for
/// each of them.
fn check(name: &str, games: usize) {
    let game = Mill::variant(name).expect("a variant");
    let rows = perft_rows(name);
    let games = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()).unwrap_or(games);
    let setup = Conformance::new(&game).perft_table(&rows).games(games).texts(100).searches(games);
    let report = setup.search_nodes(5_000).run().unwrap_or_else(|failure| panic!("{name}: {failure}"));
    println!("{name}: {report}");
}

#[test]
fn nine_mens_morris_conforms() {
    check("nine-mens-morris", 30);
}

#[test]
fn the_whole_family_conforms() {
    for variant in Mill::variants().iter().skip(1) {
        check(variant.name, 5);
    }
}
