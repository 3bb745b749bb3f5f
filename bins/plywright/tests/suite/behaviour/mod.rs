//! Behaviour that every client relies on, tested through pipes: each behaviour in each dialect for every
//! game.
//!
//! Each row of a table becomes a test for every dialect and every game that it names.

mod answers;
mod board;
mod commands;
mod crossing;
mod info;
mod input;
mod limits;
mod long_life;
mod options;
mod speech;

use std::sync::{LazyLock, OnceLock};

use crate::Tests;
use crate::client::Client;
use crate::program::prints;
use board::Board;
use speech::Dialect;

/// A behaviour that clients rely on.
#[derive(Clone, Copy)]
struct Row {
    /// Number and description of the behaviour.
    name: &'static str,
    /// Dialects that have it.
    dialects: &'static [Dialect],
    games: Games,
    /// Whether it measures times.
    timed: bool,
    test: fn(&Site),
}

/// The games in which a row is tested. A dialect knows no game, so few rows need every pair of both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Games {
    /// The default game in every dialect.
    One,
    /// Every game in the first dialect, and the default game in the others.
    EachOnce,
    /// Every game in every dialect.
    All,
}

impl Row {
    /// A row that meets every game once.
    const fn new(name: &'static str, dialects: &'static [Dialect], test: fn(&Site)) -> Self {
        Self { name, dialects, games: Games::EachOnce, timed: false, test }
    }

    /// Limits the row to the default game: nothing in it depends on the game, or it needs that game's
    /// positions.
    const fn once(mut self) -> Self {
        self.games = Games::One;
        self
    }

    /// Extends the row to every game in every dialect.
    const fn everywhere(mut self) -> Self {
        self.games = Games::All;
        self
    }

    const fn timed(mut self) -> Self {
        self.timed = true;
        self
    }
}

/// The dialect and the game of a test.
#[derive(Clone, Copy)]
struct Site {
    dialect: Dialect,
    board: &'static Board,
}

impl Site {
    /// Starts a program with additional arguments and sends nothing.
    fn start_with(&self, arguments: &[&str]) -> Client {
        let game = ["--game", &self.board.game];
        Client::start(&[&game, self.dialect.arguments(), arguments].concat())
    }

    /// Starts a program and completes the handshake.
    fn start(&self) -> Client {
        let mut client = self.start_with(&[]);
        let (greeting, answer) = self.dialect.greeting();
        client.ask(greeting, answer);
        client
    }

    /// Takes everything that the program has still to say.
    fn settle(&self, client: &mut Client) -> Vec<String> {
        let (question, answer) = self.dialect.ready();
        let mut lines = client.ask(question, answer);
        lines.pop();
        lines
    }

    /// Takes lines up to the answer of a search.
    fn answer(&self, client: &mut Client) -> Vec<String> {
        client.until_line(|line| self.dialect.is_answer(line))
    }

    /// Sends text and takes lines up to the answer of a search.
    fn search(&self, client: &mut Client, text: &str) -> Vec<String> {
        client.say(text);
        self.answer(client)
    }

    /// Number of lines that answer a search.
    fn answers(&self, lines: &[String]) -> usize {
        lines.iter().filter(|line| self.dialect.is_answer(line)).count()
    }

    /// Asserts that lines end with a legal answer for the open position.
    fn expect_legal(&self, client: &mut Client, lines: &[String]) {
        let best = self.dialect.best(&lines[lines.len() - 1]);
        if self.dialect.is_json() {
            client.say(&format!("next_moves {}", self.board.open));
            let list = client.until_line(|line| speech::text(line, "type") == "next_moves").pop();
            let list: serde_json::Value = serde_json::from_str(&list.unwrap_or_default()).expect("JSON");
            let mut states = list["next_states"].as_array().into_iter().flatten();
            assert!(states.any(|state| state["next_state"] == *best), "{best} does not follow: {list}");
        } else {
            assert!(self.board.legal.contains(&best), "'{best}' is not legal: {lines:#?}");
        }
    }

    /// Asserts that the program answers a text with one readable complaint and nothing else.
    fn expect_complaint(&self, client: &mut Client, text: &[u8]) {
        client.send(text);
        client.send(b"\n");
        let lines = self.settle(client);
        let shown = String::from_utf8_lossy(&text[..text.len().min(80)]);
        assert!(lines.len() == 1 && self.dialect.is_complaint(&lines[0]), "{shown}: {lines:?}");
        assert!(lines[0].len() < 2000 && !lines[0].contains(char::is_control), "{shown}: {lines:?}");
    }
}

/// The games on offer, the default first, with positions that are found on first use.
static GAMES: LazyLock<Vec<(String, OnceLock<Board>)>> = LazyLock::new(|| {
    let list = prints(&["games"]);
    let games = list.lines().filter(|line| !line.starts_with(' '));
    games.map(|game| (game.to_owned(), OnceLock::new())).collect()
});

/// Adds a test for each row in all its dialects and games.
pub fn add(tests: &mut Tests) {
    let tables: [&[Row]; 8] = [
        commands::ROWS,
        crossing::ROWS,
        input::ROWS,
        options::ROWS,
        limits::ROWS,
        answers::ROWS,
        info::ROWS,
        long_life::ROWS,
    ];
    let rows = tables.concat();
    // The transcript `setoption.txt` shows behaviour 16.
    for number in (1..=33).filter(|number| *number != 16) {
        assert!(rows.iter().any(|row| row.name.starts_with(&format!("{number} "))), "no row {number}");
    }
    for row in rows {
        for (number, dialect) in row.dialects.iter().enumerate() {
            let has_all = row.games == Games::All || row.games == Games::EachOnce && number == 0;
            for (game, board) in if has_all { &GAMES[..] } else { &GAMES[..1] } {
                let name = format!("behaviour::{} [{}, {}]", row.name, dialect.name(), game);
                let test = move || {
                    let board = board.get_or_init(|| Board::find(game));
                    (row.test)(&Site { dialect: *dialect, board });
                };
                if row.timed { tests.alone(name, test) } else { tests.beside(name, test) }
            }
        }
    }
}

/// Number of lines with this beginning.
fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}
