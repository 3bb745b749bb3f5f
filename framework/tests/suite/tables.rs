//! Tests of folders of tables, with a game whose values are known. A solver must refuse a folder of other rules or of a
//! later format, mend damaged files, and refuse a game with wrong un-moves. Damaged tables must give no values.

use std::cell::Cell;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use plywright::tablebase::{
    Contents, DynTablebase, SliceIndex, Sliced, Solution, SolveControl, SolveError, SolveOptions,
    SolveProgress, Source, Stage, Stored, TablebaseError, Tables, Value, claim, pack, solve, verify,
};
use plywright::{FileError, Oracle};

use crate::take_away::{Heap, THREE, TakeAway};

const SLICES: u32 = 3;

impl Sliced for TakeAway {
    type Slice = u32;

    fn groups(&self, _: Option<u32>) -> Vec<Vec<u32>> {
        (0..SLICES).map(|slice| vec![slice]).collect()
    }

    fn size(&self, _: u32) -> u64 {
        self.heaps
    }

    fn locate(&self, heap: &Heap) -> Option<SliceIndex<u32>> {
        let stones = u64::from(heap.stones);
        Some(SliceIndex { slice: (stones / self.heaps) as u32, index: stones % self.heaps })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Heap> {
        Some(Heap::of((u64::from(slice) * self.heaps + index) as u16))
    }

    fn table_rules(&self, _: u32) -> String {
        format!("take up to {}", self.max)
    }

    /// Compact tables leave out slice 1.
    fn is_stored(&self, slice: u32) -> bool {
        slice != 1
    }

    /// Tables of endings hold only slice 0.
    fn has_distances(&self, slice: u32) -> bool {
        slice == 0
    }

    /// A turn that does not end the game takes fewer stones than there are heaps in a slice.
    fn exits(&self, slice: u32) -> Option<Vec<u32>> {
        Some(slice.checked_sub(1).into_iter().collect())
    }

    fn has_unmoves(&self, _: &[u32]) -> bool {
        true
    }

    fn unmoves(&self, slice: u32, indexes: &[u64], visit: &mut dyn FnMut(SliceIndex<u32>, u8)) {
        for index in indexes {
            for larger in (index + 1..=index + u64::from(self.max)).filter(|heap| *heap < self.heaps) {
                visit(SliceIndex { slice: slice + self.shifted, index: larger }, self.counted);
            }
        }
    }
}

const FOUR: TakeAway = TakeAway { max: 4, ..THREE };

fn solve_reporting(
    game: &TakeAway,
    folder: &Path,
    report: &(dyn Fn(&SolveProgress) + Sync),
) -> Result<Solution, TablebaseError> {
    let folder = folder.to_owned();
    let options = SolveOptions { folder, max_pieces: None, memory: 1 << 20, format: None };
    solve(game, &options, SolveControl { report, ..SolveControl::new(2) })
}

/// Solves [`THREE`] into a folder that may already hold tables.
fn solve_three(folder: &Path) -> Result<Solution, TablebaseError> {
    solve_reporting(&THREE, folder, &|_| {})
}

fn open(game: &TakeAway, folder: &Path) -> Result<Tables<TakeAway>, TablebaseError> {
    Tables::open(game.clone(), Stored::folder(folder))
}

/// Returns a new folder with the tables of [`THREE`].
fn new_tables(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tables {name} {}", std::process::id()));
    // An error is ignored: usually, no earlier run has left this folder.
    let _ = fs::remove_dir_all(&folder);
    solve_three(&folder).expect("a solution");
    folder
}

/// Returns the opened tables of a new folder: full ones of slice 0 and compact ones of slice 2. A value in slice 1 is
/// derived from those in slice 0.
fn new_mixed_tables(name: &str) -> Tables<TakeAway> {
    let full = new_tables(name);
    let mixed = full.join("mixed");
    fs::create_dir(&mixed).expect("a folder");
    fs::copy(full.join("0.table"), mixed.join("0.table")).expect("a copy");
    pack(&THREE, &full, &mixed, Contents::Values, SolveControl::new(1)).expect("packed");
    open(&THREE, &mixed).expect("tables")
}

fn manifest(folder: &Path) -> PathBuf {
    folder.join("manifest.txt")
}

fn remove(path: &Path) {
    fs::remove_file(path).expect("a file");
}

/// Changes a bit of the byte at the index `at` of a file.
fn damage(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("a file");
    bytes[at] ^= 2;
    fs::write(path, bytes).expect("a file");
}

/// Returns the names and the contents of the files in a folder, sorted by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().expect("text"), fs::read(entry.path()).expect("bytes")))
        .collect();
    files.sort();
    files
}

