//! Tuning: its result is a file for matches, an interrupted run resumes, and errors are named.

use plywright::Depth;
use plywright::engine::{Engine, Go, SearchTask};
use plywright_mill::Mill;

use crate::program::{Folder, prints, refuses, run};

tests! {
    beside: a_tuning_goes_on_and_its_result_is_played,
        a_finished_self_play_plays_nothing,
        mistakes_are_named,
        parameters_reach_the_search;
}

fn a_tuning_goes_on_and_its_result_is_played() {
    let folder = Folder::new();
    let [path, other] = &["interrupted", "at once"].map(|name| folder.file(name));
    let tune = |iterations: &str, output: &str| {
        let common = ["tune", "--game", "mill", "--params", "aspiration=40:5:200:20", "--each", "nodes=200"];
        let rest = ["--pairs", "1", "--iterations", iterations, "--output", output];
        prints(&[&common[..], &rest].concat())
    };
    // The state is saved after each iteration, so iterations can be added.
    tune("3", path);
    assert!(folder.text("interrupted").contains("iteration 3 of 3 seed 1"));
    let found = tune("6", path);
    assert_eq!(found, tune("6", path), "nothing is left to do");
    assert!(found.starts_with("aspiration "), "{found}");
    assert!(tune("6", other).starts_with("aspiration "));
    let tuned = format!("cmd=builtin name=tuned params={path}");
    let played = prints(&[
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
    let elsewhere = ["match", "--game", "connect-four", "--engine", &tuned, "--engine", "cmd=builtin"];
    refuses(&elsewhere, 2, "engine 'tuned': its params were tuned for mill, expected connect-four");
    let other_parameter = ["tune", "--params", "futility_margin=1:0:9:1", "--output", path];
    let found =
        "another tuning: plywright tune, game mill, nodes=200: aspiration from 5 to 200 by 20, seed 1";
    refuses(&other_parameter, 2, found);
    let other_bounds = ["tune", "--params", "aspiration=1:0:9:1", "--output", path];
    refuses(&other_bounds, 2, found);
    let other_games = ["tune", "--params", "aspiration=40:5:200:20", "--each", "nodes=300", "--output", path];
    refuses(&other_games, 2, found);
}

/// A finished run reports no speed.
fn a_finished_self_play_plays_nothing() {
    let folder = Folder::new();
    let path = &folder.file("games");
    let arguments = ["selfplay", "--game", "tic-tac-toe", "--games", "5", "--nodes", "10", "--out", path];
    let last_line = || {
        let output = run(&arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8").lines().last().expect("a line").to_owned()
    };
    assert!(last_line().ends_with(" positions a second"));
    assert_eq!(last_line(), "5 games, which the file had before");
}

fn mistakes_are_named() {
    for (params, expected) in [
        ("joho", "no parameter is called 'joho'"),
        ("aspiration=1:2", "NAME=START:MIN:MAX:STEP"),
        ("aspiration=1:2:3:1", "NAME=START:MIN:MAX:STEP"),
        ("aspiration=1:0:9:inf", "NAME=START:MIN:MAX:STEP"),
        ("futility_plies=1:0:99:1", "not within 0 and 16"),
    ] {
        refuses(&["tune", "--params", params, "--output", "/no/such/file"], 2, expected);
    }
}

/// Parameters reach the search: without futility pruning the node count differs.
fn parameters_reach_the_search() {
    let nodes = |value: &str| {
        let mut engine = Engine::<Mill>::new(None).expect("an engine");
        engine.set_option("Algorithm", "1").expect("an option");
        engine.set_option("Param.Futility_Plies", value).expect("a parameter");
        SearchTask::new(&engine, &Go { depth: Some(Depth(8)), ..Go::default() }).run(&mut |_| ()).nodes
    };
    assert_ne!(nodes("0"), nodes("4"));
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    for (name, value) in [("param.joho", "1"), ("param.futility_plies", "99"), ("param.", "1")] {
        assert!(engine.set_option(name, value).is_err(), "{name}");
    }
}
