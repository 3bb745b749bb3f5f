//! Tests that the page shows the drawings of boards that have something special: chess pieces, numbers,
//! hexagons, edges that belong to a side, and heights.

use crate::browser::{Window, in_window};
use crate::page::Page;
use crate::pictures::{SANTORINI, keep};

fn label(page: &Page, place: &str) -> String {
    page.text(&format!("document.querySelector(`.target[data-word='{place}']`).getAttribute('aria-label')"))
}

#[test]
fn chess_pieces_counts_hexagons_and_edges_are_drawn_and_told() {
    in_window(Window::of(500, 900), |_server, page| {
        let count = |selector: &str| page.value(&format!("document.querySelectorAll('{selector}').length"));
        page.open("#game=chess&second=person");
        assert_eq!((count(".spot.dark"), count(".pieces .piece")), (32.into(), 32.into()));
        assert_eq!(
            page.value("document.querySelector('.spot:not(.dark)').getAttribute('transform')"),
            "translate(0 0)"
        );
        for (place, told) in
            [("a7", "Black pawn"), ("e8", "Black king"), ("d1", "White queen"), ("c3", "empty")]
        {
            assert!(label(page, place).starts_with(&format!("{place}: {told}")), "{}", label(page, place));
        }
        let empty =
            "[...document.querySelectorAll('.piece')].filter((piece) => !piece.getBBox().width).length";
        assert_eq!(page.value(empty), 0, "every piece has a shape");
        page.audit("chess pieces");
        keep("chequered", &page.picture("#board svg"));
        page.open("#game=kalah&second=person");
        assert_eq!(count(".pieces .number"), 12);
        page.open("#game=hex&second=person&moves=b9 f6 d8");
        assert_eq!((count(".spot.hexagon"), count(".edge")), (121.into(), 4.into()));
        let edge = page.text("document.querySelector('.edge.side1 title').textContent");
        assert_eq!(edge, "Edge of Black");
        page.audit("hexagons");
        keep("hexagons", &page.picture("#board svg"));
    });
}

/// Where the page draws something, relative to where it draws a place.
fn distance(page: &Page, drawn: &str, place: &str) -> f64 {
    let centre = |selector: &str| {
        format!(
            "(() => {{ const box = document.querySelector(\"{selector}\").getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        )
    };
    let (drawn, place) = (centre(drawn), centre(&format!(".target[data-word='{place}'] .hit")));
    page.value(&format!("Math.hypot(...{drawn}.map((at, index) => at - {place}[index]))"))
        .as_f64()
        .expect("a distance")
}

#[test]
fn a_turned_board_has_its_pieces_and_places_under_the_targets() {
    in_window(Window::of(500, 900), |_server, page| {
        for (fragment, word) in [("game=hex&moves=a1", "a1"), ("game=mill&moves=d7", "d7"), (SANTORINI, "B3")]
        {
            page.open(&format!("#{fragment}&second=person"));
            let at = page.text(&format!("document.querySelector(`.target[data-word='{word}']`).dataset.at"));
            for turned in [false, true] {
                let piece = format!(".pieces .piece[data-at='{at}']");
                assert!(distance(page, &piece, word) < 8.0, "{fragment}, turned: {turned}");
                let spot = format!(".spot[data-at='{at}']");
                assert!(distance(page, &spot, word) < 2.0, "{fragment}, turned: {turned}");
                page.value("(document.getElementById('flip').click(), true)");
                page.wait_for("document.getAnimations().length === 0");
            }
        }
    });
}
