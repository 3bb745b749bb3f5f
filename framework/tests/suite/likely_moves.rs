//! An evaluation may list some moves in place of all, but none is left out where all others lose.

use std::sync::Arc;

use plywright::Depth;
use plywright::prelude::*;
use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};

/// The most that can be taken at a time.
const MOST: u32 = 4;

/// Who takes the last one has won. A heap that is a multiple of five is lost for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heap(u32, Side);

impl State for Heap {
    fn side(&self) -> Side {
        self.1
    }
}

#[derive(Clone, Copy)]
struct TakeAway;

impl Game for TakeAway {
    type State = Heap;
    type Move = u8;

    fn start(&self) -> Heap {
        Heap(0, Side::First)
    }

    fn moves(&self, heap: &Heap, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend((1..=heap.0.min(MOST)).map(|taken| taken as u8));
        (heap.0 == 0).then_some(Ending::Win(!heap.1))
    }

    fn play(&self, heap: &mut Heap, taken: u8) {
        *heap = Heap(heap.0 - u32::from(taken), !heap.1);
    }
}

impl Hints for TakeAway {}

impl Symmetric for TakeAway {}

/// Thinks of all moves but the only good one.
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

    fn likely_moves(&self, game: &TakeAway, heap: &Heap, _few: usize, out: &mut Moves<u8>) -> bool {
        game.moves(heap, out);
        out.retain(|taken| u32::from(*taken) != heap.0 % (MOST + 1));
        !out.is_empty()
    }
}

#[test]
fn the_only_good_move_is_found_where_all_likely_ones_lose() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
        for heap in 1..=15 {
            let resources = Resources::new(Arc::new(Table::new(1).expect("memory")));
            let mut search = algorithm.search(TakeAway, Misled, resources);
            let root = Root::new(&TakeAway, Heap(heap, Side::First));
            let limits = Limits { depth: Some(Depth(16)), ..Limits::default() };
            let score = search.search(&root, &limits, &Control::new(), &mut ()).score().expect("a move");
            assert!(score.is_mate(), "{algorithm:?}, {heap}: {score:?}");
            assert_eq!(score.is_win(), heap % (MOST + 1) != 0, "{algorithm:?}, {heap}: {score:?}");
        }
    }
}
