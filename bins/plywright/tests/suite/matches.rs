//! Matches: output, engines, records, and errors.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{Folder, PROGRAM, command, prints, refuses, run};
use crate::stopwatch::well_once_in_four;

tests! {
    beside: the_block_of_results_is_the_one_that_people_know,
        a_higher_level_wins_and_ratings_follow,
        a_test_ends_with_a_verdict,
        networks_that_come_with_a_game_beat_its_hand_written_evaluation,
        engines_of_every_protocol_play,
        wrong_engines_lose_and_the_match_goes_on,
        a_killed_match_loses_only_the_games_that_were_on,
        shards_are_added_up,
        no_game_is_added_up_twice,
        another_match_is_not_resumed,
        progress_comes_early,
        an_interrupted_match_prints_its_result,
        openings_come_from_files,
        balanced_openings_are_even,
        decided_games_end_early,
        mistakes_are_named,
        other_files_are_not_resumed,
        recorded_games_are_shown_and_analysed,
        records_set_rules_and_nothing_else;
    alone: clocks_are_kept;
}

/// Output lines of a match that succeeds.
fn lines(arguments: &[&str]) -> Vec<String> {
    prints(&[&["match"], arguments].concat()).lines().map(str::to_owned).collect()
}

/// The number after a word in the result lines.
fn number(lines: &[String], word: &str) -> f64 {
    let text = lines.join("\n");
    let behind = text.split(word).nth(1).unwrap_or_else(|| panic!("no {word} in {text}"));
    let end = behind.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c))).unwrap_or(behind.len());
    behind[..end].parse().unwrap_or_else(|_| panic!("no number behind {word} in {text}"))
}

/// This program as an engine in its own process.
fn process(name: &str, arguments: &str, protocol: &str) -> String {
    format!("'cmd={PROGRAM}' name={name} args='{arguments}' proto={protocol} option.Hash=4")
}

fn the_block_of_results_is_the_one_that_people_know() {
    let engines = ["--engine", "cmd=builtin name=A depth=3", "--engine", "cmd=builtin name=B depth=1"];
    let lines = lines(&[&["--game", "connect-four", "--rounds", "10"], &engines[..]].concat());
    assert_eq!(lines.len(), 7, "{lines:#?}");
    for (line, start) in lines.iter().zip([
        "-----",
        "Results of A vs B (3 plies - 1 plies, random:4):",
        "Elo: ",
        "LOS: ",
        "Games: 20, Wins: ",
        "Ptnml(0-2): [",
        "-----",
    ]) {
        assert!(line.starts_with(start), "{line}");
    }
    let [wins, losses, draws] = ["Wins: ", "Losses: ", "Draws: "].map(|word| number(&lines, word));
    assert!((wins + losses + draws - 20.0).abs() < 0.1 && wins > losses, "{lines:#?}");
    assert!((number(&lines, "Points: ") - wins - draws / 2.0).abs() < 0.1, "{lines:#?}");
}

fn a_higher_level_wins_and_ratings_follow() {
    let lines = lines(&["--levels", "0,6,12", "--pairing", "neighbours", "--rounds", "20"]);
    let ranks: Vec<_> = lines.iter().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(ranks[1..4], ["level-12", "level-6", "level-0"], "{lines:#?}");
}

/// An engine with half the nodes is weaker, and the sequential test finds that.
fn a_test_ends_with_a_verdict() {
    let engines = ["--engine", "cmd=builtin name=A nodes=4000", "--engine", "cmd=builtin name=B nodes=200"];
    let limits = ["--rounds", "2000", "--sprt", "elo0=0 elo1=100", "--game", "connect-four"];
    let lines = lines(&[&engines[..], &limits].concat());
    assert_eq!(lines[0], "SPRT completed: H1 was accepted", "{lines:#?}");
    assert!(number(&lines, "LLR: ") >= 2.94 && number(&lines, "Games: ") < 2000.0, "{lines:#?}");
}

