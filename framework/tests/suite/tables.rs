//! Tests of tablebases for a game with known values: a folder made for other rules, damaged files, later
//! formats, progress reports and wrong un-moves.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use plywright::tablebase::{
    SliceIndex, Sliced, Solution, SolveControl, SolveError, SolveOptions, SolveProgress, Stage, Stored,
    TablebaseError, Tables, Value, claim, solve, verify,
};
use plywright::{FileError, Oracle};

use crate::take_away::{Heap, THREE, TakeAway};

/// Indices of the ten heaps in a slice.
const HEAPS: Range<u64> = 0..10;
const SLICES: u32 = 3;

impl Sliced for TakeAway {
    type Slice = u32;

    fn groups(&self, _: Option<u32>) -> Vec<Vec<u32>> {
        (0..SLICES).map(|slice| vec![slice]).collect()
    }

    fn size(&self, _: u32) -> u64 {
        HEAPS.end
    }

    fn locate(&self, heap: &Heap) -> Option<SliceIndex<u32>> {
        let stones = u64::from(heap.stones);
        Some(SliceIndex { slice: (stones / HEAPS.end) as u32, index: stones % HEAPS.end })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Heap> {
        Some(Heap::of((u64::from(slice) * HEAPS.end + index) as u16))
    }

    fn table_rules(&self, _: u32) -> String {
        format!("take up to {}", self.max)
    }

    fn has_unmoves(&self, _: &[u32]) -> bool {
        true
    }

    fn unmoves(&self, slice: u32, indexes: &[u64], visit: &mut dyn FnMut(SliceIndex<u32>, u8)) {
        for index in indexes {
            for index in (index + 1..=index + u64::from(self.max)).filter(|index| HEAPS.contains(index)) {
                visit(SliceIndex { slice: slice + self.shifted, index }, self.counted);
            }
        }
    }
}

const FOUR: TakeAway = TakeAway { max: 4, ..THREE };

fn run(
    game: &TakeAway,
    folder: &Path,
    report: &(dyn Fn(&SolveProgress) + Sync),
) -> Result<Solution, TablebaseError> {
    let folder = folder.to_owned();
    let options = SolveOptions { folder, max_pieces: None, memory: 1 << 20, threads: 2, format: None };
    solve(game, &options, SolveControl { stop: &AtomicBool::new(false), report })
}

fn opened(game: &TakeAway, folder: &Path) -> Result<Tables<TakeAway>, TablebaseError> {
    Tables::open(game.clone(), Stored::folder(folder))
}

fn solved(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tables {name} {}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    run(&THREE, &folder, &|_| {}).expect("a solution");
    folder
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().expect("text"), fs::read(entry.path()).expect("bytes")))
        .collect();
    files.sort();
    files
}

#[test]
fn a_folder_of_other_rules_is_refused_before_anything_is_written() {
    let folder = solved("of other rules");
    let whole = files(&folder);
    let refused = || match run(&FOUR, &folder, &|_| panic!("work has begun")) {
        Err(TablebaseError::Rules { found, expected, .. }) => (found, expected),
        result => panic!("{result:?}"),
    };
    let rules = |max| format!("take up to {max}");
    assert_eq!(refused(), (rules(3), rules(4)));
    assert_eq!(files(&folder), whole);
    // Without a manifest, the heads of the tables decide which rules the folder belongs to.
    fs::remove_file(folder.join("manifest.txt")).expect("the manifest");
    assert_eq!(refused(), (rules(3), rules(4)));
    fs::remove_file(folder.join("2.table")).expect("a table");
    assert!(run(&THREE, &folder, &|_| {}).is_ok(), "a run continues");
    assert_eq!(files(&folder), whole);
    assert!(matches!(opened(&FOUR, &folder), Err(TablebaseError::Rules { .. })));
    // A missing table that the manifest lists is named.
    (0..SLICES).for_each(|slice| fs::remove_file(folder.join(format!("{slice}.table"))).expect("a table"));
    let error = opened(&THREE, &folder).expect_err("a lost table").to_string();
    assert!(error.contains("0.table"), "{error}");
    fs::remove_file(folder.join("manifest.txt")).expect("the manifest");
    assert!(matches!(opened(&THREE, &folder), Err(TablebaseError::Empty { .. })));
}