/// Checks that a solver for other rules refuses the folder before its work begins, and changes no file.
fn assert_rules_refused(folder: &Path) {
    let before = files(folder);
    match solve_reporting(&FOUR, folder, &|_| panic!("work has begun")) {
        Err(TablebaseError::Rules { found, expected, .. }) => {
            assert_eq!([&*found, &*expected], ["take up to 3", "take up to 4"]);
        }
        result => panic!("{result:?}"),
    }
    assert_eq!(files(folder), before);
}

#[test]
fn a_folder_of_other_rules_is_refused_before_anything_is_written() {
    let folder = new_tables("of other rules");
    assert_rules_refused(&folder);
    assert!(matches!(open(&FOUR, &folder), Err(TablebaseError::Rules { .. })));
    // Without a manifest, the heads of the tables decide which rules the folder belongs to.
    remove(&manifest(&folder));
    assert_rules_refused(&folder);
}

#[test]
fn a_run_continues_where_manifest_and_a_table_are_missing() {
    let folder = new_tables("continued");
    let whole = files(&folder);
    remove(&manifest(&folder));
    remove(&folder.join("2.table"));
    solve_three(&folder).expect("a solution");
    assert_eq!(files(&folder), whole);
}

#[test]
fn a_missing_table_is_named_if_the_manifest_lists_it() {
    let folder = new_tables("lost");
    for slice in 0..SLICES {
        remove(&folder.join(format!("{slice}.table")));
    }
    let error = open(&THREE, &folder).expect_err("a lost table").to_string();
    assert!(error.contains("0.table"), "{error}");
    remove(&manifest(&folder));
    assert!(matches!(open(&THREE, &folder), Err(TablebaseError::Empty { .. })));
}

#[test]
fn a_damaged_table_is_solved_again_if_the_manifest_or_another_table_says_the_rules() {
    let folder = new_tables("damaged");
    let whole = files(&folder);
    damage(&folder.join("1.table"), 30);
    solve_three(&folder).expect("the manifest says the rules");
    assert_eq!(files(&folder), whole);
    damage(&folder.join("1.table"), 30);
    remove(&manifest(&folder));
    solve_three(&folder).expect("other tables say the rules");
    assert_eq!(files(&folder), whole);
}

#[test]
fn damaged_tables_are_refused_if_nothing_says_the_rules() {
    let folder = new_tables("unknown");
    for slice in 0..SLICES {
        damage(&folder.join(format!("{slice}.table")), 30);
    }
    remove(&manifest(&folder));
    let result = solve_three(&folder);
    assert!(matches!(result, Err(TablebaseError::File(FileError::Content { .. }))), "{result:?}");
    fs::write(manifest(&folder), "other text").expect("a file");
    let error = solve_three(&folder).expect_err("unknown rules").to_string();
    assert!(error.contains("expected 'plywright-tables 1'"), "{error}");
}

/// A table that is cut short, or in which a byte is changed, must be reported as damaged and not as missing. After a
/// change, it must be solved again.
#[test]
fn each_changed_byte_is_found_and_mended() {
    let folder = new_tables("bytes");
    let (table, whole) = (folder.join("1.table"), files(&folder));
    let intact = fs::read(&table).expect("a table");
    let control = SolveControl::new(2);
    for at in 0..intact.len() {
        fs::write(&table, &intact[..at]).expect("a file");
        assert!(matches!(verify(&THREE, &folder, control), Err(TablebaseError::File(_))), "cut to {at}");
        fs::write(&table, &intact).expect("a file");
        damage(&table, at);
        assert!(matches!(verify(&THREE, &folder, control), Err(TablebaseError::File(_))), "byte {at}");
        if let Ok(tables) = open(&THREE, &folder) {
            assert_gives_no_value(&tables, at);
        }
        let reported = Mutex::new(Vec::new());
        let report = |news: &SolveProgress| {
            if let Stage::Damaged(error) = &news.stage {
                reported.lock().unwrap().push(error.to_string());
            }
        };
        assert!(solve_reporting(&THREE, &folder, &report).is_ok(), "byte {at}");
        let reported = reported.into_inner().unwrap();
        assert!(reported.len() == 1 && reported[0].contains("1.table"), "byte {at}: {reported:?}");
        assert_eq!(files(&folder), whole, "byte {at}");
    }
}

