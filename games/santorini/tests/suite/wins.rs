//! Forced wins are found with their exact distance.

use std::sync::Arc;

use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};
use plywright::{Playable, Score};
use plywright_santorini::Santorini;

use crate::position;

#[test]
fn verified_wins_are_found_with_their_exact_distance() {
    let game = Santorini::default();
    let limits = Limits { nodes: Some(10_000_000), ..Limits::default() };
    let mut found = 0;
    for line in include_str!("../data/wins.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (text, plies) = line.split_once('\t').expect("two fields");
        let plies: u32 = plies.parse().expect("plies");
        let root = Root::new(&game, position(text));
        let resources = Resources::new(Arc::new(Table::new(16).expect("a table")));
        let mut search = Algorithm::Pvs.search(game, game.eval(), resources);
        let result = search.search(&root, &limits, &Control::new(), &mut ());
        assert_eq!(result.score(), Some(Score::win_in(plies)), "{text}");
        assert_eq!(result.lines[0].moves.len(), plies as usize, "{text}: the line is whole");
        found += 1;
    }
    assert_eq!(found, 55);
}
