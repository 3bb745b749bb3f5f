//! Tests of accessibility, and of the size and speed of the page.

use crate::browser::{Window, in_window, with_page};
use crate::page::key;
use crate::pictures::SANTORINI;

#[test]
fn everything_has_a_name_that_can_be_read_aloud() {
    with_page(|_server, page| {
        page.open(&format!("#{SANTORINI}"));
        page.without_engine();
        let nameless = "[...document.querySelectorAll('button, input, select, textarea')]\
            .filter(e => !e.hidden && !e.labels?.length)\
            .filter(e => !e.getAttribute('aria-label') && !e.textContent.trim())\
            .map(e => e.id || e.outerHTML)";
        assert_eq!(page.value(nameless), serde_json::json!([]));
        let label = |place: &str| {
            format!("document.querySelector(`.target[data-word='{place}']`).getAttribute('aria-label')")
        };
        assert_eq!(page.text(&label("B3")), "B3: 1 storey, player one figure, select worker possible");
        assert_eq!(page.text(&label("C3")), "C3: 2 storeys");
        assert!(page.text(&label("C5")).contains("player two Talus"));
        assert_eq!(page.value("document.querySelector('.target').getAttribute('role')"), "button");
        assert_eq!(page.value("document.getElementById('status').getAttribute('aria-live')"), "polite");
        // Moves are announced, including the engine's.
        page.open("#game=tic-tac-toe");
        page.select("#player1", "engine");
        page.choose("b2");
        page.wait_for("document.getElementById('played').textContent.startsWith('Second: ')");
        assert_eq!(page.text("document.getElementById('played').getAttribute('aria-live')"), "polite");
        // The Tab key stops only once on the board.
        assert_eq!(page.value("document.querySelectorAll('.target[tabindex=\"0\"]').length"), 1);
    });
}

#[test]
fn axe_finds_nothing_in_any_state_of_the_page() {
    with_page(|_server, page| {
        for game in ["tic-tac-toe", "connect-four", "othello", "hex", "gyges", SANTORINI] {
            page.open(&format!("#game={}", game.trim_start_matches("game=")));
            page.without_engine();
            page.audit(game);
        }
        page.unfold("setup");
        page.click("#edit");
        page.wait_for("!!document.getElementById('playfrom')");
        page.audit("a position is set up");
        page.open("#game=mill&moves=a1 d2 a4 f4");
        page.choose("a7");
        page.wait_for("document.getElementById('status').textContent.includes('take a stone')");
        page.audit("half of a move");
        for panel in ["puzzles", "rules", "setup", "file", "saved", "help"] {
            page.unfold(panel);
            page.wait_for(&format!("!document.getElementById('{panel}').hidden"));
            page.audit(panel);
        }
        page.click("#more");
        page.audit("the menu");
        page.click("#theme");
        page.audit("half of a move in the dark");
        page.open("#game=mill&moves=d6 f4 d2 b4");
        page.click("#review");
        page.wait_for("document.getElementById('graphtext').textContent.startsWith('4 of 4')");
        page.click("#analyse");
        page.wait_for("document.querySelectorAll('#pv li').length === 3");
        page.audit("analysis");
    });
    in_window(Window::of(400, 800), |_server, page| {
        page.open("#game=mill&moves=d6 f4");
        page.audit("a phone");
    });
}

#[test]
fn letters_are_keys_only_where_one_wants_them_and_lose_no_game() {
    with_page(|_server, page| {
        let asks = "document.getElementById('confirm').open";
        let opens = "document.getElementById('newgame').open";
        page.open("#game=tic-tac-toe");
        page.without_engine();
        page.choose("b2");
        page.wait_for("location.hash.includes('moves=b2')");
        page.press("n");
        page.wait_for(opens);
        page.wait_for("!document.getElementById('begin').disabled");
        page.audit("a new game");
        // Another game would replace the current one, so the page asks.
        page.click("#begin");
        page.wait_for(asks);
        page.audit("a question");
        page.press(key::ESCAPE);
        page.wait_for(&format!("!{asks}"));
        page.click("#cancel");
        page.wait_for(&format!("!{opens}"));
        assert_eq!(page.position(), ".../.x./...");
        page.unfold("help");
        page.click("#letters");
        page.press("f");
        page.press("n");
        assert_eq!(page.value(opens), false);
        page.open("#game=tic-tac-toe&second=person&moves=b2");
        assert_eq!(page.value("document.getElementById('letters').checked"), false, "it stays");
        page.unfold("help");
        page.click("#letters");
        // The game was loaded from the page's address and has not changed, so a new game starts without a
        // question.
        page.press("n");
        page.wait_for("!document.getElementById('begin').disabled");
        page.click("#begin");
        page.wait_for("!location.hash.includes('moves')");
    });
}