/// Checks that `tables` give no value from the file `1.table`, which is damaged at byte `at`, and that their error
/// names this file.
fn assert_gives_no_value(tables: &Tables<TakeAway>, at: usize) {
    assert!(tables.check_values(&AtomicBool::new(false)).is_err(), "byte {at}");
    let state = THREE.position(SliceIndex { slice: 1, index: 3 }).expect("a heap");
    assert_eq!(tables.value_unless(&THREE, &state, &|| false), None, "byte {at}");
    let message = Oracle::<TakeAway>::failure(tables).expect("a message");
    assert!(message.contains("1.table' has damage"), "byte {at}: {message}");
}

#[test]
fn tables_are_not_read_to_the_end_after_a_stop() {
    let folder = new_tables("listed");
    let list = |stop| DynTablebase::info(&THREE, &folder, &AtomicBool::new(stop));
    assert_eq!(list(true), Err(TablebaseError::Solve(SolveError::Stopped)));
    assert_eq!(list(false), solve_three(&folder));
}

/// The checksum of a renamed table is right, so only its head shows the mistake.
#[test]
fn a_table_under_the_name_of_another_is_solved_again() {
    let folder = new_tables("renamed");
    let whole = files(&folder);
    fs::copy(folder.join("2.table"), folder.join("1.table")).expect("a copy");
    solve_three(&folder).expect("a solution");
    assert_eq!(files(&folder), whole);
}

#[test]
fn a_damaged_manifest_is_named_or_written_again() {
    let folder = new_tables("manifest");
    let whole = files(&folder);
    let intact = fs::read(manifest(&folder)).expect("the manifest");
    for at in 0..intact.len() {
        let mut bytes = intact.clone();
        bytes[at] ^= 1;
        fs::write(manifest(&folder), bytes).expect("a file");
        let error = open(&THREE, &folder).expect_err("a damaged manifest").to_string();
        assert!(error.contains("manifest.txt"), "byte {at}: {error}");
        match solve_three(&folder) {
            Ok(_) => assert_eq!(files(&folder), whole, "byte {at}"),
            Err(error) => assert!(error.to_string().contains("manifest.txt"), "byte {at}: {error}"),
        }
    }
}

#[test]
fn two_solvers_do_not_write_into_one_folder() {
    let folder = new_tables("busy");
    let claimed = claim(&folder, &[THREE.table_rules(0)]).expect("a claim");
    let error = solve_three(&folder).expect_err("a busy folder").to_string();
    assert!(error.contains("another process writes tables into"), "{error}");
    drop(claimed);
    assert!(solve_three(&folder).is_ok());
}

#[test]
fn tables_of_a_later_format_are_never_overwritten() {
    let folder = new_tables("of a later format");
    let path = manifest(&folder);
    let text = fs::read_to_string(&path).expect("a manifest").replacen("tables 1", "tables 2", 1);
    fs::write(&path, text).expect("a file");
    let whole = files(&folder);
    for error in [solve_three(&folder).map(|_| ()), open(&THREE, &folder).map(|_| ())] {
        let error = error.expect_err("a later format").to_string();
        assert!(error.contains("has format 2, expected 1"), "{error}");
    }
    assert_eq!(files(&folder), whole);
}

#[test]
fn each_slice_is_reported_when_its_table_is_written() {
    let folder = new_tables("reported");
    fs::remove_dir_all(&folder).expect("a folder");
    let numbers_of_files = Mutex::new(Vec::new());
    let report = |news: &SolveProgress| {
        if let Stage::Finished(_) = news.stage {
            numbers_of_files.lock().unwrap().push(files(&folder).len());
        }
    };
    solve_reporting(&THREE, &folder, &report).expect("a solution");
    // The lock and the manifest are written before the first table.
    assert_eq!(numbers_of_files.into_inner().unwrap(), [3, 4, 5]);
}

/// The side to move loses if the heap is divisible by four, and wins from a heap of 29 in 15 plies by taking one.
#[test]
fn a_solution_its_repetition_and_its_verification_report_the_same() {
    let folder = new_tables("repeated");
    let rows = Mutex::new(Vec::new());
    let report = |news: &SolveProgress| {
        if let Stage::Finished(counts) = &news.stage {
            rows.lock().unwrap().push((news.slices.clone(), *counts));
        }
    };
    fs::remove_dir_all(&folder).expect("a folder");
    let solution = solve_reporting(&THREE, &folder, &report).expect("a solution");
    assert_eq!(solution.start, Value::decided_in(15));
    assert_eq!(solve_reporting(&THREE, &folder, &report).as_ref(), Ok(&solution));
    let control = SolveControl { report: &report, ..SolveControl::new(2) };
    assert_eq!(verify(&THREE, &folder, control).as_ref(), Ok(&solution));
    assert_eq!(rows.into_inner().unwrap(), [&solution.rows[..]; 3].concat());
}

/// A folder that is read over a network.
#[derive(Debug)]
struct Remote(Box<dyn Source>);

