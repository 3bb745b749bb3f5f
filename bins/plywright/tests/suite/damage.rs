//! Tests of damaged tables, of outputs that are not completed, and of two processes with one output.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::program::{Folder, command, prints, refuses, run};

tests! {
    beside: damaged_tables_are_named_and_made_again,
        a_killed_run_goes_on_to_the_same_compact_tables,
        a_lost_manifest_is_named,
        a_search_names_damaged_tables_once,
        files_that_are_cut_or_changed_are_named,
        illegal_input_leaves_the_output_as_it_was,
        a_full_disk_leaves_the_output_as_it_was,
        a_killed_conversion_leaves_the_output_as_it_was,
        a_second_process_with_one_output_is_refused;
}

const SMALL: [&str; 4] = ["--game", "connect-four", "--variant", "4x4"];

/// Changes a byte of each table at several places, in full and in compact tables. `probe` prints the answer
/// of the intact tables or exits with code 1 and names the file. `solve` names the file and makes it again.
fn damaged_tables_are_named_and_made_again() {
    let folder = Folder::new();
    let (mut damaged, mut named) = (0, 0);
    for (format, extension) in [(&["--format", "compact"][..], "wdl"), (&[], "table")] {
        let folder = folder.file(extension);
        let solve = [&["solve"], &SMALL[..], &["--out", &folder], format].concat();
        let solved = prints(&solve);
        let probe = [&["probe"], &SMALL[..], &["--tables", &folder]].concat();
        let known = prints(&probe);
        let tables = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").path());
        for file in tables.filter(|path| path.extension().is_some_and(|found| found == extension)) {
            let whole = fs::read(&file).expect("a table");
            for at in (0..4).map(|part| part * (whole.len() - 1) / 3) {
                damaged += 1;
                let mut bytes = whole.clone();
                bytes[at] ^= 0x10;
                fs::write(&file, bytes).expect("a table");
                let place = format!("byte {at} of {}", file.display());
                let output = run(&probe);
                let [out, errors] =
                    [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
                assert!(!out.contains("can add them"), "{place}: {out}");
                if output.status.success() {
                    assert_eq!(out, known, "{place}");
                } else {
                    named += 1;
                    assert_eq!(output.status.code(), Some(1), "{place}: {errors}");
                    assert!(errors.contains(&*file.to_string_lossy()), "{place}: {errors}");
                }
                // Every second time, no format is given. The tables must then be written in the folder's
                // format.
                let again = if at % 2 == 0 { run(&solve) } else { run(&solve[..7]) };
                let errors = String::from_utf8_lossy(&again.stderr).into_owned();
                assert!(again.status.success() && again.stdout == solved.as_bytes(), "{place}: {errors}");
                let note = errors.lines().find(|line| line.contains("it is made again"));
                assert!(
                    note.is_some_and(|note| note.contains(&*file.to_string_lossy())),
                    "{place}: {errors}"
                );
                assert!(fs::read(&file).expect("a table") == whole, "{place}");
            }
        }
    }
    assert!(named > damaged / 3, "{named} of {damaged} places named");
}

/// Kills runs that solve into compact tables, after different numbers of files. After the last run, the
/// folder holds exactly the files that packing the full tables makes.
fn a_killed_run_goes_on_to_the_same_compact_tables() {
    let folder = Folder::new();
    let [full, packed, direct] = ["full", "packed", "direct"].map(|name| folder.file(name));
    let solve = ["solve", "--variant", "nine-mens-morris", "--option", "PiecesCount=3"];
    prints(&[&solve[..], &["--out", &full]].concat());
    let expected =
        prints(&[&solve[..], &["--format", "compact", "--tables", &full, "--out", &packed]].concat());
    let into_compact = [&solve[..], &["--format", "compact", "--out", &direct]].concat();
    let written = || {
        let folders = [direct.clone(), format!("{direct}/unpacked")];
        let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
        entries.filter(|entry| is_table(&entry.path())).count()
    };
    for files in 1..=4 {
        let mut child = command(&into_compact).spawn().expect("the program");
        let started = Instant::now();
        while written() < files && started.elapsed() < Duration::from_secs(30) {
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("a process");
        child.wait().expect("an end");
    }
    for name in ["manifest.txt", "3-3.wdl"] {
        fs::write(format!("{direct}/{name}.unfinished-1"), "half a file")
            .expect("a file that a killed run left");
    }
    // Compact tables hold no distances, so a second run prints the value of the start without its plies.
    let rows = |text: String| {
        text.lines().filter(|line| !line.starts_with("start: ")).collect::<Vec<_>>().join("\n")
    };
    let expected = rows(expected);
    for _ in 0..2 {
        assert_eq!(rows(prints(&into_compact)), expected);
        assert_eq!(files_in(&direct), files_in(&packed));
    }
}

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|found| found == "table" || found == "wdl")
}

