//! Tests that the page draws two scenes that belong to no game.

use serde_json::Value;

use crate::browser::{Window, in_window};
use crate::page::Page;
use crate::pictures::keep;

/// Two scenes as JSON: chess pieces and a number on a chequered board, and discs on hexagons, with board
/// edges that belong to the sides. A unit test in `scene_json.rs` checks that the server writes exactly this
/// JSON.
const SCENES: &str = include_str!("scenes.json");

/// Makes the page draw `scene` in place of the position's scene.
fn draw(page: &Page, scene: &Value) {
    page.open("#game=tic-tac-toe");
    page.without_engine();
    page.value(&format!(
        "(window.parse ??= window.JSON.parse, window.JSON.parse = (text) => {{ const message = window.parse(text); \
         if (message?.type === 'position') message.scene = {scene}; return message; }}, true)"
    ));
    page.begin(&[]);
    page.wait_for("document.getElementById('seat0').textContent.includes('White')");
}

fn label(page: &Page, place: &str) -> String {
    page.text(&format!("document.querySelector(`.target[data-word='{place}']`).getAttribute('aria-label')"))
}

#[test]
fn chess_pieces_counts_hexagons_and_edges_are_drawn_and_told() {
    let scenes: Vec<Value> = serde_json::from_str(SCENES).expect("scenes");
    in_window(Window::of(500, 900), |_server, page| {
        let count = |selector: &str| page.value(&format!("document.querySelectorAll('{selector}').length"));
        draw(page, &scenes[0]);
        assert_eq!(count(".spot.dark"), 8);
        assert_eq!(
            page.value("document.querySelector('.spot:not(.dark)').getAttribute('transform')"),
            "translate(0 0)"
        );
        for (place, told) in [("a4", "Black pawn"), ("b3", "Black king"), ("d1", "White king"), ("c3", "12")]
        {
            assert!(label(page, place).starts_with(&format!("{place}: {told}")), "{}", label(page, place));
        }
        let empty =
            "[...document.querySelectorAll('.piece')].filter((piece) => !piece.getBBox().width).length";
        assert_eq!(page.value(empty), 0, "every piece has a shape");
        assert_eq!(page.text("document.querySelector('.number').textContent"), "12");
        page.audit("chess pieces");
        keep("chequered", &page.picture("#board svg"));
        draw(page, &scenes[1]);
        assert_eq!((count(".spot.hexagon"), count(".edge")), (9.into(), 4.into()));
        let edge = page.text("document.querySelector('.edge.side1').getAttribute('aria-label')");
        assert_eq!(edge, "Edge of Black");
        page.audit("hexagons");
        keep("hexagons", &page.picture("#board svg"));
    });
}
