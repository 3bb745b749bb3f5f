//! Makes pictures of the games and of the page.

use std::env;
use std::fs;
use std::path::Path;

use crate::browser::{Window, in_window};

/// Address fragment of a position with two gods, figures and tokens of both sides, and towers of every
/// height.
pub const SANTORINI: &str = "game=santorini&variant=clio-europa\
    &position=0000401301112300001100000/1/clio[2|A3]:B3,D3/europa[C5]:C4,C2";

/// Names of the pictures, with the fragments of the page's address that show their positions.
const BOARDS: [(&str, &str); 14] = [
    ("mill", "game=mill&moves=d6 f4 d2 b4 d7 d5 g1 b6"),
    ("mill-diagonals", "game=mill&variant=twelve-mens-morris&moves=a7 b6 g1 e5 d6"),
    ("mill-two-rings", "game=mill&variant=six-mens-morris&moves=a1 e5 b3"),
    ("mill-nine-points", "game=mill&variant=three-mens-morris&moves=b2 a3 c1"),
    ("mill-marked", "game=mill&variant=zhi-qi&moves=a1 d2 a4 f4 a7 xd2 b4"),
    ("santorini", "game=santorini&position=0000401301112300001300000/1/mortal:B3,D3/mortal:C4,C2"),
    ("santorini-gods", SANTORINI),
    ("gyges", "game=gyges&moves=5|4|5 30|31|6 2|8"),
    ("connect-four", "game=connect-four&moves=4 4 3 3 2 5 6"),
    ("othello", "game=othello&moves=f5 d6 c3 d3 c4"),
    ("breakthrough", "game=breakthrough&moves=b2c3 g7f6 c3d4 f6e5 d4e5"),
    ("kalah", "game=kalah&moves=c1 f1 c2 a1"),
    ("hex", "game=hex&moves=b9 f6 d8 e5 g4"),
    ("tic-tac-toe", "game=tic-tac-toe&moves=b2 a1 c3"),
];

/// Asserts that a picture is a PNG file and not almost empty. Saves it if `BOARD_PICTURES` names a folder.
pub fn keep(name: &str, picture: &[u8]) {
    assert!(picture.len() > 2000 && picture.starts_with(b"\x89PNG"), "{name} is no picture");
    if let Some(folder) = env::var_os("BOARD_PICTURES") {
        fs::write(Path::new(&folder).join(format!("{name}.png")), picture).expect("the picture is kept");
    }
}

#[test]
fn each_game_has_its_picture() {
    in_window(Window::of(500, 900), |_server, page| {
        for (name, place) in BOARDS {
            page.open(&format!("#{place}&second=person"));
            page.wait_for("document.getAnimations().length === 0");
            let status = page.status();
            let is_there = page.value("/position=|moves=/.test(location.hash)");
            assert!(is_there == true && status.contains(": "), "{name}: {status}");
            page.value("scrollTo(0, 0)");
            let picture = page.picture("#board svg");
            keep(name, &picture);
        }
    });
}

#[test]
fn the_page_has_its_picture() {
    in_window(Window::of(1040, 780), |_server, page| {
        page.open("#game=mill&second=person&moves=d6 f4 d2 b4 d7 d5 g1 b6 e5");
        page.click("#review");
        page.wait_for(
            "document.querySelectorAll('#graph polyline').length === 1 && \
            document.getElementById('forward').disabled",
        );
        page.click("#analyse");
        page.wait_for("Number(document.getElementById('depth').textContent.match(/\\d+/)?.[0]) > 7");
        keep("page", &page.screenshot());
    });
}

#[test]
fn setting_up_and_a_phone_have_their_pictures() {
    in_window(Window::of(500, 760), |_server, page| {
        page.open(&format!("#{SANTORINI}"));
        page.unfold("setup");
        page.click("#edit");
        page.wait_for("document.getElementById('status').textContent === 'This position can be played.'");
        keep("setup", &page.screenshot());
        page.click("#leave");
        page.open("#game=mill&moves=d6 f4 d2 b4 d7 d5 g1 b6");
        page.click("#theme");
        page.value("scrollTo(0, 0)");
        page.wait_for("document.getAnimations().length === 0");
        keep("phone", &page.screenshot());
    });
}
