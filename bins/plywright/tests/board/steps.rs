//! Tests of the board's input: moves in steps and by dragging, the wheel, and drawings.

use std::time::Duration;

use crate::browser::{Window, in_window, with_page};
use crate::page::{at_word, key};

const TOWERS: &str = "#game=santorini&position=0000001301112300001100000/1/mortal:B3,D3/mortal:C4,C2";

#[test]
fn a_worker_steps_and_builds_and_comes_back_when_the_step_is_taken_back() {
    with_page(|_server, page| {
        page.open(TOWERS);
        page.without_engine();
        let start = page.drawn();
        let has = |drawn: &[String], piece: &str| drawn.iter().any(|known| known == piece);
        page.choose("B3");
        page.wait_for("document.querySelector('.target.chosen')?.dataset.word === 'B3'");
        assert!(page.lit().contains(&"A2".to_owned()) && !page.lit().contains(&"C4".to_owned()));
        page.choose("A2");
        page.wait_for("document.getElementById('status').textContent.endsWith('build beside it')");
        page.wait_for("!!document.querySelector('.piece.figure[data-at=\"15\"]')");
        let moved = page.drawn();
        assert!(has(&moved, "A2 figure 0") && !has(&moved, "B3 figure 0"), "{moved:?}");
        // A half-entered move is taken back by the button and by the key.
        page.click("#takeback");
        page.wait_for("!document.querySelector('.piece.figure[data-at=\"15\"]')");
        assert!(page.status().ends_with("move the worker"));
        page.press(key::ESCAPE);
        page.wait_for("!document.querySelector('.target.chosen')");
        assert_eq!(page.drawn(), start);
        page.choose("B3");
        page.wait_for("document.querySelector('.target.chosen')?.dataset.word === 'B3'");
        page.choose("A2");
        page.wait_for("document.getElementById('status').textContent.endsWith('build beside it')");
        page.choose("B3");
        page.wait_for("location.hash.includes('moves=')");
        page.expect_drawn();
        assert!(page.status().starts_with("Player two"));
        page.click("#undo");
        page.wait_for("document.getElementById('position').value.includes('mortal:B3,D3')");
        page.click("#redo");
        page.wait_for("document.getElementById('position').value.includes('mortal:D3,A2')");
    });
}

#[test]
fn a_mill_asks_for_a_stone_and_can_be_taken_back_before_one_is_removed() {
    with_page(|_server, page| {
        page.open("#game=mill&moves=a1 d2 a4 f4");
        page.without_engine();
        page.choose("a7");
        page.wait_for("document.getElementById('status').textContent.includes('take a stone')");
        let mut lit = page.lit();
        lit.sort();
        assert_eq!(lit, ["d2", "f4"]);
        page.press(key::ESCAPE);
        page.wait_for("!location.hash.includes('a7') || location.hash.includes('ply=4')");
        page.wait_for("document.getElementById('status').textContent.includes('put a stone')");
        assert!(!page.drawn().contains(&"a7 disc 0".to_owned()));
        page.choose("a7");
        page.wait_for("document.getElementById('status').textContent.includes('take a stone')");
        page.choose("f4");
        page.wait_for("document.getElementById('status').textContent.includes('Black: put')");
        page.expect_drawn();
    });
}

#[test]
fn a_piece_bounces_from_piece_to_piece_along_a_trail() {
    with_page(|_server, page| {
        page.open("#game=gyges");
        page.without_engine();
        page.choose("3");
        page.wait_for("document.getElementById('status').textContent.includes('bounce')");
        // On the piece at 2, the moved piece may bounce or land, so the page offers both steps.
        page.choose("2");
        page.wait_for("document.getElementById('status').textContent.endsWith('bounce on a piece or choose where it lands')");
        page.click("#choices button[data-step='bounce 2']");
        page.wait_for("!!document.querySelector('.trail polyline')");
        page.press(key::ESCAPE);
        page.wait_for("!document.querySelector('.trail polyline')");
        page.press(key::ESCAPE);
        page.wait_for("document.getElementById('status').textContent.endsWith('choose a piece of your row')");
        // The last square of a path can also be clicked at once, such as 9 after 3.
        page.choose("3");
        page.choose("9");
        page.wait_for("location.hash.includes('moves=3%7C9')");
        page.wait_for("document.getAnimations().length === 0");
        page.expect_drawn();
    });
}

