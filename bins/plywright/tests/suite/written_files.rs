//! Tests of files that one command writes and another one reads or continues: tables, saved positions,
//! networks, games and openings. Also tests the picture, the numbers and the graph of a report or an
//! analysis, and the progress of a report. More tests are in the transcript `written_files.txt`.

use std::fs;
use std::io::{BufRead, BufReader};

use crate::client::Client;
use crate::program::Folder;

tests! {
    untimed: compact_tables_give_the_accuracy_of_full_ones,
        saved_positions_need_no_tables,
        a_network_trained_on_games_replaces_the_evaluation,
        with_tables_depth_1_scores_like_a_search_to_the_end,
        files_that_hold_a_game_twice_are_not_continued,
        a_file_of_another_kind_is_not_continued,
        a_report_is_printed_even_if_one_of_its_files_cannot_be_written,
        the_progress_of_a_report_is_about_both_variants,
        a_graph_is_written_even_if_nobody_reads_the_analysis;
    unix: games_from_a_pipe_are_read_whole, a_tuning_run_refuses_openings_that_it_can_read_only_once;
}

const RULES: &str = "--variant three-mens-morris";
/// Arguments that measure the accuracy in random positions, which are the same in every run.
const SAMPLE: &str = "accuracy --variant three-mens-morris --nodes 100 --random 20 --per-phase 5";

