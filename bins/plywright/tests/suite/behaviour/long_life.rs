//! Tests of long sessions: commands in any order, mixed with garbage. Every search is answered once. At the
//! end, the program uses hardly more memory than after a quarter of the commands, and it searches like a
//! newly started one.
//!
//! The environment variable `PLYWRIGHT_COMMANDS` sets the number of commands; 3000 if it is not set.

use plywright::search::Rng;

use super::speech::{Dialect, EVERY, Until, text};
use super::{Row, Setting};
use crate::client::Client;

pub const ROWS: &[Row] = &[Row::new("a long life leaves memory and answers as they were", EVERY, long_life)];

const COMMANDS: usize = 3000;
/// Number of lines that are sent before answers are read.
const BLOCK: usize = 100;
/// Command that requests the legal moves. Its answers contain this word: the list as its `type`, an error as its
/// `command`.
const LIST: &str = "next_moves";
/// Maximum growth of the memory in KiB after a quarter of the commands. Threads and allocators may keep this
/// much.
const KEPT: u64 = 4 << 10;

fn long_life(setting: &Setting, client: &mut Client) {
    let wanted = std::env::var("PLYWRIGHT_COMMANDS").ok().and_then(|text| text.parse().ok());
    let blocks = wanted.unwrap_or(COMMANDS).div_ceil(BLOCK).max(4);
    let mut chance = Rng::new(7);
    let (_, fresh) = at_rest(setting, client);
    let mut young = None;
    for block in 1..=blocks {
        send_block(setting, client, &mut chance);
        if block == blocks / 4 || block == blocks {
            let (memory, found) = at_rest(setting, client);
            assert_eq!(found, fresh, "after {block} blocks");
            let young = *young.get_or_insert(memory);
            println!("       {} commands: {memory} KiB", block * BLOCK);
            assert!(memory <= young + KEPT, "grew from {young} to {memory} KiB");
        }
    }
}

/// Sends a block of random lines, and takes the answers that they require. Asserts that no search has a second answer.
fn send_block(setting: &Setting, client: &mut Client, chance: &mut Rng) {
    let (question, ready) = setting.dialect.ready();
    let (mut said, mut searches, mut lists, mut questions) = (Vec::new(), 0, 0, 1);
    for _ in 0..BLOCK {
        let (line, asks) = random_line(setting, chance);
        said.extend(line);
        said.push(b'\n');
        match asks {
            Asks::Nothing => {}
            Asks::Ready => questions += 1,
            Asks::Search => searches += 1,
            Asks::List => lists += 1,
        }
    }
    said.extend(format!("stop\n{question}\n").into_bytes());
    client.send(&said);
    let (mut answers, mut listed, mut readies) = (0, 0, 0);
    while answers < searches || listed < lists || readies < questions {
        let line = client.line();
        answers += usize::from(setting.dialect.is_answer(&line));
        listed += usize::from(["type", "command"].iter().any(|name| text(&line, name) == LIST));
        readies += usize::from(line == ready);
    }
    assert_eq!(setting.count_answers(&setting.settle(client)) + answers, searches);
    assert_eq!(readies, questions);
    client.forget();
}

/// The kind of answer that a line requires.
enum Asks {
    Nothing,
    Ready,
    Search,
    List,
}

/// Returns a random line and the answer that it requires. The line is a command, a malformed command or
/// random bytes without line ends and spaces.
fn random_line(setting: &Setting, chance: &mut Rng) -> (Vec<u8>, Asks) {
    let (board, dialect) = (setting.board, setting.dialect);
    let until = match chance.below(5) {
        0 | 1 => Until::Stopped,
        2 => Until::Depth(1 + chance.below(3) as u32),
        3 => Until::Nodes(chance.below(2000) as u32),
        _ => Until::Milliseconds(chance.below(4) as u32),
    };
    let mut any = |texts: &[&str]| texts[chance.below(texts.len())].to_owned();
    let kind = any(&["search", "search", "stop", "ready", "option", "new", "place", "over", "word", ""]);
    let (text, asks) = match kind.as_str() {
        "search" => (dialect.search(&any(&[&board.start, &board.open, &board.won]), until), Asks::Search),
        "stop" => ("stop".to_owned(), Asks::Nothing),
        "ready" => (dialect.ready().0.to_owned(), Asks::Ready),
        "option" => {
            let name = any(&["MultiPV", "Algorithm", "Threads", "Clear Hash", "Ponder", "Nonsense", "Hash"]);
            let value =
                any(if name == "Hash" { &["0", "-1", "many", ""] } else { &["1", "2", "true", "", "-7"] });
            (dialect.option(&name, &value), Asks::Nothing)
        }
        "new" => (dialect.new_game().to_owned(), Asks::Nothing),
        "place" => (dialect.place(&any(&[&board.open, "nonsense", "", "0 0 0"])), Asks::Nothing),
        "over" => (dialect.search(&board.over, until), Asks::Search),
        "word" => {
            let word = any(&words(dialect));
            let asks = if word.starts_with(LIST) { Asks::List } else { Asks::Nothing };
            (word, asks)
        }
        _ => {
            let longest = if chance.below(20) == 0 { 50_000 } else { 100 };
            let length = chance.below(longest);
            let bytes = (0..length).map(|_| chance.below(256) as u8);
            return (bytes.filter(|byte| !b"\r\n \t".contains(byte)).collect(), Asks::Nothing);
        }
    };
    (text.into_bytes(), asks)
}

/// Returns commands that request neither a search nor readiness. Commands that begin with [`LIST`] request
/// the legal moves.
fn words(dialect: Dialect) -> Vec<&'static str> {
    let words = match dialect {
        Dialect::Uci => "uci|d|eval|moves|fen|help|ponderhit|debug on|debug|go perft 2|position",
        Dialect::Game => "ugi|d|moves|moves x|query result|query p1turn|query|position fen x|help",
        Dialect::Gyges => "ugi|setpos start|setpos bench|setpos x|setoption maxTime 1|setoption maxPly x|d",
        Dialect::Json | Dialect::JsonCurrent => {
            r#"next_moves startpos|next_moves x|{}|{"type":"stop"}|{"type":"ping"}|[|options|help"#
        }
    };
    words.split('|').collect()
}

/// Returns the program's memory in KiB, and the result of a search with reset options. The memory is 0 if the
/// system does not report it. The transposition table has its smallest size, because the memory of a large
/// one would hide a leak.
fn at_rest(setting: &Setting, client: &mut Client) -> (u64, Vec<String>) {
    for (name, value) in
        [("MultiPV", "1"), ("Algorithm", "1"), ("Threads", "1"), ("Ponder", "false"), ("Hash", "1")]
    {
        client.say(&setting.dialect.option(name, value));
    }
    client.say(setting.dialect.new_game());
    assert_eq!(setting.settle(client), [""; 0]);
    let memory = client.memory();
    let lines = setting.search(client, &setting.dialect.search(&setting.board.open, Until::Depth(3)));
    let reports = lines.iter().filter_map(|line| setting.dialect.search_report(line));
    let texts =
        reports.map(|report| format!("depth {} nodes {} {}", report.depth, report.nodes, report.first));
    (memory, texts.collect())
}
