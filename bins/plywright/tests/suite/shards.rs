//! Tests of runs in shards: their results, killed processes, full disks, and plans that are refused.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use plywright::Key;
use plywright_matches::shards::Plan;

use crate::program::{Folder, PROGRAM, command, prints, refuses, run};

tests! {
    beside: shards_of_self_play_are_the_games_of_one_process,
        shards_of_a_match_are_the_games_of_one_process,
        a_killed_shard_is_resumed,
        a_full_disk_is_named_and_nothing_is_joined,
        what_is_not_of_the_plan_is_refused,
        programs_of_a_plan_start_only_when_allowed,
        files_of_a_plan_are_read_only_when_allowed,
        games_that_the_rules_do_not_allow_are_not_joined,
        the_plan_takes_the_place_of_its_files;
}

const SELF_PLAY: [&str; 10] =
    ["selfplay", "--game", "connect-four", "--games", "24", "--nodes", "150", "--seed", "9", "--first=5"];
const MATCH: [&str; 11] = [
    "match",
    "--game",
    "tic-tac-toe",
    "--levels",
    "0,3,8",
    "--rounds",
    "6",
    "--each",
    "nodes=50",
    "--openings",
    "random:1-3",
];

fn succeeds(arguments: &[&str]) {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// Plays a run in one process, and again in shards, the last shard first. Asserts that the files are equal.
/// Returns the output of the run and the output of merging.
fn both_ways(arguments: &[&str], shards: u64) -> [String; 2] {
    let folder = Folder::new();
    let [whole, plan, parts, joined] = ["whole", "plan", "parts", "joined"].map(|name| folder.file(name));
    let played = prints(&[arguments, &["--out", &whole]].concat());
    let count = shards.to_string();
    succeeds(&[arguments, &["--plan", &plan, "--shards", &count]].concat());
    for number in (0..shards).rev() {
        let number = number.to_string();
        // The number of games played at the same time does not change the file.
        succeeds(&[arguments[0], "--plan", &plan, "--shard", &number, "--out", &parts, "--concurrency", "2"]);
    }
    let report = prints(&[arguments[0], "--plan", &plan, "--merge", &parts, "--out", &joined]);
    assert!(!folder.text("whole").is_empty());
    assert!(folder.text("whole") == folder.text("joined"), "{shards} shards of {arguments:?}");
    [played, report]
}

fn shards_of_self_play_are_the_games_of_one_process() {
    both_ways(&SELF_PLAY, 7);
}

fn shards_of_a_match_are_the_games_of_one_process() {
    let [played, report] = both_ways(&MATCH, 3);
    assert_eq!(played, report);
    let test = ["match", "--game", "connect-four", "--levels", "0,9", "--each", "depth=2", "--rounds", "200"];
    let [played, report] = both_ways(&[&test[..], &["--sprt", "elo0=0 elo1=100"]].concat(), 20);
    assert!(played.starts_with("SPRT completed: H0 was accepted") && played == report, "{played}{report}");
}

fn a_killed_shard_is_resumed() {
    let folder = Folder::new();
    let [plan, one, killed] = ["plan", "one", "killed"].map(|name| folder.file(name));
    let run = ["selfplay", "--game", "connect-four", "--games", "600", "--nodes", "400"];
    succeeds(&[&run[..], &["--plan", &plan, "--shards", "1"]].concat());
    let shard = |out| ["selfplay", "--plan", &plan, "--shard", "0", "--out", out];
    let started = Instant::now();
    succeeds(&shard(&one));
    let whole = started.elapsed();
    let size = || {
        let parts = fs::read_dir(&killed).into_iter().flatten().flatten();
        parts.filter_map(|entry| entry.metadata().ok()).map(|data| data.len()).max().unwrap_or(0)
    };
    let mut kept = 0;
    for _ in 0..3 {
        let mut child = command(&shard(&killed)).spawn().expect("the program");
        let started = Instant::now();
        while size() < kept + 20_000 && started.elapsed() < 10 * whole + Duration::from_secs(10) {
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("a process");
        child.wait().expect("an end");
        assert!(size() > kept, "{kept}");
        kept = size();
    }
    succeeds(&shard(&killed));
    let name = "000000.shard";
    let read = |folder: &str| fs::read(Path::new(folder).join(name)).expect("a shard");
    assert!(read(&one) == read(&killed));
    assert_eq!(fs::read_dir(&killed).expect("a folder").count(), 1);
}

/// A limit on the size of files simulates a full disk.
#[cfg(unix)]
fn a_full_disk_is_named_and_nothing_is_joined() {
    let folder = Folder::new();
    let [plan, parts, joined] = ["plan", "parts", "joined"].map(|name| folder.file(name));
    let run = ["selfplay", "--game", "connect-four", "--games", "60", "--nodes", "20"];
    succeeds(&[&run[..], &["--plan", &plan, "--shards", "1"]].concat());
    let full = |arguments: &[&str]| {
        let script = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
        let output = Command::new("bash").args(["-c", script, "-", PROGRAM]).args(arguments).output();
        let output = output.expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("File too large"), "{errors}");
        errors
    };
    let shard = ["selfplay", "--plan", &plan, "--shard", "0", "--out", &parts];
    assert!(full(&shard).contains("000000.shard"));
    assert!(!Path::new(&parts).join("000000.shard").exists());
    succeeds(&shard);
    let merge = ["selfplay", "--plan", &plan, "--merge", &parts, "--out", &joined];
    assert!(full(&merge).contains(&joined));
    let names =
        fs::read_dir(folder.file("")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert_eq!(names.filter(|name| name.to_string_lossy().starts_with("joined")).count(), 0);
    succeeds(&merge);
}

#[cfg(not(unix))]
fn a_full_disk_is_named_and_nothing_is_joined() {}

fn what_is_not_of_the_plan_is_refused() {
    let folder = Folder::new();
    let [plan, older, changed, parts, out] =
        ["plan", "older", "changed", "parts", "out"].map(|name| folder.file(name));
    let with =
        |more: &[&str], code: i32, expected: &str| refuses(&[&SELF_PLAY[..], more].concat(), code, expected);
    with(&["--shards", "2"], 2, "--plan");
    with(&["--plan", &plan, "--shards", "25"], 2, "25 shards of 24 units, expected 1 to 24 shards");
    with(&["--plan", &plan, "--shards", "2", "--out", &out], 2, "cannot be used with '--out");
    with(&["--plan", &plan, "--out", &out], 2, "--shards <N>|--shard <K>|--merge <DIR>");
    assert!(!Path::new(&plan).exists());
    succeeds(&[&SELF_PLAY[..], &["--plan", &plan, "--shards", "2"]].concat());
    // The file of a plan may be written again by an equal plan, but not by a different one.
    succeeds(&[&SELF_PLAY[..], &["--plan", &plan, "--shards", "2"]].concat());
    with(&["--plan", &plan, "--shards", "3"], 2, "the file exists and is not this plan");
    with(&["--plan", &plan, "--shard", "0", "--out", &parts], 2, "cannot be used with");
    let follow = |plan: &str, more: &[&str], code: i32, expected: &str| {
        refuses(&[&["selfplay", "--plan", plan], more].concat(), code, expected);
    };
    follow(&plan, &["--shard", "0"], 2, "--out <FILE>");
    follow(&plan, &["--shard", "2", "--out", &parts], 2, "there is no shard 2, expected 0 to 1");
    refuses(
        &["match", "--plan", &plan, "--shard", "0", "--out", &parts],
        2,
        "it is a plan of selfplay, expected a plan of match",
    );
    follow(&plan, &["--merge", &parts, "--out", &out], 1, "parts: ");
    succeeds(&["selfplay", "--plan", &plan, "--shard", "1", "--out", &parts]);
    follow(
        &plan,
        &["--merge", &parts, "--out", &out],
        2,
        "parts: shard 0 is missing, expected shards 0 to 1",
    );
    // Plans that this program cannot follow, with a correct checksum.
    let read = || Plan::read(Path::new(&plan)).expect("a plan");
    let Key(signature) = read().signature;
    for (path, other, expected) in [
        (&older, Plan { program: "9.0".to_owned(), ..read() }, "the plan was made by version 9.0"),
        (&changed, Plan { signature: Key(!signature), ..read() }, "its signature is "),
        (
            &changed,
            Plan { units: 23, ..read() },
            "the plan has 23 units and the seed 9, but its arguments give 24",
        ),
    ] {
        fs::write(path, other.to_string()).expect("a plan");
        follow(path, &["--shard", "0", "--out", &parts], 2, expected);
    }
    fs::write(&changed, &folder.text("plan")[..100]).expect("a plan");
    follow(&changed, &["--shard", "0", "--out", &parts], 2, "the plan is cut short or was changed");
    assert!(!Path::new(&out).exists());
}

/// Returns the CRC-32 of a text.
fn checksum(text: &str) -> u32 {
    let mut sum = !0_u32;
    for byte in text.bytes() {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !sum
}

fn programs_of_a_plan_start_only_when_allowed() {
    let folder = Folder::new();
    let [plan, parts, out] = ["plan", "parts", "out"].map(|name| folder.file(name));
    let other = format!("'cmd={PROGRAM}' name=other args='--game tic-tac-toe' nodes=20");
    let engines = ["--engine", "cmd=builtin nodes=20", "--engine", &other];
    succeeds(
        &[
            &["match", "--game", "tic-tac-toe", "--rounds", "2"],
            &engines[..],
            &["--plan", &plan, "--shards", "1"],
        ]
        .concat(),
    );
    let shard = ["match", "--plan", &plan, "--shard", "0", "--out", &parts];
    refuses(&shard, 2, "the plan starts programs (");
    succeeds(&[&shard[..], &["--programs"]].concat());
    prints(&["match", "--plan", &plan, "--merge", &parts, "--out", &out]);
    assert_eq!(folder.text("out").matches("[White ").count(), 4);
}

fn files_of_a_plan_are_read_only_when_allowed() {
    let folder = Folder::new();
    let [plan, parts, out, learned] = ["plan", "parts", "out", "learned"].map(|name| folder.file(name));
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let network = games.join("connect_four/networks/connect_four.net").display().to_string();
    let option = format!("EvalFile={network}");
    let games = ["selfplay", "--game", "connect-four", "--games", "4", "--nodes", "20"];
    succeeds(&[&games[..], &["--option", &option, "--plan", &plan, "--shards", "1"]].concat());
    let shard = ["selfplay", "--plan", &plan, "--shard", "0", "--out", &parts];
    refuses(&shard, 2, "the plan has options that name files (");
    succeeds(&[&shard[..], &["--programs"]].concat());
    prints(&["selfplay", "--plan", &plan, "--merge", &parts, "--out", &out]);
    let other = folder.file("other");
    let engine = format!("cmd=builtin 'option.EvalFile={network}' nodes=20");
    let engines = ["--engine", &engine, "--engine", "cmd=builtin nodes=30"];
    let games = [&["match", "--game", "connect-four", "--rounds", "1"], &engines[..]].concat();
    succeeds(&[&games[..], &["--plan", &other, "--shards", "1"]].concat());
    let shard = ["match", "--plan", &other, "--shard", "0", "--out", &parts];
    refuses(&shard, 2, "the plan has options that name files (");

    // Neither a learning file, which the run would write, nor a file that does not exist can be in a plan.
    let learning = format!("Learning File={learned}");
    let games = ["selfplay", "--game", "tic-tac-toe", "--games", "4", "--nodes", "20", "--option"];
    let planned = |option: &str, code, expected: &str| {
        let plan = folder.file("none");
        refuses(&[&games[..], &[option, "--plan", &plan, "--shards", "1"]].concat(), code, expected);
        assert!(!Path::new(&plan).exists());
    };
    planned(&learning, 2, "a plan cannot have the option 'Learning File'");
    planned("Opening Tree=/no/such/tree", 1, "/no/such/tree");
    // A plan from elsewhere, with and without the permission.
    let read = Plan::read(Path::new(&plan)).expect("a plan");
    let is_network = |argument: &&mut String| argument.contains("EvalFile=");
    for (option, code, expected) in [
        (learning.as_str(), 2, "a plan cannot have the option 'Learning File'"),
        ("Opening Tree=/etc/hostname", 2, "the plan has no hash of /etc/hostname"),
    ] {
        let mut changed = read.clone();
        *changed.arguments.iter_mut().find(is_network).expect("an option") = format!("--option={option}");
        fs::write(&other, changed.to_string()).expect("a plan");
        for more in [&["--shard", "0", "--out", &parts][..], &["--shard", "0", "--out", &parts, "--programs"]]
        {
            refuses(&[&["selfplay", "--plan", &other], more].concat(), code, expected);
        }
        refuses(&["selfplay", "--plan", &other, "--merge", &parts, "--out", &learned], code, expected);
    }
    assert!(!Path::new(&learned).exists());
}

/// Changes shards and corrects all their checksums.
fn games_that_the_rules_do_not_allow_are_not_joined() {
    let folder = Folder::new();
    let [plan, parts, out] = ["plan", "parts", "out"].map(|name| folder.file(name));
    let games =
        ["selfplay", "--game", "tic-tac-toe", "--games", "3", "--nodes", "50", "--openings", "random:2"];
    succeeds(&[&games[..], &["--plan", &plan, "--shards", "1"]].concat());
    succeeds(&["selfplay", "--plan", &plan, "--shard", "0", "--out", &parts]);
    let shard = Path::new(&parts).join("000000.shard");
    let text = fs::read_to_string(&shard).expect("a shard");
    let game = text.lines().nth(2).expect("a game").to_owned();
    let parts_of_game: Vec<&str> = game.split('\t').collect();
    let [number, result, opening, moves, _] = parts_of_game[..] else { panic!("{game}") };
    let (first, rest) = moves.split_once(' ').expect("two moves");
    let other_result = if result == "1-0" { "0-1" } else { "1-0" };
    for (result, moves, expected) in [
        (other_result, moves.to_owned(), "its result is"),
        (result, format!("{first} {first} {rest}"), "move 4"),
        (result, first.to_owned(), "unit 0: the game is not over after its last move"),
    ] {
        let line = format!("{number}\t{result}\t{opening}\t{moves}");
        let line = format!("{line}\t{:08x}\n", checksum(&line));
        let mut lines = text.split_inclusive('\n');
        let head = lines.next().expect("a head");
        let rest: String = lines.skip(2).filter(|line| !line.starts_with("end ")).collect();
        let unit = format!("unit 0 {} {:08x}\n{line}", line.len(), checksum(&line));
        let body = format!("{head}{unit}{rest}");
        fs::write(&shard, format!("{body}end 3 {:08x}\n", checksum(&body))).expect("a shard");
        refuses(&["selfplay", "--plan", &plan, "--merge", &parts, "--out", &out], 2, expected);
        assert!(!Path::new(&out).exists());
    }
    fs::write(&shard, &text).expect("a shard");
    prints(&["selfplay", "--plan", &plan, "--merge", &parts, "--out", &out]);
}

/// Parameters become part of the plan. The file of openings must match its hash in the plan.
fn the_plan_takes_the_place_of_its_files() {
    let folder = Folder::new();
    let [plan, openings, parts, params] =
        ["plan", "openings", "parts", "params"].map(|name| folder.file(name));
    fs::write(&openings, "startpos moves 4\nstartpos moves 3 3\n").expect("a file");
    let tune = ["tune", "--game", "connect-four", "--iterations", "1", "--rounds", "1", "--each", "nodes=20"];
    prints(&[&tune[..], &["--params", "aspiration", "--out", &params]].concat());
    let tuned = format!("cmd=builtin nodes=50 'params={params}'");
    let engines = ["--engine", &tuned, "--engine", "cmd=builtin nodes=30"];
    let run = [&["match", "--game", "connect-four", "--rounds", "2", "--openings", &openings], &engines[..]]
        .concat();
    succeeds(&[&run[..], &["--plan", &plan, "--shards", "2"]].concat());
    let read = Plan::read(Path::new(&plan)).expect("a plan");
    let arguments = read.arguments.join(" ");
    assert!(arguments.contains("option.param.aspiration=") && !arguments.contains("params="), "{arguments}");
    assert_eq!((read.files[0].size, &read.files[0].path), (36, &openings));
    fs::remove_file(&params).expect("a file");
    let shard = ["match", "--plan", &plan, "--shard", "0", "--out", &parts];
    succeeds(&shard);
    fs::write(&openings, "startpos moves 4\nstartpos moves 3 4\n").expect("a file");
    refuses(&shard, 2, "openings: it has changed since the plan was made, expected the same content");
}
