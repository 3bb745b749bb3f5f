//! Setting up positions by clicks.

use crate::page::key;

use crate::browser::with_page;
use crate::page::Page;

/// Things to put on places: the name of a thing, and the indices or words of places.
type Things = &'static [(&'static str, &'static [&'static str])];

/// A game with its rules, the things to put on the empty board, other choices, and the beginning of the
/// resulting text.
struct Target {
    game: &'static str,
    place: &'static str,
    things: Things,
    fields: &'static [(&'static str, &'static str)],
    text: &'static str,
}

const TARGETS: [Target; 6] = [
    Target {
        game: "tic-tac-toe",
        place: "game=tic-tac-toe",
        things: &[("first cross", &["b2", "a1"]), ("second circle", &["c3"])],
        fields: &[],
        text: "..o/.x./x..",
    },
    Target {
        game: "connect-four",
        place: "game=connect-four",
        things: &[("Yellow stone", &["38", "31"]), ("Red stone", &["37"])],
        fields: &[("To move", "Red")],
        text: "......./......./......./......./...x.../..ox... o",
    },
    Target {
        game: "othello",
        place: "game=othello",
        things: &[("Black stone", &["d4", "d5", "d6"]), ("White stone", &["e4", "e5"])],
        fields: &[],
        text: "......../......../......../...xo.../...xo.../...x..../......../........ x",
    },
    Target {
        game: "mill",
        place: "game=mill&variant=zhi-qi",
        things: &[("White stone", &["d6", "a7"]), ("Black stone", &["f4"]), ("stone, out of play", &["g1"])],
        fields: &[("White has in hand", "5"), ("Black has in hand", "4"), ("To move", "Black")],
        text: "********/O*@*****/***X***O b p p 2 5 1 4 0 0 ",
    },
    Target {
        game: "gyges",
        place: "game=gyges",
        things: &[
            ("piece of 1", &["0", "1", "2", "35"]),
            ("piece of 2", &["6", "7", "8", "34"]),
            ("piece of 3", &["12", "13", "14", "33"]),
        ],
        fields: &[("To move", "player two")],
        text: "111000/222000/333000/000000/000000/000321 2",
    },
    Target {
        game: "santorini",
        place: "game=santorini&variant=clio-europa",
        things: &[
            ("1 storey", &["A5", "B3"]),
            ("3 storeys", &["E1"]),
            ("3 storeys, dome", &["D1"]),
            ("player one figure", &["B3", "C3"]),
            ("player two figure", &["A1", "A2"]),
            ("player one coin", &["A5"]),
            ("player two Talus", &["E5"]),
        ],
        fields: &[("Coins left", "2")],
        text: "1000000000010000000000043/1/clio[2|A5]:B3,C3/europa[E5]:A2,A1",
    },
];

fn edit(page: &Page, place: &str) {
    page.open(&format!("#{place}"));
    page.without_engine();
    page.unfold("setup");
    page.click("#edit");
    page.wait_for("!!document.getElementById('playfrom')");
}

/// Selects a thing to put on places.
fn take(page: &Page, thing: &str) {
    page.click(&format!(".tool[title='{thing}']"));
    page.wait_for(&format!(
        "document.querySelector(\".tool[title='{thing}']\").getAttribute('aria-pressed') === 'true'"
    ));
}

/// Puts the selected thing on a place, given by its word, or by its index if places share words.
fn put(page: &Page, game: &str, place: &str) {
    let by = if game == "connect-four" { "at" } else { "word" };
    page.click(&format!(".target[data-{by}='{place}']"));
}

fn choose_field(page: &Page, label: &str, value: &str) {
    let chosen = format!(
        "(() => {{ const label = [...document.querySelectorAll('#choices label')]\
         .find((l) => l.textContent.startsWith('{label}')); \
         const field = label.querySelector('select, input'); \
         const option = [...(field.options ?? [])].find((o) => o.textContent === '{value}'); \
         field.value = option ? option.value : '{value}'; \
         field.dispatchEvent(new Event('change')); return true; }})()"
    );
    assert_eq!(page.value(&chosen), true);
}

#[test]
fn positions_of_every_game_are_set_up_by_clicks() {
    with_page(|_server, page| {
        for Target { game, place, things, fields, text } in TARGETS {
            edit(page, place);
            page.click("#empty");
            assert_eq!(page.drawn(), Vec::<String>::new(), "{game}");
            for (thing, places) in things {
                take(page, thing);
                for place in *places {
                    put(page, game, place);
                }
            }
            for (label, value) in fields {
                choose_field(page, label, value);
            }
            page.wait_for("document.getElementById('status').textContent === 'This position can be played.'");
            page.click("#playfrom");
            page.wait_for("location.hash.includes('position=') && !document.getElementById('playfrom')");
            let position = page.position();
            assert!(position.starts_with(text), "{game}: {position}");
            page.expect_drawn();
            assert!(!page.lit().is_empty(), "{game} goes on");
        }
    });
}

#[test]
fn what_is_no_position_says_why_and_can_be_left() {
    with_page(|_server, page| {
        edit(page, "game=tic-tac-toe&moves=b2");
        // One cross more than the first side can have.
        put(page, "tic-tac-toe", "a1");
        page.wait_for("document.getElementById('status').textContent.includes('x and o in turn')");
        assert!(page.status().starts_with("Not a position yet"));
        assert_eq!(page.value("document.getElementById('playfrom').disabled"), true);
        // Putting the same thing on the same place removes it.
        put(page, "tic-tac-toe", "a1");
        page.wait_for("!document.getElementById('playfrom').disabled");
        page.click("#eraser");
        put(page, "tic-tac-toe", "b2");
        page.wait_for("document.querySelectorAll('.pieces .piece').length === 0");
        page.press(key::ESCAPE);
        page.wait_for("!document.getElementById('playfrom')");
        page.expect_drawn();
        assert_eq!(page.position(), ".../.x./...");
        // The board accepts moves again.
        page.choose("a1");
        page.wait_for("document.getElementById('position').value === '.../.x./o..'");
        // A position that is odd but playable gives a warning: thirteen of twelve stones.
        edit(page, "game=mill&variant=morabaraba");
        put(page, "mill", "d6");
        page.wait_for(
            "document.getElementById('status').textContent.includes('can be played, but White has 1 stones')",
        );
        edit(page, "game=gyges");
        page.click("#eraser");
        put(page, "gyges", "0");
        page.wait_for("document.getElementById('status').textContent.includes('pieces with rings 3')");
    });
}

#[test]
fn a_position_is_set_up_by_keys_alone() {
    with_page(|_server, page| {
        page.open("#game=tic-tac-toe");
        page.without_engine();
        page.value("document.activeElement.blur()");
        page.press_on_body("e");
        page.wait_for("!!document.getElementById('playfrom')");
        page.value("document.querySelector(\".target[data-word='a3']\").focus()");
        page.press(key::RIGHT);
        page.press(key::DOWN);
        page.press(key::ENTER);
        page.wait_for("!document.getElementById('playfrom').disabled");
        page.wait_for("document.querySelectorAll('.pieces .piece').length === 1");
        page.value("document.getElementById('playfrom').focus()");
        page.press(key::ENTER);
        page.wait_for("location.hash.includes('position=')");
        assert_eq!(page.position(), ".../.x./...");
    });
}
