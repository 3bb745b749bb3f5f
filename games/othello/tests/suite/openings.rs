//! Tests that an opening is named whichever of the symmetric first moves it begins with.

use plywright::engine::Setup;
use plywright::prelude::*;
use plywright::testkit::{Player, rows};
use plywright_othello::Othello;

fn name(engine: &mut Player, moves: &[&str]) -> Option<&'static str> {
    engine.set_position(&Setup::Start, moves).expect("legal moves");
    engine.line.opening_name()
}

/// All first moves are symmetric images of each other, and published lists of openings differ in their choice. The
/// engine must name the images of a listed opening as well.
#[test]
fn names_are_found_from_every_first_move() {
    let mut engine = Player::new(&*plywright_othello::game()).expect("the default variant");
    assert_eq!(name(&mut engine, &[]), None);
    for [moves, expected] in rows(include_str!("data/opening_names.tsv")) {
        let moves: Vec<&str> = moves.split(' ').collect();
        for symmetry in Symmetry::first(Othello.symmetries()) {
            // Skips a symmetry that changes the start position: images of games would not begin at the start.
            if Othello.image(&Othello.start(), symmetry) != Othello.start() {
                continue;
            }
            let mut position = Othello.start();
            let image = moves.iter().map(|text| {
                let mv = Othello.parse_move(&position, text).expect("a legal move");
                Othello.play(&mut position, mv);
                Othello.move_text(&position, Othello.image_of_move(mv, symmetry))
            });
            let image: Vec<String> = image.collect();
            let image: Vec<&str> = image.iter().map(String::as_str).collect();
            assert_eq!(name(&mut engine, &image), Some(expected), "{image:?}");
        }
    }
    // After further moves without a name of their own, the last name remains.
    assert_eq!(name(&mut engine, &["f5", "d6", "c3", "d3", "c4", "f4"]), Some("Tiger"));
}