/// Returns the names and contents of the files in a folder.
fn files_in(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let file = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
    };
    entries.map(file).collect()
}

fn a_lost_manifest_is_named() {
    let folder = Folder::new();
    let path = folder.file("tables");
    prints(&[&["solve"], &SMALL[..], &["--format", "compact", "--out", &path]].concat());
    let probe = [&["probe"], &SMALL[..], &["--tables", &path]].concat();
    let manifest = Path::new(&path).join("manifest.txt");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    // The manifest is damaged in two ways: its last line is missing, or occurs twice.
    let lines: Vec<&str> = text.lines().collect();
    for lines in [&lines[..lines.len() - 1], &[&lines[..], &lines[lines.len() - 1..]].concat()] {
        fs::write(&manifest, lines.join("\n") + "\n").expect("a manifest");
        refuses(&probe, 1, "manifest.txt' has ");
    }
    fs::remove_file(&manifest).expect("a manifest");
    refuses(&probe, 1, "manifest.txt");
}

fn a_search_names_damaged_tables_once() {
    let folder = Folder::new();
    let path = folder.file("tables");
    prints(&["solve", "--variant", "three-mens-morris", "--out", &path]);
    let tables = fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("a file").path());
    for table in tables.filter(|path| path.extension().is_some_and(|extension| extension == "table")) {
        let mut bytes = fs::read(&table).expect("a table");
        *bytes.last_mut().expect("a block") ^= 1;
        fs::write(&table, bytes).expect("a table");
    }
    let mut client =
        Client::start(&["--game", "mill", "--variant", "three-mens-morris", "--protocol", "uci"]);
    client.say(&format!("setoption name EndgameTablesPath value {path}\nposition startpos"));
    let is_named = |line: &&String| line.starts_with("info string ") && line.contains("damage in row");
    for expected in [1, 0, 0] {
        let lines = client.ask("go depth 3", "bestmove");
        assert_eq!(lines.iter().filter(is_named).count(), expected, "{lines:#?}");
    }
}

const GAMES: &str = "[Game \"tic-tac-toe\"]\n\n1. a1 b2 2. c3 *\n\n";

fn illegal_input_leaves_the_output_as_it_was() {
    let folder = Folder::new();
    let [input, out] = ["input.pgn", "out.pgn"].map(|name| folder.file(name));
    fs::write(&out, GAMES).expect("records");
    let many = GAMES.repeat(500);
    for bad in ["[Game \"tic-tac-toe\"]\n\n1. a1 a1 *\n", "[Game \"tic-tac-toe\"]\n\n1. a1 {open\n"] {
        fs::write(&input, format!("{many}{bad}")).expect("records");
        refuses(&["convert", &input, "--out", &out], 2, "line ");
        assert_eq!(folder.text("out.pgn"), GAMES);
    }
    fs::write(&input, &many).expect("records");
    prints(&["convert", &input, "--out", &out]);
    assert_eq!(folder.text("out.pgn").matches("[Game ").count(), 500);
    assert_eq!(fs::read_dir(folder.file("")).expect("a folder").count(), 2, "no unfinished file is left");
}

