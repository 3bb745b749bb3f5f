//! Solving and probing by command: small games completely, and endings of Mill.

use crate::program::{Folder, prints, refuses};

tests! {
    beside: tic_tac_toe_is_drawn,
        three_mens_morris_is_won_on_all_lines,
        a_small_board_of_connect_four_is_drawn,
        endings_are_known_without_any_file,
        files_of_the_perfect_database_are_written,
        a_folder_of_another_game_is_left_alone,
        what_cannot_be_solved_is_said;
}

/// Solves a game into a folder, verifies and lists it. Returns the output.
fn solve(game: &[&str], folder: &str) -> String {
    let with = |task: &[&str]| prints(&[&["solve"], game, task].concat());
    let counts = with(&["--out", folder]);
    let verified = with(&["--verify", folder]);
    let verdict = verified.strip_prefix(&*counts).expect("the same counts");
    assert!(
        verdict.starts_with("verified: all ") && verdict.ends_with("follow from the rules\n"),
        "{verdict}"
    );
    assert_eq!(with(&["--info", folder]), counts);
    counts
}

fn value(game: &[&str], folder: &str, position: &[&str]) -> String {
    let lines = prints(&[&["probe", "--tables", folder], game, position].concat());
    lines.lines().take_while(|line| !line.contains('\t')).collect::<Vec<_>>().join(", ")
}

fn tic_tac_toe_is_drawn() {
    let game = ["--game", "tic-tac-toe"];
    let folder = Folder::new();
    let tables = folder.file("tables");
    let counts = solve(&game, &tables);
    let [header, full, .., empty, start] = counts.lines().collect::<Vec<_>>()[..] else { panic!("{counts}") };
    assert_eq!(header, "slice\twon\tdrawn\tlost\tlongest_win\tlongest_loss");
    assert!(full.starts_with("9\t0 (0.0 %)\t"), "{full}");
    assert!(counts.contains("1,") && empty == "0\t0 (0.0 %)\t1 (100.0 %)\t0 (0.0 %)\t0\t0", "{counts}");
    assert_eq!(start, "start: draw");
    assert_eq!(value(&game, &tables, &[]), "value draw");
    let open_row = ["--position", "x.o/.o./x.."];
    assert_eq!(value(&game, &tables, &open_row), "value win, plies 1");
    // A damaged table is not an error of the command line.
    let table = folder.file("tables/9.table");
    let mut bytes = std::fs::read(&table).expect("a table");
    *bytes.last_mut().expect("a byte") ^= 1;
    std::fs::write(&table, bytes).expect("a file");
    refuses(&["solve", "--game", "tic-tac-toe", "--verify", &tables], 1, "9.table");
}

/// Three Men's Morris on all lines is won by the first player (published).
fn three_mens_morris_is_won_on_all_lines() {
    let game = ["--variant", "three-mens-morris"];
    let folder = Folder::new();
    let tables = folder.file("tables");
    let counts = solve(&game, &tables);
    let value = value(&game, &tables, &[]);
    assert!(value.starts_with("value win"), "{value}");
    let start = counts.lines().last().and_then(|line| line.strip_prefix("start: win in "));
    assert_eq!(Some(&*value), start.map(|plies| format!("value win, plies {plies}")).as_deref());
}

fn a_small_board_of_connect_four_is_drawn() {
    let game = ["--game", "connect-four", "--variant", "4x4"];
    let folder = Folder::new();
    let tables = folder.file("tables");
    let counts = solve(&game, &tables);
    assert_eq!(counts.lines().count(), 19, "{counts}");
    assert_eq!(value(&game, &tables, &[]), "value draw");
    let open_three = ["--position", "..../..../ooo./xxx. x"];
    assert_eq!(value(&game, &tables, &open_three), "value win, plies 1");
}

fn endings_are_known_without_any_file() {
    let position = "*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";
    let told = prints(&["probe", "--position", position]);
    assert!(told.starts_with("value win\nplies 9\n"), "{told}");
    assert!(told.contains("\nd2-d6\twin\t9\n"), "{told}");
    // The best moves come first: short wins, draws, long losses.
    let ranks: Vec<i32> = told
        .lines()
        .skip(2)
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [_, "win", plies] => plies.parse().expect("plies"),
            [_, "draw", "-"] => 1_000,
            [_, "loss", plies] => 2_000 - plies.parse::<i32>().expect("plies"),
            _ => panic!("{line}"),
        })
        .collect();
    assert!(ranks.len() > 5 && ranks.is_sorted() && ranks[0] == 9, "{told}");
    let start = prints(&["probe"]);
    assert_eq!(start.lines().count(), 2, "{start}");
    assert!(start.starts_with("value unknown\nnone of the 24 moves is known: give a folder"), "{start}");
}

/// The published file for three against three stones has 630,488 bytes.
fn files_of_the_perfect_database_are_written() {
    let folder = Folder::new();
    let database = folder.file("std");
    let counts = prints(&["solve", "--format", "malom", "--stones", "6", "--out", &database]);
    assert!(counts.contains("\n3-3\t"), "{counts}");
    let file = std::fs::metadata(folder.file("std/std_3_3_0_0.sec2")).expect("a file");
    assert_eq!(file.len(), 630_488);
    refuses(&["solve", "--format", "zip", "--out", &database], 2, "format 'zip'");
}

fn a_folder_of_another_game_is_left_alone() {
    let folder = Folder::new();
    let tables = folder.file("s3");
    prints(&["solve", "--variant", "three-mens-morris", "--out", &tables]);
    let table = || std::fs::read(folder.file("s3/3-3.table")).expect("a table");
    let before = table();
    let others: [&[&str]; 3] = [&["--format", "malom"], &[], &["--variant", "nine-mens-morris-no-flying"]];
    for other in others {
        let solve = [&["solve", "--stones", "6", "--out", &tables], other].concat();
        refuses(&solve, 2, "expected 'mill: ");
    }
    assert!(table() == before);
}

fn what_cannot_be_solved_is_said() {
    refuses(&["solve", "--game", "gyges", "--out", "nowhere"], 2, "not numbered");
    let folder = Folder::new();
    let cases = [
        ("nine-mens-morris", "5", "6 to 18"),
        ("nine-mens-morris", "19", "6 to 18"),
        ("three-mens-morris", "4294967295", "6 to 6"),
        ("tic-tac-toe", "8", "9 to 9"),
        ("tic-tac-toe", "10", "9 to 9"),
    ];
    for (name, stones, range) in cases {
        let choice = if name == "tic-tac-toe" { "--game" } else { "--variant" };
        let solve = ["solve", choice, name, "--stones", stones, "--out", &folder.file("tables")];
        refuses(&solve, 2, &format!("up to {stones} pieces, expected a number from {range}"));
    }
    refuses(&["solve", "--game", "connect-four", "--out", "nowhere"], 2, "not numbered");
    refuses(&["solve", "--info", "/nowhere"], 2, "no table of these rules");
    for limit in [["--stones", "8"], ["--format", "malom"]] {
        refuses(&[&["solve", "--info", "/nowhere"][..], &limit].concat(), 2, "cannot be used with");
    }
}
