//! Every search finds that tic-tac-toe is a draw.

use std::sync::Arc;

use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, SearchResult, Table};
use plywright::{Depth, Game, NoEval, Notation, Score};
use plywright_tic_tac_toe::TicTacToe;

fn search(algorithm: Algorithm, position: &str, limits: Limits) -> SearchResult<u8> {
    let state = TicTacToe.parse_position(position).expect("a position");
    let table = Arc::new(Table::new(1).expect("a mebibyte"));
    let mut search = algorithm.search(TicTacToe, NoEval, Resources::new(table));
    search.search(&Root::new(&TicTacToe, state), &limits, &Control::new(), &mut ())
}

#[test]
fn every_search_finds_the_draw() {
    let limits = Limits { depth: Some(Depth(9)), ..Limits::default() };
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF, Algorithm::Minimax] {
        let start = TicTacToe.position_text(&TicTacToe.start());
        assert_eq!(search(algorithm, &start, limits).score(), Some(Score::DRAW), "{}", algorithm.name());
    }
}

#[test]
fn a_search_that_has_seen_every_line_to_its_end_goes_no_deeper() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
        for (position, squares_left) in [(".../.../...", 9), ("x.o/.../.x.", 6), ("xox/xxo/o.o", 1)] {
            let found = search(algorithm, position, Limits { depth: Some(Depth(60)), ..Limits::default() });
            assert!(found.depth <= Depth(squares_left), "{} at {position}", algorithm.name());
        }
    }
}

#[test]
fn every_search_finds_a_win_and_its_length() {
    let limits = Limits { depth: Some(Depth(9)), ..Limits::default() };
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF, Algorithm::Minimax] {
        // x completes the diagonal.
        assert_eq!(
            search(algorithm, "..x/ox./..o", limits).score(),
            Some(Score::win_in(1)),
            "{}",
            algorithm.name()
        );
        // o must stop two threats of x at once.
        assert_eq!(
            search(algorithm, "x.x/.o./o.x", limits).score(),
            Some(Score::loss_in(2)),
            "{}",
            algorithm.name()
        );
    }
}

#[test]
fn monte_carlo_takes_the_win_that_is_there() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let found = search(Algorithm::Mcts, "..x/ox./..o", limits);
    let state = TicTacToe.parse_position("..x/ox./..o").expect("a position");
    assert_eq!(found.best().map(|square| TicTacToe.move_text(&state, square)).as_deref(), Some("a1"));
}
