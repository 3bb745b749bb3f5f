//! Unusual input: other line ends, noise, and invalid text.

use super::speech::{EVERY, UNIVERSAL, Until, WORDS};
use super::{Row, Site, count};

pub const ROWS: &[Row] = &[
    Row::new("13 line ends, blanks, tabs and empty lines", EVERY, blanks).once(),
    Row::new("14 unknown words are skipped or reported once", EVERY, unknown_words).once(),
    Row::new("14 an unknown word before a command is skipped", WORDS, skipped_words).once(),
    Row::new("15 long lines, NUL bytes and bytes that are not UTF-8", EVERY, odd_bytes).once(),
    Row::new("19 a bad number is reported and never fatal", WORDS, bad_numbers).once(),
    Row::new("26 an unreadable position changes nothing", EVERY, bad_positions),
    Row::new("26 an illegal move changes nothing", UNIVERSAL, illegal_moves),
];

fn blanks(site: &Site) {
    let mut client = site.start_with(&[]);
    let ((greeting, greeted), (question, answer)) = (site.dialect.greeting(), site.dialect.ready());
    client.send(format!("\r\n\n  \t \n\t{greeting}\t\r\n").as_bytes());
    client.until(greeted);
    for (before, after) in [("", "\r\n"), ("", "\r"), ("  ", "  \n"), ("\n\n\t", "\n"), ("\t", " \t\r\n")] {
        client.send(format!("{before}{question}{after}").as_bytes());
        assert_eq!(client.line(), answer);
    }
    if !site.dialect.is_json() {
        client.send(format!("{question} now \n").as_bytes());
        assert_eq!(client.line(), answer);
    }
    let search = site.dialect.search(&site.board.open, Until::Depth(1));
    let spread =
        if site.dialect.is_json() { search.replacen('{', "{ \t ", 1) } else { search.replace(' ', "  \t ") };
    client.send(format!(" {}\r\n", spread.replace('\n', " \r")).as_bytes());
    let lines = site.answer(&mut client);
    site.expect_legal(&mut client, &lines);
    client.quit();
}

fn unknown_words(site: &Site) {
    let mut client = site.start();
    for line in ["joho", "joho joho", "Stop", "show me the way", "[1, 2", "]", "\u{2654} \u{1f600}", "= = ="]
    {
        site.expect_complaint(&mut client, line.as_bytes());
    }
    client.quit();
}

fn skipped_words(site: &Site) {
    let mut client = site.start();
    for line in ["joho isready", "joho \t haha isready"] {
        assert_eq!(client.ask(line, "readyok"), ["readyok"]);
    }
    client.quit();
}

fn odd_bytes(site: &Site) {
    let mut client = site.start();
    let place = if site.dialect.is_json() { "set_position " } else { &site.dialect.place("") };
    let long = [
        b"x".repeat(2 << 20),
        b" y".repeat(1 << 20),
        [place.trim_end().as_bytes(), &b" d6".repeat(700_000)].concat(),
    ];
    let odd =
        [&b"\0"[..], b"isready\0", b"ping\0", b"\xff\xfe isready", b"\xff\xfe ping", b"go \xc3", b"\x1b[2J"];
    for bytes in long.iter().map(Vec::as_slice).chain(odd) {
        site.expect_complaint(&mut client, bytes);
    }
    let search = site.dialect.search(&site.board.open, Until::Depth(1));
    let lines = site.search(&mut client, &search);
    site.expect_legal(&mut client, &lines);
    client.quit();
}

fn bad_numbers(site: &Site) {
    let mut client = site.start();
    client.say(&format!("setoption name MoveTimeMs value 20\n{}", site.dialect.place(&site.board.open)));
    for go in
        ["depth x", "depth", "nodes -1", "movetime soon", "movetime 99999999999999999999", "movetime 1e3"]
    {
        let lines = site.search(&mut client, &format!("go {go}"));
        assert_eq!(count(&lines, "info string "), 1, "{go}: {lines:?}");
        site.expect_legal(&mut client, &lines);
    }
    client.quit();
}

fn bad_positions(site: &Site) {
    let mut client = site.start();
    let set = |position: &str| {
        if site.dialect.is_json() { format!("set_position {position}") } else { site.dialect.place(position) }
    };
    if !site.dialect.is_json() {
        client.say(&set(&site.board.open));
    }
    let (shorter, longer) = (&site.board.open[..site.board.open.len() / 4], site.board.open.repeat(2));
    for position in [
        "nonsense",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "- - - - - - - - - - - -",
        "////////",
        "\u{2654}",
        shorter,
        &longer,
    ] {
        site.expect_complaint(&mut client, set(position).trim_end().as_bytes());
    }
    let lines = if site.dialect.is_json() {
        site.search(&mut client, &site.dialect.search(&site.board.open, Until::Depth(1)))
    } else {
        site.search(&mut client, "go depth 1")
    };
    site.expect_legal(&mut client, &lines);
    client.quit();
}

fn illegal_moves(site: &Site) {
    let mut client = site.start();
    let played = site.board.played.join(" ");
    client.say(&format!("position startpos moves {played}"));
    for moves in [&format!("{played} zz"), "e2e4", "-", "\u{2654}", &format!("zz {played}")] {
        site.expect_complaint(&mut client, format!("position startpos moves {moves}").as_bytes());
    }
    for position in ["position startpos d6", "position kiwipete", "position fen", "position fen moves d6"] {
        site.expect_complaint(&mut client, position.as_bytes());
    }
    let lines = site.search(&mut client, "go depth 1");
    site.expect_legal(&mut client, &lines);
    client.quit();
}
