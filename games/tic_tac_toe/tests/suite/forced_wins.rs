//! The search for forced wins says the same as minimax in every position.

use std::collections::HashSet;
use std::sync::Arc;

use plywright::prelude::*;
use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};
use plywright::{Depth, Score, SearchParams};
use plywright_tic_tac_toe::TicTacToe;

/// The value of a position by an algorithm, with forced wins looked for first if there is no limit of depth.
fn value(board: Pieces, algorithm: Algorithm, limits: Limits) -> Option<Score> {
    let params = SearchParams { win_search: 50, ..SearchParams::FULL_WIDTH };
    let table = Arc::new(Table::new(0).expect("a table"));
    let resources = Resources { params: Some(params), ..Resources::new(table) };
    let mut search = algorithm.search(TicTacToe, NoEval, resources);
    search.search(&Root::new(&TicTacToe, board), &limits, &Control::new(), &mut ()).score()
}

/// All positions after a move that does not end the game, from `board` on.
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
    // Of the 5,478 legal positions the game is over in 958.
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
