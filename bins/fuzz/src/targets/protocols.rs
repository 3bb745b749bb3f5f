//! Whole sessions in UCI, UGI and JSON.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

use plywright::Protocol;
use plywright_protocols::{ActionForm, AnyDialect, Autodetect, Program, Session};

use super::games::engine;
use crate::Target;

pub(super) const TARGETS: &[Target] = &[
    Target { name: "session-uci", run: |input| session(Some(Protocol::Uci), input), seeds: uci_seeds },
    Target { name: "session-ugi", run: |input| session(Some(Protocol::Ugi), input), seeds: ugi_seeds },
    Target { name: "session-json", run: |input| session(Some(Protocol::Json), input), seeds: json_seeds },
    Target { name: "session-detected", run: |input| session(None, input), seeds: all_seeds },
];

/// Games of the sessions. The length of the input selects one.
const SESSION_GAMES: [&str; 3] = ["tic-tac-toe", "mill", "gyges"];
/// Maximum number of lines of a session, because a line may start a search.
const MAX_LINES: usize = 40;
/// Maximum number of lines of a session that may start a long task.
const MAX_TASKS: usize = 3;

fn lines(lines: &[&str]) -> Vec<u8> {
    lines.join("\n").into_bytes()
}

fn uci_seeds() -> Vec<Vec<u8>> {
    vec![
        lines(&["uci", "isready", "ucinewgame", "position startpos", "go depth 2", "isready", "quit"]),
        lines(&[
            "setoption name MultiPV value 3",
            "setoption name SkillLevel value 4",
            "go movetime 5",
            "stop",
        ]),
        lines(&["position startpos moves a1 b2", "d", "eval", "go nodes 50 searchmoves a1", "isready"]),
        lines(&["go wtime 100 btime 100 winc 1 binc 1 movestogo 3", "stop", "isready"]),
        lines(&[
            "debug on",
            "go infinite",
            "stop",
            "go ponder",
            "ponderhit",
            "go mate 2",
            "go perft 2",
            "isready",
        ]),
        lines(&["position fen x1o/3/3 w", "go depth 1", "flip", "help", "isready"]),
    ]
}

fn ugi_seeds() -> Vec<Vec<u8>> {
    vec![
        lines(&[
            "ugi",
            "isready",
            "uginewgame",
            "position startpos",
            "query p1turn",
            "query gameover",
            "quit",
        ]),
        lines(&[
            "moves a1",
            "query result",
            "query islegal b2",
            "query fen",
            "go p1time 50 p2time 50 p1inc 1 p2inc 1",
        ]),
        lines(&[
            "setpos 100000000000|000000000001 2",
            "setoption MaxPly 2",
            "setoption MaxTime 1",
            "go",
            "stop",
        ]),
        lines(&["status", "moves", "eval", "quit"]),
    ]
}

fn json_seeds() -> Vec<Vec<u8>> {
    vec![
        lines(&[
            "ping",
            "options",
            "new_game",
            "{\"type\":\"ping\"}",
            "{\"type\":\"set_position\",\"data\":{}}",
        ]),
        lines(&["next_moves x1o/3/3 w", "set_position x1o/3/3 w", "stop", "set_option MultiPV 2"]),
        lines(&["{\"type\":\"next_moves\",\"start\":\"3/3/3 x\"}", "{\"type\":\"stop\"}", "{\"id\":1}"]),
    ]
}

fn all_seeds() -> Vec<Vec<u8>> {
    [uci_seeds(), ugi_seeds(), json_seeds()].concat()
}

#[derive(Clone, Default)]
struct Out(Arc<Mutex<Vec<u8>>>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns at most [`MAX_LINES`] lines, without lines that contain a forbidden word and without tasks beyond
/// [`MAX_TASKS`].
fn harmless(input: &[u8]) -> Vec<&[u8]> {
    let mut tasks = 0;
    let is_harmless = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line).to_ascii_lowercase();
        let is_task =
            ["go", "next_moves", "bench", "set_position", "analyse"].iter().any(|word| text.contains(word));
        tasks += usize::from(is_task);
        let forbidden = ["file", "path", "hash", "thread", "bench", "perft", "tables", "\\"];
        !forbidden.iter().any(|word| text.contains(word)) && (!is_task || tasks <= MAX_TASKS)
    };
    input.split(|byte| matches!(byte, b'\n' | b'\r')).filter(is_harmless).take(MAX_LINES).collect()
}

/// Runs a session. Its output must be complete lines. In the JSON protocol, these must be JSON or `pong`. In
/// UCI, each `isready` before `quit` must be answered.
fn session(protocol: Option<Protocol>, input: &[u8]) -> bool {
    let lines = harmless(input);
    let game = SESSION_GAMES[input.len() % SESSION_GAMES.len()];
    let mut engine = engine(game, None).expect("a known game");
    engine.set_option("Hash", "1").expect("a small table");
    let out = Out::default();
    let input = Cursor::new(lines.join(&b'\n'));
    let json = ActionForm::default();
    if let Some(protocol) = protocol {
        let dialect = AnyDialect::new(protocol, None, json);
        Session::run(Program::PLYWRIGHT, engine, dialect, input, out.clone()).expect("threads");
    } else {
        let dialect = Autodetect::new(Protocol::Uci, None, json);
        Session::run(Program::PLYWRIGHT, engine, dialect, input, out.clone()).expect("threads");
    }
    let bytes = out.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let text = String::from_utf8(bytes).expect("output that is UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "the output ends within a line: {text}");
    if protocol == Some(Protocol::Json) {
        for line in text.lines().filter(|line| *line != "pong") {
            let value: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(value.is_ok(), "a line is not JSON: {line}");
        }
    }
    if protocol == Some(Protocol::Uci) {
        // An engine skips unknown words before a command.
        let ends = |line: &[u8]| line.windows(4).any(|word| word == b"quit");
        let before_end = lines.iter().take_while(|line| !ends(line));
        let asked = before_end.filter(|line| line.trim_ascii() == b"isready").count();
        let answered = text.lines().filter(|line| *line == "readyok").count();
        assert!(answered >= asked, "{asked} isready and {answered} readyok: {text}");
    }
    !lines.is_empty()
}
