//! Tests of compact tables and of the archives that a program embeds, against full tables.

use std::fs;
use std::sync::Mutex;

use plywright::search::Oracle;
use plywright::tablebase::{
    Contents, SliceIndex, Sliced, SolveControl, SolveOptions, SolveProgress, Stored, TableFormat,
    TablebaseError, Tables, Wdl, compare, solve,
};
use plywright::{Game as _, Notation as _};
use plywright_mill::Mill;

use crate::compact_play::Solved;
use crate::endgame::{folder, options, solved, tables};
use crate::positions::{position_after, variant as game};

fn three_mens_morris(contents: Contents) -> Solved {
    Solved::new("three-mens-morris", None, contents)
}

#[test]
fn compact_tables_hold_the_values_of_full_ones() {
    let three = three_mens_morris(Contents::Values);
    let (game, full) = (three.full.game(), &three.full);
    let compact = three.open_compact().expect("compact tables");
    assert_eq!(compare(&compact, full, SolveControl::new(2)).expect("equal").rows, three.rows);
    let slices = game.groups(None).concat();
    assert_eq!([three.rows.len(), slices.len()], [4, 7], "stored slices and all slices");
    for slice in slices {
        for index in 0..game.size(slice) {
            let Some(state) = game.position(SliceIndex { slice, index }) else { continue };
            let Some(value) = full.value(&state).expect("a value") else { continue };
            if game.ending(&state).is_none() {
                let found = compact.value(&state).expect("intact files").map(Wdl::from);
                assert_eq!(found, Some(Wdl::from(value)), "{}", game.position_text(&state));
            }
        }
    }
    let foreign = Tables::open(Mill::default(), Stored::folder(three.folders[1].path()));
    assert!(matches!(foreign.map(|_| ()), Err(TablebaseError::Rules { .. })));
}

#[test]
fn the_progress_of_a_run_does_not_go_back_while_a_slice_gets_two_files() {
    let (game, out, reported) = (game("three-mens-morris"), folder(), Mutex::new(Vec::new()));
    let report = |news: &SolveProgress| reported.lock().expect("no panic").push(news.done);
    let format = Some(TableFormat::Compact(Contents::Distances));
    let options = SolveOptions { format, ..options(out.path(), None) };
    let control = SolveControl { report: &report, ..SolveControl::new(1) };
    solve(&game, &options, control).expect("packed");
    let reported = reported.into_inner().expect("no panic");
    assert!(reported.is_sorted(), "{reported:?}");
}

#[test]
fn a_search_that_must_stop_gets_no_value_from_compact_tables() {
    let three = three_mens_morris(Contents::Values);
    let game = three.full.game();
    let state = position_after(game, "a1");
    for stop in [false, true] {
        // The tables are opened anew, because tables keep the values that they have found.
        let value = three.open_compact().expect("tables").value_unless(game, &state, &|| stop);
        assert_eq!(value.is_none(), stop);
    }
}

#[test]
fn openings_are_packed_into_one_file_that_a_program_can_embed() {
    let three = three_mens_morris(Contents::Openings(4));
    let bytes: &'static [u8] = fs::read(three.folders[1].path().join("openings.bin")).expect("a file").leak();
    assert!(Stored::archive(&bytes[..bytes.len() - 1]).is_none(), "cut short");
    let game = three.full.game();
    let openings = embedded(game, bytes);
    for moves in ["", "a1", "a1 b2", "a1 b2 c3 a3", "b2 a1 c1"] {
        let state = position_after(game, moves);
        let [found, expected] =
            [&openings, &three.full].map(|tables| tables.value(&state).expect("intact files").map(Wdl::from));
        assert_eq!(found, expected, "{moves}");
    }
}

#[test]
fn endings_in_a_program_have_the_values_of_full_tables() {
    let endings = Solved::new("nine-mens-morris", Some(7), Contents::Endings);
    let (game, full, packed) = (endings.full.game(), &endings.full, endings.folders[1].path());
    let in_folder = endings.open_compact().expect("compact tables");
    compare(&in_folder, full, SolveControl::new(2)).expect("equal values");
    let with_six = folder();
    solved(game, with_six.path(), Some(6));
    let error = compare(&in_folder, &tables(game, with_six.path()), SolveControl::new(2))
        .expect_err("a missing table");
    assert!(error.to_string().contains("4-3.table"), "{error}");
    // The built-in archive holds the files of all endings up to ten stones. Those packed here must be among them.
    let built_in = include_bytes!("../../data/endgames.bin");
    for name in ["3-3.exact", "4-3.exact"] {
        let file = fs::read(packed.join(name)).expect("a file");
        assert!(built_in.windows(file.len()).any(|part| part == file), "{name}");
    }

    let bytes = fs::read(packed.join("endings.bin")).expect("an archive");
    let tables = embedded(game, bytes.clone().leak());
    for slice in game.groups(Some(7)).into_iter().flatten() {
        for index in (0..game.size(slice)).step_by(31) {
            let place = SliceIndex { slice, index };
            let Some(state) = game.position(place) else { continue };
            let value = full.value_at(place).expect("a value");
            assert_eq!(tables.probe(game, &state), Some(value.score()), "{slice}, {index}");
            assert_eq!(in_folder.probe(game, &state), None, "too slow for the nodes of a search");
        }
    }
    assert_damage_is_found(game, full, bytes);
}

/// Opens the tables of an archive. Its bytes stay in memory, as those of an archive in a program do.
fn embedded(game: &Mill, bytes: &'static [u8]) -> Tables<Mill> {
    let archive = Stored::archive(bytes).expect("an archive");
    Tables::open(game.clone(), Box::new(archive)).expect("tables")
}

/// Asserts that an archive of endings with a changed last byte gives no wrong value, and that an error names its file.
fn assert_damage_is_found(game: &Mill, full: &Tables<Mill>, mut archive: Vec<u8>) {
    *archive.last_mut().expect("a byte") ^= 1;
    let damaged = embedded(game, archive.leak());
    let last = *game.groups(Some(7)).last().and_then(|group| group.last()).expect("a slice");
    for index in (0..game.size(last)).step_by(500) {
        let place = SliceIndex { slice: last, index };
        let Some(state) = game.position(place) else { continue };
        let value = damaged.probe(game, &state);
        let is_right = value.is_none_or(|value| value == full.value_at(place).expect("a value").score());
        assert!(is_right, "{last}, {index}");
    }
    let failure = damaged.failure().expect("a failure").to_string();
    assert!(failure.contains("4-3.exact") && failure.contains("damage in row"), "{failure}");
}