/// With equal nodes the networks are several hundred Elo stronger, so half of the games is a wide margin.
fn networks_that_come_with_a_game_beat_its_hand_written_evaluation() {
    for game in ["mill", "santorini"] {
        let engines =
            ["--engine", "cmd=builtin name=network", "--engine", "cmd=builtin name=hand option.EvalFile="];
        let rest = ["--game", game, "--each", "nodes=2000", "--rounds", "15", "--openings", "random:4"];
        let lines = lines(&[&engines[..], &rest].concat());
        assert!(number(&lines, "Points: ") > 15.0, "{game}: {lines:#?}");
    }
}

fn engines_of_every_protocol_play() {
    for (game, arguments, protocol) in [
        ("mill", "", "uci"),
        ("mill", "--protocol ugi", "ugi"),
        ("gyges", "--game gyges --protocol ugi --ugi-dialect gyges", "ugi"),
        ("santorini", "--game santorini --protocol json", "json"),
        ("connect-four", "--game connect-four", "uci"),
        ("tic-tac-toe", "--game tic-tac-toe --protocol json", "json"),
    ] {
        let other = process("other", arguments, protocol);
        let engines = ["--engine", "cmd=builtin", "--engine", &other];
        let rest =
            ["--game", game, "--rounds", "1", "--each", "st=0.05 timemargin=2000", "--max-plies", "40"];
        let lines = lines(&[&engines[..], &rest].concat());
        assert!((number(&lines, "Games: ") - 2.0).abs() < 0.1, "{game} {protocol}: {lines:#?}");
        assert!(!lines[0].contains("failures"), "{game} {protocol}: {lines:#?}");
    }
}

/// A game on the clock is not lost on time.
fn clocks_are_kept() {
    for (arguments, protocol) in [("", "uci"), ("--protocol ugi", "ugi"), ("--protocol json", "json")] {
        let other = process("other", arguments, protocol);
        let engines = ["--engine", "cmd=builtin", "--engine", &other];
        let rest = ["--rounds", "1", "--each", "tc=1+0.02 timemargin=200", "--max-plies", "60"];
        well_once_in_four(protocol, || {
            let lines = lines(&[&engines[..], &rest].concat());
            if lines[0].starts_with("---") { Ok(()) } else { Err(lines.join("\n")) }
        });
    }
}

fn wrong_engines_lose_and_the_match_goes_on() {
    let folder = Folder::new();
    let record = folder.file("record");
    // The engine ends when its first game begins.
    let wrong = "cmd=sh name=wrong args=\"-c 'read a; echo uciok; read a; echo readyok; read a'\"";
    let engines = ["--engine", "cmd=builtin name=right", "--engine", wrong];
    let rest = ["--game", "tic-tac-toe", "--rounds", "3", "--record", &record];
    let lines = lines(&[&engines[..], &rest].concat());
    assert_eq!(lines[0], "wrong has lost 6 games by failures");
    assert!((number(&lines, "Wins: ") - 6.0).abs() < 0.1, "{lines:#?}");
    let text = folder.text("record");
    assert_eq!(text.matches("[Termination \"abandoned\"]").count(), 6, "{text}");
    let missing = ["--engine", "cmd=builtin", "--engine", "cmd=/no/such/program name=wrong"];
    refuses(&[&["match"], &missing[..], &rest[..4]].concat(), 1, "engine 'wrong' cannot be started");
}

const PAIR: [&str; 4] =
    ["--engine", "cmd=builtin name=A nodes=3000", "--engine", "cmd=builtin name=B nodes=1000"];

fn kill(mut child: Child) {
    child.kill().expect("a process");
    child.wait().expect("an end");
}

