//! Files that one command writes and another reads: tables, saved positions and networks.

use std::io::Write;
use std::process::Stdio;

use crate::client::Client;
use crate::program::{Folder, command, prints, refuses};

tests! {
    beside: accuracy_of_moves, accuracy_of_players, a_network, a_report, tables_for_the_engine, games_with_tables,
        files_of_others_stay, puzzles_in_standard_notation;
}

/// Option for a folder of tables.
const TABLES: &str = "EndgameTablesPath";

/// Compact tables have the same values as full ones, and saved positions need no tables.
fn accuracy_of_moves() {
    let folder = Folder::new();
    let [full, packed, positions, openings] =
        ["full", "packed", "positions", "openings"].map(|name| folder.file(name));
    let rules = ["--variant", "three-mens-morris"];
    prints(&[&["solve", "--out", &full][..], &rules].concat());
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
    assert!(by_full.starts_with("engine\tlimits\tphase\tpositions\t"), "{by_full}");
    let widths: Vec<usize> = by_full.lines().map(|line| line.split('\t').count()).collect();
    assert!(
        by_full.contains("\nplywright\t100 nodes\tall\t") && widths.iter().all(|width| *width == 13),
        "{by_full}"
    );
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

/// Of the first moves in Three Men's Morris, only the centre wins, corners draw, and edges lose. After the centre,
/// every answer loses and does not count. After the corner c3, b2 draws and a2 loses. Moves of the opening do not
/// count, and a turn that was played in several games counts in each.
fn accuracy_of_players() {
    let folder = Folder::new();
    let [tables, games] = ["tables", "games.pgn"].map(|name| folder.file(name));
    let rules = ["--variant", "three-mens-morris"];
    prints(&[&["solve", "--out", &tables][..], &rules].concat());
    let game = |moves: &str| {
        format!(
            "[Game \"mill\"]\n[Variant \"three-mens-morris\"]\n[White \"A\tA\"]\n[Black \"B\"]\n\n1. {moves} *\n\n"
        )
    };
    let text = ["b2 a1", "b2", "a1 b2", "b3", "c3 {book} b2", "c3 {book} a2"].map(game).concat();
    std::fs::write(&games, text).expect("records");
    let accuracy = ["accuracy", "--tables", &tables, "--games", &games, "--all-positions"];
    let table = prints(&[&accuracy[..], &rules].concat());
    let row = |player: &str| {
        let all = table.lines().find(|line| line.starts_with(&format!("{player}\tall\t")));
        all.map(|line| line.split('\t').skip(2).take(3).collect::<Vec<_>>())
    };
    assert_eq!(row("A A"), Some(vec!["4", "2", "50.00"]), "{table}");
    assert_eq!(row("B"), Some(vec!["3", "1", "33.33"]), "{table}");
    refuses(&[&accuracy[..], &rules, &["--levels", "1"]].concat(), 2, "--levels");
    refuses(&["accuracy", "--random", "5", "--all-positions"], 2, "--random");
}

/// A network that was trained on games replaces the evaluation.
fn a_network() {
    let folder = Folder::new();
    let [games, network] = ["tic.games", "tic.net"].map(|name| folder.file(name));
    let game = ["--game", "tic-tac-toe"];
    prints(&[&["selfplay", "--games", "60", "--nodes", "20", "--out", &games][..], &game].concat());
    let sizes = ["--hidden", "32", "--epochs", "1"];
    prints(&[&["train", "--data", &games, "--out", &network][..], &game, &sizes].concat());
    let mut client = Client::start(&["--game", "tic-tac-toe", "--protocol", "uci"]);
    let mut value = |network: &str| {
        let text = format!("setoption name EvalFile value {network}\nisready");
        assert_eq!(client.ask(&text, "readyok"), ["readyok"]);
        score(&client.ask("go depth 1", "bestmove"))
    };
    assert_ne!(value(&network), value("built-in"));
}

/// Returns the score of the last line of a search.
fn score(lines: &[String]) -> String {
    let score = |line: &String| {
        let (_, rest) = line.split_once(" score ")?;
        Some(rest.split(' ').take(2).collect::<Vec<_>>().join(" "))
    };
    lines.iter().rev().find_map(score).unwrap_or_else(|| panic!("no score in {lines:#?}"))
}

/// With tables, a search to depth 1 gives the score of a search to the end. Published values: three men's
/// morris is won after nine plies, and an edge is the wrong answer to a corner in tic-tac-toe.
fn tables_for_the_engine() {
    for (game, variant, position, expected) in [
        ("tic-tac-toe", "tic-tac-toe", "startpos moves a1 b1", Some("mate 3")),
        ("mill", "three-mens-morris", "startpos", Some("mate 5")),
        ("connect-four", "4x4", "startpos", Some("cp 0")),
        ("kalah", "3x3", "startpos", None),
    ] {
        let folder = Folder::new();
        let tables = folder.file("tables");
        let rules = ["--game", game, "--variant", variant];
        prints(&[&["solve", "--out", &tables][..], &rules].concat());
        let mut client = Client::start(&[&rules[..], &["--protocol", "uci"]].concat());
        let to_the_end =
            score(&client.ask(&format!("position {position}\ngo depth 60 nodes 3000000"), "bestmove"));
        let text = format!("setoption name {TABLES} value {tables}\nisready");
        assert_eq!(client.ask(&text, "readyok"), ["readyok"], "{game}");
        let by_tables = client.ask("go depth 1", "bestmove");
        assert_eq!(score(&by_tables), to_the_end, "{game}");
        assert!(expected.is_none_or(|expected| expected == to_the_end), "{game}: {to_the_end}");
        let missing = format!("setoption name {TABLES} value /nowhere\nisready");
        assert!(client.ask(&missing, "readyok")[0].contains(TABLES), "{game}");
        assert_eq!(score(&client.ask("go depth 1", "bestmove")), to_the_end, "{game}: the folder is kept");
    }
}

/// The games and variants that have the option are those that can be solved.
fn games_with_tables() {
    for (rules, expected) in [
        (&["--game", "mill"][..], true),
        (&["--variant", "russian-mill"], false),
        (&["--game", "tic-tac-toe"], true),
        (&["--game", "kalah"], true),
        (&["--game", "connect-four", "--variant", "5x4"], true),
        (&["--game", "connect-four"], false),
        (&["--game", "breakthrough"], false),
        (&["--game", "chess"], false),
        (&["--game", "gyges"], false),
        (&["--game", "hex"], false),
        (&["--game", "othello"], false),
        (&["--game", "santorini"], false),
    ] {
        let options = Client::start(&[rules, &["--protocol", "uci"]].concat()).ask("uci", "uciok");
        let line = format!("option name {TABLES} type string default ");
        let is_offered = options.iter().any(|option| option.starts_with(line.trim_end()));
        assert_eq!(is_offered, expected, "{rules:?}");
        let reason = if expected { "/nowhere" } else { "cannot be solved" };
        let info = [&["solve", "--info", "--tables", "/nowhere"][..], rules].concat();
        refuses(&info, 2, reason);
    }
}

/// Output that is piped is data. The text for people is a file.
fn a_report() {
    let folder = Folder::new();
    let text = folder.file("report.txt");
    let small = ["report", "--game", "tic-tac-toe", "--games", "2", "--nodes", "10", "--doublings", "1"];
    let data = prints(&[&small[..], &["--text", &text]].concat());
    assert!(
        data.starts_with("variant\tplay\tfigure\tvalue\tlow\thigh\ntic-tac-toe\tstrong\tgames\t2\t\t\n"),
        "{data}"
    );
    assert!(folder.text("report.txt").starts_with("tic-tac-toe\nstrong play: 10 nodes a move"));
}

/// A match continues only its own file, and self-play only games in order.
fn files_of_others_stay() {
    let folder = Folder::new();
    let file = folder.file("file");
    let play = [
        "match",
        "--game",
        "tic-tac-toe",
        "--levels",
        "0,1",
        "--each",
        "nodes=10",
        "--rounds",
        "1",
        "--out",
        &file,
    ];
    for text in ["8/8/8/4k3/8/8/4K3/8 w - - 0 1\n", "[Event \"club\"]\n\n1. b2 a1\n", "my only note"] {
        std::fs::write(&file, text).expect("a file");
        refuses(&play, 2, "choose another file");
        assert_eq!(folder.text("file"), text);
    }
    std::fs::write(&file, "[Event \"ma").expect("a file");
    prints(&play);
    let games = folder.text("file");
    std::fs::write(&file, [games.as_str(), &games].join("\n")).expect("a file");
    refuses(&play, 2, "occurs twice");
    let own = folder.file("own");
    let play = ["selfplay", "--game", "tic-tac-toe", "--nodes", "10", "--out", &own, "--games"];
    prints(&[&play[..], &["4"]].concat());
    let games = folder.text("own");
    std::fs::write(&own, [games.as_str(), &games].concat()).expect("a file");
    refuses(&[&play[..], &["8"]].concat(), 2, "found game 0, expected game 4");
    assert_eq!(folder.text("own"), [games.as_str(), &games].concat());
}

/// In chess, `Qd7` and `Qd7+` are the move `d4d7`.
fn puzzles_in_standard_notation() {
    let mut child = command(&["puzzles", "--play", "--game", "chess"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program");
    child.stdin.take().expect("a pipe").write_all(b"Qd7+\nquit\n").expect("input");
    let output = child.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("right") && !text.contains("wrong"), "{output:?}");
}
