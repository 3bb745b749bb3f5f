//! Tests that the page shows exact values instead of estimates.

use crate::browser::with_page;

const BOXES: &str = "[...document.querySelectorAll('#pv b')].map((b) => b.textContent).join('; ')";

#[test]
fn an_exact_value_sets_the_bar_and_the_lines() {
    with_page(|_server, page| {
        // Mill's opening tables know this position. Only d1 wins.
        page.open("#game=mill&second=person&moves=d6 f4 d2 b4 d3");
        page.click("#analyse");
        page.wait_for("!document.getElementById('exact').hidden");
        page.wait_for(&format!("{BOXES} === 'Black wins; White wins; White wins'"));
        let bar = "document.getElementById('share').style.height \
            + document.getElementById('bar').getAttribute('aria-label')";
        assert_eq!(page.text(bar), "0%Evaluation: Black wins");
        assert_eq!(page.text("document.querySelector('.firstmove').textContent"), "d1");
        // For White, the same position has the same value.
        page.click("#pv button");
        page.wait_for("location.hash.endsWith('+d1')");
        page.wait_for(&format!("{bar} === '0%Evaluation: Black wins'"));
    });
}

#[test]
fn the_shortest_win_comes_first() {
    with_page(|_server, page| {
        page.open(
            "#game=mill&second=person&position=*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30",
        );
        page.click("#analyse");
        page.wait_for(&format!("{BOXES}.startsWith('Black wins in 9 plies; ')"));
        page.wait_for("document.getElementById('score').textContent === '−W5'");
    });
}

#[test]
fn a_line_is_read_whole_before_it_is_played() {
    with_page(|_server, page| {
        page.open("#game=chess&second=person");
        page.click("#analyse");
        page.wait_for("document.querySelectorAll('#pv li').length === 3");
        let fits = "(() => { const line = document.querySelector('#pv button'); \
            return line.scrollWidth <= line.clientWidth; })()";
        page.wait_for(&format!("!{fits}"));
        page.click("#pv .whole");
        page.wait_for(fits);
        assert!(!page.text("location.hash").contains("moves="));
        page.audit("a whole line");
    });
}
