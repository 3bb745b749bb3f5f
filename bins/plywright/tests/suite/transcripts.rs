//! Replays recorded sessions: the files in `transcripts`, and the sessions in the documentation of the
//! protocols.
//!
//! `$ ARGUMENTS` (optional, first line) starts the program, `> LINE` is sent to it, and `< PATTERN` must
//! match its next line, where `*` stands for any text. `< ...` skips lines up to one that matches the next
//! pattern. `#` begins a comment. At the end the program must quit without further output.

use std::fs;
use std::path::Path;

use crate::Tests;
use crate::client::Client;

/// Whether a pattern matches the whole line.
fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

/// Replays a session, given as lines with their places. Starts the program with `arguments` and those of the
/// first line.
fn replay<'a>(arguments: &str, lines: impl Iterator<Item = (String, &'a str)>) {
    let mut lines = lines.peekable();
    let more = lines.next_if(|(_, line)| line.starts_with('$')).map_or("", |(_, line)| &line[1..]);
    let arguments = format!("{arguments} {more}");
    let mut client = Client::start(&arguments.split_whitespace().collect::<Vec<_>>());
    let mut expected = 0;
    let mut skips = false;
    let mut last = String::new();
    for (place, line) in lines {
        match line.split_once(' ').unwrap_or((line, "")) {
            (">", said) => client.say(said),
            ("<", "...") => skips = true,
            ("<", pattern) => {
                let mut heard = client.line();
                while skips && !fits(pattern, &heard) {
                    heard = client.line();
                }
                assert!(fits(pattern, &heard), "{place}: expected '{pattern}', heard '{heard}'");
                skips = false;
                expected += 1;
            }
            ("" | "#", _) => {}
            (other, _) => panic!("{place}: '{other}' begins no line of a transcript"),
        }
        last = place;
    }
    assert!(expected > 0, "{last}: nothing is expected");
    let rest = if arguments.contains("json") {
        client.quit_and_hear_the_rest("ping", "pong")
    } else {
        client.quit_and_hear_the_rest("isready", "readyok")
    };
    assert!(rest.is_empty() || skips, "{last}: not expected: {rest:#?}");
}

/// The lines of a text, each with its place for messages.
fn places<'a>(path: &Path, text: &'a str) -> impl Iterator<Item = (String, &'a str)> {
    text.lines().enumerate().map(move |(index, line)| (format!("{}:{}", path.display(), index + 1), line))
}

/// Adds a test for each file, and one for each protocol's documentation.
pub fn add(tests: &mut Tests) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/transcripts");
    for entry in fs::read_dir(folder).expect("transcripts").flatten() {
        let name = format!("transcripts::{}", entry.file_name().display());
        tests.beside(name, move || transcript(&entry.path()));
    }
    for protocol in ["uci", "ugi", "json"] {
        tests.beside(format!("transcripts::page of {protocol}"), || sessions_of_page(protocol));
    }
    tests.beside("transcripts::patterns", patterns);
    tests.beside("transcripts::every_option_is_documented", every_option_is_documented);
}

fn transcript(path: &Path) {
    let text = fs::read_to_string(path).expect("a transcript");
    replay("", places(path, &text));
}

fn sessions_of_page(protocol: &str) {
    let path = format!("../../protocols/src/{protocol}/page.md");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&path).expect("a page");
    let mut lines = places(&path, &text);
    let mut sessions = 0;
    while lines.by_ref().any(|(_, line)| line == "```text") {
        let session = lines.by_ref().take_while(|(_, line)| *line != "```");
        replay(&format!("--game tic-tac-toe --protocol {protocol}"), session);
        sessions += 1;
    }
    assert!(sessions > 0, "no session in {}", path.display());
}

fn every_option_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../protocols/src/uci/page.md");
    let page = fs::read_to_string(path).expect("a page");
    let mut client = Client::start(&["--game", "tic-tac-toe"]);
    for line in client.ask("uci", "uciok") {
        let option = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "));
        if let Some((name, _)) = option {
            assert!(
                page.contains(&format!("`{name}`")),
                "protocols/src/uci/page.md does not tell what {name} is"
            );
        }
    }
}

fn patterns() {
    assert!(fits("bestmove *", "bestmove d6") && fits("*", "") && fits("a*b*c", "a1b2c") && fits("a", "a"));
    assert!(!fits("bestmove", "bestmove d6") && !fits("a*b*c", "acb") && !fits("ab*ba", "aba"));
}