#[test]
fn damaged_tables_are_solved_again_where_the_rules_are_known() {
    let folder = solved("damaged");
    let whole = files(&folder);
    let (manifest, table) = (folder.join("manifest.txt"), folder.join("1.table"));
    let damage = |path: &Path, at: usize| {
        let mut bytes = fs::read(path).expect("a file");
        bytes[at] ^= 2;
        fs::write(path, bytes).expect("a file");
    };
    damage(&table, 30);
    assert!(run(&THREE, &folder, &|_| {}).is_ok(), "the manifest says the rules");
    assert_eq!(files(&folder), whole);
    damage(&table, 30);
    fs::remove_file(&manifest).expect("the manifest");
    assert!(run(&THREE, &folder, &|_| {}).is_ok(), "other tables say the rules");
    assert_eq!(files(&folder), whole);
    (0..SLICES).for_each(|slice| damage(&folder.join(format!("{slice}.table")), 30));
    fs::remove_file(&manifest).expect("the manifest");
    let result = run(&THREE, &folder, &|_| {});
    assert!(matches!(result, Err(TablebaseError::File(FileError::Content { .. }))), "{result:?}");
    fs::write(&manifest, "other text").expect("a file");
    let error = run(&THREE, &folder, &|_| {}).expect_err("unknown rules").to_string();
    assert!(error.contains("expected 'plywright-tables 1'"), "{error}");
}

/// Changes each byte of a table in turn. Only an intact table is kept, and damage is never taken for absence.
#[test]
fn each_changed_byte_is_found_and_mended() {
    let folder = solved("bytes");
    let (table, whole) = (folder.join("1.table"), files(&folder));
    let intact = fs::read(&table).expect("a table");
    let control = SolveControl { stop: &AtomicBool::new(false), report: &|_| {} };
    for at in 0..intact.len() {
        fs::write(&table, &intact[..at]).expect("a file");
        assert!(matches!(verify(&THREE, &folder, 2, control), Err(TablebaseError::File(_))), "cut to {at}");
        let mut bytes = intact.clone();
        bytes[at] ^= 1;
        fs::write(&table, bytes).expect("a file");
        assert!(matches!(verify(&THREE, &folder, 2, control), Err(TablebaseError::File(_))), "byte {at}");
        if let Ok(tables) = opened(&THREE, &folder) {
            assert!(tables.check_values().is_err(), "byte {at}");
            let state = THREE.position(SliceIndex { slice: 1, index: 3 }).expect("a heap");
            assert_eq!(tables.value_unless(&THREE, &state, &|| false), None, "byte {at}");
            let message = Oracle::<TakeAway>::failure(&tables).expect("a message");
            assert!(message.contains("1.table' has damage"), "byte {at}: {message}");
        }
        let reported = Mutex::new(Vec::new());
        let report = |news: &SolveProgress| {
            if let Stage::Damaged(error) = &news.stage {
                reported.lock().unwrap().push(error.to_string());
            }
        };
        assert!(run(&THREE, &folder, &report).is_ok(), "byte {at}");
        let reported = reported.into_inner().unwrap();
        assert!(reported.len() == 1 && reported[0].contains("1.table"), "byte {at}: {reported:?}");
        assert_eq!(files(&folder), whole, "byte {at}");
    }
    // Another slice's file under this slice's name has a right checksum; only its head shows the mistake.
    fs::copy(folder.join("2.table"), &table).expect("a copy");
    assert!(run(&THREE, &folder, &|_| {}).is_ok());
    assert_eq!(files(&folder), whole);
}

