//! The command line: output of subcommands, and error messages.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use crate::program::{Folder, command, prints, refuses};

tests! {
    beside: games_and_variants_are_listed,
        moves_are_listed_one_a_line,
        perft_counts,
        mistakes_are_told_with_what_there_is,
        one_cause_has_one_exit_code,
        rules_without_a_name_are_counted_and_listed,
        an_input_that_cannot_be_read_is_named,
        a_new_game_has_a_name_of_its_own,
        help_and_version_are_there,
        a_reader_that_has_seen_enough_is_no_failure,
        errors_that_nobody_reads_change_no_exit_code;
}

fn games_and_variants_are_listed() {
    let text = prints(&["games"]);
    assert!(text.lines().any(|line| line == "mill"));
    assert!(text.lines().any(|line| line.starts_with("  nine-mens-morris  ")));
}

fn moves_are_listed_one_a_line() {
    assert_eq!(prints(&["moves"]).lines().count(), 24);
    assert_eq!(prints(&["moves", "--game", "tic-tac-toe", "--position", "xx./oo./xo."]), "c3\nc2\nc1\n");
}

fn perft_counts() {
    assert!(prints(&["perft", "--depth", "4"]).ends_with("Nodes searched: 255024\n"));
    assert!(prints(&["perft", "--game", "Tic-Tac-Toe", "--depth", "0"]).ends_with("Nodes searched: 1\n"));
    // Of the 255,168 games of tic-tac-toe, 127,872 fill the board.
    let all = &["perft", "--game", "tic-tac-toe", "--depth", "9"][..];
    assert!(prints(all).ends_with("Nodes searched: 127872\n"));
    assert!(prints(&[all, &["--finished"]].concat()).ends_with("Nodes searched: 255168\n"));
    let divided = prints(&["perft", "--depth", "3", "--divide"]);
    assert_eq!(divided.lines().filter(|line| line.ends_with(": 506")).count(), 24);
}

fn mistakes_are_told_with_what_there_is() {
    for (arguments, expected) in [
        (&["--game", "chess"][..], "error: no game is called 'chess'; there are mill"),
        (&["moves", "--game", "chess"], "error: no game is called 'chess'"),
        (&["--variant", "chess"], "error: no variant of mill is called 'chess'; there are nine-mens-morris"),
        (&["perft", "--depth", "3", "--variant", "x"], "'x'"),
        (&["moves", "--position", "nonsense"], "error: cannot read position: "),
        (&["--protocol", "xboard"], "uci"),
        (&["perft"], "--depth"),
        (&["--game", "conect-four"], "did you mean 'connect-four'?"),
        (&["perft", "--depth", "3", "--variant", "lasker-moris"], "did you mean 'lasker-morris'?"),
        (&["play", "--option", "Algoritm=1"], "no option is called 'Algoritm'; did you mean 'Algorithm'?"),
        (&["moves", "--option", "Algorithm=alphbeta"], "did you mean 'alpha-beta'?"),
        (&["moves", "--game", "gyges", "--option", "Setup=playrs"], "did you mean '"),
        (&["match", "--levels", "1,31"], "from 0 to 30"),
        (&["selfplay", "--games", "1e9", "--out", "x"], "expected a whole number from 1 to 1000000000"),
        (&["tune", "--seed", "-1", "--output", "x"], "expected a whole number of at least 0"),
        (&["perft", "--depth", "-1"], "'-1' for '--depth <N>': expected a whole number from 0 to 60"),
        (&["perft", "--depth", "1e9"], "expected a whole number from 0 to 60"),
        (&["perft", "--depth", "61"], "expected a whole number from 0 to 60"),
        (&["bench", "--variant", "lasker-morris"], "name it by --game"),
        (&["bench", "--game", "chess"], "error: no game is called 'chess'"),
        (&["bench", "--threads", "0"], "from 1 to 64"),
        (&["play", "--level", "31"], "from 0 to 30"),
        (&["play", "--side", "third"], "second"),
        (&["play", "--position", "nonsense"], "error: cannot read position: "),
        (
            &["--protocol", "uci", "--ugi-dialect", "game"],
            "--ugi-dialect goes with no other protocol than ugi",
        ),
        (&["--protocol", "ugi", "--json-dialect", "plain"], "--json-dialect goes with no other protocol"),
        (&["nonsense"], "nonsense"),
        (&["train", "--game", "mill", "--data", "x", "--out", "y", "--rate", "nan"], "a number above 0"),
        (&["train", "--game", "mill", "--data", "x", "--out", "y", "--result-share", "7"], "from 0 to 1"),
    ] {
        refuses(arguments, 2, expected);
    }
}

