//! The benchmark: the same nodes in every run, and the same under the protocol's own word.

#[allow(dead_code, reason = "each test program uses its own part")]
mod support;

use support::Client;

const SMALL_GAMES: [&str; 2] = ["tic-tac-toe", "connect-four"];

/// The lines of a benchmark of one game.
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

#[test]
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

#[test]
fn several_threads_search_too() {
    assert!(total(&bench("tic-tac-toe", "2")) > 0);
}

#[test]
fn the_protocol_word_does_the_same() {
    for game in SMALL_GAMES {
        let mut client = Client::start(&["--game", game]);
        let lines = client.ask("bench", "Nodes searched: ");
        let nodes = lines[lines.len() - 1].split(' ').next_back().unwrap_or_default();
        assert_eq!(nodes, total(&bench(game, "1")).to_string());
        client.quit();
    }
}

/// The node counts of all games are those in the tree. A change that is meant to change the search changes the file too:
/// `plywright bench --record bins/plywright/bench.signature`.
#[test]
fn the_signature_is_the_one_in_the_tree() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/bench.signature");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_plywright"))
        .args(["bench", "--check", file])
        .output()
        .expect("the program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
