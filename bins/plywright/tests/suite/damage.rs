//! Tests of damaged tables, of outputs that are not completed, and of two processes with one output.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::client::Client;
use crate::program::{Folder, kill, signal, wait};

tests! {
    untimed: damaged_tables_are_named_and_made_again,
        a_killed_run_goes_on_to_the_same_compact_tables,
        a_lost_manifest_is_named,
        a_search_names_damaged_tables_once,
        commands_that_need_exact_values_end_at_damaged_tables,
        files_that_are_cut_or_changed_are_named,
        illegal_input_leaves_the_output_as_it_was,
        a_second_process_with_one_output_is_refused;
    unix: a_full_disk_leaves_the_output_as_it_was, a_killed_conversion_leaves_the_output_as_it_was;
}

/// Tables of a small game, and what the commands print while no table is damaged.
struct Tables {
    folder: Folder,
    /// Command that solves the tables. It makes missing and damaged tables again, in the format of the folder.
    solve_command: String,
    solve_output: String,
    /// Command that looks up the start position in the tables.
    probe_command: String,
    probe_output: String,
}

impl Tables {
    fn new(format: &str) -> Self {
        let folder = Folder::new();
        let solve_command = "solve --game connect-four --variant 4x4 --out tables".to_owned();
        let probe_command = "probe --game connect-four --variant 4x4 --tables tables".to_owned();
        let solve_output = folder.prints(&format!("{solve_command}{format}"));
        let probe_output = folder.prints(&probe_command);
        Self { folder, solve_command, solve_output, probe_command, probe_output }
    }

