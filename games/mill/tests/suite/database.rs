//! Tests of the perfect database: its files, its values, and their use by the engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use plywright::engine::{Go, Outcome, PvInfo, Setup};
use plywright::search::Rng;
use plywright::tablebase::{
    Solution, SolveControl, SolveError, SolveOptions, SolveProgress, Stage, TableFormat, TablebaseError,
    Value, solve,
};
use plywright::testkit::Player;
use plywright::{Depth, FileError, Notation as _, Playable, Score, State as _};
use plywright_mill::{Database, Mill, Slice};

use crate::database_values::{check_successors, check_symmetry, random_position};
use crate::endgame::{options, published};
use crate::exact_play::turn;
use crate::openings::{published_files, random_position as random_opening};
use crate::positions::searched;

/// Folder with a database of all positions of at most seven stones in all. Each process makes the database once.
static DIRECTORY: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("malom");
    fs::create_dir_all(&folder).expect("a directory for tests");
    // Several processes may run tests at the same time, so a file of an earlier run is replaced atomically.
    let fresh = folder.join(std::process::id().to_string());
    write(&Mill::default(), &fresh).expect("a solution");
    for file in fs::read_dir(&fresh).expect("a directory").flatten() {
        fs::rename(file.path(), folder.join(file.file_name())).expect("a file for tests");
    }
    fs::remove_dir(fresh).expect("an empty directory");
    folder
});

/// Returns the options for writing a database of at most `max_pieces` stones in all.
fn of_format(folder: &Path, max_pieces: u32) -> SolveOptions {
    SolveOptions { format: Some(TableFormat::Other("malom".to_owned())), ..options(folder, Some(max_pieces)) }
}

fn write(game: &Mill, folder: &Path) -> Result<Solution, TablebaseError> {
    solve(game, &of_format(folder, 7), SolveControl::new(2))
}

const SUBSPACE: Slice = Slice::moving(3, 3);
/// A subspace without a file in [`DIRECTORY`].
const ABSENT: Slice = Slice::moving(4, 4);
/// File of [`SUBSPACE`].
const FILE: &str = "std_3_3_0_0.sec2";

/// Position in which White is to move and wins in 21 plies.
const WON: &str = "@*****@*/@*O*****/*O****O* w m s 3 0 3 0 0 0 0 0 0 0 0 0 1";

fn database() -> Database {
    Database::open(&DIRECTORY).expect("a database")
}

