//! The files of the perfect database that Mill players use, where they are at hand.
//!
//! The variable `PLYWRIGHT_MILL_DATABASE` names their directory; `std.secval` and the subspaces 3-3, 3-4 and 4-3 have
//! to be there. Counts and longest wins are those that were published with the solution.

use std::path::PathBuf;

use plywright::Score;
use plywright::search::Rng;
use plywright_mill::{Database, SubspaceId, WdlCounts};

use crate::database_values::{check_successors, check_symmetry, random_position};

fn database() -> Database {
    let directory = std::env::var_os("PLYWRIGHT_MILL_DATABASE").expect("the variable names a directory");
    Database::open(&PathBuf::from(directory)).expect("a database")
}

#[test]
#[ignore = "needs the files"]
fn small_subspaces_have_the_published_counts() {
    let counts = |wins, draws, losses, longest_win, longest_loss| WdlCounts {
        wins,
        draws,
        losses,
        longest_win,
        longest_loss,
    };
    let published = [
        ([3, 3, 0, 0], counts(140_621, 269, 28_736, 25, 26)),
        ([4, 3, 0, 0], counts(75_397, 681_906, 3_095, 1, 32)),
        ([3, 4, 0, 0], counts(102_281, 658_117, 0, 33, 0)),
    ];
    let database = database();
    for (stones, counts) in published {
        assert_eq!(database.wdl_counts(SubspaceId::new(stones)), Ok(counts), "{stones:?}");
    }
}

#[test]
#[ignore = "needs the files"]
fn values_follow_from_those_of_the_successors() {
    let database = database();
    let mut rng = Rng::new(1);
    let mut checked = 0;
    for stones in
        [[3, 3, 0, 0], [4, 3, 0, 0], [3, 4, 0, 0], [0, 0, 9, 9], [0, 1, 9, 8], [1, 1, 8, 8], [1, 2, 8, 7]]
    {
        for _ in 0..20_000 {
            let state = random_position(&mut rng, SubspaceId::new(stones));
            checked += u32::from(check_successors(&database, &state));
            check_symmetry(&database, &state);
        }
    }
    assert!(checked > 80_000, "{checked}");
}

#[test]
#[ignore = "needs the files"]
fn the_empty_board_is_drawn() {
    let game = plywright_mill::Mill::default();
    let start = plywright::Game::start(&game);
    assert_eq!(database().value(&start), Some(Score::DRAW));
}