#[test]
fn one_chooses_among_the_ways_of_a_piece_and_sees_its_path() {
    with_page(|_server, page| {
        let points = "document.querySelector('.wake polyline')?.getAttribute('points').split(' ').length";
        let start = "#game=gyges&position=202110/000330/000000/000200/000100/030123 1";
        // Two paths lead from 0 to 7: two steps, and a bounce on 2.
        page.open(start);
        page.without_engine();
        page.choose("0");
        page.choose("7");
        page.wait_for("location.hash.includes('moves=0%7C7')");
        page.wait_for(&format!("{points} === 3"));
        page.open(start);
        page.without_engine();
        page.choose("0");
        page.choose("2");
        page.click("#choices button[data-step='bounce 2']");
        page.choose("7");
        page.wait_for("location.hash.includes('moves=0%7C7')");
        page.wait_for(&format!("{points} === 5"));
        page.expect_drawn();
    });
}

#[test]
fn a_stone_is_dragged_and_let_go() {
    with_page(|_server, page| {
        let moving = "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10";
        page.open(&format!("#game=mill&position={moving}"));
        page.without_engine();
        let drag = |to: &str, from: &str| page.gesture(0, Duration::ZERO, &[&at_word(from), &at_word(to)]);
        // A stone that is dropped on another stone returns to its point.
        let lit = page.lit();
        let from = lit[0].clone();
        page.choose(&from);
        page.wait_for("!!document.querySelector('.target.chosen')");
        let to = page.lit().first().expect("a point to move to").clone();
        page.press(key::ESCAPE);
        page.wait_for("!document.querySelector('.target.chosen')");
        let other = &lit[1];
        drag(other, &from);
        page.wait_for("!document.querySelector('.target.chosen') && !document.querySelector('.ghost')");
        drag(&to, &from);
        page.wait_for(&format!("location.hash.includes('moves={from}-{to}')"));
    });
}

#[test]
fn the_pointer_leaves_the_focus_to_the_moves_and_the_wheel_walks_through_them() {
    with_page(|_server, page| {
        page.open("#game=mill");
        page.without_engine();
        page.value("document.getElementById('note').focus()");
        for word in ["d6", "f4"] {
            page.choose(word);
            page.wait_for(&format!("location.hash.endsWith('{word}')"));
        }
        assert_eq!(page.value("document.activeElement === document.body"), true);
        page.press(key::LEFT);
        page.wait_for("location.hash.includes('ply=1')");
        let wheel = |way: i32| {
            format!(
                "document.querySelector('#board svg').dispatchEvent(\
                 new WheelEvent('wheel', {{ deltaY: {way}, bubbles: true, cancelable: true }}))"
            )
        };
        page.value(&wheel(100));
        page.wait_for("!location.hash.includes('ply')");
        // After the last move, the wheel scrolls the page.
        assert_eq!(page.value(&wheel(100)), true);
        assert_eq!(page.value(&wheel(-100)), false);
        page.wait_for("location.hash.includes('ply=1')");
        // The letter B moves the focus to the board, where arrow keys move it further.
        page.press("b");
        page.press(key::RIGHT);
        assert_eq!(page.value("document.activeElement.classList.contains('target')"), true);
        page.wait_for("location.hash.includes('ply=1')");
    });
}

/// JavaScript expression for the number of arrows and circles drawn on the board.
const DRAWN: &str = "document.querySelectorAll('.drawn .arrow').length";

#[test]
fn a_long_press_of_a_finger_draws() {
    in_window(Window::of(400, 800), |_server, page| {
        page.open("#game=mill&moves=d6 f4");
        page.without_engine();
        let press = |hold: u64, from: &str, to: &str| {
            page.gesture(0, Duration::from_millis(hold), &[&at_word(from), &at_word(to)]);
        };
        press(700, "d6", "f4");
        page.wait_for(&format!("{DRAWN} === 1 && !!document.querySelector('.drawn polyline')"));
        press(700, "a1", "a1");
        page.wait_for(&format!("{DRAWN} === 2"));
        assert!(page.text("location.hash").ends_with("f4"), "a long press plays nothing");
        page.choose("a1");
        page.wait_for("location.hash.endsWith('a1')");
    });
}

#[test]
fn the_right_button_draws_and_a_click_clears() {
    with_page(|_server, page| {
        page.open("#game=mill&moves=d6 f4");
        page.without_engine();
        let draw = |from: &str, to: &str| page.gesture(2, Duration::ZERO, &[&at_word(from), &at_word(to)]);
        draw("d6", "f4");
        draw("a1", "a1");
        page.wait_for(&format!("{DRAWN} === 2"));
        // The drawings are hidden in other positions and shown again in this one.
        page.click("#back");
        page.wait_for(&format!("{DRAWN} === 0"));
        page.click("#forward");
        page.wait_for(&format!("{DRAWN} === 2"));
        draw("a1", "a1");
        page.wait_for(&format!("{DRAWN} === 1"));
        page.choose("d6");
        page.wait_for(&format!("{DRAWN} === 0"));
    });
}
