//! The benchmark: the same node counts in every run and through the protocol's own command.

use crate::client::Client;
use crate::program::{self, Folder, run};

tests! {
    beside: nodes_are_the_same_from_run_to_run_and_add_up,
        several_threads_search_the_same_positions_in_other_nodes,
        the_protocol_word_does_the_same,
        a_changed_search_is_found_out;
}

const SMALL_GAMES: [&str; 2] = ["tic-tac-toe", "connect-four"];

/// Output of a benchmark of one game.
fn bench(game: &str, threads: &str) -> Vec<String> {
    Client::start(&["bench", "--game", game, "--threads", threads]).hang_up().lines
}

/// The columns of a row that do not depend on the machine: game, algorithm, depth, nodes.
fn counts(line: &str) -> Vec<&str> {
    line.split_whitespace().take(4).collect()
}

fn total(lines: &[String]) -> u64 {
    let words: Vec<&str> = lines.last().map_or_else(Vec::new, |line| line.split(' ').collect());
    assert!(words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{lines:?}");
    words[0].parse().expect("a whole number")
}

fn nodes_are_the_same_from_run_to_run_and_add_up() {
    for game in SMALL_GAMES {
        let (first, second) = (bench(game, "1"), bench(game, "1"));
        assert_eq!(total(&first), total(&second), "{first:#?} {second:#?}");
        let rows = &first[1..first.len() - 1];
        assert_eq!(rows.len(), 5, "{first:#?}");
        let mut sum = 0;
        for (row, again) in rows.iter().zip(&second[1..]) {
            assert_eq!(counts(row), counts(again));
            assert_eq!(counts(row)[0], game);
            sum += counts(row)[3].parse::<u64>().expect("a whole number");
        }
        assert_eq!(sum, total(&first));
    }
}

fn several_threads_search_the_same_positions_in_other_nodes() {
    let (one, two) = (bench("connect-four", "1"), bench("connect-four", "2"));
    let searches =
        |lines: &[String]| lines.iter().map(|line| counts(line)[..3].join(" ")).collect::<Vec<_>>();
    assert_eq!(searches(&one[1..6]), searches(&two[1..6]));
    assert_ne!(total(&one), total(&two));
}

fn the_protocol_word_does_the_same() {
    for game in SMALL_GAMES {
        let mut client = Client::start(&["--game", game]);
        let lines = client.ask("bench", "Nodes searched: ");
        let nodes = lines[lines.len() - 1].split(' ').next_back().unwrap_or_default();
        assert_eq!(nodes, total(&bench(game, "1")).to_string());
        client.quit();
    }
}

/// Node counts are written to a file and compared with it; differences are named.
fn a_changed_search_is_found_out() {
    let folder = Folder::new();
    let file = folder.file("signature");
    let run = |option| run(&["bench", "--game", "tic-tac-toe", option, &file]);
    assert!(run("--record").status.success());
    assert!(run("--check").status.success());
    let text = folder.text("signature");
    assert_eq!(text.lines().count(), 5, "{text}");
    // Another game's counts are added, and nobody else's file is touched.
    assert!(program::run(&["bench", "--game", "connect-four", "--record", &file]).status.success());
    assert_eq!(folder.text("signature").lines().count(), 10);
    assert!(run("--check").status.success());
    std::fs::write(folder.file("letter"), "Dear reader\n").expect("a file");
    let foreign = ["bench", "--game", "tic-tac-toe", "--out", &folder.file("letter")];
    program::refuses(&foreign, 2, "is there and is not a file of node counts");
    assert_eq!(folder.text("letter"), "Dear reader\n");
    std::fs::write(&file, text.replace("tic-tac-toe pvs ", "tic-tac-toe pvs 9")).expect("a file");
    let changed = run("--check");
    let errors = String::from_utf8_lossy(&changed.stderr);
    assert!(changed.status.code() == Some(1) && errors.contains("tic-tac-toe pvs: 8 "), "{errors}");
}
