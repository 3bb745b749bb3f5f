//! Tests of the command line that need a process, such as closed pipes and the files that `new` changes.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::program::{Folder, PROGRAM, command, kill, workspace_root};

tests! {
    untimed: an_input_that_cannot_be_read_is_named,
        a_new_game_has_a_name_of_its_own,
        a_new_game_changes_two_lines_outside_its_folder,
        the_next_steps_of_a_new_game_are_taken_in_its_workspace,
        a_new_game_may_lie_outside_the_workspace,
        a_reader_that_closes_the_output_is_no_failure,
        errors_that_nobody_reads_change_no_exit_code,
        every_command_has_a_manual_page,
        a_shell_completes_commands_and_options,
        long_work_shows_progress_soon,
        a_learning_file_that_cannot_be_written_is_reported_once,
        a_program_without_memory_says_so;
}

/// Limits the memory of the program. Some limits leave too little for the transposition table, others for one
/// of the threads.
fn a_program_without_memory_says_so() {
    for mebibytes in (180..=300).step_by(6) {
        let script = format!("ulimit -v {} || exit 9; exec \"$0\"", mebibytes << 10);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script, PROGRAM])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let Ok(mut child) = shell.spawn() else { return };
        // An error is ignored: a program that could not start does not read.
        let _ = child.stdin.take().expect("its input").write_all(b"uci\ngo depth 2\n");
        let output = child.wait_with_output().expect("the program");
        // The script exits with code 9 if the system cannot limit the memory.
        if output.status.code() == Some(9) {
            return;
        }
        let has_answered = String::from_utf8_lossy(&output.stdout).contains("\nbestmove ");
        let has_failed = !output.status.success() && !output.stderr.is_empty();
        assert!(has_answered || has_failed, "{mebibytes} MiB: {output:?}");
    }
}

fn an_input_that_cannot_be_read_is_named() {
    let folder = File::open(env!("CARGO_MANIFEST_DIR")).expect("a folder");
    let output = command("play").stdin(folder).output().expect("the program");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with("error: cannot use standard input or output: "), "{errors}");
}

/// Files of a workspace that `new` reads. It changes the first two.
const FILES_OF_NEW: [&str; 5] =
    ["games/all/src/lib.rs", "games/all/Cargo.toml", "Cargo.toml", "LICENSE-MIT", "LICENSE-APACHE"];

/// Returns a folder with copies of the files that `new` reads.
fn copied_workspace() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("games/all/src")).expect("a folder");
    for file in FILES_OF_NEW {
        fs::copy(workspace_root().join(file), folder.path(file)).expect("a copy");
    }
    folder
}

fn a_new_game_has_a_name_of_its_own() {
    Folder::new().refuses("new nine-holes --workspace .", 2, "is not a checkout of Plywright");
    let folder = copied_workspace();
    for (name, expected) in [
        ("protocols", "a package plywright-protocols"),
        ("study", "a package plywright-study"),
        ("grid", "the type `Grid`"),
        ("Nine", "lower-case words"),
    ] {
        folder.refuses(&format!("new {name} --workspace ."), 2, expected);
    }
    folder.prints("new nine-holes --workspace .");
    folder.refuses("new nine-holes --workspace .", 2, "already exists");
}

fn a_new_game_changes_two_lines_outside_its_folder() {
    let folder = copied_workspace();
    let [list, manifest, ..] = FILES_OF_NEW;
    assert!(folder.prints("new nine-holes --workspace .").contains("-p plywright-nine-holes"));
    assert!(folder.text("games/nine_holes/src/lib.rs").contains("pub struct NineHoles;"));
    for (file, added) in [
        (list, "        plywright_nine_holes::NineHoles,\n"),
        (
            manifest,
            concat!(
                "plywright-nine-holes = { version = \"",
                env!("CARGO_PKG_VERSION"),
                "\", path = \"../nine_holes\" }\n"
            ),
        ),
        ("Cargo.toml", ""),
    ] {
        let before = fs::read_to_string(workspace_root().join(file)).expect("a file of the workspace");
        let after = folder.text(file);
        assert!(after.contains(added) && after.replacen(added, "", 1) == before, "{after}");
    }
    assert!(folder.text(list).ends_with("        plywright_nine_holes::NineHoles,\n    ]\n}\n"));
    assert!(folder.text("games/nine_holes/README.md").contains("play --game nine-holes"));
    assert_eq!(folder.text("games/nine_holes/LICENSE-MIT"), folder.text("LICENSE-MIT"));
}

fn the_next_steps_of_a_new_game_are_taken_in_its_workspace() {
    let steps = copied_workspace().prints("new nine-holes --workspace games/..");
    assert!(steps.contains(" Next steps in games/..:\n"), "{steps}");
    assert!(steps.contains("\n  games/nine_holes/src/lib.rs    replace "), "{steps}");
}

fn a_new_game_may_lie_outside_the_workspace() {
    const NEW: &str =
        concat!("new --workspace '", env!("CARGO_MANIFEST_DIR"), "/../..' --no-build --outside");
    let folder = Folder::new();
    let command = format!("{NEW} mine nine-holes");
    assert!(folder.prints(&command).contains("cargo test --release -p nine-holes "));
    assert!(folder.text("mine/Cargo.toml").contains("members = [\"nine-holes\", \"nine-holes-program\"]"));
    assert!(folder.text("mine/nine-holes/src/lib.rs").contains("pub struct NineHoles;"));
    assert!(folder.text("mine/nine-holes/tests/kit.rs").contains("use nine_holes::NineHoles;"));
    assert!(folder.text("mine/nine-holes-program/src/main.rs").contains("name: \"NineHoles\""));
    let framework = folder.text("mine/nine-holes/Cargo.toml");
    let path = framework.split('"').rev().nth(1).expect("a path in quotes");
    assert!(Path::new(path).join("Cargo.toml").is_file(), "{path}");
    folder.refuses(&command, 2, "the folder is not empty");
    for name in ["plywright", "match", "core", "clap"] {
        let expected = format!("a crate cannot have the name '{name}'");
        folder.refuses(&format!("{NEW} other {name}"), 2, &expected);
    }
}