/// A killed match resumes, even if the last game was written only in part.
fn a_killed_match_loses_only_the_games_that_were_on() {
    let folder = Folder::new();
    let [path, whole] = &["killed", "whole"].map(|name| folder.file(name));
    let arguments = [&["match", "--rounds", "30", "--game", "connect-four"], &PAIR[..]].concat();
    let resumed = [&arguments[..], &["--resume", path]].concat();
    let games = || folder.text("killed").matches("[Event ").count();
    for stop_at in [5, 12, 25] {
        let child = command(&resumed).spawn().expect("the program");
        let started = Instant::now();
        while games() < stop_at && started.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(2));
        }
        kill(child);
        assert!(games() >= stop_at);
        let mut damaged = OpenOptions::new().append(true).open(path).expect("the file");
        damaged
            .write_all(b"[Event \"match\"]\n[Round \"99\"]\n\n1. 4 {book} 1... 3 {half a com")
            .expect("a write");
    }
    let output = run(&resumed);
    assert!(output.status.success(), "{output:?}");
    let at_once = run(&[&arguments[..], &["--record", whole]].concat());
    assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&at_once.stdout));
    assert_eq!(games(), 60);
    // A finished match is not played again, and another match does not write to its file.
    assert_eq!(run(&resumed).stdout, output.stdout);
    refuses(&[&arguments[..], &["--record", path]].concat(), 2, "--resume");
    refuses(&[&resumed[..], &["--seed", "2"]].concat(), 2, "another match: Seed is '1', here '2'");
}

fn shards_are_added_up() {
    let folder = Folder::new();
    let shards = ["1", "2"].map(|seed| folder.file(seed));
    let mut sums = [0.0; 3];
    for (seed, path) in ["1", "2"].iter().zip(&shards) {
        let rest = ["--game", "connect-four", "--rounds", "5", "--seed", seed, "--record", path];
        let lines = lines(&[&PAIR[..], &rest].concat());
        for (sum, word) in sums.iter_mut().zip(["Games: ", "Wins: ", "Points: "]) {
            *sum += number(&lines, word);
        }
    }
    let joined = lines(&["--sprt", "elo0=0 elo1=5", "--join", &shards[0], &shards[1]]);
    let found = ["Games: ", "Wins: ", "Points: "].map(|word| number(&joined, word));
    assert!(sums.iter().zip(found).all(|(sum, found)| (sum - found).abs() < 0.1), "{sums:?} {joined:#?}");
    assert!(joined[5].starts_with("Ptnml") && joined[6].starts_with("LLR: "), "{joined:#?}");
}

fn no_game_is_added_up_twice() {
    let folder = Folder::new();
    let [one, two, other] = &["1", "2", "3"].map(|name| folder.file(name));
    let engines = |names: [&str; 2]| names.map(|name| format!("cmd=builtin depth=1 name={name}"));
    let play = |[a, b]: [String; 2], path: &str, rounds: &str| {
        let engines = ["--engine", &a, "--engine", &b, "--game", "tic-tac-toe"];
        lines(&[&engines[..], &["--rounds", rounds, "--record", path]].concat());
    };
    play(engines(["A", "B"]), one, "1");
    play(engines(["A", "B"]), two, "2");
    play(engines(["C", "D"]), other, "1");
    let counted = "round 1, A against B, was counted before";
    refuses(&["match", "--join", one, one], 2, counted);
    refuses(&["match", "--join", one, two], 2, counted);
    refuses(&["match", "--join", one, other], 2, "no game links C, D to A");
    let few = lines(&["--join", one]).join("\n");
    assert!(few.contains("Elo: too few games, nElo: too few games\nLOS: too few games"), "{few}");
}

