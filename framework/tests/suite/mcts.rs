//! Monte Carlo tree search on the game of taking stones from a heap, whose values are known: the tree proves results,
//! keeps to limits, joins equal positions, and survives from move to move.

use std::sync::Arc;

use plywright::search::{
    Control, KeptData, Limits, Mcts, Minimax, Oracle, Resources, Root, Search, SearchResult,
};
use plywright::{
    Ending, Eval, Game, Hints, Moves, NoEval, NodeScratch, Score, SearchParams, Side, State, Symmetric,
};

use super::searches::{Even, resources, to_depth};
use super::take_away::{Heap, THREE, TakeAway};

/// A `win_scale` above 0 makes MCTS use the evaluation instead of random games.
const EVEN: Even = Even(SearchParams { win_scale: 100, ..SearchParams::FULL_WIDTH });

fn root(heap: u16) -> Root<TakeAway> {
    Root::new(&THREE, Heap::of(heap))
}

fn search<E: Eval<TakeAway>>(
    eval: E,
    root: &Root<TakeAway>,
    resources: Resources<TakeAway>,
    limits: Limits,
) -> SearchResult<u8> {
    Mcts::new(THREE, eval, resources).search(root, &limits, &Control::new(), &mut ())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Checks that `found`, the result of a search of a heap, is proven and agrees with `expected`, minimax's score. If it
/// is a win, the move must leave a multiple of four stones, and with one thread the line of play must reach the end.
fn assert_is_proof(found: &SearchResult<u8>, expected: Score, heap: u16, threads: usize) {
    let score = found.score().expect("a move");
    assert!(score.is_mate(), "{heap}: {score:?}");
    assert_eq!(score > Score::DRAW, expected > Score::DRAW, "{heap}");
    assert!(score.0.abs() <= expected.0.abs(), "{heap}: nothing is shorter than the shortest");
    if score > Score::DRAW {
        let left = heap - u16::from(found.best().expect("a move"));
        assert_eq!(left % 4, 0, "{heap}");
        let length = found.lines[0].moves.len() as u32;
        assert!(threads > 1 || score.plies_to_end() == Some(length), "{heap}: the line is whole");
    }
}

#[test]
fn small_games_are_proven_and_agree_with_minimax() {
    for heap in 1..=14 {
        let deep = to_depth(heap);
        let mut minimax = Minimax::new(THREE, NoEval);
        let expected = minimax.search(&root(heap), &deep, &Control::new(), &mut ()).score().expect("a move");
        for threads in [1, 3] {
            let with_threads = || Resources { threads, ..resources() };
            let by_games = search(NoEval, &root(heap), with_threads(), Limits::default());
            assert_is_proof(&by_games, expected, heap, threads);
            let by_evaluation = search(EVEN, &root(heap), with_threads(), Limits::default());
            assert_is_proof(&by_evaluation, expected, heap, threads);
        }
    }
}

#[test]
fn a_position_that_several_lines_reach_is_searched_once() {
    // There are 53,798,080 lines of play from 30 stones to the end, far more than the node limit, but only 31 heaps for
    // each side to move.
    let found = search(EVEN, &root(30), resources(), nodes(500_000));
    assert!(found.score().is_some_and(Score::is_mate), "{found:?}");
}

#[test]
fn a_search_visits_as_many_nodes_as_asked() {
    for wanted in [1, 10, 1000, 12_345] {
        for found in [
            search(NoEval, &root(5000), resources(), nodes(wanted)),
            search(EVEN, &root(5000), resources(), nodes(wanted)),
        ] {
            assert_eq!(found.nodes, wanted);
            assert!(found.best().is_some());
        }
    }
}

#[test]
fn no_line_is_longer_than_the_depth_limit() {
    for depth in 1..6 {
        let found = search(EVEN, &root(5000), resources(), to_depth(depth));
        assert!(found.lines[0].moves.len() <= depth.into() && found.depth.0 <= depth, "{found:?}");
    }
}

#[test]
fn only_the_roots_moves_are_searched() {
    let narrow = Root { moves: Moves::from_slice(&[2]), ..root(5000) };
    assert_eq!(search(NoEval, &narrow, resources(), nodes(500)).best(), Some(2));
}

#[test]
fn several_lines_begin_with_different_moves_the_best_first() {
    for heap in [10, 5000] {
        let several = Resources { multi_pv: 3, ..resources() };
        let found = search(EVEN, &root(heap), several, nodes(5000));
        let mut firsts: Vec<u8> = found.lines.iter().map(|line| line.moves[0]).collect();
        firsts.sort_unstable();
        assert_eq!(firsts, [1, 2, 3]);
        assert!(found.lines.is_sorted_by_key(|line| -line.score.0));
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let kept = Arc::new(KeptData::default());
    let with_kept = || Resources { kept: Arc::clone(&kept), ..resources() };
    let first = search(NoEval, &root(30), with_kept(), Limits::default());
    assert_eq!((first.best(), first.score().map(Score::is_mate)), (Some(2), Some(true)));
    for reply in 1..=3 {
        let later = root(28 - reply);
        let fresh = search(NoEval, &later, resources(), Limits::default());
        let kept = search(NoEval, &later, with_kept(), Limits::default());
        assert!(kept.score().is_some_and(Score::is_mate));
        assert!(20 * kept.nodes < fresh.nodes, "{} and {} nodes", kept.nodes, fresh.nodes);
    }
}

/// Evaluates a heap as good for the side to move unless it is divisible by four.
#[derive(Clone)]
struct Remainders;

impl Eval<TakeAway> for Remainders {
    fn evaluate(&mut self, _: &TakeAway, heap: &Heap) -> Score {
        Score(if heap.stones.is_multiple_of(4) { -200 } else { 200 })
    }

    fn params(&self) -> SearchParams {
        SearchParams { win_scale: 100, ..SearchParams::FULL_WIDTH }
    }
}

#[test]
fn a_move_that_was_searched_alone_is_not_preferred_later() {
    let kept = Arc::new(KeptData::default());
    let best = |root: &Root<TakeAway>, limit| {
        let with_kept = Resources { kept: Arc::clone(&kept), ..resources() };
        search(Remainders, root, with_kept, nodes(limit)).best()
    };
    let all = root(5001);
    let narrow = Root { moves: Moves::from_slice(&[2]), ..root(5001) };
    assert_eq!([best(&all, 1000), best(&narrow, 50_000), best(&all, 1000)], [Some(1), Some(2), Some(1)]);
}

/// Values all heaps of at most this number of stones as draws.
struct DrawnUpTo(u16);

impl Oracle<TakeAway> for DrawnUpTo {
    fn probe(&self, _: &TakeAway, heap: &Heap) -> Option<Score> {
        (heap.stones <= self.0).then_some(Score::DRAW)
    }
}

#[test]
fn a_search_without_exact_values_uses_no_tree_that_has_them() {
    let kept = Arc::new(KeptData::default());
    let with_kept = || Resources { kept: Arc::clone(&kept), ..resources() };
    let with_oracle = Resources { oracle: Some(Arc::new(DrawnUpTo(4998))), ..with_kept() };
    let found = search(EVEN, &root(5000), with_oracle, nodes(1000));
    assert!(found.score() == Some(Score::DRAW) && found.nodes < 100, "{found:?}");
    let reply = Root::new(&THREE, Heap { stones: 4999, side: Side::Second });
    assert_eq!(search(EVEN, &reply, with_kept(), nodes(1000)).nodes, 1000);
}

#[test]
fn one_thread_does_the_same_again() {
    let found = |seed| search(NoEval, &root(1000), Resources { seed, ..resources() }, nodes(30_000));
    let [first, again] = [found(7), found(7)];
    assert_eq!((&first.lines, first.nodes), (&again.lines, again.nodes));
    assert_ne!(first.lines, found(8).lines);
}

#[test]
fn several_threads_share_the_nodes() {
    let resources = Resources { threads: 4, ..resources() };
    let found = search(NoEval, &root(5000), resources, nodes(100_000));
    // Threads add their nodes to the common count only at intervals, so the limit may be exceeded slightly.
    assert!((100_000..120_000).contains(&found.nodes), "{}", found.nodes);
}

/// The first side has one move, and then the second side wins by a turn of two moves.
#[derive(Clone)]
struct TwoMoveWin;

/// Number of moves played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Played(u8);

impl State for Played {
    fn side(&self) -> Side {
        if matches!(self.0, 1 | 2) { Side::Second } else { Side::First }
    }
}

impl Game for TwoMoveWin {
    type State = Played;
    type Move = u8;

    fn start(&self) -> Played {
        Played(0)
    }

    fn moves(&self, played: &Played, out: &mut Moves<u8>) -> Option<Ending> {
        if played.0 == 3 {
            return Some(Ending::Win(Side::Second));
        }
        out.push(0);
        None
    }

    fn play(&self, played: &mut Played, _: u8) {
        played.0 += 1;
    }
}

impl Hints for TwoMoveWin {
    fn winning_move(&self, played: &Played) -> Option<u8> {
        (played.0 == 2).then_some(0)
    }

    fn loses_at_once(&self, _: &Played, _: u8, _: &mut NodeScratch) -> Option<bool> {
        Some(false)
    }
}

impl Symmetric for TwoMoveWin {}

#[test]
fn a_win_in_the_middle_of_a_turn_is_known_when_the_turn_is_expanded() {
    let root = Root::new(&TwoMoveWin, TwoMoveWin.start());
    let found = Mcts::new(TwoMoveWin, EVEN, resources()).search(&root, &nodes(4), &Control::new(), &mut ());
    assert_eq!(found.score(), Some(Score::loss_in(2)));
}
