//! Tests the example `own_game`: a program with its own game, as a crate outside the workspace would define
//! it. One test needs a game whose evaluation can panic, in a program of its own.
//!
//! The file has no test harness, because its binary also acts as both programs.

use std::io::Write;
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Trial};
use plywright::engine::game_of;
use plywright_cli::Program;
use takeaway::{PANICKING_EVALUATION, REASON, Takeaway};

#[path = "../../examples/own_game.rs"]
mod own_game;
#[path = "../../../../protocols/tests/suite/takeaway.rs"]
mod takeaway;

/// Environment variable that makes this binary act as a program of the game that it names.
const PROGRAM: &str = "PLYWRIGHT_OUTSIDE_PROGRAM";

fn main() -> ExitCode {
    match std::env::var(PROGRAM).as_deref() {
        Ok("nim") => return own_game::main(),
        Ok(_) => {
            let program = Program { name: "Takeaway", version: "1.0", author: "Ada" };
            return plywright_cli::run(program, vec![game_of::<Takeaway>()]);
        }
        Err(_) => {}
    }
    let tests: [(&str, fn()); 4] = [
        ("a_tuning_ends_when_an_engine_fails", a_tuning_ends_when_an_engine_fails),
        ("clients_are_told_its_name", clients_are_told_its_name),
        ("help_is_its_own", help_is_its_own),
        ("no_command_asks_for_the_only_game", no_command_asks_for_the_only_game),
    ];
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), tests.map(trial).into()).exit_code()
}

/// Runs the program of Nim in a process of its own, with these arguments and this input.
fn program(arguments: &str, input: &str) -> Output {
    program_of("nim", arguments, input)
}

fn program_of(game: &str, arguments: &str, input: &str) -> Output {
    let mut child = Command::new(std::env::current_exe().expect("a path"))
        .args(arguments.split_whitespace())
        .env(PROGRAM, game)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("a reader");
    child.wait_with_output().expect("an end")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn clients_are_told_its_name() {
    for (protocol, handshake) in [("uci", "uci"), ("ugi", "ugi"), ("ugi --ugi-dialect gyges", "ugi")] {
        let answer =
            text(&program(&format!("--protocol {protocol}"), &format!("{handshake}\nquit\n")).stdout);
        assert!(answer.starts_with("id name Nim 1.0 (nim)\nid author Ada\n"), "{protocol}: {answer}");
    }
    let answer = text(&program("--protocol json", "{\"type\":\"options\"}\n").stdout);
    assert!(answer.contains("\"name\":\"Nim 1.0\""), "{answer}");
}

fn help_is_its_own() {
    let help = text(&program("--help", "").stdout);
    for word in ["plywright ", "Plywright", "mill", "connect-four"] {
        assert!(!help.contains(word), "{word}: {help}");
    }
    assert_eq!(text(&program("--version", "").stdout), "Nim 1.0\n");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<_> = commands.map_while(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 10, "{help}");
    for command in commands {
        let help = text(&program(&format!("{command} --help"), "").stdout);
        assert!(!help.contains("  plywright ") && !help.contains("--game mill"), "{command}: {help}");
    }
}

fn no_command_asks_for_the_only_game() {
    for arguments in [
        "games",
        "moves",
        "perft --depth 2",
        "bench",
        "bench --variant nim",
        "match --levels 0,1 --rounds 1 --openings random:1",
        "selfplay --games 1 --nodes 10 --out /dev/null",
        "train --data nowhere --out nowhere",
        "tune --params aspiration --each nodes=10 --iterations 1 --out nowhere/tune",
        "solve --info nowhere",
        "probe",
    ] {
        let Output { status, stderr, .. } = program(arguments, "");
        let (stderr, code) = (text(&stderr), status.code());
        // A command may fail, for example because it needs a file, but it must not crash.
        let is_crash = !matches!(code, Some(0..=2)) || stderr.contains("panicked");
        assert!(!is_crash && !stderr.contains("--game"), "{arguments}: {code:?} {stderr}");
    }
}

/// The search of the only opening panics in each game.
fn a_tuning_ends_when_an_engine_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let [openings, out] = ["openings", "tuned"].map(|name| folder.path().join(name));
    std::fs::write(&openings, (PANICKING_EVALUATION + 2).to_string()).expect("a file");
    let tune = "tune --params aspiration --each depth=4 --rounds 1 --iterations 1";
    let files = format!("--openings {} --out {}", openings.display(), out.display());
    let Output { status, stderr, .. } = program_of("takeaway", &format!("{tune} {files}"), "");
    let stderr = text(&stderr);
    assert!(status.code() == Some(1) && stderr.contains("fails: internal error"), "{status} {stderr}");
    assert!(stderr.contains(REASON) && !out.exists(), "{stderr}");
}