/// Everything that determines the games of a match must be unchanged.
fn another_match_is_not_resumed() {
    let folder = Folder::new();
    let [path, book] = &["record", "book"].map(|name| folder.file(name));
    fs::write(book, "moves d6 f4\n").expect("a file");
    let base = ["match", "--engine", "cmd=builtin name=A", "--engine", "cmd=builtin name=B", "--rounds", "1"];
    let rest = ["--max-plies", "8", "--openings", book, "--resume", path];
    let resume = |each: &str, more: &[&str]| run(&[&base[..], &rest, &["--each", each], more].concat());
    let first = resume("nodes=20", &[]);
    assert!(first.status.success(), "{first:?}");
    let kept = folder.text("record");
    let refused = |each: &str, more: &[&str], tag: &str| {
        let output = resume(each, more);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(tag), "{each} {more:?}: {errors}");
        assert_eq!(folder.text("record"), kept);
    };
    refused("nodes=30", &[], "another match: TimeControl is '20 nodes', here '30 nodes'");
    refused("nodes=20 option.Hash=2", &[], "another match: WhiteEngine is");
    refused("nodes=20 timemargin=7", &[], "another match: WhiteEngine is");
    refused("nodes=20", &["--option", "NMoveRule=50"], "another match: Options is '', here 'NMoveRule=50'");
    refused("nodes=20", &["--variant", "lasker-morris"], "another match: Variant is");
    for more in [["--balanced", "500"], ["--draw", "score=1"], ["--resign", "score=900"], ["--patience", "9"]]
    {
        refused("nodes=20", &more, "another match: Conditions is");
    }
    fs::write(book, "moves d6 d2\n").expect("a file");
    refused("nodes=20", &[], "another match: Conditions is");
    fs::write(book, "moves d6 f4\n").expect("a file");
    assert_eq!(resume("nodes=20", &[]).stdout, first.stdout);
    // Records of older matches lack some tags.
    let is_new =
        |line: &&str| ["[Conditions", "[WhiteEngine", "[BlackEngine"].iter().any(|tag| line.starts_with(tag));
    let old: String = kept.split_inclusive('\n').filter(|line| !is_new(line)).collect();
    fs::write(path, &old).expect("a file");
    assert_eq!(resume("nodes=20", &[]).stdout, first.stdout);
    assert!(!resume("nodes=30", &[]).status.success());
}

/// Piped output shows at once that the match has begun.
fn progress_comes_early() {
    let engines = ["--engine", "cmd=builtin name=A", "--engine", "cmd=builtin name=B", "--each", "st=5"];
    let mut child = command(&[&["match"], &engines[..]].concat()).spawn().expect("the program");
    let started = Instant::now();
    let mut line = String::new();
    let errors = child.stderr.take().expect("its errors");
    BufReader::new(errors).read_line(&mut line).expect("a line");
    kill(child);
    assert!(line.contains("0 of 200") && started.elapsed() < Duration::from_secs(20), "{line}");
}

/// What is known is printed, and what goes on.
#[cfg(unix)]
fn an_interrupted_match_prints_its_result() {
    let folder = Folder::new();
    let path = &folder.file("record");
    let arguments = [&["match", "--rounds", "100000", "--game", "tic-tac-toe"], &PAIR[..]].concat();
    for (signal, more) in [("-INT", &["--record", path][..]), ("-TERM", &["--resume", path]), ("-TERM", &[])]
    {
        let child = command(&[&arguments[..], more].concat()).spawn().expect("the program");
        let (started, before) = (Instant::now(), folder.text("record").len());
        let is_due = || match more {
            [] => started.elapsed() > Duration::from_secs(2),
            _ => folder.text("record").len() > before + 10_000,
        };
        while !is_due() && started.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
        let output = child.wait_with_output().expect("an end");
        let [out, errors] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert_eq!(output.status.code(), Some(130), "{errors}");
        assert!(out.contains("Games: ") && errors.contains("interrupted after "), "{out} {errors}");
        let next = if more.is_empty() { "with --resume FILE".to_owned() } else { format!("--resume {path}") };
        assert!(errors.contains(&next), "{errors}");
    }
}

fn openings_come_from_files() {
    let folder = Folder::new();
    let [from, to] = &["openings", "record"].map(|name| folder.file(name));
    fs::write(from, "# two openings\nstartpos moves b2 a1\nx../.../... moves c1\n\nmoves a1 b1 c1\n")
        .expect("a file");
    let engines = ["--engine", "cmd=builtin name=A nodes=50", "--engine", "cmd=builtin name=B nodes=40"];
    let rest = ["--game", "tic-tac-toe", "--rounds", "3", "--openings", from, "--record", to];
    lines(&[&engines[..], &rest].concat());
    let text = folder.text("record");
    for start in [
        "1. b2 {book} 1... a1 {book} 2. ",
        "1... c1 {book}",
        "1. a1 {book} 1... b1 {book} 2. c1 {book} 2... ",
    ] {
        assert_eq!(text.matches(start).count(), 2, "{start}: {text}");
    }
    // Records can be openings too.
    let from_records = [&engines[..], &["--game", "tic-tac-toe", "--rounds", "3", "--openings", to]].concat();
    lines(&from_records);
    fs::write(to, "[Event \"x\"]\n\n1. b2 1... b2 2. a1 *\n").expect("a file");
    refuses(&[&["match"], &from_records[..]].concat(), 2, "game 1: move 2: 'b2'");
    fs::write(from, "moves b2 b2\n").expect("a file");
    refuses(&[&["match"], &engines[..], &rest[..6]].concat(), 2, "line 1: move 2: 'b2'");
}

