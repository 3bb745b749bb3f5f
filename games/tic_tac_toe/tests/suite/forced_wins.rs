//! The mate solver agrees with minimax in every position.

use std::collections::HashSet;
use std::sync::Arc;

use plywright::prelude::*;
use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};
use plywright::{Depth, Score, SearchParams};
use plywright_tic_tac_toe::TicTacToe;

/// Searches a position and returns its score for the side to move. Without a depth limit the mate solver runs
/// first.
fn value(board: Pieces, algorithm: Algorithm, limits: Limits) -> Option<Score> {
    let params = SearchParams { mate_solver: 50, ..SearchParams::FULL_WIDTH };
    let table = Arc::new(Table::new(0).expect("a table"));
    let resources = Resources { params: Some(params), ..Resources::new(table) };
    let mut search = algorithm.search(TicTacToe, NoEval, resources);
    search.search(&Root::new(&TicTacToe, board), &limits, &Control::new(), &mut ()).score()
}

/// Collects all positions reachable from `board` in which the game goes on.
fn visit(board: Pieces, seen: &mut HashSet<Pieces>) {
    let mut moves = Moves::new();
    if TicTacToe.moves(&board, &mut moves).is_some() || !seen.insert(board) {
        return;
    }
    for square in moves {
        let mut next = board;
        TicTacToe.play(&mut next, square);
        visit(next, seen);
    }
}

#[test]
fn the_shortest_win_of_every_position_is_found() {
    let mut positions = HashSet::new();
    visit(TicTacToe.start(), &mut positions);
    // The game is over in 958 of the 5,478 legal positions.
    assert_eq!(positions.len(), 5_478 - 958);
    let mut wins = 0;
    for board in positions {
        let minimax = value(board, Algorithm::Minimax, Limits { depth: Some(Depth(9)), ..Limits::default() });
        let solved = value(board, Algorithm::Pvs, Limits { nodes: Some(1 << 20), ..Limits::default() });
        assert_eq!(solved, minimax, "{}", TicTacToe.position_text(&board));
        wins += usize::from(solved > Some(Score::DRAW));
    }
    assert!(wins > 1_000, "{wins} wins");
}
