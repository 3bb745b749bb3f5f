//! Solving and probing by command, for small games whole and for Mill's endings.

use std::fs;
use std::process::{Command, Output};

fn plywright(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plywright")).args(arguments).output().expect("the program runs")
}

fn told(arguments: &[&str]) -> String {
    let output = plywright(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Solves, verifies and lists; gives the folder, which the caller removes, and what was told.
fn solved(game: &[&str], name: &str) -> (String, String) {
    let folder = std::env::temp_dir().join(format!("plywright-solve-{name}-{}", std::process::id()));
    let folder = folder.display().to_string();
    let with = |task: &[&str]| told(&[&["solve"], game, task].concat());
    let counts = with(&["--out", &folder]);
    assert_eq!(with(&["--verify", &folder]), counts);
    assert_eq!(with(&["--info", &folder]), counts);
    (folder, counts)
}

fn value(game: &[&str], folder: &str, position: &[&str]) -> String {
    let lines = told(&[&["probe", "--tables", folder], game, position].concat());
    lines.lines().take_while(|line| !line.contains('\t')).collect::<Vec<_>>().join(", ")
}

#[test]
fn tic_tac_toe_is_drawn() {
    let game = ["--game", "tic-tac-toe"];
    let (folder, counts) = solved(&game, "tic-tac-toe");
    assert!(counts.starts_with("slice\twon\tdrawn\tlost\tlongest_win\tlongest_loss\n9\t"), "{counts}");
    assert_eq!(value(&game, &folder, &[]), "value draw");
    let open_row = ["--position", "x.o/.o./x.."];
    assert_eq!(value(&game, &folder, &open_row), "value win, plies 1");
    fs::remove_dir_all(folder).expect("a folder");
}

/// Published: Three Men's Morris on all lines is won by the first player.
#[test]
fn three_mens_morris_is_won_on_all_lines() {
    let game = ["--variant", "three-mens-morris"];
    let (folder, _) = solved(&game, "three-mens-morris");
    let value = value(&game, &folder, &[]);
    assert!(value.starts_with("value win"), "{value}");
    fs::remove_dir_all(folder).expect("a folder");
}

#[test]
fn endings_are_known_without_any_file() {
    let position = "*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";
    let told = told(&["probe", "--position", position]);
    assert!(told.starts_with("value win\nplies 9\n"), "{told}");
    assert!(told.contains("\nd2-d6\twin\t9\n"), "{told}");
    let start = plywright(&["probe"]);
    assert!(String::from_utf8_lossy(&start.stdout).starts_with("value unknown\n"));
}

#[test]
fn what_cannot_be_solved_is_said() {
    let output = plywright(&["solve", "--game", "gyges", "--out", "nowhere"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("not numbered"));
    let output = plywright(&["solve", "--info", "/nowhere"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no table of these rules"));
}
