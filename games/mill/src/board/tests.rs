//! Tests of boards: their shapes, and the fast functions for three rings against the functions by lines.

use super::*;

fn boards_of_rings() -> [&'static Board; 2] {
    [false, true].map(|diagonals| Layout::ThreeRings.board(diagonals))
}

fn every_board() -> impl Iterator<Item = &'static Board> {
    Layout::ALL.into_iter().flat_map(|layout| [false, true].map(|diagonals| layout.board(diagonals)))
}

/// Returns random sets of stones that fill about half, a quarter or an eighth of 24 points.
fn samples() -> impl Iterator<Item = PointSet> {
    (0..3_000u64).map(|i| {
        let bits = plywright::Key::mix(i).0;
        let thinned = match i % 3 {
            0 => bits,
            1 => bits & (bits >> 20),
            _ => bits & (bits >> 20) & (bits >> 40),
        };
        PointSet::from_bits(thinned as u32 & 0x00ff_ffff)
    })
}

fn sides(stones: PointSet) -> [PointSet; 2] {
    let first = stones & PointSet::from_bits(0x00aa_5f3c);
    [first, stones - first]
}

#[test]
fn boards_have_the_lines_and_symmetries_of_their_drawings() {
    let shapes: Vec<_> = every_board()
        .map(|board| (board.points().count(), board.lines().len(), board.symmetries()))
        .collect();
    // Points, lines and symmetries of each layout, without and with diagonals.
    let expected = [
        (24, 16, 16),
        (24, 20, 16),
        (16, 8, 16),
        (16, 8, 16),
        (17, 14, 8),
        (17, 14, 8),
        (9, 6, 8),
        (9, 8, 8),
    ];
    assert_eq!(shapes, expected);
}

#[test]
fn labels_name_points_and_the_centre_of_three_rings_is_none() {
    let [plain, _] = boards_of_rings();
    let f4 = plain.point("F4").expect("a point");
    let labels: Vec<_> = plain.neighbours(f4).iter().map(|point| plain.label(point)).collect();
    assert_eq!(labels, ["e4", "f6", "f2", "g4"]);
    assert_eq!(plain.point("d4"), None);
}

#[test]
fn shifts_of_words_agree_with_lines() {
    for board in boards_of_rings() {
        let by_lines = Board { rings: None, ..board.clone() };
        for stones in samples() {
            let empty = board.points() - stones;
            let [own, other] = sides(stones);
            assert_eq!(board.mill_completions(stones), by_lines.mill_completions(stones));
            assert_eq!(board.adjacent(stones), by_lines.adjacent(stones));
            assert_eq!(board.count_slides(stones, empty), by_lines.count_slides(stones, empty));
            assert_eq!(board.sliding_threats(stones, own), by_lines.sliding_threats(stones, own));
            assert_eq!(board.features([own, other], empty), by_lines.features([own, other], empty));
            assert_eq!(board.open_twos(own, empty), by_lines.open_twos(own, empty));
        }
    }
}

#[test]
fn images_of_words_are_those_of_the_symmetries() {
    for board in boards_of_rings() {
        for stones in samples().take(300) {
            let [first, second] = sides(stones);
            let images = images_on_rings(BothSides::new(first, second));
            for (symmetry, image) in Symmetry::first(16).zip(images) {
                let expected = [first, second].map(|set| board.image_of_all(set, symmetry));
                assert_eq!(image, BothSides::new(expected[0], expected[1]), "{symmetry:?}");
            }
        }
    }
}

#[test]
fn all_images_have_one_canonical_image() {
    for board in boards_of_rings() {
        for stones in samples().take(300).map(sides) {
            let (canonical, to) = board.canonical(stones).expect("a board of three rings");
            let [first, second] = stones.map(|side| board.image_of_all(side, to));
            assert_eq!(BothSides::new(first, second).0, canonical);
            for symmetry in Symmetry::first(board.symmetries()) {
                let image = stones.map(|side| board.image_of_all(side, symmetry));
                assert_eq!(board.canonical(image).map(|(least, _)| least), Some(canonical));
            }
        }
    }
}

#[test]
fn symmetries_keep_mills_and_neighbours_and_their_inverses_undo_them() {
    for board in every_board() {
        assert!(board.points().iter().all(|point| board.image(point, Symmetry::IDENTITY) == point));
        for symmetry in Symmetry::first(board.symmetries()) {
            for stones in samples().take(100).map(|stones| stones & board.points()) {
                let image = board.image_of_all(stones, symmetry);
                assert_eq!(
                    board.image_of_all(board.mill_completions(stones), symmetry),
                    board.mill_completions(image)
                );
                assert_eq!(board.image_of_all(board.adjacent(stones), symmetry), board.adjacent(image));
                assert_eq!(board.image_of_all(image, board.inverse(symmetry)), stones);
            }
        }
    }
}
