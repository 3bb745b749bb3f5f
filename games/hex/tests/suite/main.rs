//! Tests of Hex: perft counts, the swap, endings, puzzles, and the winners of small boards by published theorems.

use ahash::AHashMap;
use plywright::prelude::*;
use plywright::search::{Algorithm, Limits};
use plywright::testkit::{Conformance, play_line, prove_puzzles, searched};
use plywright::{Depth, perft};
use plywright_hex::Hex;

/// Perft counts of small boards: board size, rules, depth and number of move sequences. `perft.py` computed them
/// without this crate.
const COUNTS: &str = include_str!("data/perft.tsv");

/// Returns the counts of this board in [`COUNTS`], from depth 1 up to the first depth with the count 0.
fn known_counts(size: u8, has_swap: bool) -> Vec<u64> {
    let board = format!("{size}\t{}\t", if has_swap { "swap" } else { "plain" });
    let rows = COUNTS.lines().filter_map(|line| line.strip_prefix(&board)?.split_once('\t'));
    rows.map(|(_, count)| count.parse().expect("a number")).collect()
}

const WITH_SWAP: bool = true;
const WITHOUT_SWAP: bool = false;

const BOARDS: [(u8, bool); 5] =
    [(2, WITH_SWAP), (2, WITHOUT_SWAP), (3, WITH_SWAP), (3, WITHOUT_SWAP), (4, WITH_SWAP)];

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Hex>(1, 2, None), 39);
}

#[test]
fn perft_of_small_boards() {
    for (size, has_swap) in BOARDS {
        let game = Hex::new(size, has_swap);
        let known = known_counts(size, has_swap);
        for (depth, count) in (1..).zip(known).take_while(|(_, count)| *count < 1_000_000) {
            assert_eq!(perft(&game, &game.start(), depth), count, "size {size}, depth {depth}");
        }
    }
}

#[test]
#[ignore = "takes a minute"]
fn all_games_on_small_boards() {
    for (size, has_swap) in BOARDS {
        let known = known_counts(size, has_swap);
        assert_eq!(count_to_the_end(Hex::new(size, has_swap)), known, "size {size}, swap {has_swap}");
    }
}

/// Returns the rows of a perft table with these counts, from depth 1 at the empty board.
fn perft_rows(counts: &[u64], size: usize) -> String {
    let start = vec![".".repeat(size); size].join("/");
    let row = |(depth, count): (usize, &u64)| format!("{start} x\t{depth}\t{count}\n");
    (1..).zip(counts).map(row).collect()
}

/// Runs the kit with two known games. In one, the first side wins by filling column a, while the second side fills
/// column b. The other is the same game without its last move.
fn check(game: Hex, size: usize, perft_table: &str) {
    let start = vec![".".repeat(size); size].join("/");
    let column: Vec<String> = (1..size).map(|row| format!("a{row} b{row}")).collect();
    let column = column.join(" ");
    let known_endings = &format!("{start} x\t{column} a{size}\tfirst\n{start} x\t{column}\topen\n");
    // Fewer games on large boards, because the kit checks each of the hundred moves of a position.
    let games = if size > 9 { 50 } else { 200 };
    Conformance { perft_table, known_endings, games, ..Conformance::new(&game) }.assert();
}

/// No game on the usual board ends within three moves, so the perft counts are products. There are 121 first moves.
/// Each has 120 replies and the swap. A third move has 119 cells after a reply, and 120 after the swap.
#[test]
fn the_usual_board_conforms() {
    check(Hex::default(), 11, &perft_rows(&[121, 121 * 121, 121 * (120 * 119 + 120)], 11));
}

#[test]
fn a_board_of_seven_rows_conforms() {
    check(Hex::new(7, WITH_SWAP), 7, &perft_rows(&[49, 49 * 49, 49 * (48 * 47 + 48)], 7));
    check(Hex::new(7, WITHOUT_SWAP), 7, &perft_rows(&[49, 49 * 48, 49 * 48 * 47], 7));
}

#[test]
fn small_boards_conform() {
    let rows = COUNTS.lines().filter_map(|line| line.strip_prefix("3\tswap after b1\t"));
    let after_b1: Vec<String> = rows.take(7).map(|row| format!(".x./.../... o\t{row}\n")).collect();
    let after_b1 = after_b1.concat();
    check(Hex::new(3, WITH_SWAP), 3, &(perft_rows(&known_counts(3, WITH_SWAP)[..7], 3) + &after_b1));
    check(Hex::new(2, WITH_SWAP), 2, &perft_rows(&known_counts(2, WITH_SWAP), 2));
}