fn compact_tables_give_the_accuracy_of_full_ones() {
    let folder = Folder::new();
    folder.prints(&format!("solve {RULES} --out full"));
    folder.prints(&format!("solve {RULES} --format compact --tables full --out packed"));
    let [by_full, by_packed] =
        ["full", "packed"].map(|tables| folder.prints(&format!("{SAMPLE} --tables {tables}")));
    assert!(by_full.starts_with("engine\tlimits\tphase\tpositions\t"), "{by_full}");
    assert!(by_full.contains("\nplywright\t100 nodes\tall\t"), "{by_full}");
    assert!(by_full.lines().all(|line| line.split('\t').count() == 13), "{by_full}");
    let counts = |table: &str| {
        table.lines().map(|line| line.rsplit_once('\t').map(|(row, _)| row.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(counts(&by_packed), counts(&by_full), "counts without distances");
}

fn saved_positions_need_no_tables() {
    let folder = Folder::new();
    folder.prints(&format!("solve {RULES} --out full"));
    let by_tables = folder.prints(&format!("{SAMPLE} --save positions --tables full"));
    let by_positions = folder.prints(&format!("accuracy {RULES} --nodes 100 --positions positions"));
    assert_eq!(by_positions, by_tables);
    let wrong = "line 3: 'variant three-mens-morris', expected 'variant six-mens-morris'";
    folder.refuses("accuracy --variant six-mens-morris --positions positions", 2, wrong);
}

/// Sets an option that names a file, and returns the score of a search to depth 1.
fn score_with(client: &mut Client, option: &str) -> String {
    assert_eq!(client.ask(&format!("setoption name {option}\nisready"), "readyok"), ["readyok"], "{option}");
    score(&client.ask("go depth 1", "bestmove"))
}

fn a_network_trained_on_games_replaces_the_evaluation() {
    let folder = Folder::new();
    folder.prints("selfplay --game tic-tac-toe --games 60 --nodes 20 --out games");
    folder.prints("train --game tic-tac-toe --data games --out network --hidden 32 --epochs 1");
    let mut client = Client::start("--game tic-tac-toe --protocol uci");
    let trained = score_with(&mut client, &format!("EvalFile value {}", folder.path_text("network")));
    assert_ne!(trained, score_with(&mut client, "EvalFile value built-in"));
}

/// Returns the score in the last line that has one, such as `cp 12`.
fn score(lines: &[String]) -> String {
    let score_in = |line: &String| {
        let (_, rest) = line.split_once(" score ")?;
        Some(rest.split(' ').take(2).collect::<Vec<_>>().join(" "))
    };
    lines.iter().rev().find_map(score_in).unwrap_or_else(|| panic!("no score in {lines:#?}"))
}

/// Published values: three men's morris is won after nine plies, an edge is the wrong answer to a corner in
/// tic-tac-toe, and connect four on 4 x 4 cells is a draw.
fn with_tables_depth_1_scores_like_a_search_to_the_end() {
    for (rules, position, expected) in [
        ("--game tic-tac-toe", "startpos moves a1 b1", Some("mate 3")),
        ("--game mill --variant three-mens-morris", "startpos", Some("mate 5")),
        ("--game connect-four --variant 4x4", "startpos", Some("cp 0")),
        ("--game kalah --variant 3x3", "startpos", None),
    ] {
        let folder = Folder::new();
        folder.prints(&format!("solve {rules} --out tables"));
        let mut client = Client::start(&format!("{rules} --protocol uci"));
        let to_the_end = format!("position {position}\ngo depth 60 nodes 3000000");
        let to_the_end = score(&client.ask(&to_the_end, "bestmove"));
        let tables = format!("EndgameTablesPath value {}", folder.path_text("tables"));
        assert_eq!(score_with(&mut client, &tables), to_the_end, "{rules}");
        assert!(expected.is_none_or(|expected| expected == to_the_end), "{rules}: {to_the_end}");
        let missing = client.ask("setoption name EndgameTablesPath value /nowhere\nisready", "readyok");
        assert!(missing[0].contains("EndgameTablesPath"), "{rules}");
        assert_eq!(score(&client.ask("go depth 1", "bestmove")), to_the_end, "{rules}: the folder is kept");
    }
}

const MATCH: &str = "match --levels 0,1 --each nodes=10 --rounds 1";

fn files_that_hold_a_game_twice_are_not_continued() {
    for (play, play_on, between, expected) in [
        (MATCH, MATCH, "\n", "occurs twice"),
        (
            "selfplay --nodes 10 --games 4",
            "selfplay --nodes 10 --games 8",
            "",
            "found game 0, expected game 4",
        ),
    ] {
        let folder = Folder::new();
        folder.prints(&format!("{play} --game tic-tac-toe --out games"));
        let games = folder.text("games");
        let twice = [games.as_str(), &games].join(between);
        folder.write("games", &twice);
        folder.refuses(&format!("{play_on} --game tic-tac-toe --out games"), 2, expected);
        assert_eq!(folder.text("games"), twice);
    }
}

fn a_file_of_another_kind_is_not_continued() {
    let folder = Folder::new();
    folder.write("note", "a note without a line end");
    folder.refuses(&format!("{MATCH} --game tic-tac-toe --out note"), 2, "choose another file");
    assert_eq!(folder.text("note"), "a note without a line end");
}

fn games_from_a_pipe_are_read_whole() {
    let folder = Folder::new();
    folder.prints(&format!("solve {RULES} --out tables"));
    folder.prints(&format!("match {RULES} --levels 0,1 --each nodes=10 --rounds 10 --out match"));
    folder.prints(&format!("selfplay {RULES} --games 20 --nodes 10 --out selfplay"));
    for games in ["match", "selfplay"] {
        let accuracy = |from: &str| format!("accuracy {RULES} --tables tables --nodes 10 --games {from}");
        let expected = folder.prints(&accuracy(games));
        let output = folder.run_with_input(&accuracy("/dev/stdin"), &folder.text(games));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{games}: {output:?}");
    }
}

fn a_tuning_run_refuses_openings_that_it_can_read_only_once() {
    let folder = Folder::new();
    let tune = "tune --params aspiration --each nodes=10 --rounds 1 --iterations 2 --openings /dev/stdin --out tuned";
    let output = folder.run_with_input(tune, "moves d2\n");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("/dev/stdin: it is a device or a pipe"), "{errors}");
    assert!(!folder.path("tuned").exists());
}

fn a_report_is_printed_even_if_one_of_its_files_cannot_be_written() {
    let folder = Folder::new();
    // The picture is first written to a file of this name, so the folder makes writing the picture fail.
    fs::create_dir(folder.path("picture.unfinished")).expect("a folder");
    let report = "report --game tic-tac-toe --games 2 --nodes 10 --doublings 0 --svg picture --json numbers";
    let output = folder.run(report);
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.code() == Some(1) && errors.contains("picture"), "{errors}");
    assert!(out.contains("tic-tac-toe\tstrong\tgames\t2"), "{out}");
    assert!(folder.text("numbers").contains("plywright-report 1"));
}

/// The first line of the progress always comes; later ones depend on the time.
fn the_progress_of_a_report_is_about_both_variants() {
    let report = "report --game connect-four --against 5x4 --games 1 --nodes 10 --doublings 0";
    let output = Folder::new().run(report);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(errors.starts_with("connect-four, strong play: 1 of 4\n"), "{errors}");
}

fn a_graph_is_written_even_if_nobody_reads_the_analysis() {
    let folder = Folder::new();
    folder.prints("match --game connect-four --levels 0,1 --each nodes=10 --rounds 1 --out games");
    let mut child = folder.spawn("replay games --analyse --nodes 20000 --out graph");
    let mut reader = BufReader::new(child.stdout.take().expect("its output"));
    // The title, an empty line and the heading come before the first search.
    for _ in 0..3 {
        reader.read_line(&mut String::new()).expect("a line");
    }
    drop(reader);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
    assert!(folder.text("graph").starts_with("<svg "));
}
