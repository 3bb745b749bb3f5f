//! Tests of puzzles. Solutions are proven again by a search that uses only the rules.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use plywright::engine::{DynEngine, Engine, game_of};
use plywright::{Game, Moves, Playable, Side, State};
use plywright_connect_four::ConnectFour;
use plywright_study::puzzles::{Found, Goal, Puzzle, PuzzleSettings, find};
use plywright_tic_tac_toe::TicTacToe;

/// Whether `attacker` wins within `plies` plies, whichever side is to move.
fn wins<G: Game>(game: &G, state: &G::State, attacker: Side, plies: u32) -> bool {
    let mut moves = Moves::new();
    if let Some(ending) = game.moves(state, &mut moves) {
        return ending.winner() == Some(attacker);
    }
    if plies == 0 {
        return false;
    }
    let mut leads = moves.iter().map(|mv| wins_after(game, state, *mv, attacker, plies));
    if state.side() == attacker { leads.any(|won| won) } else { leads.all(|won| won) }
}

/// Whether `attacker` wins within `plies` plies that begin with `mv`. A move that continues its side's
/// turn costs no ply.
fn wins_after<G: Game>(game: &G, state: &G::State, mv: G::Move, attacker: Side, plies: u32) -> bool {
    let mut next = state.clone();
    game.play(&mut next, mv);
    let cost = u32::from(next.side() != state.side());
    wins(game, &next, attacker, plies - cost)
}

/// Returns the right moves of a puzzle whose goal is a win within a number of moves, as texts.
fn right_moves<G: Playable>(puzzle: &Puzzle) -> Vec<String> {
    let game = G::variant(&puzzle.variant).unwrap();
    let state = game.parse_position(&puzzle.position).unwrap();
    let Goal::WinIn(moves) = puzzle.goal else { panic!("{puzzle:?}") };
    let (mut all, plies) = (Moves::new(), 2 * moves - 1);
    game.moves(&state, &mut all);
    let attacker = state.side();
    assert!(!wins(&game, &state, attacker, plies - 2), "a shorter win: {puzzle:?}");
    all.retain(|mv| wins_after(&game, &state, *mv, attacker, plies));
    all.iter().map(|mv| game.move_text(&state, *mv)).collect()
}

fn found<G: Playable>(variant: Option<&str>, count: usize, plies: u8) -> Vec<Puzzle> {
    let engine = || Ok(Box::new(Engine::<G>::new(variant)?) as Box<dyn DynEngine>);
    let settings = PuzzleSettings { count, plies, nodes: 20_000, seed: 1, rules: Vec::new() };
    let mut puzzles = Vec::new();
    find(&settings, &engine, &AtomicBool::new(false), &mut |found| {
        if let Found::Puzzle(puzzle) = found {
            puzzles.push(*puzzle);
        }
    })
    .unwrap();
    puzzles
}

#[test]
fn a_plain_search_finds_the_one_right_move_of_each_puzzle() {
    for puzzle in found::<ConnectFour>(None, 6, 5) {
        assert_eq!(right_moves::<ConnectFour>(&puzzle), puzzle.line[..1], "{puzzle:?}");
    }
    let small = found::<TicTacToe>(None, 10, 5);
    assert!(!small.is_empty());
    for puzzle in &small {
        assert_eq!(right_moves::<TicTacToe>(puzzle), puzzle.line[..1], "{puzzle:?}");
    }
}

#[test]
fn no_two_puzzles_are_images_of_each_other_and_equal_seeds_find_the_same() {
    let puzzles = found::<ConnectFour>(Some("5x4"), 8, 7);
    assert_eq!(puzzles.len(), 8);
    let game = game_of::<ConnectFour>().variant("5x4").unwrap();
    let key = |puzzle: &Puzzle| game.parse(&puzzle.position).unwrap().canonical_key();
    assert_eq!(puzzles.iter().map(key).collect::<HashSet<_>>().len(), 8);
    assert_eq!(found::<ConnectFour>(Some("5x4"), 8, 7), puzzles);
}

#[test]
fn puzzles_survive_their_file_and_judge_moves() {
    let engine = Engine::<TicTacToe>::new(None).unwrap();
    let game = engine.dyn_game();
    let puzzles = found::<TicTacToe>(None, 3, 5);
    let text: String = puzzles.iter().map(|puzzle| puzzle.to_record(&*game).to_string()).collect();
    assert_eq!(Puzzle::read_all(&text).unwrap(), puzzles);
    let puzzle = &puzzles[0];
    let right = puzzle.judge(&engine, &puzzle.line[0]).unwrap();
    assert!(right.is_right && right.line == puzzle.line[1..]);
    let wrong = game
        .parse(&puzzle.position)
        .unwrap()
        .move_texts()
        .into_iter()
        .find(|text| *text != puzzle.line[0])
        .unwrap();
    let wrong = puzzle.judge(&engine, &wrong).unwrap();
    assert!(!wrong.is_right && !wrong.line.is_empty());
    assert!(puzzle.judge(&engine, "nonsense").is_err());
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