/// 1 where a file cannot be opened or written, 2 where its text cannot be understood.
fn one_cause_has_one_exit_code() {
    let missing = "/no/such/file";
    let folder = Folder::new();
    let nonsense = &folder.file("nonsense");
    fs::write(nonsense, "nonsense\n").expect("a file");
    let names_a_file: [&[&str]; 9] = [
        &["bench", "--check"],
        &["replay"],
        &["match", "--join"],
        &["match", "--levels", "1,2", "--resume"],
        &["match", "--levels", "1,2", "--openings"],
        &["match", "--engine", "cmd=builtin", "--levels", "1", "--engine"],
        &["train", "--game", "mill", "--out", missing, "--data"],
        &["tune", "--params", "futility_margin", "--output"],
        &["selfplay", "--games", "1", "--out"],
    ];
    for arguments in names_a_file {
        let is_engine = arguments.last() == Some(&"--engine");
        let settings =
            |file: &str| if is_engine { format!("cmd=builtin params={file}") } else { file.to_owned() };
        refuses(&[arguments, &[&settings(missing)]].concat(), 1, missing);
        refuses(&[arguments, &[&settings(nonsense)]].concat(), 2, "nonsense");
    }
    for arguments in [
        &["bench", "--game", "tic-tac-toe", "--out", "/no/such/file"][..],
        &["play", "--option", "EvalFile=/no/such/file"],
        &["moves", "--option", "EndgameTablesPath=/no/such/file"],
        &["selfplay", "--games", "1", "--eval-file", "/no/such/file", "--out", "x"],
    ] {
        refuses(arguments, 1, "/no/such/file");
    }
}

fn rules_without_a_name_are_counted_and_listed() {
    let small = ["--variant", "three-mens-morris"];
    let flying = ["--option", "MayFly=true"];
    let plain = prints(&[&["perft", "--depth", "8"], &small[..]].concat());
    let other = prints(&[&["perft", "--depth", "8"], &small[..], &flying].concat());
    let nodes = |text: &str| text.lines().last().map(str::to_owned);
    assert_ne!(nodes(&plain), nodes(&other));
    assert_eq!(prints(&["moves", "--option", "PiecesCount=3"]).lines().count(), 24);
    let folder = Folder::new();
    let solve = |name, rules: &[&str]| {
        let tables = folder.file(name);
        let counts = prints(&[&["solve"], &small[..], rules, &["--out", &tables]].concat());
        prints(&[&["probe", "--tables", &tables], &small[..], rules].concat());
        counts
    };
    assert_ne!(solve("plain", &[]), solve("flying", &flying));
}

fn an_input_that_cannot_be_read_is_named() {
    let folder = File::open(env!("CARGO_MANIFEST_DIR")).expect("a folder");
    let output = command(&["play"]).stdin(folder).output().expect("the program");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with("error: cannot go on with standard input and output: "), "{errors}");
}

/// Copies the files that `new` changes: the workspace's manifest, the program's, and its list of games.
fn a_new_game_has_a_name_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Folder::new();
    let [main, program] = ["bins/plywright/src/main.rs", "bins/plywright/Cargo.toml"];
    fs::create_dir_all(folder.file("bins/plywright/src")).expect("a folder");
    for file in [main, program, "Cargo.toml"] {
        fs::copy(root.join(file), folder.file(file)).expect("a copy");
    }
    let workspace = &folder.file("");
    for (name, expected) in [
        ("protocols", "a package plywright-protocols already"),
        ("program", "a package plywright-program already"),
        ("heap", "the type `Heap`"),
        ("Nine", "lower-case words"),
    ] {
        refuses(&["new", name, "--workspace", workspace], 2, expected);
    }
    assert!(prints(&["new", "nine-holes", "--workspace", workspace]).contains("-p plywright-nine-holes"));
    assert!(folder.text("games/nine_holes/src/lib.rs").contains("pub struct NineHoles;"));
    let entry = "        game::<plywright_nine_holes::NineHoles>(),\n    ];\n";
    assert!(folder.text(main).contains(entry), "{}", folder.text(main));
    assert!(folder.text(program).contains("plywright-nine-holes.workspace = true"));
    refuses(&["new", "nine-holes", "--workspace", workspace], 2, "is there already");
}

fn help_and_version_are_there() {
    assert!(prints(&["--help"]).contains("Examples:"));
    assert!(prints(&["--version"]).starts_with("Plywright "));
    for command in ["games", "moves", "perft", "bench", "play", "match", "replay"] {
        assert!(prints(&[command, "--help"]).contains("Usage:"));
    }
}

fn a_reader_that_has_seen_enough_is_no_failure() {
    for arguments in [
        &["perft", "--depth", "6", "--divide"][..],
        &["bench"],
        &["play", "--side", "none", "--movetime", "20"],
        &["match", "--levels", "0,1,2,3,4,5", "--rounds", "1"],
    ] {
        let mut child = command(arguments).spawn().expect("the program");
        let mut reader = BufReader::new(child.stdout.take().expect("its output"));
        reader.read_line(&mut String::new()).expect("a line");
        drop(reader);
        let mut errors = String::new();
        child.stderr.take().expect("its errors").read_to_string(&mut errors).expect("UTF-8");
        assert!(
            child.wait().expect("an exit code").success() && !errors.contains("error"),
            "{arguments:?}: {errors}"
        );
    }
}

fn errors_that_nobody_reads_change_no_exit_code() {
    let mut child = command(&["moves", "--position", "nonsense"]).spawn().expect("the program");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("an exit code").code(), Some(2));
}
