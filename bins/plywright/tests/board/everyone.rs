//! Accessibility: screen readers, dark mode, small screens, slow machines.

use crate::browser::{with_page, with_size};
use crate::pictures::SANTORINI;

#[test]
fn everything_has_a_name_that_can_be_read_aloud() {
    with_page(async |_server, page| {
        page.open(&format!("#{SANTORINI}")).await;
        page.without_engine().await;
        let nameless = "[...document.querySelectorAll('button, input, select, textarea')]\
            .filter(e => !e.hidden && !e.labels?.length)\
            .filter(e => !e.getAttribute('aria-label') && !e.textContent.trim())\
            .map(e => e.id || e.outerHTML)";
        assert_eq!(page.value(nameless).await, serde_json::json!([]));
        let label = |place: &str| {
            format!("document.querySelector(`.target[data-word='{place}']`).getAttribute('aria-label')")
        };
        assert_eq!(page.text(&label("B3")).await, "B3: 1 storey, player one figure, select worker possible");
        assert_eq!(page.text(&label("C3")).await, "C3: 2 storeys");
        assert!(page.text(&label("C5")).await.contains("player two Talus"));
        assert_eq!(page.value("document.querySelector('.target').getAttribute('role')").await, "button");
        assert_eq!(page.value("document.getElementById('status').getAttribute('aria-live')").await, "polite");
        // Moves are announced, the engine's included.
        page.open("#game=tic-tac-toe").await;
        page.select("#player1", "engine").await;
        page.choose("b2").await;
        page.wait_for("document.getElementById('played').textContent.startsWith('second: ')").await;
        assert_eq!(page.text("document.getElementById('played').getAttribute('aria-live')").await, "polite");
        // One stop of the Tab key for the whole board.
        assert_eq!(page.value("document.querySelectorAll('.target[tabindex=\"0\"]').length").await, 1);
    });
}

#[test]
fn it_is_light_and_quick_and_nothing_jumps() {
    with_page(async |_server, page| {
        // A busy machine paints late, so the fastest of thirty measurements counts.
        let mut best = f64::MAX;
        for _ in 0..30 {
            if best < 300.0 {
                break;
            }
            page.open("#game=mill").await;
            page.wait_for("performance.getEntriesByName('first-contentful-paint').length > 0").await;
            let time =
                page.value("performance.getEntriesByName('first-contentful-paint')[0].startTime").await;
            best = best.min(time.as_f64().expect("a time"));
        }
        assert!(best < 300.0, "the first paint took {best} ms");
        let weight = page
            .value(
                "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))\
            .reduce((sum, entry) => sum + entry.decodedBodySize, 0)",
            )
            .await;
        let weight = weight.as_f64().expect("a number");
        assert!((10_000.0..200_000.0).contains(&weight), "{weight} bytes");
        let foreign = "performance.getEntriesByType('resource')\
            .filter(e => !e.name.startsWith(location.origin)).length";
        assert_eq!(page.value(foreign).await, 0);
        page.value(
            "(window.jumps = 0, new PerformanceObserver((list) => { for (const entry of list.getEntries()) \
            window.jumps += entry.value; }).observe({ type: 'layout-shift', buffered: true }))",
        )
        .await;
        page.choose("d6").await;
        page.wait_for("document.getElementById('status').textContent === 'White: place'").await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let jumps = page.value("window.jumps").await.as_f64().expect("a number");
        assert!(jumps < 0.01, "the layout shifts by {jumps}");
    });
}

#[test]
fn it_fits_a_phone_and_knows_the_dark() {
    with_size(400, 800, async |_server, page| {
        for game in ["mill", "santorini", "gyges", "connect-four", "tic-tac-toe"] {
            page.open(&format!("#game={game}")).await;
            let width = page.value("document.documentElement.scrollWidth - window.innerWidth").await;
            assert!(width.as_i64().expect("a number") <= 0, "{game} is {width} too wide");
            let board =
                page.value("document.querySelector('#board svg').getBoundingClientRect().width").await;
            assert!(board.as_f64().expect("a number") > 300.0, "{game}: {board}");
        }
        let background = "getComputedStyle(document.body).backgroundColor";
        let light = page.text(background).await;
        page.click("#theme").await;
        let dark = page.text(background).await;
        assert_ne!(light, dark);
        page.open("#game=mill").await;
        assert_eq!(page.text(background).await, dark, "it stays");
    });
}
