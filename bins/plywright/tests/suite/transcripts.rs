//! Replays recorded runs of the program: the files in `transcripts`, and the sessions in the documentation of
//! the protocols. The runs of a file share an empty working directory.
//!
//! | line | meaning |
//! |---|---|
//! | `$ ARGUMENTS` | Starts the program. Single quotes keep blanks in an argument. Optional on the first line. |
//! | `> LINE` | Is sent to the program. |
//! | `< PATTERN` | Matches the next line; `*` stands for any text, `\*` for itself. |
//! | `< ...` | Skips lines up to one that matches the next pattern; at the end of a run, all lines. |
//! | `! CODE TEXT` | The program ends with this exit code and writes the text to standard error. |
//! | `+ FILE LINE` | Adds a line to a file; without a line, empties it. |
//! | `= FILE PATTERN` | The next line of the file that matches, after those that matched before. |
//! | `#` | Begins a comment. |
//!
//! A command reads no more input after its last line and ends without further output. A session quits.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use crate::Tests;
use crate::client::Client;
use crate::program::Folder;
use pattern::fits;

/// The patterns of lines, which transcripts of the protocols' own tests have too.
#[path = "../../../../protocols/tests/suite/pattern.rs"]
mod pattern;

/// Splits arguments at blanks outside single quotes.
fn words(text: &str) -> Vec<&str> {
    let quoted =
        |(index, part)| if index % 2 == 1 { vec![part] } else { str::split_whitespace(part).collect() };
    text.split('\'').enumerate().flat_map(quoted).collect()
}

/// A program that was started, and the expectations of its next lines.
struct Run<'a> {
    client: Client,
    arguments: Vec<&'a str>,
    /// Whether lines may be skipped.
    skips: bool,
}

impl Run<'_> {
    fn expect(&mut self, pattern: &str, place: &str) {
        if pattern == "..." {
            self.skips = true;
            return;
        }
        let mut heard = self.client.line();
        while self.skips && !fits(pattern, &heard) {
            heard = self.client.line();
        }
        assert!(fits(pattern, &heard), "{place}: expected '{pattern}', heard '{heard}'");
        self.skips = false;
    }

    /// Ends the program. A command ends by itself, with this exit code and this part of its errors.
    fn end(self, failure: Option<(i32, &str)>, place: &str) {
        let is_command = self.arguments.first().is_some_and(|first| !first.starts_with('-'));
        let rest = if is_command || failure.is_some() {
            let known = self.client.known();
            let mut end = self.client.close();
            let (code, text) = failure.unwrap_or((0, ""));
            assert!(
                end.code == Some(code) && end.errors.contains(text),
                "{place}: expected exit code {code} and '{text}', found {:?} and '{}'",
                end.code,
                end.errors
            );
            end.lines.split_off(known)
        } else if self.arguments.contains(&"json") {
            self.client.quit_and_hear_the_rest("ping", "pong")
        } else {
            self.client.quit_and_hear_the_rest("isready", "readyok")
        };
        assert!(rest.is_empty() || self.skips, "{place}: not expected: {rest:#?}");
    }
}

/// Replays lines with their places, each run with these arguments before its own.
fn replay<'a>(common: &'a str, lines: impl Iterator<Item = (String, &'a str)>) {
    let folder = Folder::new();
    let start = |own: &'a str| {
        let arguments = [words(common), words(own)].concat();
        Run { client: Client::start_in(&arguments, &folder), arguments, skips: false }
    };
    let (mut run, mut last, mut expected) = (None::<Run>, String::new(), 0);
    let mut matched: HashMap<&str, usize> = HashMap::new();
    for (place, line) in lines {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (first, text) = rest.split_once(' ').unwrap_or((rest, ""));
        match kind {
            ">" => run.get_or_insert_with(|| start("")).client.say(rest),
            "<" => run.get_or_insert_with(|| start("")).expect(rest, &place),
            "" | "#" => {}
            _ => {
                if let Some(run) = run.take() {
                    let failure = (kind == "!").then(|| (first.parse().expect("an exit code"), text));
                    run.end(failure, if kind == "!" { &place } else { &last });
                }
                match kind {
                    "$" => run = Some(start(rest)),
                    "!" => {}
                    "+" if text.is_empty() => fs::write(folder.file(first), "").expect("a file"),
                    "+" => {
                        let file = OpenOptions::new().append(true).create(true).open(folder.file(first));
                        writeln!(file.expect("a file"), "{text}").expect("a line");
                    }
                    "=" => {
                        let file = folder.text(first);
                        let before = matched.entry(first).or_default();
                        let found = file.lines().skip(*before).position(|line| fits(text, line));
                        *before += 1 + found.unwrap_or_else(|| panic!("{place}: no '{text}' in {file}"));
                    }
                    other => panic!("{place}: '{other}' begins no line of a transcript"),
                }
            }
        }
        expected += usize::from(matches!(kind, "<" | "!" | "="));
        last = place;
    }
    assert!(expected > 0, "{last}: nothing is expected");
    if let Some(run) = run {
        run.end(None, &last);
    }
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
    let common = format!("--game tic-tac-toe --protocol {protocol}");
    let mut lines = places(&path, &text);
    let mut sessions = 0;
    while lines.by_ref().any(|(_, line)| line == "```text") {
        let session = lines.by_ref().take_while(|(_, line)| *line != "```");
        replay(&common, session);
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
    assert!(fits(r"a\*b*", "a*bc") && !fits(r"a\*b", "acb"));
    assert!(!fits("bestmove", "bestmove d6") && !fits("a*b*c", "acb") && !fits("ab*ba", "aba"));
}
