//! Tests of the built-in opening tables.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use plywright::engine::{Go, Setup};
use plywright::search::Rng;
use plywright::tablebase::{Value, Wdl, value_of_move};
use plywright::{Game, Moves, Notation as _, OptionValue, Oracle, Playable as _, State as _};
use plywright_mill::{Database, Mill, State};
use tempfile::TempDir;

use crate::endgame::folder;
use crate::exact_play::turn;
use crate::positions::engine;

/// Last ply of the opening tables: positions after more plies have no value.
const LAST_PLY: usize = 10;

/// Returns the opening tables, without any other source of exact values.
fn tables() -> Arc<dyn Oracle<Mill>> {
    let mut options = Mill::default().options();
    options.set("EndgameTables", &OptionValue::Check(false)).expect("an option");
    options.oracle().expect("opening tables")
}

/// Returns the position after `plies` turns of random moves from the start of the game. A removal belongs to the turn
/// that closes the mill.
pub fn random_position(rng: &mut Rng, plies: usize) -> State {
    let game = Mill::default();
    let mut state = game.start();
    let mut turns = 0;
    while turns < plies {
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        let side = state.side();
        game.play(&mut state, moves[rng.below(moves.len())]);
        turns += usize::from(state.side() != side);
    }
    state
}

/// Creates a folder with the published files of the perfect database, for positions after at most four plies.
pub fn published_files() -> TempDir {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder();
    fs::copy(package.join("data/std.secval"), folder.path().join("std.secval")).expect("a copy");
    for file in fs::read_dir(package.join("tests/data/malom")).expect("published files").flatten() {
        fs::copy(file.path(), folder.path().join(file.file_name())).expect("a copy");
    }
    folder
}

#[test]
fn values_are_those_of_the_perfect_database() {
    let folder = published_files();
    let (game, tables, database) =
        (Mill::default(), tables(), Database::open(folder.path()).expect("a database"));
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let plies = rng.below(5);
        let state = random_position(&mut rng, plies);
        let published = database.value(&state).and_then(Value::from_score).map(Wdl::from);
        let found = tables.value(&game, &state).map(Wdl::from);
        assert_eq!(found, published, "{}", game.position_text(&state));
    }
}

#[test]
fn values_follow_from_the_moves_up_to_the_last_ply() {
    let (game, tables) = (Mill::default(), tables());
    let mut rng = Rng::new(5);
    for plies in 0..LAST_PLY {
        for _ in 0..5 {
            let state = random_position(&mut rng, plies);
            let mut moves = Moves::new();
            game.moves(&state, &mut moves);
            let values = moves.iter().map(|mv| value_of_move(&game, &*tables, &state, *mv).map(Wdl::from));
            let best = values.map(|value| value.expect("a value")).max();
            assert_eq!(tables.value(&game, &state).map(Wdl::from), best, "{}", game.position_text(&state));
        }
    }
    let beyond = random_position(&mut rng, LAST_PLY + 1);
    assert_eq!(tables.value(&game, &beyond), None);
}

#[test]
fn the_engine_gives_no_value_away_in_the_opening() {
    let (game, tables) = (Mill::default(), tables());
    let mut chooser = engine(&[]);
    let mut rng = Rng::new(7);
    for plies in (0..LAST_PLY).cycle().take(30) {
        let state = random_position(&mut rng, plies);
        let text = game.position_text(&state);
        chooser.set_position(&Setup::Text(text.clone()), &[]).expect("a position");
        let (played, _) = turn(&mut chooser, &Go { nodes: Some(10_000), ..Go::default() });
        let before = tables.value(&game, &state).map(Wdl::from);
        let after = tables.value(&game, chooser.state::<Mill>()).map(|value| Wdl::from(value).reversed());
        assert_eq!(after, before, "{played} in {text}");
    }
}
