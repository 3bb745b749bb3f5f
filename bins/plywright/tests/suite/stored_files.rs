//! Reads the files in `tests/data`. Earlier versions wrote them, and they must stay readable.

use std::fs;
use std::path::Path;

use crate::client::Client;
use crate::program::{Folder, command, prints, refuses};

tests! { beside: tables, accuracy_of_moves, games_network_and_checkpoint, records; }

fn stored(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    path.into_os_string().into_string().expect("a path that is text")
}

/// Copies stored files to a new folder, for commands that write into the folder of their input.
fn copied(names: &[&str]) -> Folder {
    let folder = Folder::new();
    for name in names {
        fs::copy(stored(name), folder.file(name)).expect("a stored file");
    }
    folder
}

fn tables() {
    let told = prints(&[
        "solve",
        "--variant",
        "three-mens-morris",
        "--verify",
        "--tables",
        &stored("three-mens-morris"),
    ]);
    assert!(told.contains("\nstart: win in 9\nverified: all "), "{told}");
}

/// Compact tables have the same values as full ones, and saved positions need no tables.
fn accuracy_of_moves() {
    let folder = Folder::new();
    let [packed, positions, openings] = ["packed", "positions", "openings"].map(|name| folder.file(name));
    let full = stored("three-mens-morris");
    let rules = ["--variant", "three-mens-morris"];
    let compact = ["solve", "--format", "compact", "--tables", &full];
    let whole = prints(&[&compact[..], &rules, &["--out", &packed]].concat());
    assert!(whole.ends_with("start: win in 9\n"), "{whole}");
    let known = prints(&[&["probe", "--tables", &packed][..], &rules].concat());
    assert!(known.starts_with("value win\nb2\twin\t-\n"), "{known}");
    let first = prints(&[&compact[..], &rules, &["--openings", "4", "--out", &openings]].concat());
    assert_eq!(first.lines().count(), 5, "a header, three slices and the start: {first}");
    let sample = ["--random", "20", "--per-phase", "5", "--save", &positions];
    let search = [&["accuracy", "--nodes", "100"][..], &rules].concat();
    let by_full = prints(&[&search[..], &sample, &["--tables", &full]].concat());
    assert!(by_full.starts_with("plywright, 100 nodes\nphase\tpositions\t"), "{by_full}");
    let without = prints(&[&search[..], &["--positions", &positions]].concat());
    assert_eq!(without, by_full);
    let by_packed = prints(&[&search[..], &sample, &["--tables", &packed]].concat());
    let counts = |table: &str| {
        table.lines().map(|line| line.rsplit_once('\t').map(|(row, _)| row.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(counts(&by_packed), counts(&by_full), "counts without distances");
    let wrong = ["accuracy", "--variant", "six-mens-morris", "--positions", &positions];
    refuses(&wrong, 2, "line 3: 'variant three-mens-morris', expected 'variant six-mens-morris'");
    refuses(&["accuracy", "--game", "othello", "--random", "1"], 2, "by --tables");
}

/// Training resumes from the stored checkpoint, whose only epoch is complete.
fn games_network_and_checkpoint() {
    let folder = copied(&["tic.games", "tic.net", "tic.net.checkpoint"]);
    let [games, network] = ["tic.games", "tic.net"].map(|name| folder.file(name));
    let train = ["train", "--game", "tic-tac-toe", "--data", &games, "--out", &network];
    let sizes = ["--hidden", "32", "--epochs", "1"];
    let output = command(&[&train[..], &sizes].concat()).output().expect("the program");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("149 positions"), "{told}");
    assert!(told.contains("1 epochs done before") && !told.contains("epoch 1:"), "{told}");
    let mut client = Client::start(&["--game", "tic-tac-toe", "--protocol", "uci"]);
    let value = |client: &mut Client, network: &str| {
        let text = format!("setoption name EvalFile value {network}\nisready");
        assert_eq!(client.ask(&text, "readyok"), ["readyok"]);
        let lines = client.ask("go depth 1", "bestmove").join("\n");
        lines.split_once(" score cp ").and_then(|(_, rest)| rest.split(' ').next()).map(str::to_owned)
    };
    let values = [stored("tic.net"), network, "built-in".to_owned()].map(|path| value(&mut client, &path));
    assert_eq!(values[0], values[1]);
    assert_ne!(values[0], values[2]);
}

fn records() {
    let told = prints(&["replay", "--game", "tic-tac-toe", "--number", "2", &stored("match.pgn")]);
    assert!(told.starts_with("b against a, 1-0\n") && told.contains("5. first side: b1"), "{told}");
}
