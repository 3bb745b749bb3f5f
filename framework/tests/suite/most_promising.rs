//! An evaluation may list only promising moves. If all listed moves lose, the search must try the moves that
//! were not listed.

use plywright::prelude::*;
use plywright::search::Root;

use super::searches::{DRIVERS, resources, search, to_depth};
use super::take_away::{Heap, THREE, TakeAway};

/// Evaluation that lists all moves except the winning one as promising.
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
        out.retain(|taken| u16::from(*taken) != game.good_move(heap.stones));
        !out.is_empty()
    }
}

#[test]
fn the_only_good_move_is_found_where_all_promising_ones_lose() {
    for driver in DRIVERS {
        for heap in 1..=15 {
            let root = Root::new(&THREE, Heap::of(heap));
            let found = search(driver, (THREE, Misled), resources(), &root, &to_depth(16));
            let score = found.score().expect("a move");
            assert!(score.is_mate(), "{driver:?}, {heap}: {score:?}");
            assert_eq!(score.is_win(), THREE.good_move(heap) != 0, "{driver:?}, {heap}: {score:?}");
        }
    }
}