    /// Changes a byte of a table. Asserts that the lookup prints the right answer, or exits with code 1 and names the
    /// file. Asserts that the solver names the file and makes it again. Returns whether the lookup failed.
    fn expect_repair(&self, file: &Path, at: usize) -> bool {
        let name = &*file.file_name().expect("a name").to_string_lossy();
        let place = format!("byte {at} of {name}");
        let whole = fs::read(file).expect("a table");
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(file, bytes).expect("a table");
        let probed = self.folder.run(&self.probe_command);
        let [out, errors] =
            [probed.stdout, probed.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert!(!out.contains("can add them"), "{place}: {out}");
        if probed.status.success() {
            assert_eq!(out, self.probe_output, "{place}");
        } else {
            assert!(probed.status.code() == Some(1) && errors.contains(name), "{place}: {errors}");
        }
        let solved = self.folder.run(&self.solve_command);
        let errors = String::from_utf8_lossy(&solved.stderr);
        assert!(
            solved.status.success() && solved.stdout == self.solve_output.as_bytes(),
            "{place}: {errors}"
        );
        let note = errors.lines().find(|line| line.contains("it is made again"));
        assert!(note.is_some_and(|note| note.contains(name)), "{place}: {errors}");
        assert!(fs::read(file).expect("a table") == whole, "{place}");
        !probed.status.success()
    }
}

/// Damages each table at several places, in full and in compact tables.
fn damaged_tables_are_named_and_made_again() {
    let mut named = Vec::new();
    for (format, extension) in [(" --format compact", "wdl"), ("", "table")] {
        let tables = Tables::new(format);
        for file in tables.folder.files("tables") {
            if file.extension().is_some_and(|found| found == extension) {
                let last = fs::metadata(&file).expect("a table").len() as usize - 1;
                named.extend([0, last / 3, 2 * last / 3, last].map(|at| tables.expect_repair(&file, at)));
            }
        }
    }
    let count = named.iter().filter(|is_named| **is_named).count();
    assert!(count > named.len() / 3, "{count} of {} places named", named.len());
}

/// Kills runs that solve into compact tables, after they have written different numbers of files. A run that is not
/// killed must then make exactly the files that packing the full tables makes.
fn a_killed_run_goes_on_to_the_same_compact_tables() {
    let folder = Folder::new();
    let solve = |more: &str| format!("solve --variant nine-mens-morris --option PiecesCount=3 {more}");
    folder.prints(&solve("--out full"));
    let expected = folder.prints(&solve("--format compact --tables full --out packed"));
    let into_compact = solve("--format compact --out direct");
    let written = || {
        let files = ["direct", "direct/unpacked"].map(|name| folder.files(name)).concat();
        files
            .iter()
            .filter(|path| path.extension().is_some_and(|found| found == "table" || found == "wdl"))
            .count()
    };
    for files in 1..=4 {
        let child = folder.spawn(&into_compact);
        wait(Duration::from_secs(30), || written() >= files);
        kill(child);
    }
    for name in ["manifest.txt", "3-3.wdl"] {
        folder.write(&format!("direct/{name}.unfinished-1"), "half a file");
    }
    // Compact tables hold no distances, so a second run prints the value of the start without its plies. This line is
    // therefore not compared.
    let rows = |text: String| {
        text.lines().filter(|line| !line.starts_with("start: ")).collect::<Vec<_>>().join("\n")
    };
    let contents = |name: &str| -> BTreeMap<_, _> {
        let files = folder.files(name).into_iter();
        files
            .map(|path| (path.file_name().map(ToOwned::to_owned), fs::read(&path).expect("a file")))
            .collect()
    };
    let expected = rows(expected);
    for _ in 0..2 {
        assert_eq!(rows(folder.prints(&into_compact)), expected);
        assert_eq!(contents("direct"), contents("packed"));
    }
}

fn a_lost_manifest_is_named() {
    let folder = Folder::new();
    folder.prints("solve --game connect-four --variant 4x4 --format compact --out tables");
    let probe = "probe --game connect-four --variant 4x4 --tables tables";
    let text = folder.text("tables/manifest.txt");
    // The manifest is damaged in two ways: its last line is missing, or occurs twice.
    let lines: Vec<&str> = text.lines().collect();
    for lines in [&lines[..lines.len() - 1], &[&lines[..], &lines[lines.len() - 1..]].concat()] {
        folder.write("tables/manifest.txt", lines.join("\n") + "\n");
        folder.refuses(probe, 1, "manifest.txt' has ");
    }
    fs::remove_file(folder.path("tables/manifest.txt")).expect("a manifest");
    folder.refuses(probe, 1, "manifest.txt");
}

/// Damages the last row of each table in the subfolder `tables`.
fn damage_tables(folder: &Folder) {
    for table in folder.files("tables") {
        if table.extension().is_some_and(|extension| extension == "table") {
            let mut bytes = fs::read(&table).expect("a table");
            *bytes.last_mut().expect("a block") ^= 1;
            fs::write(&table, bytes).expect("a table");
        }
    }
}

/// Asserts that a command ends with exit code 1 and names the damage of a table.
fn expect_end_at_damage(folder: &Folder, command: &str) {
    let output = folder.run(&format!("{command} --option EndgameTablesPath=tables"));
    let errors = String::from_utf8_lossy(&output.stderr);
    let is_named = output.status.code() == Some(1) && errors.contains("damage in row");
    assert!(is_named, "{command}: {:?} {errors}", output.status);
}

fn commands_that_need_exact_values_end_at_damaged_tables() {
    const RULES: &str = "--variant three-mens-morris";
    let folder = Folder::new();
    folder.prints(&format!("solve {RULES} --out tables"));
    folder.prints(&format!("accuracy {RULES} --random 5 --tables tables --nodes 10 --save positions"));
    damage_tables(&folder);
    for command in [
        "selfplay --games 4 --nodes 20 --out games",
        "report --games 2 --nodes 20 --doublings 0",
        "accuracy --positions positions --nodes 20",
        "tune --params aspiration --each nodes=20 --iterations 1 --out tuned",
        "puzzles --count 1 --out puzzles",
    ] {
        expect_end_at_damage(&folder, &format!("{command} {RULES}"));
    }
    let folder = Folder::new();
    folder.prints("solve --game tic-tac-toe --out tables");
    damage_tables(&folder);
    folder.prints("selfplay --game tic-tac-toe --nodes 20 --games 200 --out games.file");
    expect_end_at_damage(&folder, &format!("{TRAIN} --epochs 1 --out network"));
    assert!(!folder.path("network").exists());
}

fn a_search_names_damaged_tables_once() {
    let folder = Folder::new();
    folder.prints("solve --variant three-mens-morris --out tables");
    damage_tables(&folder);
    let mut client = Client::start("--game mill --variant three-mens-morris --protocol uci");
    let path = folder.path_text("tables");
    client.say(&format!("setoption name EndgameTablesPath value {path}\nposition startpos"));
    let is_named = |line: &&String| line.starts_with("info string ") && line.contains("damage in row");
    for expected in [1, 0, 0] {
        let lines = client.ask("go depth 3", "bestmove");
        assert_eq!(lines.iter().filter(is_named).count(), expected, "{lines:#?}");
    }
}

const GAMES: &str = "[Game \"tic-tac-toe\"]\n\n1. a1 b2 2. c3 *\n\n";

/// Asserts that `out.pgn` holds this number of games, and that no unfinished file is left.
fn expect_converted(folder: &Folder, games: usize) {
    assert_eq!(folder.text("out.pgn").matches("[Game ").count(), games);
    assert_eq!(folder.files("").len(), 2, "no unfinished file is left");
}

fn illegal_input_leaves_the_output_as_it_was() {
    let folder = Folder::new();
    folder.write("out.pgn", GAMES);
    let many = GAMES.repeat(500);
    for bad in ["[Game \"tic-tac-toe\"]\n\n1. a1 a1 *\n", "[Game \"tic-tac-toe\"]\n\n1. a1 {open\n"] {
        folder.write("input.pgn", format!("{many}{bad}"));
        folder.refuses("convert input.pgn --out out.pgn", 2, "line ");
        assert_eq!(folder.text("out.pgn"), GAMES);
    }
    folder.write("input.pgn", &many);
    folder.prints("convert input.pgn --out out.pgn");
    expect_converted(&folder, 500);
}

fn a_full_disk_leaves_the_output_as_it_was() {
    let folder = Folder::new();
    folder.write("input.pgn", GAMES.repeat(2000));
    folder.write("out.pgn", GAMES);
    let errors = folder.fails_on_a_full_disk(16, "convert input.pgn --out out.pgn");
    assert!(errors.contains("out.pgn: File too large"), "{errors}");
    expect_converted(&folder, 1);
}

fn a_killed_conversion_leaves_the_output_as_it_was() {
    let folder = Folder::new();
    folder.write("input.pgn", GAMES.repeat(200_000));
    folder.write("out.pgn", GAMES);
    let length = || fs::metadata(folder.path("out.pgn.unfinished")).map_or(0, |file| file.len());
    let convert = "convert input.pgn --out out.pgn";
    for size in [1, 50_000, 300_000] {
        // A killed process leaves the unfinished file. It is emptied here, so that its length shows how much the next
        // process has written.
        folder.write("out.pgn.unfinished", "");
        let child = folder.spawn(convert);
        wait(Duration::from_secs(20), || length() >= size);
        // A process that is stopped keeps its lock, so that another command is refused.
        signal("STOP", child.id());
        folder.refuses(convert, 1, "another process is writing this file");
        kill(child);
        assert_eq!(folder.text("out.pgn"), GAMES);
    }
    folder.prints(convert);
    expect_converted(&folder, 200_000);
}

const TRAIN: &str = "train --game tic-tac-toe --hidden 32 --data games.file";
const TUNE: &str = "tune --game tic-tac-toe --params futility_margin --each nodes=20 --out tuned.file";
const ACCURACY: &str = "accuracy --variant three-mens-morris --nodes 10";
const PUZZLES: &str = "puzzles --game connect-four --variant 5x4 --count 1 --out puzzles.file";

/// Cuts and changes files at many places. The command that reads a file either names it in an error or
/// accepts it, because a change may turn a number into another valid one.
fn files_that_are_cut_or_changed_are_named() {
    const PLACES: usize = 8;
    let folder = Folder::new();
    folder.prints("selfplay --game tic-tac-toe --nodes 20 --games 60 --out games.file");
    folder.prints("selfplay --game tic-tac-toe --nodes 20 --games 8 --shards 2 --plan plan.file");
    folder.prints(&format!("{TRAIN} --epochs 1 --out network.file"));
    folder.prints(&format!("{TUNE} --iterations 1"));
    folder.prints("solve --variant three-mens-morris --out tables");
    folder.prints(&format!("{ACCURACY} --random 5 --tables tables --save positions.file"));
    folder.prints(PUZZLES);
    let mut refused = 0;
    for (name, command) in [
        ("games.file", &*format!("{TRAIN} --epochs 1 --out out")),
        ("network.file.checkpoint", &format!("{TRAIN} --epochs 2 --out network.file")),
        ("network.file", &format!("{TRAIN} --epochs 2 --out network.file")),
        ("tuned.file", &format!("{TUNE} --iterations 2")),
        ("plan.file", "selfplay --plan plan.file --shard 0 --out out"),
        ("positions.file", &format!("{ACCURACY} --positions positions.file")),
        ("puzzles.file", PUZZLES),
    ] {
        let whole = fs::read(folder.path(name)).expect(name);
        for at in (0..PLACES).map(|place| place * (whole.len() - 1) / (PLACES - 1)) {
            let mut changed = whole.clone();
            changed[at] ^= 0x15;
            refused += usize::from(is_refused(&folder, name, &whole[..at], command));
            refused += usize::from(is_refused(&folder, name, &changed, command));
        }
    }
    assert!(refused > 40, "{refused}");
}

/// Replaces a file and runs the command that reads it. Returns whether the command refuses the file; its error must
/// name the file, or say that too few games are left for training. Restores the files and removes the command's output.
fn is_refused(folder: &Folder, name: &str, bytes: &[u8], command: &str) -> bool {
    let files = [name, "network.file", "network.file.checkpoint"];
    let kept = files.map(|file| fs::read(folder.path(file)).expect(file));
    folder.write(name, bytes);
    let output = folder.run(command);
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let place = format!("{name} of {} bytes: {errors}", bytes.len());
        assert!(matches!(output.status.code(), Some(1 | 2)) && !errors.contains("panicked"), "{place}");
        assert!(errors.contains(name) || errors.contains("games to train on"), "{place}");
    }
    for (file, content) in files.iter().zip(&kept).rev() {
        folder.write(file, content);
    }
    let out = folder.path("out");
    let _ = fs::remove_dir_all(&out).or_else(|_| fs::remove_file(&out));
    for file in ["out.checkpoint", "out.best"] {
        let _ = fs::remove_file(folder.path(file));
    }
    !output.status.success()
}

fn a_second_process_with_one_output_is_refused() {
    let folder = Folder::new();
    folder.prints("selfplay --game tic-tac-toe --games 60 --nodes 20 --out games");
    for (out, arguments) in [
        ("match", "match --game connect-four --rounds 100000 --levels 0,1 --each nodes=50"),
        ("selfplay", "selfplay --game connect-four --games 1000000 --nodes 50"),
        ("tune", "tune --game connect-four --params futility_margin --each nodes=3000 --iterations 100000"),
        ("train", "train --game tic-tac-toe --hidden 32 --epochs 10000 --data games"),
    ] {
        let arguments = format!("{arguments} --out {out}");
        let child = folder.spawn(&arguments);
        wait(Duration::from_secs(30), || fs::metadata(folder.path(out)).is_ok_and(|data| data.len() > 0));
        folder.refuses(&arguments, 1, "another process is writing this file");
        kill(child);
        // The killed process has left no lock, so the same command runs again.
        let mut again = folder.spawn(&arguments);
        sleep(Duration::from_millis(300));
        assert!(again.try_wait().expect("a process").is_none(), "{out}");
        kill(again);
    }
}
