//! Perft counts out of a data file: rule set, position, depth, count.

use plywright::{Notation, Playable, perft};
use plywright_mill::Mill;

#[test]
fn perft_counts_agree_with_the_table() {
    for line in include_str!("data/perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, position, depth, count] = fields[..] else { panic!("four fields in {line}") };
        let game = Mill::variant(name).unwrap_or_else(|| panic!("no rule set is called {name}"));
        let state = game.parse_position(position).unwrap_or_else(|error| panic!("{line}: {error}"));
        let depth = depth.parse().expect("a depth");
        assert_eq!(perft(&game, &state, depth), count.parse().expect("a count"), "{line}");
    }
}