/// Creates a folder with copies of `std.secval` and [`FILE`], and changes the bytes of the copy of [`FILE`] by
/// `change`.
fn changed_folder(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> PathBuf {
    let directory = DIRECTORY.join(name);
    // An earlier run may have left files.
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    fs::copy(DIRECTORY.join("std.secval"), directory.join("std.secval")).expect("a copy");
    let mut bytes = fs::read(DIRECTORY.join(FILE)).expect("the file");
    change(&mut bytes);
    fs::write(directory.join(FILE), bytes).expect("a copy");
    directory
}

fn engine(directory: &Path) -> Player {
    let path = directory.display().to_string();
    // `perfectdatabase` is an alias of `UsePerfectDatabase`.
    crate::positions::engine(&[
        ("EndgameTables", "false"),
        ("PerfectDatabasePath", &path),
        ("perfectdatabase", "true"),
    ])
}

fn search(engine: &Player, depth: u16) -> (PvInfo, String) {
    let (answer, lines) = searched(engine, &Go { depth: Some(Depth(depth)), ..Go::default() });
    (lines.last().expect("a line").clone(), answer.best.expect("a move"))
}

/// Returns the number of tablebase hits of a search of [`WON`] to depth 1.
fn hits(engine: &mut Player) -> u64 {
    engine.set_position(&Setup::Text(WON.to_owned()), &[]).expect("a position");
    search(engine, 1).0.tb_hits
}

/// Published files: subspace, length in bytes and checksum (CRC-32).
const PUBLISHED: [(Slice, usize, u32); 3] = [
    (SUBSPACE, 630_488, 0xe5ac_0422),
    (Slice::moving(3, 4), 2_836_958, 0x234d_5019),
    (Slice::moving(4, 3), 2_589_008, 0x0041_3823),
];

#[test]
fn written_files_are_the_published_ones() {
    for (slice, length, checksum) in PUBLISHED {
        let [own, other] = slice.board;
        let bytes = fs::read(DIRECTORY.join(format!("std_{own}_{other}_0_0.sec2"))).expect("a file");
        assert_eq!((bytes.len(), crc32fast::hash(&bytes)), (length, checksum), "{slice}");
        assert_eq!(database().counts(slice), Ok(published()[&slice.to_string()]), "{slice}");
    }
}

#[test]
fn a_solution_is_resumed_and_refuses_other_rules_and_folders() {
    let folder = changed_folder("resumed", |bytes| bytes.truncate(1000));
    let Solution { rows, start } = write(&Mill::default(), &folder).expect("a solution");
    assert_eq!((&rows, start), (&write(&Mill::default(), &DIRECTORY).expect("all is there").rows, None));
    assert!(rows.len() > 3 && rows[0].0 == "3-3", "{rows:?}");
    assert!(fs::read(folder.join(FILE)).expect("a file") == fs::read(DIRECTORY.join(FILE)).expect("a file"));
    let other = Mill::variant("nine-mens-morris-no-flying").expect("a variant");
    let error = write(&other, &folder).expect_err("other rules").to_string();
    assert!(error.contains("'malom'"), "{error}");
    // Plywright's own tables cannot be written to a folder of database files. A database can be continued in its folder
    // even if the manifest is missing.
    let own = solve(&Mill::default(), &options(&folder, Some(6)), SolveControl::new(2));
    assert!(matches!(own, Err(TablebaseError::Rules { .. })), "{own:?}");
    fs::remove_file(folder.join("manifest.txt")).expect("the manifest");
    assert_eq!(write(&Mill::default(), &folder).expect("all is there").rows, rows);
    fs::write(folder.join("mora.secval"), "").expect("a file of Morabaraba");
    let other = write(&Mill::default(), &folder);
    assert!(matches!(other, Err(TablebaseError::Rules { .. })), "{other:?}");
}

/// The second run finds all files, and is stopped when it reports the first of them.
#[test]
fn a_run_that_is_stopped_reads_no_more_files() {
    let options = of_format(&changed_folder("stopped", |_| {}), 6);
    let first = solve(&Mill::default(), &options, SolveControl::new(2)).expect("a solution");
    assert!(first.rows.len() > 1, "{:?}", first.rows);
    let (stop, finished) = (AtomicBool::new(false), AtomicU32::new(0));
    let report = |news: &SolveProgress| {
        if let Stage::Finished(_) = news.stage {
            finished.fetch_add(1, Relaxed);
            stop.store(true, Relaxed);
        }
    };
    let result = solve(&Mill::default(), &options, SolveControl { threads: 1, stop: &stop, report: &report });
    assert_eq!(result, Err(SolveError::Stopped.into()));
    assert_eq!(finished.into_inner(), 1);
}

#[test]
fn values_follow_from_the_successors_and_respect_symmetries() {
    let (database, mut rng) = (database(), Rng::new(7));
    let with_hands = [([2, 2], [1, 1]), ([2, 1], [2, 2])].map(|(hand, board)| Slice { hand, board });
    let moving = [[3, 3], [4, 3], [3, 4]].map(|[own, other]| Slice::moving(own, other));
    for slice in moving.into_iter().chain(with_hands) {
        for _ in 0..2000 {
            let state = random_position(&mut rng, slice);
            assert!(check_successors(&database, &state));
            check_symmetry(&database, &state);
        }
    }
}

#[test]
fn missing_files_give_no_values_and_are_named_in_errors() {
    let database = database();
    let unlisted = database.counts(Slice::moving(10, 3));
    assert!(matches!(unlisted, Err(TablebaseError::Solve(SolveError::Missing { .. }))));
    let absent = database.counts(ABSENT);
    assert!(matches!(absent, Err(TablebaseError::File(FileError::Access { .. }))));
    assert_eq!(database.value(&random_position(&mut Rng::new(1), ABSENT)), None);
    let empty = changed_folder("missing", |_| {});
    fs::remove_file(empty.join(FILE)).expect("removed");
    let error = Database::open(&empty).expect("values are there").counts(SUBSPACE).expect_err("no file");
    assert!(error.to_string().contains(FILE), "{error}");
    fs::remove_file(empty.join("std.secval")).expect("removed");
    let error = Database::open(&empty).expect_err("no values");
    assert!(error.to_string().contains("std.secval"), "{error}");
}

#[test]
fn truncated_files_and_wrong_headers_are_refused_with_what_was_expected() {
    for length in [0, 3, 63, 64, 1000, 630_487] {
        let directory = changed_folder(&format!("cut_{length}"), |bytes| bytes.truncate(length));
        let database = Database::open(&directory).expect("values are there");
        let error = database.counts(SUBSPACE).expect_err("a truncated file").to_string();
        assert!(error.contains(FILE) && error.contains("630488"), "{error}");
        assert_eq!(database.value(&random_position(&mut Rng::new(1), SUBSPACE)), None);
    }
    // Each byte lies in a different field of the header.
    for byte in [0, 5, 8, 12] {
        let directory = changed_folder(&format!("header_{byte}"), |bytes| bytes[byte] ^= 0x10);
        let error =
            Database::open(&directory).expect("values are there").counts(SUBSPACE).expect_err("a header");
        assert!(error.to_string().contains("expected"), "{error}");
    }
}

#[test]
fn files_of_noise_are_read_without_panic() {
    let mut rng = Rng::new(3);
    let directory = changed_folder("noise", |bytes| bytes[64..].fill_with(|| rng.below(256) as u8));
    let database = Database::open(&directory).expect("values are there");
    assert!(database.counts(SUBSPACE).is_err());
    for _ in 0..5000 {
        let _ = database.value(&random_position(&mut rng, SUBSPACE));
    }
}

#[test]
fn broken_values_are_refused_with_what_was_expected() {
    let directory = changed_folder("values", |_| {});
    let good = fs::read_to_string(directory.join("std.secval")).expect("values");
    let broken = [
        (String::new(), "virt_loss_val:"),
        (good.replace('1', "one"), "four numbers of stones"),
        (good.replace("299", "-299"), "virt_loss_val:"),
        (good.replace("299", "2147483647"), "a win from 1 to 16384"),
        (good.replace("299", "16385"), "a win from 1 to 16384"),
        (good.replace("3 3 0 0  0", "3 3 0 0"), "four numbers of stones"),
        (good.replace("3 3 0 0  0", "3 3 0 99  0"), "up to 12"),
        (good.replace("3 3 0 0  0", "3 3 0 0  999"), "a value between -299 and 299"),
        (good.replace("3 3 0 0  0", ""), "the number of lines that follow"),
        ("\u{0}".repeat(100), "virt_loss_val:"),
    ];
    for (text, expected) in broken {
        fs::write(directory.join("std.secval"), &text).expect("a file");
        let error = Database::open(&directory).expect_err("no table").to_string();
        assert!(error.contains("std.secval") && error.contains("line"), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_won_endgame_is_known_at_depth_one_and_played_to_its_end() {
    let mut engine = engine(&DIRECTORY);
    engine.set_position(&Setup::Text(WON.to_owned()), &[]).expect("a position");
    let (insight, _) = search(&engine, 1);
    assert!(insight.tb_hits > 0);
    assert_eq!(insight.score, Score::win_in(21));
    let mut plies = 21;
    let mut side = engine.state::<Mill>().side();
    while engine.line.outcome() == Outcome::Open {
        let (insight, best) = search(&engine, 1);
        assert_eq!(insight.score.plies_to_end(), Some(plies));
        engine.play(&[&best]).expect("legal");
        let next = engine.state::<Mill>().side();
        plies -= u32::from(next != side);
        side = next;
    }
    assert_eq!(plies, 0);
}

#[test]
fn drawing_moves_keep_the_published_grade() {
    let folder = published_files();
    let database = Database::open(folder.path()).expect("a database");
    let mut engine = engine(folder.path());
    engine.set_option("OpeningTables", "false").expect("off");
    let (mut rng, mut choices) = (Rng::new(9), 0);
    for plies in (0..4).cycle().take(60) {
        let state = random_opening(&mut rng, plies);
        if database.value(&state) != Some(Score::DRAW) {
            continue;
        }
        let text = Mill::default().position_text(&state);
        let mut grades = Vec::new();
        engine.set_position(&Setup::Text(text.clone()), &[]).expect("a position");
        for (mv, value) in engine.exact(&*engine.line).expect("a folder").moves {
            engine.set_position(&Setup::Text(text.clone()), &[&mv]).expect("a move");
            if value == Some(Value::DRAW) {
                grades.extend(database.grade(engine.state::<Mill>()).map(|grade| -grade));
            }
        }
        let best = grades.iter().max().expect("a drawing move");
        engine.set_position(&Setup::Text(text.clone()), &[]).expect("a position");
        let (played, _) = turn(&mut engine, &Go { depth: Some(Depth(1)), ..Go::default() });
        assert_eq!(database.grade(engine.state::<Mill>()), Some(-best), "{played} in {text}");
        assert_eq!(database.grade(&state), Some(*best), "{text}");
        choices += u32::from(grades.iter().any(|grade| grade != best));
    }
    assert!(choices > 10, "{choices} positions with draws of different grades");
}

#[test]
fn a_database_is_not_probed_without_its_option() {
    let mut engine = engine(&DIRECTORY);
    engine.set_option("UsePerfectDatabase", "false").expect("off");
    engine.set_position(&Setup::Text(WON.to_owned()), &[]).expect("a position");
    let (insight, _) = search(&engine, 1);
    assert_eq!((insight.tb_hits, insight.score.plies_to_end()), (0, None));
}

#[test]
fn a_database_is_not_probed_under_rules_that_change_values() {
    let mut engine = engine(&DIRECTORY);
    engine.set_option("MayFly", "false").expect("a rule");
    assert_eq!(hits(&mut engine), 0);
    engine.set_option("UCI_Variant", "twelve-mens-morris").expect("a variant");
    assert!(engine.options().iter().all(|option| option.name != "UsePerfectDatabase"));
    engine.set_option("UCI_Variant", "nine-mens-morris").expect("a variant");
    engine.set_option("MayFly", "true").expect("a rule");
    assert!(hits(&mut engine) > 0);
}

#[test]
fn a_path_to_nowhere_is_refused_and_the_old_one_stays() {
    let mut engine = engine(&DIRECTORY);
    let nowhere = DIRECTORY.join("nowhere");
    let error =
        engine.set_option("PerfectDatabasePath", &nowhere.display().to_string()).expect_err("no database");
    assert!(error.to_string().contains("std.secval"), "{error}");
    assert!(hits(&mut engine) > 0);
    engine.set_option("PerfectDatabasePath", "<empty>").expect("no path");
    assert_eq!(hits(&mut engine), 0);
}
