//! Tests that the address and the browser keep the game: its players, clocks and starting position.

use serde_json::json;

use crate::browser::with_page;
use crate::page::Page;
use crate::server::Server;

fn reload(page: &Page) {
    page.post("refresh", &json!({}));
    page.wait_for("!!document.querySelector('.target')");
}

/// Returns the number of pieces on the board.
fn pieces(page: &Page) -> usize {
    page.drawn().len()
}

#[test]
fn a_link_to_the_engines_turn_is_answered_by_its_move() {
    with_page(|_server, page| {
        page.open("#game=mill&second=engine 30&moves=d6");
        page.wait_for("/moves=d6\\+\\w\\d$/.test(location.hash)");
        // If a link names no players, a person plays first against the engine.
        page.open("#game=tic-tac-toe&moves=b2");
        page.wait_for("/moves=b2\\+\\w\\d$/.test(location.hash)");
        // The link shows an earlier position. Back at the last one, the engine moves.
        page.open("#game=connect-four&first=engine 3&second=person&moves=4 4&ply=1");
        page.click("#last");
        page.wait_for("/moves=4\\+4\\+\\d$/.test(location.hash)");
        // While an earlier position is shown, the engine does not move.
        page.open("#game=connect-four&first=engine 3&second=person&moves=4 4&ply=0");
        assert!(page.status().ends_with("(move 0 of 2)"), "{}", page.status());
    });
}

#[test]
fn a_reload_keeps_both_players_and_the_clock() {
    with_page(|_server, page| {
        page.open("#game=connect-four");
        page.without_engine();
        page.select("#level0", "3");
        page.begin(&[("#against", "person"), ("#minutes", "7")]);
        page.wait_for("!document.getElementById('newgame').open");
        page.select("#player0", "engine");
        page.wait_for("location.hash.includes('moves=')");
        page.wait_for("document.getElementById('clock1').textContent.startsWith('6:')");
        let fields = "['player0', 'level0', 'player1', 'minutes', 'increment'] \
            .map((id) => document.getElementById(id).value).join(' ') \
            + document.getElementById('clockon').checked";
        let (before, drawn) = (page.text(fields), page.drawn());
        assert_eq!(before, "engine 3 person 7 3true");
        reload(page);
        assert_eq!((page.text(fields), page.drawn()), (before.clone(), drawn.clone()));
        page.wait_for("document.getElementById('clock1').textContent.startsWith('6:')");
        // If the address names no game, the page continues the last game.
        page.open("");
        assert_eq!((page.text(fields), page.drawn()), (before, drawn));
        // But if the server was started for another game, the page begins that game.
        if !page.is_foreign() {
            let other = Server::with(&["--game", "gyges"]);
            page.open_at(&other.address, "");
            assert!(page.text("location.hash").starts_with("#game=gyges"));
        }
    });
}

#[test]
fn a_puzzle_leaves_the_game_as_it_was() {
    with_page(|_server, page| {
        let setup = "......./......./......./...o.../...x.../..oxx.. o";
        page.open(&format!("#game=connect-four&first=engine 2&second=person&position={setup}"));
        page.choose("1");
        page.wait_for("location.hash.endsWith('moves=1') || location.hash.includes('moves=1+')");
        page.wait_for("!document.getElementById('status').textContent.includes('engine')");
        page.fill("#note", "mine");
        let before = (page.text("location.hash"), page.drawn(), page.status());
        page.unfold("puzzles");
        for number in 1..=2 {
            page.click("#puzzle");
            page.wait_for(&format!(
                "document.getElementById('task').textContent.startsWith('Puzzle {number} of')"
            ));
        }
        page.choose("1");
        page.wait_for("document.getElementById('task').textContent.includes('fails')");
        assert_ne!(page.drawn(), before.1);
        page.click("#resume");
        page.wait_for("document.getElementById('note').value === 'mine'");
        assert_eq!((page.text("location.hash"), page.drawn(), page.status()), before);
        assert_eq!(page.text("document.getElementById('player0').value"), "engine");
        // A new game after a puzzle begins from the person's own position.
        page.click("#puzzle");
        page.wait_for("document.getElementById('task').textContent.startsWith('Puzzle 3 of')");
        page.begin(&[]);
        page.click("#yes");
        page.wait_for(&format!("document.getElementById('position').value === '{setup}'"));
        // A reload during a puzzle brings the game back.
        page.click("#puzzle");
        page.wait_for("document.getElementById('task').textContent.startsWith('Puzzle 4 of')");
        reload(page);
        assert_eq!(page.position(), setup);
    });
}

#[test]
fn back_and_forward_walk_through_a_persons_turns_and_games() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe");
        page.choose("b2");
        page.wait_for("/moves=b2\\+\\w\\d$/.test(location.hash)");
        let first = page.text("location.hash");
        page.begin(&[("#game", "connect-four")]);
        page.click("#yes");
        page.wait_for("location.hash.includes('connect-four')");
        page.post("back", &json!({}));
        page.wait_for("location.hash.includes('tic-tac-toe') && !!document.querySelector('.target')");
        page.wait_for("document.querySelectorAll('.pieces .piece').length === 2");
        assert_eq!(page.text("location.hash"), first);
        page.post("back", &json!({}));
        page.wait_for("document.querySelectorAll('.pieces .piece').length === 0");
        assert_eq!(page.value("document.getElementById('undo').disabled"), true);
        page.post("forward", &json!({}));
        page.wait_for("document.querySelectorAll('.pieces .piece').length === 2");
        page.post("forward", &json!({}));
        page.wait_for("location.hash.includes('connect-four') && !document.querySelector('.pieces .piece')");
        assert_eq!(pieces(page), 0);
    });
}

#[test]
fn a_level_or_clock_that_does_not_exist_is_not_taken() {
    with_page(|_server, page| {
        page.open("#game=mill&second=engine 99&clock=5 3");
        let shown = "document.getElementById('level1').selectedOptions[0].textContent";
        assert!(page.text(shown).starts_with("30: "));
        assert!(page.text("location.hash").contains("second=engine+30&clock=5+3"));
        for bad in ["engine -3", "engine x", "joho", "engine 1e3", ""] {
            page.open(&format!("#game=mill&second={bad}&clock=x 3"));
            let hash = page.text("location.hash");
            assert!(hash.ends_with("&first=person&second=engine+6"), "{bad}: {hash}");
        }
        for bad in ["5", "0 3", "-1 3", "5 3 1", "5 3 1 1 1", "Infinity 0", "NaN NaN"] {
            page.open(&format!("#game=mill&clock={bad}"));
            assert_eq!(page.value("document.getElementById('clockon').checked"), false, "{bad}");
        }
    });
}

#[test]
fn a_review_leaves_the_game_as_it_was() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe&second=person&moves=a3 a2 b2&ply=1");
        page.click("#review");
        page.wait_for("document.getElementById('reviewed').textContent.includes('accuracy')");
        page.wait_for(
            "document.getElementById('depth').textContent === '' && location.hash.endsWith('ply=1')",
        );
    });
}
