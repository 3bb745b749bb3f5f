//! Options: any case, odd values, and everything that is advertised.

use super::{Row, count, ready};

pub const ROWS: &[Row] = &[
    ("16 setoption in any form is accepted or reported", forms),
    ("17 every advertised option accepts its default, minimum and maximum", advertised),
];

fn forms() {
    let mut client = ready();
    for accepted in [
        "setoption name hash value 16",
        "setoption name MOVE OVERHEAD value 20",
        "setoption name  move   overhead   value  20  ",
        "setoption name Clear Hash",
        "setoption name clear hash value",
        "setoption name multipv value 1",
        "setoption name DeveloperMode value TRUE",
        "setoption name Learning File value <empty>",
        "setoption name Learning File value",
        "setoption name UCI_Variant value Nine-Mens-Morris",
    ] {
        assert_eq!(client.ask(&format!("{accepted}\nisready"), "readyok"), ["readyok"], "{accepted}");
    }
    let long = format!("setoption name {0} value {0}", "long ".repeat(20_000));
    for refused in [
        "setoption name Nonsense value 3",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash value many",
        "setoption name IDS value maybe",
        "setoption name UCI_Variant value chess",
        "setoption Hash value 3",
        "setoption name value 3",
        "setoption",
        &long,
    ] {
        let lines = client.ask(&format!("{refused}\nisready"), "readyok");
        assert_eq!((lines.len(), count(&lines, "info string ")), (2, 1), "{refused:.60}: {lines:?}");
        assert!(lines[0].len() < 700, "{refused:.60}");
    }
    client.best_move("go depth 2");
    client.quit();
}

fn advertised() {
    let mut client = ready();
    let lines = client.ask("uci", "uciok");
    for line in lines.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, kind) = line.split_once(" type ").expect("a type");
        let words: Vec<&str> = kind.split(' ').collect();
        let mut values: Vec<&str> =
            words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]).collect();
        let after = |word| kind.split_once(word).map(|(_, rest)| rest.split(' ').next().unwrap_or_default());
        values.extend([" min ", " max ", " default "].into_iter().filter_map(after));
        if words[0] == "check" {
            values.splice(0..0, ["true", "false"]);
        }
        for value in if values.is_empty() { vec![""] } else { values } {
            let lines = client.ask(&format!("setoption name {name} value {value}\nisready"), "readyok");
            // When it says what is wrong is one of the options.
            assert_eq!(lines, ["readyok"], "{name} = {value}");
        }
    }
    client.best_move("go depth 2");
    client.quit();
}
