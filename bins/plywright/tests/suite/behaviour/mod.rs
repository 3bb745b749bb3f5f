//! Behaviour that clients rely on, tested through pipes.
//!
//! The modules have tables of tests, called `ROWS`. Each row becomes several tests: one for each dialect of a protocol
//! and each game to which it applies.

mod board;
mod commands;
mod crossing;
mod info;
mod limits;
mod long_life;
mod options;
mod speech;

use std::sync::{LazyLock, OnceLock};

use crate::Tests;
use crate::client::Client;
use crate::program::Folder;
use board::Board;
use speech::Dialect;

/// A row of a table.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    dialects: &'static [Dialect],
    /// Whether only the default game is tested. Otherwise, every game is tested in the first dialect and the
    /// default game in the other dialects.
    default_game_only: bool,
    /// Whether the test measures times. At most two such tests run at once.
    timed: bool,
    /// The test. Its client has completed the handshake and quits after the test.
    test: fn(&Setting, &mut Client),
}

impl Row {
    const fn new(name: &'static str, dialects: &'static [Dialect], test: fn(&Setting, &mut Client)) -> Self {
        Self { name, dialects, default_game_only: false, timed: false, test }
    }

    /// Limits the row to the default game, because nothing in it depends on the game or because it needs that
    /// game's positions.
    const fn default_game_only(mut self) -> Self {
        self.default_game_only = true;
        self
    }

    /// Says that the test measures times.
    const fn timed(mut self) -> Self {
        self.timed = true;
        self
    }
}

#[derive(Clone, Copy)]
struct Setting {
    dialect: Dialect,
    board: &'static Board,
}

impl Setting {
    fn arguments(&self) -> String {
        format!("--game {} {}", self.board.game, self.dialect.arguments())
    }

    /// Starts a program and sends nothing to it.
    fn launch(&self) -> Client {
        Client::start(&self.arguments())
    }

    /// Starts a program and completes the handshake.
    fn start(&self) -> Client {
        let mut client = self.launch();
        let (greeting, answer) = self.dialect.greeting();
        client.ask(greeting, answer);
        client
    }

    /// Waits until the program is ready. Returns the lines before its answer to the readiness command.
    fn settle(&self, client: &mut Client) -> Vec<String> {
        let (question, answer) = self.dialect.ready();
        let mut lines = client.ask(question, answer);
        lines.pop();
        lines
    }

    /// Takes lines up to the answer of a search, such as `bestmove`, and returns them with the answer.
    fn lines_to_answer(&self, client: &mut Client) -> Vec<String> {
        client.until_line(|line| self.dialect.is_answer(line))
    }

    /// Sends `text` and takes lines up to the answer of a search.
    fn search(&self, client: &mut Client, text: &str) -> Vec<String> {
        client.say(text);
        self.lines_to_answer(client)
    }

    fn count_answers(&self, lines: &[String]) -> usize {
        lines.iter().filter(|line| self.dialect.is_answer(line)).count()
    }

    /// Asserts that the last line is an answer with a legal move in the board's position `open`.
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
}

/// Games of the program, the default first. The positions of a game are found when a test first needs them, which takes
/// seconds.
static GAMES: LazyLock<Vec<(String, OnceLock<Board>)>> = LazyLock::new(|| {
    let list = Folder::new().prints("games");
    let games = list.lines().filter(|line| !line.starts_with(' '));
    games.map(|game| (game.to_owned(), OnceLock::new())).collect()
});

pub fn add(tests: &mut Tests) {
    let tables: [&[Row]; 6] =
        [commands::ROWS, crossing::ROWS, options::ROWS, limits::ROWS, info::ROWS, long_life::ROWS];
    for row in tables.concat() {
        for (number, dialect) in row.dialects.iter().enumerate() {
            let games = if row.default_game_only || number > 0 { &GAMES[..1] } else { &GAMES[..] };
            for (game, board) in games {
                let name = format!("behaviour::{} [{}, {}]", row.name, dialect.name(), game);
                let test = move || {
                    let board = board.get_or_init(|| Board::find(game));
                    let setting = Setting { dialect: *dialect, board };
                    let mut client = setting.start();
                    (row.test)(&setting, &mut client);
                    client.quit();
                };
                if row.timed { tests.timed(name, test) } else { tests.untimed(name, test) }
            }
        }
    }
}
