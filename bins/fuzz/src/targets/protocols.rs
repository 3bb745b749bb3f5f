//! Fuzz targets for whole sessions in UCI, UGI and JSON.

use std::fs::{self, File};
use std::io::Cursor;

use plywright::Protocol;
use plywright_protocols::{ActionForm, AnyDialect, Program, Session};
use serde_json::Value;

use super::game;
use crate::folder;

/// Games of the sessions. The length of the input selects one, so that mutations change the game.
const SESSION_GAMES: [&str; 3] = ["tic-tac-toe", "mill", "gyges"];
/// Maximum number of lines of a session that are run.
const MAX_LINES: usize = 40;
/// Maximum number of lines that contain a word of [`TASKS`] in a session, because such a line may start a long task.
const MAX_TASKS: usize = 3;
/// Words of lines that start a search or another long task.
const TASKS: &[&str] = &["go", "next_moves", "set_position", "analyse"];
/// A line that contains one of these texts is not run. The words name files, or need much time or memory. The backslash
/// begins an escape of JSON, which could hide one of the words.
const FORBIDDEN: &[&str] = &["file", "path", "hash", "thread", "bench", "perft", "tables", "\\"];

/// Returns the sample sessions of a protocol. They are separated by empty lines in a file in the folder `sessions`.
pub(super) fn seeds(protocol: Protocol) -> Vec<Vec<u8>> {
    let text = match protocol {
        Protocol::Uci => include_str!("../../sessions/uci.txt"),
        Protocol::Ugi => include_str!("../../sessions/ugi.txt"),
        Protocol::Json => include_str!("../../sessions/json.txt"),
    };
    text.trim_end().split("\n\n").map(|session| session.as_bytes().to_vec()).collect()
}

/// Returns the lines of an input that may be run, at most [`MAX_LINES`]. Leaves out lines that contain a text in
/// [`FORBIDDEN`], and tasks after the first [`MAX_TASKS`].
fn harmless(input: &[u8]) -> Vec<&[u8]> {
    let (mut lines, mut tasks) = (Vec::new(), 0);
    for line in input.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let text = String::from_utf8_lossy(line).to_ascii_lowercase();
        let has_one_of = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if has_one_of(FORBIDDEN) {
            continue;
        }
        let is_task = has_one_of(TASKS);
        tasks += usize::from(is_task);
        if !is_task || tasks <= MAX_TASKS {
            lines.push(line);
        }
    }
    lines.truncate(MAX_LINES);
    lines
}

/// Runs the harmless lines of the input as one session. Returns whether there are any. Panics if the output ends within
/// a line, if a line of the JSON protocol is neither JSON nor `pong`, or if an `isready` before `quit` has no answer in
/// UCI.
pub(super) fn session(protocol: Protocol, input: &[u8]) -> bool {
    let lines = harmless(input);
    let name = SESSION_GAMES[input.len() % SESSION_GAMES.len()];
    let engine = game(name).expect("a known game").engine(Some(1)).expect("a small table");
    let commands = Cursor::new(lines.join(&b'\n'));
    let dialect = AnyDialect::new(protocol, None, ActionForm::default());
    let path = folder("sessions").join("output");
    let output = File::create(&path).expect("a file for the output");
    Session::run(Program::PLYWRIGHT, engine, dialect, commands, output).expect("threads");
    let text = fs::read_to_string(path).expect("output that is UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "the output ends within a line: {text}");
    if protocol == Protocol::Json {
        for line in text.lines().filter(|line| *line != "pong") {
            assert!(serde_json::from_str::<Value>(line).is_ok(), "a line is not JSON: {line}");
        }
    }
    if protocol == Protocol::Uci {
        // A line may quit without beginning with `quit`, because an engine skips unknown words before a command.
        let read = lines.iter().take_while(|line| !line.windows(4).any(|word| word == b"quit"));
        let asked = read.filter(|line| line.trim_ascii() == b"isready").count();
        let answered = text.lines().filter(|line| *line == "readyok").count();
        assert!(answered >= asked, "{asked} isready and {answered} readyok: {text}");
    }
    !lines.is_empty()
}
