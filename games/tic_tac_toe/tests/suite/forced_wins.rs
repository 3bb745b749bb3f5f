//! Tests of searches: the mate solver, minimax, alpha-beta and Monte Carlo tree search.

use std::collections::HashSet;
use std::sync::Arc;

use plywright::prelude::*;
use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, SearchResult, Table};
use plywright::{Depth, Score, SearchParams};
use plywright_tic_tac_toe::TicTacToe;

/// Searches a position. Alpha-beta searches without a depth limit also run the mate solver, which gets up to half as
/// many nodes as the search.
fn search(board: Pieces, algorithm: Algorithm, limits: Limits) -> SearchResult<u8> {
    let params = SearchParams { mate_solver: 50, ..SearchParams::FULL_WIDTH };
    let table = Arc::new(Table::new(0).expect("a table"));
    let resources = Resources { params: Some(params), ..Resources::new(table) };
    let mut search = algorithm.search(TicTacToe, NoEval, resources);
    search.search(&Root::new(&TicTacToe, board), &limits, &Control::new(), &mut ())
}

/// Adds to `seen` every position in which the game is not over: `board` and all that can follow from it.
fn collect_unfinished(board: Pieces, seen: &mut HashSet<Pieces>) {
    let mut moves = Moves::new();
    if TicTacToe.moves(&board, &mut moves).is_some() || !seen.insert(board) {
        return;
    }
    for square in moves {
        let mut next = board;
        TicTacToe.play(&mut next, square);
        collect_unfinished(next, seen);
    }
}

#[test]
fn the_shortest_win_of_every_position_is_found() {
    let mut positions = HashSet::new();
    collect_unfinished(TicTacToe.start(), &mut positions);
    // The game is over in 958 of the 5,478 legal positions.
    assert_eq!(positions.len(), 5_478 - 958);
    let mut wins = 0;
    for board in positions {
        let minimax =
            search(board, Algorithm::Minimax, Limits { depth: Some(Depth(9)), ..Limits::default() }).score();
        let solved =
            search(board, Algorithm::Pvs, Limits { nodes: Some(1 << 20), ..Limits::default() }).score();
        assert_eq!(solved, minimax, "{}", TicTacToe.position_text(&board));
        wins += usize::from(solved > Some(Score::DRAW));
    }
    assert!(wins > 1_000, "{wins} wins");
}

#[test]
fn a_search_that_has_seen_every_line_to_its_end_goes_no_deeper() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
        for (position, squares_left) in [(".../.../...", 9), ("x.o/.../.x.", 6), ("xox/xxo/o.o", 1)] {
            let board = TicTacToe.parse_position(position).expect("a position");
            let found = search(board, algorithm, Limits { depth: Some(Depth(60)), ..Limits::default() });
            assert!(found.depth <= Depth(squares_left), "{} at {position}", algorithm.name());
        }
    }
}

#[test]
fn wins_and_losses_have_their_known_lengths() {
    // In the first position x completes a diagonal. In the second, o cannot stop both threats of x.
    for (position, score) in [("..x/ox./..o", Score::win_in(1)), ("x.x/.o./o.x", Score::loss_in(2))] {
        let board = TicTacToe.parse_position(position).expect("a position");
        let found = search(board, Algorithm::Minimax, Limits { depth: Some(Depth(9)), ..Limits::default() });
        assert_eq!(found.score(), Some(score), "{position}");
    }
}

#[test]
fn monte_carlo_takes_the_win_that_is_there() {
    let board = TicTacToe.parse_position("..x/ox./..o").expect("a position");
    let found = search(board, Algorithm::Mcts, Limits { nodes: Some(20_000), ..Limits::default() });
    assert_eq!(found.best().map(|square| TicTacToe.move_text(&board, square)).as_deref(), Some("a1"));
}
