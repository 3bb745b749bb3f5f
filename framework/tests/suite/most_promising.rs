//! An evaluation may list only promising moves, but the search must find the others when all listed moves
//! lose.

use std::sync::Arc;

use plywright::Depth;
use plywright::prelude::*;
use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};

use super::take_away::{Heap, TakeAway};

/// Lists all moves except the only good one.
#[derive(Clone)]
struct Misled;

impl Eval<TakeAway> for Misled {
    fn evaluate(&mut self, _: &TakeAway, _: &Heap) -> Score {
        Score::DRAW
    }

    fn params(&self) -> SearchParams {
        let (late_move_pruning_plies, late_move_pruning_base) = (16, 1);
        SearchParams { late_move_pruning_plies, late_move_pruning_base, ..SearchParams::FULL_WIDTH }
    }

    fn most_promising(&self, game: &TakeAway, heap: &Heap, _limit: usize, out: &mut Moves<u8>) -> bool {
        game.moves(heap, out);
        out.retain(|taken| u16::from(*taken) != TakeAway::good_move(heap.0));
        !out.is_empty()
    }
}

#[test]
fn the_only_good_move_is_found_where_all_promising_ones_lose() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
        for heap in 1..=15 {
            let resources = Resources::new(Arc::new(Table::new(1).expect("memory")));
            let mut search = algorithm.search(TakeAway, Misled, resources);
            let root = Root::new(&TakeAway, Heap(heap, Side::First));
            let limits = Limits { depth: Some(Depth(16)), ..Limits::default() };
            let score = search.search(&root, &limits, &Control::new(), &mut ()).score().expect("a move");
            assert!(score.is_mate(), "{algorithm:?}, {heap}: {score:?}");
            assert_eq!(score.is_win(), TakeAway::good_move(heap) != 0, "{algorithm:?}, {heap}: {score:?}");
        }
    }
}