/// A limit on the size of files simulates a full disk.
#[cfg(unix)]
fn a_full_disk_leaves_the_output_as_it_was() {
    let folder = Folder::new();
    let [input, out] = ["input.pgn", "out.pgn"].map(|name| folder.file(name));
    fs::write(&input, GAMES.repeat(2000)).expect("records");
    fs::write(&out, GAMES).expect("records");
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$@\"";
    let arguments = ["-c", script, "-", crate::program::PROGRAM, "convert", &input, "--out", &out];
    let output = Command::new("bash").args(arguments).output().expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && errors.contains("out.pgn: File too large"), "{errors}");
    assert_eq!(folder.text("out.pgn"), GAMES);
    assert_eq!(fs::read_dir(folder.file("")).expect("a folder").count(), 2, "no unfinished file is left");
}

#[cfg(not(unix))]
fn a_full_disk_leaves_the_output_as_it_was() {}

#[cfg(unix)]
fn a_killed_conversion_leaves_the_output_as_it_was() {
    let folder = Folder::new();
    let [input, out] = ["input.pgn", "out.pgn"].map(|name| folder.file(name));
    fs::write(&input, GAMES.repeat(200_000)).expect("records");
    fs::write(&out, GAMES).expect("records");
    let unfinished = folder.file("out.pgn.unfinished");
    let length = || fs::metadata(&unfinished).map_or(0, |file| file.len());
    let convert = ["convert", &input, "--out", &out];
    for size in [1, 50_000, 300_000] {
        // A killed process leaves the unfinished file. It is emptied here, so that its length shows how much the next
        // process has written.
        fs::write(&unfinished, "").expect("a file");
        let mut child = command(&convert).spawn().expect("the program");
        let started = Instant::now();
        while length() < size && started.elapsed() < Duration::from_secs(20) {
            sleep(Duration::from_millis(1));
        }
        // A stopped process keeps its lock.
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-STOP", &id]).status().expect("kill").success());
        refuses(&convert, 1, "another process is writing this file");
        child.kill().expect("a process");
        child.wait().expect("an end");
        assert_eq!(folder.text("out.pgn"), GAMES);
    }
    prints(&convert);
    assert_eq!(folder.text("out.pgn").matches("[Game ").count(), 200_000);
    assert_eq!(fs::read_dir(folder.file("")).expect("a folder").count(), 2, "no unfinished file is left");
}

#[cfg(not(unix))]
fn a_killed_conversion_leaves_the_output_as_it_was() {}

