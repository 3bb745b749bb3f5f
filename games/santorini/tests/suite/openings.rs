//! Tests of the files of openings that come with the game.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use plywright::testkit::play_line;
use plywright::{Game as _, Playable as _};
use plywright_santorini::Santorini;

/// Checks a file of openings of one pair of gods: all moves are legal, no game is over, and no two openings lead to the
/// same position. Returns the number of openings.
fn openings(path: &Path, game: Santorini) -> usize {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut positions = HashSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let moves = line.strip_prefix("startpos moves ").unwrap_or_else(|| panic!("{line}: expected moves"));
        let state = play_line(&game, &moves.split(' ').collect::<Vec<_>>());
        assert_eq!(game.ending(&state), None, "{line}");
        assert!(positions.insert(state), "{line}: the position of another opening");
    }
    positions.len()
}

#[test]
fn a_hundred_openings_are_between_mortals_and_two_hundred_between_forty_pairs_of_gods() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("openings");
    assert_eq!(openings(&folder.join("mortals.txt"), Santorini::default()), 100);
    let mut pairs = 0;
    for file in fs::read_dir(folder.join("gods")).expect("the folder of gods") {
        let path = file.expect("a file").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let game = Santorini::variant(name).unwrap_or_else(|| panic!("{name} is no variant"));
        assert_eq!(openings(&path, game), 5, "{name}");
        pairs += 1;
    }
    assert_eq!(pairs, 40);
}
