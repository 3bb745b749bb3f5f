//! Whole sessions in UCI, UGI and JSON.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

use plywright::Protocol;
use plywright_protocols::{ActionForm, AnyDialect, Program, Session};

use super::games::engine;
use crate::Target;

pub(super) const TARGETS: &[Target] = &[
    Target { name: "session-uci", run: |input| session(Protocol::Uci, input), seeds: || sessions(UCI) },
    Target { name: "session-ugi", run: |input| session(Protocol::Ugi, input), seeds: || sessions(UGI) },
    Target { name: "session-json", run: |input| session(Protocol::Json, input), seeds: || sessions(JSON) },
];

/// Games of the sessions. The length of the input selects one.
const SESSION_GAMES: [&str; 3] = ["tic-tac-toe", "mill", "gyges"];
/// Maximum number of lines of a session, because a line may start a search.
const MAX_LINES: usize = 40;
/// Maximum number of lines of a session that may start a long task.
const MAX_TASKS: usize = 3;

/// Returns the sessions of `text`, which empty lines separate.
fn sessions(text: &str) -> Vec<Vec<u8>> {
    text.split("\n\n").map(|session| session.as_bytes().to_vec()).collect()
}

const UCI: &str = "\
uci\nisready\nucinewgame\nposition startpos\ngo depth 2\nisready\nquit\n
setoption name MultiPV value 3\nsetoption name SkillLevel value 4\ngo movetime 5\nstop\n
position startpos moves a1 b2\nd\neval\ngo nodes 50 searchmoves a1\nisready\n
go wtime 100 btime 100 winc 1 binc 1 movestogo 3\nstop\nisready\n
debug on\ngo infinite\nstop\ngo ponder\nponderhit\ngo mate 2\nisready\n
position fen x1o/3/3 w\ngo depth 1\nflip\nhelp\nisready";

const UGI: &str = "\
ugi\nisready\nuginewgame\nposition startpos\nquery p1turn\nquery gameover\nquit\n
moves a1\nquery result\nquery islegal b2\nquery fen\ngo p1time 50 p2time 50 p1inc 1 p2inc 1\n
setpos 100000000000|000000000001 2\nsetoption MaxPly 2\nsetoption MaxTime 1\ngo\nstop\n
status\nmoves\neval\nquit";

const JSON: &str = r#"ping
options
new_game
{"type":"ping"}
{"type":"set_position","data":{}}

next_moves x1o/3/3 w
set_position x1o/3/3 w
stop
set_option MultiPV 2

{"type":"next_moves","start":"3/3/3 x"}
{"type":"stop"}
{"id":1}"#;

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
fn session(protocol: Protocol, input: &[u8]) -> bool {
    let lines = harmless(input);
    let game = SESSION_GAMES[input.len() % SESSION_GAMES.len()];
    let mut engine = engine(game, None).expect("a known game");
    engine.change(&|settings| settings.hash = 1).expect("a small table");
    let out = Out::default();
    let input = Cursor::new(lines.join(&b'\n'));
    let dialect = AnyDialect::new(protocol, None, ActionForm::default());
    Session::run(Program::PLYWRIGHT, engine, dialect, input, out.clone()).expect("threads");
    let bytes = out.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let text = String::from_utf8(bytes).expect("output that is UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "the output ends within a line: {text}");
    if protocol == Protocol::Json {
        for line in text.lines().filter(|line| *line != "pong") {
            let value: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(value.is_ok(), "a line is not JSON: {line}");
        }
    }
    if protocol == Protocol::Uci {
        // An engine skips unknown words before a command.
        let ends = |line: &[u8]| line.windows(4).any(|word| word == b"quit");
        let before_end = lines.iter().take_while(|line| !ends(line));
        let asked = before_end.filter(|line| line.trim_ascii() == b"isready").count();
        let answered = text.lines().filter(|line| *line == "readyok").count();
        assert!(answered >= asked, "{asked} isready and {answered} readyok: {text}");
    }
    !lines.is_empty()
}
