//! Plays whole games of every game against the engine by clicks, and one game by keys alone.

use std::cmp::Ordering;
use std::env;
use std::time::Instant;

use crate::browser::{Window, in_window, with_page};
use crate::page::{Page, key};
use crate::server::PATIENCE;

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % sides
    }
}

fn is_over(page: &Page) -> bool {
    let status = page.status();
    status.contains("has won") || status.contains("draw")
}

/// Waits until a person is to move or the game is over, and checks that the board shows the current position.
fn look(page: &Page) {
    page.wait_for(
        "!document.getElementById('status').textContent.includes('engine') \
         && document.getAnimations().length === 0",
    );
    page.expect_drawn();
}

/// Plays random moves until the game is over. Returns the number of clicks.
fn play_by_clicks(page: &Page, game: &str) -> usize {
    page.open(&format!("#game={game}"));
    let (mut dice, mut clicks, start) = (Dice(7), 0, Instant::now());
    look(page);
    while !is_over(page) {
        assert!(start.elapsed() < 3 * PATIENCE, "{game} does not end: {}", page.position());
        let before = page.value("location.hash");
        // A move is entered in steps. Every lit place can be clicked.
        let can_go_on = "document.querySelectorAll('.target.lit, #choices button').length > 0";
        loop {
            page.wait_for(&format!("location.hash !== {before} || {can_go_on}"));
            if page.value("location.hash") != before {
                break;
            }
            let lit = page.lit();
            if !lit.is_empty() {
                page.choose(&lit[dice.roll(lit.len())]);
                clicks += 1;
            } else if page.value("document.querySelector('#choices button') !== null") == true {
                page.click("#choices button");
                clicks += 1;
            }
            std::thread::sleep(std::time::Duration::from_millis(40));
        }
        look(page);
    }
    clicks
}

/// All games of the program, beginning with a game of few moves.
const GAMES: [&str; 10] = [
    "tic-tac-toe",
    "connect-four",
    "mill",
    "gyges",
    "santorini",
    "othello",
    "chess",
    "breakthrough",
    "kalah",
    "hex",
];

fn play(page: &Page, game: &str) {
    let clicks = play_by_clicks(page, game);
    assert!(clicks >= 3, "a game of {clicks} clicks");
}

macro_rules! whole_games {
    ($($test:ident $game:expr,)*) => {
        $(#[test]
        fn $test() {
            with_page(|_server, page| play(page, $game));
        })*
    };
}

whole_games! {
    a_game_of_tic_tac_toe GAMES[0],
    a_game_of_connect_four GAMES[1],
    a_game_of_mill GAMES[2],
    a_game_of_gyges GAMES[3],
    a_game_of_santorini GAMES[4],
    a_game_of_othello GAMES[5],
    a_game_of_chess GAMES[6],
    a_game_of_breakthrough GAMES[7],
    a_game_of_kalah GAMES[8],
    a_game_of_hex GAMES[9],
}

/// Plays in a window: a short game, or all games if `BOARD_ALL` is set.
fn play_in(window: Window, prepare: impl FnOnce(&Page)) {
    let games = if env::var_os("BOARD_ALL").is_some() { &GAMES[..] } else { &GAMES[..1] };
    in_window(window, |_server, page| {
        prepare(page);
        for game in games {
            play(page, game);
        }
    });
}

#[test]
fn games_on_a_phone_in_the_dark() {
    play_in(Window { is_dark: true, ..Window::of(400, 800) }, |page| {
        page.open("");
        assert_eq!(page.value("matchMedia('(prefers-color-scheme: dark)').matches"), true);
        let background = page.text("getComputedStyle(document.body).backgroundColor");
        assert_eq!(background, "rgb(23, 21, 18)");
    });
}

#[test]
fn games_over_a_slow_network() {
    play_in(Window::of(1280, 900), |page| {
        if !page.slow_down() {
            eprintln!("NOT TRIED: this browser's network cannot be slowed down");
        }
    });
}

#[test]
fn games_with_gliding_pieces() {
    play_in(Window { has_motion: true, ..Window::of(1280, 900) }, |_| {});
}

#[test]
fn a_game_by_keys_alone() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe");
        let on_board = "document.activeElement.classList.contains('target')";
        let start = Instant::now();
        page.press_on_body(key::TAB);
        while page.value(on_board) != true {
            assert!(start.elapsed() < PATIENCE, "the Tab key does not come to the board");
            page.press(key::TAB);
        }
        while !is_over(page) {
            assert!(start.elapsed() < PATIENCE, "the game does not end");
            look(page);
            // Arrow keys move the focus to a free square: by columns, then by rows.
            let aim = page.lit()[0].clone();
            let [aim_column, aim_row] = aim.as_bytes()[..] else { panic!("{aim}") };
            loop {
                let word = page.text("document.activeElement.dataset.word");
                let [column, row] = word.as_bytes()[..] else { panic!("{word}") };
                let key = match (column.cmp(&aim_column), row.cmp(&aim_row)) {
                    (Ordering::Less, _) => key::RIGHT,
                    (Ordering::Greater, _) => key::LEFT,
                    (_, Ordering::Less) => key::UP,
                    (_, Ordering::Greater) => key::DOWN,
                    _ => break,
                };
                page.press(key);
            }
            let before = page.value("location.hash");
            page.press(key::ENTER);
            page.wait_for(&format!("location.hash !== {before}"));
            look(page);
        }
        page.value("document.activeElement.blur()");
        page.press_on_body(key::HOME);
        page.wait_for("document.getElementById('position').value === '.../.../...'");
    });
}
