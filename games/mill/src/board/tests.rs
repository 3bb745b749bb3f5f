//! Boards against what their drawings say, and word shifts against lines.

use super::*;

fn boards() -> [&'static Board; 2] {
    [false, true].map(|diagonals| Layout::ThreeRings.board(diagonals))
}

/// Sets of stones that fill about half, a quarter and an eighth of the board.
fn samples() -> impl Iterator<Item = Points> {
    (0..3_000u64).map(|i| {
        let bits = plywright::Key::mix(i).0;
        let thinned = match i % 3 {
            0 => bits,
            1 => bits & (bits >> 20),
            _ => bits & (bits >> 20) & (bits >> 40),
        };
        Points(thinned as u32 & 0x00ff_ffff)
    })
}

#[test]
fn the_boards_have_the_lines_and_symmetries_of_the_rule_sheet() {
    let [plain, diagonal] = boards();
    assert_eq!((plain.lines().len(), plain.symmetries()), (16, 16));
    assert_eq!((diagonal.lines().len(), diagonal.symmetries()), (20, 16));
    let f4 = plain.square("F4").expect("a point");
    let labels: Vec<_> = plain.neighbours(f4).iter().map(|square| plain.label(square)).collect();
    assert_eq!(labels, ["e4", "f6", "f2", "g4"]);
    assert_eq!(plain.square("d4"), None);
}

#[test]
fn word_shifts_agree_with_the_lines() {
    for board in boards() {
        let by_lines = Board { spokes: None, ..board.clone() };
        for stones in samples() {
            let empty = board.points().without(stones);
            let movers = Points(stones.0 & 0x00aa_5f3c);
            assert_eq!(board.closing(stones), by_lines.closing(stones));
            assert_eq!(board.beside(stones), by_lines.beside(stones));
            assert_eq!(board.count_slides(stones, empty), by_lines.count_slides(stones, empty));
            assert_eq!(board.strikes(stones, movers), by_lines.strikes(stones, movers));
            let sides = [movers, stones.without(movers)];
            assert_eq!(board.survey(sides, empty), by_lines.survey(sides, empty));
            assert_eq!(board.opening(movers, empty), by_lines.opening(movers, empty));
        }
    }
}

#[test]
fn all_images_have_one_canonical_image() {
    for board in boards() {
        for stones in samples().take(500) {
            let sides = [Points(stones.0 & 0x00aa_5f3c), Points(stones.0 & 0x0055_a0c3)];
            let (canonical, to) = board.canonical(sides).expect("a board of three rings");
            let image = sides.map(|side| board.image_of_all(side, to));
            assert_eq!(Pair::new(image[0], image[1]).0, canonical);
            for symmetry in 0..board.symmetries() {
                let image = sides.map(|side| board.image_of_all(side, symmetry));
                assert_eq!(board.canonical(image).map(|found| found.0), Some(canonical));
                let back = image.map(|side| board.image_of_all(side, board.inverse(symmetry)));
                assert_eq!(back, sides);
            }
        }
    }
}

#[test]
fn symmetries_keep_mills_and_neighbours() {
    for board in boards() {
        for symmetry in 0..board.symmetries() {
            for stones in samples().take(100) {
                let image = board.image_of_all(stones, symmetry);
                assert_eq!(board.image_of_all(board.closing(stones), symmetry), board.closing(image));
                assert_eq!(board.image_of_all(board.beside(stones), symmetry), board.beside(image));
            }
        }
    }
}
