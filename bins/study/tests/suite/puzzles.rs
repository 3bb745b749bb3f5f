//! Tests of puzzles. Solutions are proven again by a search that uses only the rules.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use plywright::Side;
use plywright::engine::{Outcome, Setup};
use plywright::game::DynLine;
use plywright_matches::record::formats::Format;
use plywright_study::puzzles::{Found, Goal, Puzzle, PuzzleSettings, find};

use crate::game;

/// Whether `attacker` wins within `plies` plies, whichever side is to move.
fn wins(line: &mut dyn DynLine, attacker: Side, plies: u32) -> bool {
    if let Outcome::Over(ending) = line.outcome() {
        return ending.winner() == Some(attacker);
    }
    if plies == 0 {
        return false;
    }
    let attacks = line.side() == attacker;
    let moves = line.move_texts();
    let mut results = moves.iter().map(|mv| wins_after(line, mv, attacker, plies));
    if attacks { results.any(|is_win| is_win) } else { results.all(|is_win| is_win) }
}

/// Whether `attacker` wins within `plies` plies, the first of which is `mv`. A move that continues its side's turn
/// costs no ply.
fn wins_after(line: &mut dyn DynLine, mv: &str, attacker: Side, plies: u32) -> bool {
    let side = line.side();
    line.replay(&[mv]).unwrap();
    let cost = u32::from(line.side() != side);
    let is_won = wins(line, attacker, plies - cost);
    line.undo();
    is_won
}

/// Returns the moves that reach the goal of a puzzle. Panics if the goal is not a win within a number of turns, or if
/// there is a shorter win.
fn right_moves(puzzle: &Puzzle) -> Vec<String> {
    let mut line = game(&puzzle.game, Some(&puzzle.variant)).parse(&puzzle.position).unwrap();
    let Goal::WinIn(moves) = puzzle.goal else { panic!("{puzzle:?}") };
    let attacker = line.side();
    assert!(!wins(&mut *line, attacker, 2 * moves - 2), "a shorter win: {puzzle:?}");
    // The game may also end in the opponent's turn after the attacker's last turn.
    let plies = if wins(&mut *line, attacker, 2 * moves - 1) { 2 * moves - 1 } else { 2 * moves };
    let mut right = line.move_texts();
    right.retain(|mv| wins_after(&mut *line, mv, attacker, plies));
    right
}

/// Returns up to `count` puzzles from games with the seed 1.
fn find_puzzles(name: &str, variant: Option<&str>, count: usize, plies: u8) -> Vec<Puzzle> {
    let game = game(name, variant);
    let settings = PuzzleSettings { count, plies, nodes: 20_000, seed: 1, rules: Vec::new() };
    let mut puzzles = Vec::new();
    find(&settings, &|| game.engine(None), &AtomicBool::new(false), &mut |found| {
        if let Found::Puzzle(puzzle) = found {
            puzzles.push(*puzzle);
        }
    })
    .unwrap();
    puzzles
}

#[test]
fn a_plain_search_finds_the_one_right_move_of_each_puzzle() {
    for (name, count) in [("connect-four", 6), ("tic-tac-toe", 10)] {
        let puzzles = find_puzzles(name, None, count, 5);
        assert!(!puzzles.is_empty(), "{name}");
        for puzzle in puzzles {
            assert_eq!(right_moves(&puzzle), puzzle.line[..1], "{puzzle:?}");
        }
    }
}

#[test]
fn no_two_puzzles_are_images_of_each_other() {
    let puzzles = find_puzzles("connect-four", Some("5x4"), 8, 7);
    let game = game("connect-four", Some("5x4"));
    let key = |puzzle: &Puzzle| game.parse(&puzzle.position).unwrap().canonical_key();
    assert_eq!(puzzles.iter().map(key).collect::<HashSet<_>>().len(), 8);
    // The swap leads to the image with the sides exchanged.
    let hex = crate::game("hex", None);
    let key_after = |moves: &[&str]| hex.set_up(&Setup::Start, moves).unwrap().canonical_key();
    assert_eq!(key_after(&["b1", "e5", "f6"]), key_after(&["b1", "swap", "e5", "f6"]));
}

#[test]
fn equal_seeds_find_equal_puzzles() {
    let find = || find_puzzles("connect-four", Some("5x4"), 2, 7);
    assert_eq!(find(), find());
}

#[test]
fn puzzles_are_read_from_their_records() {
    let game = game("tic-tac-toe", None);
    let puzzles = find_puzzles("tic-tac-toe", None, 3, 5);
    let text: String = puzzles.iter().map(|puzzle| puzzle.to_record(&*game).to_string()).collect();
    assert_eq!(Puzzle::read_all(&text).unwrap(), puzzles);
    let sgf = |puzzle: &Puzzle| Format::Sgf.write(&mut puzzle.to_record(&*game), &*game).unwrap();
    assert_eq!(Puzzle::read_all(&puzzles.iter().map(sgf).collect::<String>()).unwrap(), puzzles);
}

#[test]
fn only_the_move_of_a_puzzle_is_right() {
    let game = game("tic-tac-toe", None);
    let engine = game.engine(None).unwrap();
    let puzzle = &find_puzzles("tic-tac-toe", None, 1, 5)[0];
    let right = puzzle.judge(&*engine, &puzzle.line[0]).unwrap();
    assert!(right.is_right && right.line == puzzle.line[1..]);
    let moves = game.parse(&puzzle.position).unwrap().move_texts();
    let wrong = moves.iter().find(|text| **text != puzzle.line[0]).unwrap();
    let wrong = puzzle.judge(&*engine, wrong).unwrap();
    assert!(!wrong.is_right && !wrong.line.is_empty());
    assert!(puzzle.judge(&*engine, "nonsense").is_err());
}

/// Other programs write chess in standard algebraic notation.
#[test]
fn the_right_move_of_a_file_may_have_another_spelling() {
    let text = "[Game \"chess\"]\n[Variant \"chess\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"]\n\
                [Goal \"win\"]\n\n1. Ra8 1-0\n";
    let puzzles = Puzzle::read_all(text).unwrap();
    let engine = game("chess", None).engine(None).unwrap();
    for (answer, is_right) in [("a1a8", true), ("Ra8", true), ("a1a7", false)] {
        assert_eq!(puzzles[0].judge(&*engine, answer).unwrap().is_right, is_right, "{answer}");
    }
}

#[test]
fn a_record_that_is_no_puzzle_is_named() {
    let error = |text: &str| Puzzle::read_all(text).unwrap_err().to_string();
    let tags = "[Game \"x\"]\n[Variant \"x\"]\n[FEN \"x\"]\n";
    assert_eq!(error("[Game \"x\"]\n\n1. a *\n"), "puzzle 1: the tag Goal is missing");
    let wrong = format!("{tags}[Goal \"fun\"]\n\n1. a *\n");
    assert_eq!(error(&wrong), "puzzle 1: the goal is 'fun', expected win, draw or win in N");
    assert_eq!(error(&format!("{tags}[Goal \"win\"]\n\n*\n")), "puzzle 1: the solution is missing");
    let level = format!("{tags}[Goal \"win\"]\n[Level \"x\"]\n\n1. a *\n");
    assert_eq!(error(&level), "puzzle 1: the level is 'x', expected a number");
}
