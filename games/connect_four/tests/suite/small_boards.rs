//! Tests of the tables of small boards against published results, the rules and a search.

use std::fs;

use plywright::Depth;
use plywright::prelude::*;
use plywright::search::{Algorithm, Limits, Rng};
use plywright::tablebase::{
    Contents, SliceIndex, Sliced, SolveControl, SolveOptions, Stored, Tables, Value, compare, pack, solve,
    verify,
};
use plywright::testkit::searched;
use plywright_connect_four::ConnectFour;
use tempfile::TempDir;

/// A board size solved into a temporary folder.
struct Solved {
    game: ConnectFour,
    tables: Tables<ConnectFour>,
    folder: TempDir,
}

impl Solved {
    fn new(size: &str) -> Self {
        let game = variant(size);
        let temporary = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let folder = temporary.path().to_owned();
        let tables = Stored::folder(&folder);
        let options = SolveOptions { folder, max_pieces: None, memory: 2 << 30, format: None };
        solve(&game, &options, SolveControl::new(2)).expect("a small game");
        Self { game, tables: Tables::open(game, tables).expect("tables"), folder: temporary }
    }

    fn value(&self, board: &Pieces) -> Value {
        self.tables.value(board).expect("sound files").expect("a position of the board")
    }
}

fn variant(size: &str) -> ConnectFour {
    ConnectFour::variant(size).expect("a size")
}

/// John Tromp showed that the boards 4x4 and 4x5 are drawn.
#[test]
fn small_boards_are_drawn_and_every_entry_follows_from_the_rules() {
    for size in ["4x4", "4x5"] {
        let solved = Solved::new(size);
        assert_eq!(solved.value(&solved.game.start()), Value::DRAW, "{size}");
        let verified = verify(&solved.game, solved.folder.path(), SolveControl::new(2));
        assert_eq!(verified, solved.tables.solution(), "{size}");
    }
}

/// John Tromp's table gives the winner of 6x4 and the draws of the other boards. The number of plies is from
/// Christophe Steininger's solver, <https://github.com/ChristopheSteininger/c4>.
#[test]
#[ignore = "takes minutes: cargo test --release -p plywright-connect-four small_boards -- --ignored"]
fn on_six_columns_of_four_the_second_side_wins_with_the_last_stone() {
    let solved = Solved::new("6x4");
    assert_eq!(solved.value(&solved.game.start()), Value::decided_in(24).expect("a loss in 24 plies"));
    for size in ["4x6", "5x4", "5x5"] {
        let solved = Solved::new(size);
        assert_eq!(solved.value(&solved.game.start()), Value::DRAW, "{size}");
    }
}

#[test]
fn tables_and_search_agree_to_the_ply() {
    let solved = Solved::new("4x4");
    let game = solved.game;
    let mut rng = Rng::new(44);
    let mut decided = 0;
    for _ in 0..300 {
        let mut board = game.start();
        for _ in 0..6 + rng.below(8) {
            let mut moves = Moves::new();
            if game.moves(&board, &mut moves).is_none() {
                game.play(&mut board, moves[rng.below(moves.len())]);
            }
        }
        if game.ending(&board).is_some() {
            continue;
        }
        let limits = Limits { depth: Some(Depth(16)), ..Limits::default() };
        let found = searched(&game, &board, Algorithm::Pvs, limits);
        let value = solved.value(&board);
        assert_eq!(found.score(), Some(value.score()), "{}", game.position_text(&board));
        decided += u32::from(value != Value::DRAW);
    }
    assert!(decided > 50, "{decided}");
}

#[test]
fn packing_again_repairs_a_damaged_row_and_spares_the_tables_of_other_rules() {
    let solved = Solved::new("4x4");
    let packed = solved.folder.path().join("packed");
    let packed_into = |solved: &Solved| {
        pack(&solved.game, solved.folder.path(), &packed, Contents::Values, SolveControl::new(2))
    };
    packed_into(&solved).expect("packed");
    let tables = Tables::open(solved.game, Stored::folder(&packed)).expect("compact tables");
    compare(&tables, &solved.tables, SolveControl::new(2)).expect("the values of the full tables");
    let path = packed.join("9.wdl");
    let whole = fs::read(&path).expect("a slice");
    let mut damaged = whole.clone();
    *damaged.last_mut().expect("a row") ^= 1;
    fs::write(&path, &damaged).expect("a file");
    packed_into(&solved).expect("packed again");
    assert_eq!(fs::read(&path).expect("a slice"), whole);

    let other = Solved::new("5x4");
    let error = packed_into(&other).expect_err("the folder of another board").to_string();
    assert!(error.contains("choose another folder"), "{error}");
    assert_eq!(fs::read(&path).expect("a slice"), whole);
}

#[test]
fn endings_for_a_program_are_packed_with_all_distances() {
    let solved = Solved::new("4x4");
    let packed = solved.folder.path().join("packed");
    pack(&solved.game, solved.folder.path(), &packed, Contents::Endings, SolveControl::new(2))
        .expect("packed");
    let tables = Tables::open(solved.game, Stored::folder(&packed)).expect("compact tables");
    compare(&tables, &solved.tables, SolveControl::new(2)).expect("the values of the full tables");
    // A lookup in a slice that is not stored plays turns to one that is, so every slice must give the full values.
    let game = solved.game;
    for slice in game.groups(None).into_iter().flatten() {
        for index in (0..game.size(slice)).step_by(97) {
            if let Some(board) = game.position(SliceIndex { slice, index })
                && game.ending(&board).is_none()
            {
                let text = game.position_text(&board);
                assert_eq!(tables.value(&board), Ok(Some(solved.value(&board))), "{text}");
            }
        }
    }
}

#[test]
fn small_boards_have_names_and_texts_of_their_size() {
    let game = variant("5x4");
    assert_eq!(game.position_text(&game.start()), "...../...../...../..... x");
    assert_eq!(game.count(&game.start()), 5);
    assert!(ConnectFour::variant("9x9").is_none());
}

#[test]
fn the_usual_board_is_too_large_for_a_tablebase() {
    assert!(ConnectFour::default().tablebase().is_none());
}
