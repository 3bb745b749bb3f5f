//! Replays recorded sessions: the files in `transcripts`, and the examples in the protocols' documentation.
//! All runs of a file in `transcripts` share a working directory, which is empty at the start.
//!
//! | line | meaning |
//! |---|---|
//! | `$ ARGUMENTS` | Starts the program. Single quotes keep spaces in an argument. Not needed without arguments. |
//! | `> LINE` | Sends the line to the program. |
//! | `< PATTERN` | Compares the next line of output. `*` stands for any text, `\*` for an asterisk. |
//! | `< ...` | Skips lines until one matches the next pattern; at the end of a run, skips all lines. |
//! | `! CODE TEXT` | Expects this exit code, and this text in standard error. |
//! | `+ FILE LINE` | Appends a line to a file. Without a line, makes the file empty. |
//! | `= FILE PATTERN` | Expects a line in the file that matches, after the lines matched before. |
//! | `#` | Starts a comment. |
//!
//! A run that names a command or has a line `!` gets no input after its last line and must end without further output.
//! Any other run is a session in a protocol, and is ended by `quit`.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use crate::Tests;
use crate::client::Client;
use crate::program::Folder;
use pattern::fits;

// The tests of the protocols compare the lines of their transcripts by the same code.
#[path = "../../../../protocols/tests/suite/pattern.rs"]
mod pattern;

/// A run of the program.
struct Run {
    client: Client,
    arguments: String,
    /// Whether lines may be skipped until one matches the next pattern.
    skips: bool,
}

impl Run {
    /// Takes the next line of output and panics, naming `place`, if it does not match. The pattern `...` takes no line,
    /// but lets the next call skip lines until one matches.
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

    /// Ends the run and panics, naming `place`, if lines are left. A command must end with the exit code and error text
    /// in `failure`; `None` stands for code 0 and any text.
    fn end(self, failure: Option<(i32, &str)>, place: &str) {
        let is_command = self.arguments.starts_with(|first| first != '-');
        let rest = if is_command || failure.is_some() {
            let heard = self.client.heard_count();
            let mut end = self.client.close();
            let (code, text) = failure.unwrap_or((0, ""));
            assert!(
                end.code == Some(code) && end.errors.contains(text),
                "{place}: expected exit code {code} and '{text}', found {:?} and '{}'",
                end.code,
                end.errors
            );
            end.lines.split_off(heard)
        } else if self.arguments.contains(" json") {
            self.client.quit_and_hear_the_rest("ping", "pong")
        } else {
            self.client.quit_and_hear_the_rest("isready", "readyok")
        };
        assert!(rest.is_empty() || self.skips, "{place}: not expected: {rest:#?}");
    }
}

/// Replays the lines of a transcript. Each run of the program gets the arguments in `common` before its own.
fn replay<'a>(common: &str, lines: impl Iterator<Item = (String, &'a str)>) {
    let folder = Folder::new();
    let start = |own: &str| {
        let arguments = format!("{common}{own}");
        Run { client: Client::of(folder.command(&arguments)), arguments, skips: false }
    };
    let (mut run, mut last, mut expected) = (None::<Run>, String::new(), 0);
    // For each file, the number of lines up to the last one that has matched.
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
                    "+" => append_line(&folder, first, text),
                    "=" => {
                        let checked = matched.entry(first).or_default();
                        *checked += lines_to_match(&folder.text(first), *checked, text, &place);
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

/// Skips the first `checked` lines of a file. Returns the number of lines from there to the first one that matches
/// `pattern`, that one included. Panics, naming `place`, if there is none.
fn lines_to_match(file: &str, checked: usize, pattern: &str, place: &str) -> usize {
    let found = file.lines().skip(checked).position(|line| fits(pattern, line));
    1 + found.unwrap_or_else(|| panic!("{place}: no '{pattern}' in {file}"))
}

/// Appends a line to a file. An empty line makes the file empty instead.
fn append_line(folder: &Folder, file: &str, line: &str) {
    if line.is_empty() {
        return folder.write(file, "");
    }
    let file = OpenOptions::new().append(true).create(true).open(folder.path_text(file));
    writeln!(file.expect("a file"), "{line}").expect("a line");
}

/// Returns the lines of a text, each with its file and number for messages.
fn places<'a>(path: &Path, text: &'a str) -> impl Iterator<Item = (String, &'a str)> {
    text.lines().enumerate().map(move |(index, line)| (format!("{}:{}", path.display(), index + 1), line))
}

pub fn add(tests: &mut Tests) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/transcripts");
    for entry in fs::read_dir(folder).expect("transcripts").flatten() {
        let name = format!("transcripts::{}", entry.file_name().display());
        tests.untimed(name, move || transcript(&entry.path()));
    }
    for protocol in ["uci", "ugi", "json"] {
        tests.untimed(format!("transcripts::page of {protocol}"), || sessions_of_page(protocol));
    }
    tests.untimed("transcripts::patterns", patterns);
}

fn transcript(path: &Path) {
    let text = fs::read_to_string(path).expect("a transcript");
    replay("", places(path, &text));
}

fn sessions_of_page(protocol: &str) {
    let path = format!("../../protocols/src/{protocol}/page.md");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&path).expect("a page");
    let common = format!("--game tic-tac-toe --protocol {protocol} ");
    let mut lines = places(&path, &text);
    let mut sessions = 0;
    while lines.by_ref().any(|(_, line)| line == "```text") {
        let session = lines.by_ref().take_while(|(_, line)| *line != "```");
        replay(&common, session);
        sessions += 1;
    }
    assert!(sessions > 0, "no session in {}", path.display());
}

fn patterns() {
    assert!(fits("bestmove *", "bestmove d6") && fits("*", "") && fits("a*b*c", "a1b2c") && fits("a", "a"));
    assert!(fits(r"a\*b*", "a*bc") && !fits(r"a\*b", "acb"));
    assert!(!fits("bestmove", "bestmove d6") && !fits("a*b*c", "acb") && !fits("ab*ba", "aba"));
}