/// Openings that a search scores as won are not balanced, so fewer of them remain.
fn balanced_openings_are_even() {
    let engines = ["--engine", "cmd=builtin name=A depth=1", "--engine", "cmd=builtin name=B depth=1"];
    let rest = ["--game", "tic-tac-toe", "--rounds", "20", "--openings", "random:4", "--balanced", "0"];
    let lines = lines(&[&engines[..], &rest].concat());
    assert!((number(&lines, "Games: ") - 40.0).abs() < 0.1, "{lines:#?}");
    refuses(
        &[&["match"], &engines[..], &["--game", "tic-tac-toe", "--openings", "random:9"]].concat(),
        2,
        "expected fewer moves",
    );
}

fn decided_games_end_early() {
    let folder = Folder::new();
    let path = &folder.file("record");
    let engines = ["--engine", "cmd=builtin name=A depth=2", "--engine", "cmd=builtin name=B depth=2"];
    let rest =
        ["--game", "connect-four", "--rounds", "2", "--draw", "movecount=3 score=10000", "--record", path];
    lines(&[&engines[..], &rest].concat());
    let text = folder.text("record").replace('\n', " ");
    // The rules may end a game earlier.
    let drawn = text.matches("{drawn by agreement}").count();
    assert!(drawn > 0 && drawn == text.matches("[PlyCount \"10\"]").count(), "{text}");
}

fn mistakes_are_named() {
    refuses(&["match"], 2, "at least two engines");
    refuses(&["match", "--levels", "3"], 2, "at least two engines");
    refuses(&["match", "--levels", "3,31"], 2, "0 to 30");
    refuses(&["match", "--levels", "1,2,3", "--sprt", "elo1=5"], 2, "two engines, but there are 3");
    refuses(&["match", "--levels", "1,2", "--sprt", "elo0=9 elo1=5"], 2, "elo0 to be less");
    refuses(&["match", "--levels", "1,2", "--each", "option.Hash=x"], 2, "Hash");
    refuses(&["match", "--levels", "1,2", "--each", "option.Hsh=1"], 2, "no option is called 'Hsh'");
    refuses(&["match", "--levels", "1,2", "--option", "Hash"], 2, "expected NAME=VALUE");
    refuses(&["match", "--levels", "1,2", "--game", "chess"], 2, "chess");
    refuses(&["match", "--levels", "1,2", "--openings", "/no/such/file"], 1, "/no/such/file");
    refuses(&["match", "--engine", "name=A", "--engine", "cmd=builtin"], 2, "no cmd");
    refuses(&["match", "--levels", "1,2", "--resign", "movecount=x"], 2, "a whole number");
    refuses(&["match", "--levels", "1,2", "--resign", "movecount=3"], 2, "score is missing");
    refuses(&["match", "--levels", "1,2", "--option", "Hash=64"], 2, "option Hash is not one of the rules");
    refuses(&["match", "--join", "/no/such/file"], 1, "/no/such/file");
    let folder = Folder::new();
    let path = &folder.file("games");
    for (text, expected) in [
        ("", "games counts"),
        ("[White \"A\"]\n[Black \"A\"]\n[Round \"1\"]\n\n1. a 1-0\n", "A plays both sides"),
    ] {
        fs::write(path, text).expect("a file");
        refuses(&["match", "--join", path], 2, expected);
    }
    refuses(
        &["match", "--levels", "1,2", "--openings", "random:x"],
        2,
        "random is 'x', expected a whole number",
    );
}