/// Cuts and changes files at many places. The command that reads a file either names it in an error or
/// accepts it, because a change may turn a number into another valid one.
fn files_that_are_cut_or_changed_are_named() {
    const PLACES: usize = 8;
    let folder = Folder::new();
    let file = |name: &str| folder.file(name);
    let game = ["--game", "tic-tac-toe"];
    let [games, network, tuned, plan, out] = ["games", "network", "tuned", "plan", "out"].map(file);
    let (positions, puzzles, checkpoint) = (file("positions"), file("puzzles"), file("network.checkpoint"));
    let selfplay = [&["selfplay"], &game[..], &["--nodes", "20"]].concat();
    prints(&[&selfplay[..], &["--games", "60", "--out", &games]].concat());
    prints(&[&selfplay[..], &["--games", "8", "--shards", "2", "--plan", &plan]].concat());
    let train = |epochs, out| -> Vec<&str> {
        let small = ["--hidden", "32", "--epochs", epochs, "--data", &games];
        [&["train"], &game[..], &small, &["--out", out]].concat()
    };
    prints(&train("1", &network));
    let tune = |iterations| -> Vec<&str> {
        let small = ["--params", "futility_margin", "--each", "nodes=20", "--iterations", iterations];
        [&["tune"], &game[..], &small, &["--out", &tuned]].concat()
    };
    prints(&tune("1"));
    let save = ["accuracy", "--variant", "three-mens-morris", "--random", "5", "--nodes", "10"];
    let tables = file("tables");
    prints(&["solve", "--variant", "three-mens-morris", "--out", &tables]);
    prints(&[&save[..], &["--tables", &tables, "--save", &positions]].concat());
    let puzzle = ["puzzles", "--game", "connect-four", "--variant", "5x4", "--count", "1", "--out", &puzzles];
    prints(&puzzle);
    let mut named = 0;
    for (path, command) in [
        (&games, train("1", &out)),
        (&checkpoint, train("2", &network)),
        (&network, train("2", &network)),
        (&tuned, tune("2")),
        (&plan, ["selfplay", "--plan", &plan, "--shard", "0", "--out", &out].to_vec()),
        (&positions, [&save[..3], &["--positions", &positions, "--nodes", "10"]].concat()),
        (&puzzles, puzzle.to_vec()),
    ] {
        let (whole, weights) = (fs::read(path).expect(path), fs::read(&network).expect("a network"));
        let state = fs::read(&checkpoint).expect("a checkpoint");
        for part in 0..2 * PLACES {
            let at = part / 2 * (whole.len() - 1) / (PLACES - 1);
            let mut bytes = whole.clone();
            if part % 2 == 0 {
                bytes.truncate(at);
            } else {
                bytes[at] ^= 0x15;
            }
            fs::write(path, bytes).expect(path);
            let output = run(&command);
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let place = format!("{path} {} at {at}: {errors}", if part % 2 == 0 { "cut" } else { "changed" });
            if !output.status.success() {
                named += 1;
                assert!(matches!(output.status.code(), Some(1 | 2)), "{place}");
                // The games that are left of a cut file may be too few.
                let is_named = errors.contains(&**path) || errors.contains("games to train on");
                assert!(is_named && !errors.contains("panicked"), "{place}");
            }
            fs::write(&network, &weights).expect("a network");
            fs::write(&checkpoint, &state).expect("a checkpoint");
            fs::write(path, &whole).expect(path);
            let _ = fs::remove_dir_all(&out).or_else(|_| fs::remove_file(&out));
            let _ = fs::remove_file(format!("{out}.checkpoint"));
            let _ = fs::remove_file(format!("{out}.best"));
        }
    }
    assert!(named > 40, "{named}");
}

fn a_second_process_with_one_output_is_refused() {
    let folder = Folder::new();
    let engines = ["--engine", "cmd=builtin name=a nodes=50", "--engine", "cmd=builtin name=b nodes=50"];
    let game = ["--game", "connect-four"];
    let tune = ["--params", "futility_margin", "--each", "nodes=3000", "--iterations", "100000"];
    let (ttt, games) = (["--game", "tic-tac-toe"], folder.file("games"));
    prints(&[&["selfplay", "--games", "60", "--nodes", "20", "--out", &games], &ttt[..]].concat());
    for (name, arguments) in [
        ("match", [&["match", "--rounds", "100000"], &game[..], &engines].concat()),
        ("selfplay", [&["selfplay", "--games", "1000000", "--nodes", "50"], &game[..]].concat()),
        ("tune", [&["tune"], &game[..], &tune].concat()),
        (
            "train",
            [&["train"], &ttt[..], &["--hidden", "32", "--epochs", "10000", "--data", &games]].concat(),
        ),
    ] {
        let out = folder.file(name);
        let arguments = [&arguments[..], &["--out", &out]].concat();
        let mut child = command(&arguments).spawn().expect("the program");
        let started = Instant::now();
        let is_empty = || fs::metadata(&out).map_or(0, |data| data.len()) == 0;
        while is_empty() && started.elapsed() < Duration::from_secs(30) {
            sleep(Duration::from_millis(5));
        }
        refuses(&arguments, 1, "another process is writing this file");
        child.kill().expect("a process");
        child.wait().expect("an end");
        // The lock ends with its process.
        let mut again = command(&arguments).spawn().expect("the program");
        sleep(Duration::from_millis(300));
        assert!(again.try_wait().expect("a process").is_none(), "{name}");
        again.kill().expect("a process");
        again.wait().expect("an end");
    }
}
