//! Tests of matches and their records that need processes: engines under every protocol, clocks and signals.

use std::io::{BufRead, BufReader};
use std::time::Duration;

use crate::program::{Folder, PROGRAM, signal, wait};
use crate::stopwatch::succeed_within_four_attempts;

tests! {
    untimed: engines_of_every_protocol_play_by_the_rules_of_the_match,
        points_are_recorded_as_points;
    unix: an_interrupted_match_prints_its_result, an_interrupted_tree_says_what_it_lacks;
    timed: clocks_are_kept;
}

/// Plays a match in the folder between a built-in engine and an engine in a process of its own. Returns the first
/// line of the output.
fn against_process(folder: &Folder, arguments: &str, protocol: &str, rest: &str) -> String {
    let other = format!("\"cmd={PROGRAM}\" name=other args=\"{arguments}\" proto={protocol} option.Hash=4");
    let command = format!("match --rounds 1 --engine cmd=builtin --engine '{other}' {rest}");
    folder.prints(&command).lines().next().unwrap_or_default().to_owned()
}

fn engines_of_every_protocol_play_by_the_rules_of_the_match() {
    for (rules, arguments, protocol) in [
        ("mill", "", "uci"),
        ("mill --variant morabaraba", "", "uci"),
        ("mill --option MayFly=false", "", "uci"),
        ("mill", "--protocol ugi", "ugi"),
        ("gyges", "--game gyges --protocol ugi --ugi-dialect gyges", "ugi"),
        ("santorini --variant pan-graeae", "--game santorini --protocol ugi", "ugi"),
        ("santorini --variant pan-graeae", "--game santorini --protocol json", "json"),
        ("tic-tac-toe", "--game tic-tac-toe --protocol json", "json"),
    ] {
        let rest = format!("--game {rules} --each 'st=0.02 timemargin=2000' --max-plies 20");
        let line = against_process(&Folder::new(), arguments, protocol, &rest);
        assert!(line.starts_with("---"), "{rules} {protocol}: {line}");
    }
}

fn points_are_recorded_as_points() {
    let folder = Folder::new();
    against_process(&folder, "--game othello", "uci", "--game othello --each nodes=2000 --out record");
    let text = folder.text("record");
    let notes = text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(note, _)| note);
    let scores: Vec<_> = notes.filter_map(|note| note.split_once('/')).map(|(score, _)| score).collect();
    assert!(scores.len() > 50, "{text}");
    for score in scores.into_iter().filter(|score| !score.contains('M')) {
        assert!(score.parse::<i32>().is_ok_and(|points| points.abs() <= 64), "{score} in {text}");
    }
}

fn clocks_are_kept() {
    for (arguments, protocol) in [("", "uci"), ("--protocol ugi", "ugi"), ("--protocol json", "json")] {
        let rest = "--each 'tc=0.25+0.02 timemargin=200' --max-plies 40";
        succeed_within_four_attempts(protocol, || {
            let line = against_process(&Folder::new(), arguments, protocol, rest);
            if line.starts_with("---") { Ok(()) } else { Err(line) }
        });
    }
}

/// Arguments for the two engines of the matches in tests of interruptions.
const PAIR: &str = "--engine 'cmd=builtin name=A nodes=3000' --engine 'cmd=builtin name=B nodes=1000'";

fn an_interrupted_match_prints_its_result() {
    let folder = Folder::new();
    let arguments = format!("match --rounds 100000 --game tic-tac-toe {PAIR}");
    for (name, out) in [("INT", " --out record"), ("TERM", " --out record"), ("TERM", "")] {
        let child = folder.spawn(&format!("{arguments}{out}"));
        let before = folder.text("record").len();
        let timeout = Duration::from_secs(if out.is_empty() { 2 } else { 60 });
        wait(timeout, || folder.text("record").len() > before + 10_000);
        signal(name, child.id());
        let output = child.wait_with_output().expect("an end");
        let [out_text, errors] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert_eq!(output.status.code(), Some(130), "{errors}");
        assert!(out_text.contains("Games: ") && errors.contains("interrupted after "), "{out_text} {errors}");
        assert!(errors.contains(if out.is_empty() { "with --out FILE" } else { "--out record" }), "{errors}");
    }
}

fn an_interrupted_tree_says_what_it_lacks() {
    let folder = Folder::new();
    folder.prints(&format!("match --rounds 1 --out games {PAIR}"));
    let mut child = folder.spawn("explore games --nodes 200000 --out tree");
    let mut errors = BufReader::new(child.stderr.take().expect("its errors")).lines().map_while(Result::ok);
    assert!(errors.any(|line| line.starts_with("positions: ")), "no search has ended");
    signal("INT", child.id());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let last = errors.last().unwrap_or_default();
    assert!(last.ends_with("the tree lacks the values of the others"), "{last}");
    folder.prints("explore --show tree");
}
