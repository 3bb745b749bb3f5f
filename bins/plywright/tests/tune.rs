//! Tuning: the result is a file that a match takes, an interrupted run goes on, and mistakes are named.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use plywright::Depth;
use plywright::engine::{Engine, Go};
use plywright_mill::Mill;

fn run(arguments: &[&str]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_plywright")).args(arguments).stdin(Stdio::null()).output();
    program.expect("the program")
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plywright-tune-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn succeeds(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_tuning_goes_on_and_its_result_is_played() {
    let (interrupted, at_once) = (file("interrupted"), file("at-once"));
    let [path, other] = [&interrupted, &at_once].map(|path| path.to_str().expect("a path"));
    let tune = |iterations: &str, output: &str| {
        let common = ["tune", "--game", "mill", "--params", "aspiration=40:5:200:20", "--each", "nodes=200"];
        let rest = ["--pairs", "1", "--iterations", iterations, "--output", output];
        succeeds(&[&common[..], &rest].concat())
    };
    // The state is kept after each iteration: more of them may be added.
    tune("3", path);
    assert!(fs::read_to_string(&interrupted).expect("a state").contains("iteration 3 of 3 seed 1"));
    let found = tune("6", path);
    assert_eq!(found, tune("6", path), "nothing is left to do");
    assert!(found.starts_with("aspiration "), "{found}");
    assert!(tune("6", other).starts_with("aspiration "));
    let tuned = format!("cmd=builtin name=tuned params={path}");
    let played = succeeds(&[
        "match",
        "--engine",
        &tuned,
        "--engine",
        "cmd=builtin",
        "--each",
        "nodes=100",
        "--rounds",
        "1",
    ]);
    assert!(played.contains("Results of tuned vs builtin"), "{played}");
    let others = run(&["tune", "--params", "futility_margin=1:0:9:1", "--output", path]);
    assert!(String::from_utf8_lossy(&others.stderr).contains("another tuning, of aspiration"), "{others:?}");
    fs::remove_file(interrupted).expect("a file");
    fs::remove_file(at_once).expect("a file");
}

#[test]
fn mistakes_are_named() {
    let path = file("none");
    let path = path.to_str().expect("a path");
    for (params, expected) in [
        ("joho", "no parameter is called 'joho'"),
        ("aspiration=1:2", "NAME=START:MIN:MAX:STEP"),
        ("aspiration=1:2:3:1", "NAME=START:MIN:MAX:STEP"),
        ("futility_plies=1:0:99:1", "not within 0 and 16"),
    ] {
        let output = run(&["tune", "--params", params, "--output", path]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(expected), "{params}: {errors}");
    }
}

/// A parameter reaches the search: without futility pruning there are other nodes.
#[test]
fn parameters_reach_the_search() {
    let nodes = |value: &str| {
        let mut engine = Engine::<Mill>::new(None).expect("an engine");
        engine.set_option("Algorithm", "1").expect("an option");
        engine.set_option("Param.Futility_Plies", value).expect("a parameter");
        engine.prepare(&Go { depth: Some(Depth(8)), ..Go::default() }).run(&mut |_| ()).nodes
    };
    assert_ne!(nodes("0"), nodes("4"));
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    for (name, value) in [("param.joho", "1"), ("param.futility_plies", "99"), ("param.", "1")] {
        assert!(engine.set_option(name, value).is_err(), "{name}");
    }
}