#[test]
fn a_damaged_manifest_is_named_or_written_again() {
    let folder = solved("manifest");
    let (manifest, whole) = (folder.join("manifest.txt"), files(&folder));
    let intact = fs::read(&manifest).expect("the manifest");
    for at in 0..intact.len() {
        let mut bytes = intact.clone();
        bytes[at] ^= 1;
        fs::write(&manifest, bytes).expect("a file");
        let error = opened(&THREE, &folder).expect_err("a damaged manifest").to_string();
        assert!(error.contains("manifest.txt"), "byte {at}: {error}");
        match run(&THREE, &folder, &|_| {}) {
            Ok(_) => assert_eq!(files(&folder), whole, "byte {at}"),
            Err(error) => assert!(error.to_string().contains("manifest.txt"), "byte {at}: {error}"),
        }
    }
}

#[test]
fn two_solvers_do_not_write_into_one_folder() {
    let folder = solved("busy");
    let claimed = claim(&folder, &[THREE.table_rules(0)]).expect("a claim");
    let error = run(&THREE, &folder, &|_| {}).expect_err("a busy folder").to_string();
    assert!(error.contains("another process writes tables into"), "{error}");
    drop(claimed);
    assert!(run(&THREE, &folder, &|_| {}).is_ok());
}

#[test]
fn tables_of_a_later_format_are_never_overwritten() {
    let folder = solved("of a later format");
    let manifest = folder.join("manifest.txt");
    let text = fs::read_to_string(&manifest).expect("a manifest").replacen("tables 1", "tables 2", 1);
    fs::write(&manifest, text).expect("a file");
    let whole = files(&folder);
    for error in [run(&THREE, &folder, &|_| {}).map(|_| ()), opened(&THREE, &folder).map(|_| ())] {
        let error = error.expect_err("a later format").to_string();
        assert!(error.contains("has format 2, expected 1"), "{error}");
    }
    assert_eq!(files(&folder), whole);
}

#[test]
fn each_slice_is_reported_when_it_is_finished() {
    let folder = solved("reported");
    let (told, expected) = (Mutex::new(Vec::new()), ["0", "1", "2"].map(str::to_owned));
    let report = |news: &SolveProgress| {
        if let Stage::Finished(counts) = &news.stage {
            let files = files(&folder).len();
            told.lock().unwrap().push((news.slices.clone(), *counts, files));
        }
    };
    let names = || told.lock().unwrap().drain(..).map(|(name, ..)| name).collect::<Vec<_>>();
    fs::remove_dir_all(&folder).expect("a folder");
    let solution = run(&THREE, &folder, &report).expect("a solution");
    let news = told.lock().unwrap().clone();
    // The lock and the manifest are written before the first table.
    assert_eq!(news.iter().map(|(.., files)| *files).collect::<Vec<_>>(), [3, 4, 5]);
    let rows: Vec<_> = news.into_iter().map(|(name, counts, _)| (name, counts)).collect();
    assert_eq!(rows, solution.rows);
    assert_eq!(names(), expected);
    // The side to move loses if the heap is divisible by four, and wins from a heap of 29 in 15 plies by
    // taking one.
    assert_eq!(solution.start, Value::decided_in(15));
    assert_eq!(run(&THREE, &folder, &report).as_ref(), Ok(&solution));
    assert_eq!(names(), expected);
    let control = SolveControl { stop: &AtomicBool::new(false), report: &report };
    assert_eq!(verify(&THREE, &folder, 2, control), Ok(solution));
    assert_eq!(names(), expected);
}

#[test]
fn a_game_that_counts_an_unmove_too_often_is_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("unmoves {}", std::process::id()));
    for counted in [2, 3, 100] {
        let result = run(&TakeAway { counted, ..THREE }, &folder, &|_| {});
        assert!(matches!(result, Err(TablebaseError::Solve(SolveError::Unmoves { .. }))), "{result:?}");
    }
}

#[test]
fn a_game_whose_unmoves_leave_the_group_is_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("outside {}", std::process::id()));
    let error = run(&TakeAway { shifted: 1, ..THREE }, &folder, &|_| {}).expect_err("an un-move outside");
    assert_eq!(error.to_string(), "un-moves lead to slice 1, which is not in the group");
}