fn text_after(game: Hex, moves: &[&str]) -> String {
    game.position_text(&play_line(&game, moves))
}

#[test]
fn the_swap_reflects_the_first_stone() {
    let game = Hex::new(4, WITH_SWAP);
    assert_eq!(text_after(game, &["b1"]), ".x../..../..../.... o");
    assert_eq!(text_after(game, &["b1", "swap"]), "..../o.../..../.... x");
}

#[test]
fn only_the_second_move_can_be_a_swap() {
    let game = Hex::new(4, WITH_SWAP);
    for (moves, can_swap) in
        [(&[][..], false), (&["b1"], true), (&["b1", "swap"], false), (&["b1", "c3"], false)]
    {
        let board = play_line(&game, moves);
        assert_eq!(game.parse_move(&board, "swap").is_ok(), can_swap, "{moves:?}");
    }
    let board = play_line(&Hex::new(4, WITHOUT_SWAP), &["b1"]);
    assert!(Hex::new(4, WITHOUT_SWAP).parse_move(&board, "swap").is_err());
}

/// Endings by the rule sheet: the first side connects top and bottom, the second side left and right. Two
/// cells on a line from the top left to the bottom right are not neighbours.
#[test]
fn endings_are_those_of_the_rule_sheet() {
    let known_endings = "\
o.x./o.x./.x.o/.x.. o\tfirst
xxxo/.oo./o.../...x x\tsecond
x.oo/.x../..x./o..x o\topen
..../..../..../.... x\topen
";
    let game = Hex::new(4, WITH_SWAP);
    let kit = Conformance { known_endings, games: 1, texts: 1, searches: 1, ..Conformance::new(&game) };
    assert_eq!(kit.run().expect("these endings").known_endings, 4);
}

#[test]
fn impossible_positions_are_refused() {
    let game = Hex::new(3, WITH_SWAP);
    for text in [
        ".../.../... ",
        "xx./.../... o",
        "oo./.../... x",
        ".x./.x./.x. o",
        ".x./.x./.x. x",
        "x../.../... x",
        "... x",
    ] {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
}

/// Returns the perft counts of depths 1, 2 and so on, up to the first depth with the count 0. Each distinct position is
/// expanded once, with the number of move sequences that lead to it.
fn count_to_the_end(game: Hex) -> Vec<u64> {
    let mut level = AHashMap::from([(game.start(), 1_u64)]);
    let mut counts = Vec::new();
    while !level.is_empty() {
        let mut next = AHashMap::new();
        for (board, ways) in level {
            let mut moves = Moves::new();
            game.moves(&board, &mut moves);
            for mv in moves {
                let mut after = board;
                game.play(&mut after, mv);
                *next.entry(after).or_insert(0) += ways;
            }
        }
        counts.push(next.values().sum());
        level = next;
    }
    counts
}

/// Returns the side that wins under best play after these moves on a board of at most four rows, found by a search to
/// the end of the game.
fn winner(game: Hex, moves: &[&str]) -> Side {
    let board = play_line(&game, moves);
    // The longest game on four rows has sixteen stones and a swap.
    let limits = Limits { depth: Some(Depth(17)), ..Limits::default() };
    let score = searched(&game, &board, Algorithm::Pvs, limits).score().expect("a score");
    assert!(score.is_mate(), "{moves:?}: {score:?}");
    if score.is_win() { board.side } else { !board.side }
}

/// Published theorems. The first side wins without the swap: John Nash (1949). It loses if it opens in an
/// acute corner: Anatole Beck, in Beck, Bleicher and Crowe, *Excursions into Mathematics* (1969). With the
/// swap, the second side wins: it swaps openings that win.
#[test]
fn small_boards_have_the_winners_of_the_theorems() {
    for size in [3, 4] {
        let [plain, swap] = [WITHOUT_SWAP, WITH_SWAP].map(|has_swap| Hex::new(size, has_swap));
        assert_eq!(winner(plain, &[]), Side::First, "size {size}");
        assert_eq!(winner(plain, &["a1"]), Side::Second, "size {size}");
        assert_eq!(winner(swap, &[]), Side::Second, "size {size}");
    }
}
