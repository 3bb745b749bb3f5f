//! Tests of setting up positions by clicks and by keys.

use std::time::Duration;

use crate::page::key;

use crate::browser::with_page;
use crate::page::Page;

/// Positions to set up, one in each row. The first column is the fragment of the page's address. The second
/// lists the items to put on the empty board, each with the names or indices of its places. The third lists
/// the other fields with their values. The fourth is the beginning of the resulting text.
const TARGETS: &str = include_str!("setup.tsv");

fn entries(column: &str) -> impl Iterator<Item = (&str, &str)> {
    column.split("; ").filter_map(|entry| entry.split_once(": "))
}

fn edit(page: &Page, place: &str) {
    page.open(&format!("#{place}"));
    page.without_engine();
    page.unfold("setup");
    page.click("#edit");
    page.wait_for("!!document.getElementById('playfrom')");
}

fn take(page: &Page, thing: &str) {
    page.click(&format!(".tool[title='{thing}']"));
    page.wait_for(&format!(
        "document.querySelector(\".tool[title='{thing}']\").getAttribute('aria-pressed') === 'true'"
    ));
}

/// Puts the selected item on a place. `word` is the place's name, or its index in a game where places share
/// names.
fn put(page: &Page, place: &str, word: &str) {
    let by = if place == "game=connect-four" { "at" } else { "word" };
    page.gesture(0, Duration::ZERO, &[&format!("[data-{by}='{word}']")]);
}

fn choose_field(page: &Page, label: &str, value: &str) {
    let chosen = format!(
        "(() => {{ const label = [...document.querySelectorAll('#tools label')]\
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
        for row in TARGETS.lines() {
            let [place, things, fields, text] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            edit(page, place);
            page.click("#empty");
            assert_eq!(page.drawn(), Vec::<String>::new(), "{place}");
            for (thing, words) in entries(things) {
                take(page, thing);
                words.split(' ').for_each(|word| put(page, place, word));
            }
            for (label, value) in entries(fields) {
                choose_field(page, label, value);
            }
            page.wait_for("document.getElementById('status').textContent === 'This position can be played.'");
            page.click("#playfrom");
            page.wait_for("location.hash.includes('position=') && !document.getElementById('playfrom')");
            let position = page.position();
            assert!(position.starts_with(text), "{place}: {position}");
            page.expect_drawn();
            assert!(!page.lit().is_empty(), "{place} allows a further step");
        }
    });
}

#[test]
fn what_is_no_position_says_why_and_can_be_left() {
    with_page(|_server, page| {
        edit(page, "game=tic-tac-toe&second=person&moves=b2");
        // The position has one cross more than the first side can have.
        put(page, "tic-tac-toe", "a1");
        page.wait_for("document.getElementById('status').textContent.includes('x and o in turn')");
        assert!(page.status().starts_with("Not a position yet"));
        assert_eq!(page.value("document.getElementById('playfrom').disabled"), true);
        // Putting the same item on the same place again removes it.
        put(page, "tic-tac-toe", "a1");
        page.wait_for("!document.getElementById('playfrom').disabled");
        page.click("#eraser");
        put(page, "tic-tac-toe", "b2");
        page.wait_for("document.querySelectorAll('.pieces .piece').length === 0");
        page.press(key::ESCAPE);
        page.wait_for("!document.getElementById('playfrom')");
        page.expect_drawn();
        assert_eq!(page.position(), ".../.x./...");
        page.choose("a1");
        page.wait_for("document.getElementById('position').value === '.../.x./o..'");
        // A position that is unusual but playable, with thirteen stones in place of twelve, gives a warning.
        edit(page, "game=mill&variant=morabaraba");
        put(page, "mill", "d6");
        page.wait_for(
            "document.getElementById('status').textContent.includes('can be played, but White has 1 stones')",
        );
        edit(page, "game=gyges");
        page.click("#eraser");
        put(page, "gyges", "0");
        page.wait_for("document.getElementById('status').textContent.includes('3-ring pieces')");
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
