//! Tests of the layout in windows of several sizes: the board's share, and board and text on one screen.

use serde_json::json;

use crate::browser::with_page;
use crate::page::{Page, at_word};

/// Widths and heights of windows in pixels, with the least size of a square board in each.
const WINDOWS: [(u32, u32, f64); 5] =
    [(1920, 1080, 960.0), (1366, 768, 640.0), (844, 390, 320.0), (390, 844, 370.0), (320, 568, 290.0)];

/// Lists what does not fit: a page that is too wide, and buttons and texts that are cut.
const MISFITS: &str = "(() => { const found = []; \
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page'); \
    for (const it of document.querySelectorAll('button, h1, h2, select, label, #status, #tabs, nav, .seat')) { \
    if (it.checkVisibility({ visibilityProperty: true }) && it.scrollWidth > it.clientWidth + 1 && \
    it.clientWidth) found.push(it.id || it.textContent); } return found; })()";

/// Whether an element lies in the window as a whole.
fn is_in_sight(page: &Page, selector: &str) -> bool {
    page.value(&format!(
        "(() => {{ const {{ left, top, right, bottom }} = document.querySelector('{selector}')\
         .getBoundingClientRect(); \
         return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1; }})()"
    )) == true
}

#[test]
fn board_and_text_are_on_one_screen() {
    with_page(|_server, page| {
        for (width, height, least) in WINDOWS {
            if !page.resize(width, height) {
                eprintln!("NOT TRIED: this browser's window has no exact size");
                return;
            }
            for game in ["mill", "santorini", "hex", "kalah", "gyges", "connect-four"] {
                page.open(&format!("#game={game}&second=person"));
                for theme in ["light", "dark"] {
                    let name = format!("{game} at {width}x{height}, {theme}");
                    page.value(&format!("document.documentElement.dataset.theme = '{theme}'"));
                    assert_eq!(page.value(MISFITS), json!([]), "{name}");
                    for part in ["header", "#board svg", "#status", "#tabs"] {
                        assert!(is_in_sight(page, part), "{name}: {part}");
                    }
                    let whole = "document.documentElement.scrollHeight <= innerHeight";
                    assert!(height == 568 || page.value(whole) == true, "{name} scrolls");
                    let size = page.value(
                        "(() => { const box = document.querySelector('#board svg').getBoundingClientRect(); \
                         return Math.min(box.width, box.height); })()",
                    );
                    let is_square = matches!(game, "mill" | "santorini");
                    assert!(!is_square || size.as_f64() >= Some(least), "{name}: {size}");
                }
            }
            for panel in ["analysis", "puzzles", "rules", "setup", "file", "saved", "help"] {
                page.unfold(panel);
                assert_eq!(page.value(MISFITS), json!([]), "{panel} at {width}x{height}");
                assert!(is_in_sight(page, "#board svg"), "{panel} at {width}x{height}");
            }
            page.click("#new");
            page.wait_for("!document.getElementById('begin').disabled");
            assert_eq!(page.value(MISFITS), json!([]), "a new game at {width}x{height}");
        }
    });
}

#[test]
fn an_idle_board_shows_no_analysis_and_a_finished_game_offers_three_ways_on() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe&second=person&moves=a3 a2 b2 a1");
        let shown = "['bar', 'graph', 'exact', 'ending', 'hinted', 'progress'].filter((id) => \
            document.getElementById(id).checkVisibility())";
        assert_eq!(page.value(shown), json!([]));
        page.choose("c1");
        page.wait_for(
            "document.getElementById('status').textContent === 'First has won: three in a row' \
             && document.getElementById('ending').checkVisibility()",
        );
        page.audit("a finished game");
        page.click("#endreview");
        page.wait_for("document.getElementById('reviewed').textContent.includes('accuracy')");
        page.click("#rematch");
        page.wait_for(
            "!location.hash.includes('moves') && !document.getElementById('ending').checkVisibility()",
        );
    });
}

#[test]
fn a_rematch_exchanges_the_sides() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe&first=person&second=engine 3&position=xx./oo./...");
        page.choose("c3");
        page.wait_for("document.getElementById('ending').checkVisibility()");
        page.click("#rematch");
        page.wait_for("location.hash.includes('first=engine+3&second=person')");
    });
}

#[test]
fn a_pawn_is_promoted_at_its_square_to_a_queen_first() {
    with_page(|_server, page| {
        page.open("#game=chess&second=person&position=8/P6k/8/8/8/8/8/K7 w - - 0 1");
        page.choose("a7");
        page.choose("a8");
        page.wait_for("document.getElementById('choices').classList.contains('at')");
        let choices = "[...document.querySelectorAll('#choices button')].map((it) => it.textContent)";
        assert_eq!(page.value(choices), json!(["queen", "rook", "bishop", "knight", "Take back step"]));
        let distance = "(() => { const menu = document.getElementById('choices').getBoundingClientRect(); \
            const box = document.querySelector('.target[data-word=a8] .hit').getBoundingClientRect(); \
            return Math.abs(menu.top - box.bottom) + Math.max(0, menu.left - box.right); })()";
        assert!(page.value(distance).as_f64() < Some(8.0), "{}", page.value(distance));
        page.click("#choices button");
        page.wait_for("location.hash.endsWith('moves=a7a8q')");
    });
}

#[test]
fn a_finger_beside_a_place_means_it() {
    with_page(|_server, page| {
        if !page.resize(390, 844) {
            return;
        }
        page.open("#game=hex&second=person&moves=f6");
        // A hexagon is 28 pixels wide. The finger lies on the stone, at the edge to its free neighbour.
        let spot = |word: &str| {
            page.value(&format!(
                "(() => {{ const box = document.querySelector(`.target{} .hit`).getBoundingClientRect(); \
                 return box.x + box.width / 2; }})()",
                at_word(word)
            ))
        };
        let (stone, free) = (spot("f6").as_f64().expect("a place"), spot("g6").as_f64().expect("a place"));
        page.touch("f6", (free - stone) * 0.3);
        page.wait_for("/moves=f6\\+..$/.test(location.hash)");
        assert!(!page.text("location.hash").ends_with("+f6"));
    });
}