#[test]
fn it_is_light_and_quick_and_nothing_jumps() {
    in_window(Window { has_motion: true, ..Window::of(1280, 900) }, |_server, page| {
        // A busy machine draws late, so the fastest of up to thirty measurements counts.
        let mut best = f64::MAX;
        for _ in 0..30 {
            if best < 300.0 {
                break;
            }
            page.open("#game=mill");
            page.wait_for("performance.getEntriesByName('first-contentful-paint').length > 0");
            let time = page.value("performance.getEntriesByName('first-contentful-paint')[0].startTime");
            best = best.min(time.as_f64().expect("a time"));
        }
        assert!(best < 300.0, "the first paint took {best} ms");
        let weight = page.value(
            "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))\
            .reduce((sum, entry) => sum + entry.decodedBodySize, 0)",
        );
        let weight = weight.as_f64().expect("a number");
        assert!((10_000.0..240_000.0).contains(&weight), "{weight} bytes");
        let requests = page.value("performance.getEntriesByType('resource').length + 1").as_u64();
        assert!(page.is_foreign() || requests <= Some(20), "{requests:?} requests");
        let foreign = "performance.getEntriesByType('resource')\
            .filter(e => !e.name.startsWith(location.origin)).length";
        assert_eq!(page.value(foreign), 0);
        page.value(
            "(window.jumps = 0, new PerformanceObserver((list) => { for (const entry of list.getEntries()) \
            window.jumps += entry.value; }).observe({ type: 'layout-shift', buffered: true }))",
        );
        page.choose("d6");
        page.wait_for("document.getElementById('status').textContent.startsWith('White: put')");
        std::thread::sleep(std::time::Duration::from_millis(300));
        let jumps = page.value("window.jumps").as_f64().expect("a number");
        assert!(jumps < 0.01, "the layout shifts by {jumps}");
    });
}

#[test]
fn it_fits_a_phone_and_knows_the_dark() {
    in_window(Window::of(400, 800), |_server, page| {
        for game in ["mill", "santorini", "gyges", "connect-four", "tic-tac-toe"] {
            page.open(&format!("#game={game}"));
            let width = page.value("document.documentElement.scrollWidth - window.innerWidth");
            assert!(width.as_i64().expect("a number") <= 0, "{game} is {width} too wide");
            let board = page.value("document.querySelector('#board svg').getBoundingClientRect().width");
            assert!(board.as_f64().expect("a number") > 300.0, "{game}: {board}");
            let small = "(() => { const scale = document.querySelector('#board svg').getScreenCTM().a; \
                const size = (e) => parseFloat(getComputedStyle(e).fontSize) \
                * (e.closest('#board svg') ? scale : 1); \
                const has = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()); \
                return [...document.querySelectorAll('body *')] \
                .filter((e) => e.checkVisibility() && has(e) && size(e) < 11.99).map((e) => e.outerHTML); })()";
            assert_eq!(page.value(small), serde_json::json!([]), "{game}: text below 12 px");
            assert_eq!(page.value("document.querySelector('h1').checkVisibility()"), true);
        }
        let background = "getComputedStyle(document.body).backgroundColor";
        let light = page.text(background);
        page.click("#theme");
        let dark = page.text(background);
        assert_ne!(light, dark);
        page.open("#game=mill");
        assert_eq!(page.text(background), dark, "it stays");
    });
}