/// Returns the names of all commands except `help`, from the program's help.
fn commands() -> Vec<String> {
    let help = Folder::new().prints("--help");
    let (_, listed) = help.split_once("Commands:\n").expect("a list of commands");
    let names = listed.lines().take_while(|line| !line.trim().is_empty());
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    // The second run replaces the pages.
    for _ in 0..2 {
        assert_eq!(folder.prints("man --out man1"), "");
    }
    let names = commands();
    assert!(names.contains(&"match".to_owned()) && names.len() > 10, "{names:?}");
    for name in &names {
        let page = folder.text(&format!("man1/plywright-{name}.1"));
        assert!(page.contains(&format!(".TH plywright-{name} 1")), "{page}");
        assert!(page.contains("Examples:"), "{page}");
    }
    let page = folder.text("man1/plywright.1");
    assert!(names.iter().all(|name| page.contains(&format!("plywright\\-{name}(1)"))), "{page}");
    assert_eq!(folder.files("man1").len(), names.len() + 1);
    folder.write("file", "");
    folder.refuses("man --out file", 1, "file");
}

fn a_shell_completes_commands_and_options() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = folder.prints(&format!("completions {shell}"));
        assert!(script.contains("plywright") && script.contains("concurrency"), "{shell}: {script}");
    }
    folder.refuses("completions sh", 2, "bash");
    folder.write("script", folder.prints("completions bash"));
    let completed = |words: &str, index: u32| {
        let test = format!(
            ". {}; COMP_WORDS=({words}); COMP_CWORD={index}; _plywright plywright \"${{COMP_WORDS[{index}]}}\" x; \
             echo \"${{COMPREPLY[*]}}\"",
            folder.path_text("script")
        );
        let output = Command::new("bash").args(["--norc", "-c", &test]).output();
        output.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // Without bash, the rest is skipped.
    if let Some(reply) = completed("plywright ma", 1) {
        assert_eq!(reply.split_whitespace().collect::<Vec<_>>(), ["match", "man"]);
        let reply = completed("plywright match --conc", 2).expect("a reply");
        assert_eq!(reply.trim(), "--concurrency");
    }
}

fn a_reader_that_closes_the_output_is_no_failure() {
    for arguments in [
        "perft --depth 6 --divide",
        "bench",
        "play --side none --movetime 20ms",
        "match --levels 0,1,2,3,4,5 --rounds 1",
    ] {
        let mut child = command(arguments).spawn().expect("the program");
        let mut reader = BufReader::new(child.stdout.take().expect("its output"));
        reader.read_line(&mut String::new()).expect("a line");
        drop(reader);
        let mut errors = String::new();
        child.stderr.take().expect("its errors").read_to_string(&mut errors).expect("UTF-8");
        let is_success = child.wait().expect("an exit code").success();
        assert!(is_success && !errors.contains("error"), "{arguments}: {errors}");
    }
}

fn errors_that_nobody_reads_change_no_exit_code() {
    let mut child = command("moves --position nonsense").spawn().expect("the program");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("an exit code").code(), Some(2));
}

/// Counting the first move takes much longer than the test, and so does the first game of the match.
fn long_work_shows_progress_soon() {
    for (arguments, expected, limit) in [
        ("perft --depth 20", ": 0 of 24", 10),
        ("match --engine 'cmd=builtin name=A' --engine 'cmd=builtin name=B' --each st=5", "0 of 200", 20),
    ] {
        let start = Instant::now();
        let mut child = command(arguments).spawn().expect("the program");
        let mut line = String::new();
        let errors = child.stderr.take().expect("a pipe");
        BufReader::new(errors).read_line(&mut line).expect("a line");
        kill(child);
        assert!(line.contains(expected), "{line}");
        assert!(start.elapsed() < Duration::from_secs(limit), "{:?}", start.elapsed());
    }
}

fn a_learning_file_that_cannot_be_written_is_reported_once() {
    const MOVES: &str = "e3 f2 b4 g7 d7 a1 b2 g1 c5 d2 c4 d5 a4 xa1 e5 d6 c3 d1 a7 d6-f6 g7-g4 d7-d6 d2-d3 f6-f4 \
                         a7-d7 d6-b6 xe5 d5-e5 b6-d6 e5-d5 a4-a7 d7-g7 xd6 a7-d7 d3-d2";
    let folder = Folder::new();
    let path = folder.path_text("lessons/file");
    fs::create_dir(folder.path("lessons")).expect("a folder");
    let mut client = Client::start("--game mill");
    client.ask(&format!("setoption name Learning File value {path}\nisready"), "readyok");
    fs::remove_dir_all(folder.path("lessons")).expect("a folder that was there");
    let mut messages = Vec::new();
    for _ in 0..2 {
        let go = format!("ucinewgame\nposition startpos moves {MOVES}\ngo depth 10");
        messages
            .extend(client.ask(&go, "bestmove").into_iter().filter(|line| line.starts_with("info string ")));
    }
    let [message] = &messages[..] else { panic!("{messages:?}") };
    assert!(message.contains("cannot write the learning file"), "{message}");
}