/// A file that is not a match's is left unchanged.
fn other_files_are_not_resumed() {
    let folder = Folder::new();
    let path = &folder.file("other");
    for text in ["plain notes", "[section]\nkey = value\n", "[Result \"1-0\"]\n\n1. a 0-1\n"] {
        fs::write(path, text).expect("a file");
        refuses(&[&["match", "--rounds", "1"], &PAIR[..], &["--resume", path]].concat(), 2, "other, line ");
        assert_eq!(folder.text("other"), text);
    }
}

fn recorded_games_are_shown_and_analysed() {
    let folder = Folder::new();
    let [path, svg] = &["record", "picture"].map(|name| folder.file(name));
    let engines = [
        "--engine",
        "cmd=builtin name=A depth=9",
        "--engine",
        "cmd=builtin name=B option.Algorithm=4 depth=1",
    ];
    lines(
        &[
            &engines[..],
            &["--game", "tic-tac-toe", "--rounds", "3", "--openings", "random:1", "--record", path],
        ]
        .concat(),
    );
    let shown = run(&["replay", path, "--number", "2"]);
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.status.success() && text.starts_with("B against A, "), "{shown:?}");
    assert!(text.contains("\n1. first side: ") && text.contains("\n2. second side: "), "{text}");
    let analysed = run(&["replay", path, "--number", "2", "--analyse", "--svg", svg]);
    let text = String::from_utf8_lossy(&analysed.stdout);
    assert!(analysed.status.success(), "{analysed:?}");
    // The player that searches to the end loses nothing.
    assert!(text.contains("second side: 0.0 % lost a move, 0 mistakes, 0 blunders"), "{text}");
    assert!(text.contains("+M") || text.contains("-M") || text.contains(" 0.00 "), "{text}");
    // Another game on the command line is a mistake, and so is a picture where something else is.
    refuses(&["replay", path, "--game", "mill"], 2, "records a game of tic-tac-toe, not of mill");
    refuses(&["replay", path, "--analyse", "--svg", "/no/such/picture"], 1, "/no/such/picture");
    refuses(&["replay", path, "--analyse", "--svg", path], 2, "is there and is not an SVG picture");
    let picture = folder.text("picture");
    assert!(picture.starts_with("<svg ") && picture.contains("<polyline "), "{picture}");
    refuses(&["replay", path, "--number", "7"], 2, "has 6 games");
    refuses(&["replay", "/no/such/file"], 1, "/no/such/file");
    refuses(&["replay", "/dev/null"], 2, "/dev/null holds no games");
    fs::write(path, "[Event \"x\"]\n[Game \"tic-tac-toe\"]\n\n1. a1 {open\n").expect("a file");
    refuses(&["replay", path], 2, "line 4: ");
    refuses(&["replay", path, "--number", "2"], 2, "line 4: ");
}

/// Records are untrusted: they set no file, no memory size and no network.
fn records_set_rules_and_nothing_else() {
    let folder = Folder::new();
    let [path, lessons] = &["record", "lessons"].map(|name| folder.file(name));
    let options =
        format!("Learning File={lessons},Hash=65536,EvalFile=/no/such/file,MayMoveInPlacingPhase=true");
    let record = |options: &str| format!("[Game \"mill\"]\n[Options \"{options}\"]\n\n1. d6 f4 2. d6-d5 *\n");
    fs::write(path, record(&options)).expect("a file");
    let shown = run(&["replay", path]);
    let errors = String::from_utf8_lossy(&shown.stderr);
    assert!(shown.status.success() && !fs::exists(lessons).expect("a folder"), "{errors}");
    for name in ["Learning File", "Hash", "EvalFile"] {
        assert!(errors.contains(&format!("sets '{name}', which is not a rule: ignored")), "{errors}");
    }
    fs::write(path, record("")).expect("a file");
    assert!(!run(&["replay", path]).status.success(), "without the rule the last move is illegal");
}
