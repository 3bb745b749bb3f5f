//! Input as it comes: other line ends, noise, and bytes that are no text.

use super::{Row, count, ready};
use crate::support::Client;

pub const ROWS: &[Row] = &[
    ("13 line ends, blanks, tabs and empty lines", blanks),
    ("14 unknown words are skipped or reported once", unknown_words),
    ("15 long lines, NUL bytes and bytes that are not UTF-8", odd_bytes),
    ("19 a bad number is reported and never fatal", bad_numbers),
    ("26 an unreadable position or an illegal move changes nothing", bad_positions),
];

fn blanks() {
    let mut client = Client::start(&[]);
    client.send(b"\r\n\n  \t \n\tuci\t\r\n");
    client.until("uciok");
    for bytes in [&b"isready\r\n"[..], b"isready\r", b"  isready  \n", b"\n\n\tisready\n", b"isready now \n"]
    {
        client.send(bytes);
        assert_eq!(client.line(), "readyok");
    }
    client.send(b"position   startpos \t moves  d6\r\nfen\r\n");
    assert!(client.line().starts_with("Fen: ********/O***"));
    client.quit();
}

fn unknown_words() {
    let mut client = ready();
    assert_eq!(client.ask("joho isready", "readyok"), ["readyok"]);
    for line in [
        "joho",
        "joho joho",
        "Stop",
        "show me the moves",
        "{\"type\":\"stop\"}",
        "position",
        "debug",
        "setoption",
    ] {
        let lines = client.ask(&format!("{line}\nisready"), "readyok");
        assert_eq!(count(&lines, "info string "), 1, "{line}");
        assert_eq!(lines.len(), 2, "{line}");
    }
    client.say("setoption name DeveloperMode value false");
    assert_eq!(client.ask("joho\nposition fen x\ngo perft x\nisready", "readyok"), ["readyok"]);
    client.quit();
}

fn odd_bytes() {
    let mut client = ready();
    let long = [
        b"x".repeat(2 << 20),
        b" y".repeat(1 << 20),
        [b"position startpos moves".to_vec(), b" d6".repeat(700_000)].concat(),
    ];
    let odd = [
        b"\0".to_vec(),
        b"isready\0".to_vec(),
        b"\xff\xfe isready".to_vec(),
        b"go \xc3".to_vec(),
        b"\x1b[2J".to_vec(),
    ];
    for bytes in long.into_iter().chain(odd) {
        client.send(&bytes);
        let lines = client.ask("\nisready", "readyok");
        assert_eq!((lines.len(), count(&lines, "info string ")), (2, 1), "{lines:?}");
        assert!(lines[0].len() < 300 && !lines[0].contains(char::is_control), "{lines:?}");
    }
    // The move list was refused at its second move, and so as a whole.
    assert!(client.ask("fen", "Fen")[0].starts_with("Fen: ********/********/"));
    client.quit();
}

fn bad_numbers() {
    let mut client = ready();
    for go in [
        "go depth x",
        "go depth",
        "go nodes -1",
        "go movetime soon",
        "go wtime 99999999999999999999",
        "go mate",
    ] {
        let lines = client.ask(&format!("setoption name MoveTimeMs value 20\n{go}"), "bestmove");
        assert_eq!(count(&lines, "info string go: "), 1, "{go}: {lines:?}");
    }
    assert!(
        client.ask("go perft many\nisready", "readyok")[0].starts_with("info string go: perft is 'many'")
    );
    client.quit();
}

fn bad_positions() {
    let mut client = ready();
    client.say("position startpos moves d6 f4");
    let before = client.ask("d", "Legal moves");
    for position in [
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen",
        "position fen moves d6",
        "position startpos moves d6 d6",
        "position startpos moves d6 f4 zz",
        "position startpos moves e2e4",
        "position startpos d6",
        "position kiwipete",
        "position fen ********/********/******** w p p 0 99 0 9 0 0 0 0 0 0 0 0 1",
    ] {
        let lines = client.ask(&format!("{position}\nisready"), "readyok");
        assert!(lines.len() == 2 && lines[0].starts_with("info string position: "), "{position}: {lines:?}");
        assert_eq!(client.ask("d", "Legal moves"), before, "{position}");
    }
    let best = client.best_move("go depth 3");
    assert!(client.ask("moves", "Legal")[0].split(' ').any(|mv| mv == best));
    client.quit();
}
