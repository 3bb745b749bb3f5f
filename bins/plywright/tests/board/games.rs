//! Plays whole games of every game against the engine by clicks, and one game by keys alone.

use std::time::Instant;

use crate::page::key;

use crate::browser::with_page;
use crate::page::Page;
use crate::server::PATIENCE;

/// Generator of reproducible pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % sides
    }
}

/// Whether the game on the page is over.
fn is_over(page: &Page) -> bool {
    let status = page.status();
    status.contains("has won") || status.contains("draw")
}

/// Waits until a person is to move or the game is over, and checks that the drawing shows the engine's
/// position.
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
            } else if page.value(can_go_on) == true {
                page.click("#choices button");
                clicks += 1;
            }
            std::thread::sleep(std::time::Duration::from_millis(40));
        }
        look(page);
    }
    clicks
}

macro_rules! whole_games {
    ($($test:ident $game:literal,)*) => {
        $(#[test]
        fn $test() {
            with_page(|_server, page| {
                let clicks = play_by_clicks(page, $game);
                assert!(clicks >= 3, "a game of {clicks} clicks");
            });
        })*
    };
}

whole_games! {
    a_game_of_tic_tac_toe "tic-tac-toe",
    a_game_of_connect_four "connect-four",
    a_game_of_mill "mill",
    a_game_of_gyges "gyges",
    a_game_of_santorini "santorini",
    a_game_of_othello "othello",
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
            // Arrow keys move the focus along the rows until it is on a free square.
            let focused = "document.activeElement.dataset.word";
            for step in 0..12 {
                let is_lit = "document.activeElement.classList.contains('lit')";
                if page.value(is_lit) == true {
                    break;
                }
                let word = page.text(focused);
                let key = match (step % 4, word.starts_with('c')) {
                    (3, _) => key::DOWN,
                    (_, false) => key::RIGHT,
                    (_, true) if word.ends_with('1') => key::UP,
                    (_, true) => key::LEFT,
                };
                page.press(key);
            }
            let before = page.value("location.hash");
            page.press(key::ENTER);
            page.wait_for(&format!("location.hash !== {before}"));
            look(page);
        }
        // Keys also show the start of the game and its end again.
        page.value("document.activeElement.blur()");
        page.press_on_body(key::HOME);
        page.wait_for("document.getElementById('position').value === '.../.../...'");
    });
}