impl Source for Remote {
    fn read(&self, file: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        self.0.read(file, range)
    }

    fn place(&self) -> String {
        self.0.place()
    }

    fn is_remote(&self) -> bool {
        true
    }
}

#[test]
fn the_nodes_of_a_search_do_not_wait_for_tables_on_another_machine() {
    let folder = new_tables("remote");
    let remote: Box<dyn Source> = Box::new(Remote(Stored::folder(&folder)));
    let (heap, value) = (Heap::of(9), Value::decided_in(5));
    for (source, is_fast) in [(Stored::folder(&folder), true), (remote, false)] {
        let tables = Tables::open(THREE, source).expect("tables");
        assert_eq!(tables.value_unless(&THREE, &heap, &|| false), value);
        assert_eq!(tables.probe(&THREE, &heap), value.map(Value::score).filter(|_| is_fast));
    }
}

/// Each turn takes one stone, so a heap of 254 stones is lost after 254 plies, the longest distance of a table. With
/// slices of 85 heaps, it is the largest heap. Otherwise a turn leads to it from the heap of 255 stones, which lies in
/// the same slice if slices have 86 heaps, and in the next slice if they have 255. That heap must win at once, because
/// a win in 255 plies is too long for a table.
#[test]
fn a_game_is_solved_if_its_longest_loss_just_fits_the_tables() {
    for heaps in [85, 86, 255] {
        let solved = |all_from| {
            let name = format!("longest {heaps} {all_from} {}", std::process::id());
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            solve_reporting(&TakeAway { max: 1, heaps, all_from, ..THREE }, &folder, &|_| {})
        };
        if heaps > 85 {
            let error = solved(256).expect_err("a heap of 255 stones wins in 255 plies");
            assert_eq!(error, TablebaseError::Solve(SolveError::TooLong), "{heaps}");
        }
        let rows = solved(255).expect("a solution").rows;
        let longest = rows.iter().map(|(_, counts)| counts.longest_loss).max();
        assert_eq!(longest, Some(Value::MAX_PLIES), "{heaps}");
    }
}

/// From a heap of 14, the four turns of a lookup do not show all that follows a heap of 11.
#[test]
fn a_derived_value_does_not_lose_its_distance_to_a_lookup_with_fewer_turns() {
    let tables = new_mixed_tables("fewer turns");
    assert!(tables.value(&Heap::of(14)).expect("sound files").is_some_and(Value::is_win));
    assert_eq!(tables.value(&Heap::of(11)), Ok(Value::decided_in(5)));
}

/// The lookup of a heap of 10 is stopped before the last of its three turns.
#[test]
fn a_derived_value_does_not_lose_its_distance_to_a_lookup_that_was_stopped() {
    let (tables, asked) = (new_mixed_tables("stopped"), Cell::new(0));
    let stop = || asked.replace(asked.get() + 1) >= 3;
    assert_eq!(tables.value_unless(&THREE, &Heap::of(10), &stop), Some(Value::WIN));
    assert_eq!(tables.value(&Heap::of(10)), Ok(Value::decided_in(5)));
}

/// From slice 2, two turns lead to the tables, which hold slice 0. Positions with only one turn left are not expanded.
#[test]
fn a_lookup_ends_where_its_turns_cannot_reach_the_tables() {
    let full = new_tables("far");
    let (endings, asked) = (full.join("endings"), Cell::new(0));
    pack(&THREE, &full, &endings, Contents::Endings, SolveControl::new(1)).expect("packed");
    let tables = open(&THREE, &endings).expect("tables");
    let stop = || asked.replace(asked.get() + 1) >= 1000;
    assert_eq!(tables.value_unless(&THREE, &Heap::of(29), &stop), None);
    assert_eq!(asked.get(), 1 + 3 + 9 + 27);
    assert_eq!(tables.value(&Heap::of(12)), Ok(Value::decided_in(6)));
}

#[test]
fn a_game_that_counts_an_unmove_too_often_is_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("unmoves {}", std::process::id()));
    for counted in [2, 3, 100] {
        let result = solve_reporting(&TakeAway { counted, ..THREE }, &folder, &|_| {});
        assert!(matches!(result, Err(TablebaseError::Solve(SolveError::Unmoves { .. }))), "{result:?}");
    }
}

#[test]
fn a_game_whose_unmoves_leave_the_group_is_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("outside {}", std::process::id()));
    let error =
        solve_reporting(&TakeAway { shifted: 1, ..THREE }, &folder, &|_| {}).expect_err("an un-move outside");
    assert_eq!(error.to_string(), "un-moves lead to slice 1, which is not in the group");
}
