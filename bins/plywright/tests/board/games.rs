//! Whole games of every game against the engine, by clicks, and one by keys alone.

use std::time::Instant;

use fantoccini::key::Key;

use crate::browser::with_page;
use crate::drawn::expected;
use crate::page::Page;
use crate::server::PATIENCE;

/// A reproducible generator of pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % sides
    }
}

/// Whether the game on the page is over.
async fn is_over(page: &Page) -> bool {
    let status = page.status().await;
    status.contains("has won") || status.contains("draw")
}

/// Waits until a person is to move or the game is over, and compares the drawing with the engine's position.
async fn look(page: &Page, game: &str) {
    page.wait_for(
        "!document.getElementById('status').textContent.includes('engine') \
         && document.getAnimations().length === 0",
    )
    .await;
    assert_eq!(page.drawn().await, expected(game, &page.position().await), "{}", page.position().await);
}

/// Plays until the game is over. Returns the number of clicks.
async fn play_by_clicks(page: &Page, game: &str) -> usize {
    page.open(&format!("#game={game}")).await;
    let (mut dice, mut clicks, start) = (Dice(7), 0, Instant::now());
    look(page, game).await;
    while !is_over(page).await {
        assert!(start.elapsed() < 3 * PATIENCE, "{game} does not end: {}", page.position().await);
        let before = page.value("location.hash").await;
        // A move is entered in steps; every lit place can be clicked.
        let can_go_on = "document.querySelectorAll('.target.lit, #choices button').length > 0";
        loop {
            page.wait_for(&format!("location.hash !== {before} || {can_go_on}")).await;
            if page.value("location.hash").await != before {
                break;
            }
            let lit = page.lit().await;
            if !lit.is_empty() {
                page.choose(&lit[dice.roll(lit.len())]).await;
                clicks += 1;
            } else if page.value(can_go_on).await == true {
                page.click("#choices button").await;
                clicks += 1;
            }
            tokio::time::sleep(std::time::Duration::from_millis(40)).await;
        }
        look(page, game).await;
    }
    clicks
}

macro_rules! whole_games {
    ($($test:ident $game:literal,)*) => {
        $(#[test]
        fn $test() {
            with_page(async |_server, page| {
                let clicks = play_by_clicks(&page, $game).await;
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
    with_page(async |_server, page| {
        page.open("#game=tic-tac-toe").await;
        let on_board = "document.activeElement.classList.contains('target')";
        let start = Instant::now();
        page.element("body").await.send_keys(&char::from(Key::Tab).to_string()).await.expect("keys");
        while page.value(on_board).await != true {
            assert!(start.elapsed() < PATIENCE, "the Tab key does not come to the board");
            page.press(Key::Tab.into()).await;
        }
        while !is_over(&page).await {
            assert!(start.elapsed() < PATIENCE, "the game does not end");
            look(&page, "tic-tac-toe").await;
            // Arrow keys move the focus along the rows to a free square.
            let focused = "document.activeElement.dataset.word";
            for step in 0..12 {
                let is_lit = "document.activeElement.classList.contains('lit')";
                if page.value(is_lit).await == true {
                    break;
                }
                let word = page.text(focused).await;
                let key = match (step % 4, word.starts_with('c')) {
                    (3, _) => Key::Down,
                    (_, false) => Key::Right,
                    (_, true) if word.ends_with('1') => Key::Up,
                    (_, true) => Key::Left,
                };
                page.press(key.into()).await;
            }
            let before = page.value("location.hash").await;
            page.press(Key::Enter.into()).await;
            page.wait_for(&format!("location.hash !== {before}")).await;
            look(&page, "tic-tac-toe").await;
        }
        // Keys also go back to the start and forward again.
        page.element("#status").await;
        page.value("document.activeElement.blur()").await;
        page.element("body").await.send_keys(&char::from(Key::Home).to_string()).await.expect("keys");
        page.wait_for("document.getElementById('position').value === '.../.../...'").await;
    });
}
