//! Searches of small trees that are written for one technique each. A test gives the value of every position. It then
//! checks which positions the search evaluates, their order, or the move that the search finds.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use plywright::search::{
    AlphaBetaSearch, Bound, Control, Driver, Info, Limits, Mcts, Report, Resources, Root, Search,
    SearchResult,
};
use plywright::{
    DrawRules, Ending, Eval, Game, Hints, Key, MoveClass, Moves, NodeScratch, PositionHistory, Repetition,
    Score, SearchParams, Side, State, Symmetric,
};

use crate::searches;

/// A position: the moves that lead to it from the root. Different lines never reach the same position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Path {
    moves: Vec<u8>,
}

impl State for Path {
    fn side(&self) -> Side {
        let turns = self.moves.iter().filter(|mv| **mv != AGAIN).count();
        Side::BOTH[turns % 2]
    }
}

/// The only noisy move.
const CAPTURE: u8 = 1;
/// The only forcing move.
const CHECK: u8 = 80;
/// The move after which the side to move counts as threatened.
const THREAT: u8 = 90;
/// The move after which its player moves again.
const AGAIN: u8 = 100;
/// The move after which the opponent wins with any move.
const BLUNDER: u8 = 110;
/// The move recorded for a pass.
const PASS: u8 = 200;

#[derive(Clone, Default)]
struct Tree {
    at_root: Vec<u8>,
    /// The moves of every position except the root.
    later: Vec<u8>,
    draw_rules: DrawRules,
    can_pass: bool,
}

impl Game for Tree {
    type State = Path;
    type Move = u8;

    fn start(&self) -> Path {
        Path { moves: Vec::new() }
    }

    fn moves(&self, path: &Path, out: &mut Moves<u8>) -> Option<Ending> {
        if matches!(path.moves[..], [.., BLUNDER, _]) {
            return Some(Ending::Win(!path.side()));
        }
        out.extend_from_slice(if path.moves.is_empty() { &self.at_root } else { &self.later });
        // Only the second side's first turn can consist of two moves.
        out.retain(|mv| *mv != AGAIN || path.moves.len() == 1);
        None
    }

    fn play(&self, path: &mut Path, mv: u8) {
        path.moves.push(mv);
    }

    fn draw_rules(&self, _: &Path) -> DrawRules {
        self.draw_rules
    }
}

impl Hints for Tree {
    fn class(&self, _: &Path, mv: u8) -> MoveClass {
        match mv {
            CAPTURE => MoveClass::Noisy,
            CHECK => MoveClass::Forcing,
            _ => MoveClass::Quiet,
        }
    }

    fn winning_move(&self, path: &Path) -> Option<u8> {
        (path.moves.last() == Some(&BLUNDER)).then(|| self.later[0])
    }

    fn loses_at_once(&self, _: &Path, mv: u8, _: &mut NodeScratch) -> Option<bool> {
        (mv == BLUNDER).then_some(true)
    }

    fn is_threatened(&self, path: &Path, _: &mut NodeScratch) -> bool {
        path.moves.last() == Some(&THREAT)
    }

    fn pass(&self, path: &Path) -> Option<Path> {
        self.can_pass.then(|| Path { moves: [&path.moves[..], &[PASS]].concat() })
    }
}

impl Symmetric for Tree {}

/// Evaluation that a test prescribes, and that records the evaluated positions.
#[derive(Clone)]
struct Scripted {
    /// Returns the value of a position for the first side, given the moves from the root.
    value: fn(&[u8]) -> i32,
    params: SearchParams,
    evaluated: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Scripted {
    fn new(value: fn(&[u8]) -> i32, params: SearchParams) -> Self {
        Self { value, params, evaluated: Arc::default() }
    }

    fn evaluated(&self) -> Vec<Vec<u8>> {
        self.evaluated.lock().expect("no panic").clone()
    }
}

impl Eval<Tree> for Scripted {
    fn evaluate(&mut self, _: &Tree, path: &Path) -> Score {
        self.evaluated.lock().expect("no panic").push(path.moves.clone());
        let value = (self.value)(&path.moves);
        Score(if path.side() == Side::First { value } else { -value })
    }

    fn params(&self) -> SearchParams {
        self.params
    }
}

/// Returns the root after a game in which the positions with the paths `before` have occurred.
fn root(tree: &Tree, before: &[&[u8]]) -> Root<Tree> {
    let mut root = Root::new(tree, tree.start());
    if !before.is_empty() {
        root.history = PositionHistory::new(Key(1), 0);
        let keys = before.iter().map(|path| Path { moves: path.to_vec() }.key());
        for key in keys.chain([root.state.key()]) {
            let irreversible = false;
            root.history.push(key, irreversible);
        }
    }
    root
}

/// Searches the root directly to `depth`, without iterative deepening, after a game as in [`root`].
fn search(driver: Driver, tree: &Tree, eval: &Scripted, depth: u16, before: &[&[u8]]) -> SearchResult<u8> {
    let resources = Resources { deepening: false, ..searches::resources() };
    let (game, limits) = ((tree.clone(), eval.clone()), searches::to_depth(depth));
    searches::search(driver, game, resources, &root(tree, before), &limits)
}

/// Collects the depth, first move, score and bound of each reported line.
struct Lines(Vec<(u16, u8, i32, Bound)>);

impl Report<u8> for Lines {
    fn info(&mut self, info: &Info<u8>) {
        let line = &info.line;
        self.0.push((info.depth.0, line.moves[0], line.score.0, line.bound));
    }

    fn better_move(&mut self, info: &Info<u8>) {
        self.info(info);
    }
}

/// The second iteration finds the move 6 better than 5, and the move 7 better than 6.
#[test]
fn a_better_move_is_reported_before_the_iteration_ends() {
    let value = |path: &[u8]| match path {
        [5] => 50,
        [5, _] => 10,
        [6, _] => 20,
        [7, _] => 30,
        _ => 0,
    };
    let tree = Tree { at_root: vec![5, 6, 7], later: vec![2, 3], ..Tree::default() };
    for driver in [Driver::AlphaBeta, Driver::Pvs] {
        let eval = Scripted::new(value, SearchParams::FULL_WIDTH);
        let mut lines = Lines(Vec::new());
        let mut search = AlphaBetaSearch::new(tree.clone(), eval, driver, searches::resources());
        let root = Root::new(&tree, tree.start());
        search.search(&root, &searches::to_depth(2), &Control::new(), &mut lines);
        let first = (1, 5, 50, Bound::Exact);
        // After the last move, the line of the iteration follows at once.
        let second = [(2, 6, 20, Bound::Lower), (2, 7, 30, Bound::Exact)];
        assert_eq!(lines.0, [&[first], &second[..]].concat(), "{driver:?}");
    }
}

/// After the move 6, the second side's best reply would repeat an earlier position.
#[test]
fn superko_holds_in_the_last_turn_before_the_horizon() {
    let value = |path: &[u8]| match path {
        [5, _] => 0,
        [6, 2] => -100,
        _ => 50,
    };
    let tree = |repetition| Tree {
        at_root: vec![5, 6],
        later: vec![2, 3],
        draw_rules: DrawRules { repetition, move_limit: 0 },
        ..Tree::default()
    };
    for driver in searches::DRIVERS {
        let eval = Scripted::new(value, SearchParams::FULL_WIDTH);
        let best = |repetition| {
            let found = search(driver, &tree(repetition), &eval, 2, &[&[6, 2]]);
            (found.best(), found.score())
        };
        assert_eq!(best(Repetition::Forbidden), (Some(6), Some(Score(50))), "{driver:?}");
        assert_eq!(best(Repetition::Allowed), (Some(5), Some(Score(0))), "{driver:?}");
    }
}

/// Superko forbids both replies to the move 6. Without superko, one of them would lose at once.
#[test]
fn a_position_without_a_move_that_superko_allows_is_drawn() {
    let value = |path: &[u8]| if path.first() == Some(&5) { 50 } else { 0 };
    let tree = Tree {
        at_root: vec![5, 6],
        later: vec![BLUNDER, 2],
        draw_rules: DrawRules { repetition: Repetition::Forbidden, move_limit: 0 },
        ..Tree::default()
    };
    let before: [&[u8]; 2] = [&[6, BLUNDER], &[6, 2]];
    for driver in searches::DRIVERS {
        let eval = Scripted::new(value, SearchParams::FULL_WIDTH);
        let found = search(driver, &tree, &eval, 2, &before);
        assert_eq!((found.best(), found.score()), (Some(5), Some(Score(50))), "{driver:?}");
    }
    let eval = Scripted::new(value, SearchParams { win_scale: 100, ..SearchParams::FULL_WIDTH });
    let tree = Tree { later: vec![2, 3], ..tree };
    let before = root(&tree, &[&[6, 2], &[6, 3]]);
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let mut mcts = Mcts::new(tree, eval, searches::resources());
    assert_eq!(mcts.search(&before, &limits, &Control::new(), &mut ()).best(), Some(5));
}

/// The reply 2 refutes every root move except 20 and 29. From the root move 22 on, the reply 2 is therefore tried
/// before the capture 1. After 29, which no reply refutes, the capture must still be tried before the quiet move 3.
#[test]
fn a_capture_that_did_not_refute_a_move_loses_no_rank_by_it() {
    let value = |path: &[u8]| match path {
        [20, _] => 50,
        [29, _] => 60,
        [_, 2] => 40,
        _ => 60,
    };
    let tree = Tree {
        at_root: (20..30).collect(),
        later: vec![1, 2, 3],
        draw_rules: DrawRules { repetition: Repetition::Draw(3), move_limit: 0 },
        ..Tree::default()
    };
    let eval = Scripted::new(value, SearchParams::FULL_WIDTH);
    assert_eq!(search(Driver::Pvs, &tree, &eval, 2, &[]).best(), Some(29));
    let replies = |mv: u8| {
        let reply = |path: Vec<u8>| match path[..] {
            [first, second] if first == mv => Some(second),
            _ => None,
        };
        eval.evaluated().into_iter().filter_map(reply).take(3).collect::<Vec<_>>()
    };
    assert_eq!(replies(21), [1, 2], "the capture is tried first while nothing is known");
    assert_eq!(replies(22), [2]);
    assert_eq!(replies(29), [2, 1, 3]);
}

#[test]
fn a_position_is_not_evaluated_for_a_pass_that_is_impossible() {
    let params = SearchParams { null_move: true, ..SearchParams::FULL_WIDTH };
    for can_pass in [false, true] {
        let tree = Tree { at_root: vec![5, 6], later: vec![2, 3], can_pass, ..Tree::default() };
        let eval = Scripted::new(|path| path.iter().map(|mv| i32::from(*mv)).sum(), params);
        search(Driver::Pvs, &tree, &eval, 5, &[]);
        // Positions after two to four moves are inner nodes. With these parameters, the search evaluates them only to
        // try a null move, for which a pass must be possible.
        assert_eq!(eval.evaluated().iter().any(|path| (2..5).contains(&path.len())), can_pass);
    }
}

/// Without quiescence search and pruning, the last turn before the horizon has its own fast search. It must
/// not evaluate a threatened position.
#[test]
fn a_threatened_position_at_the_horizon_is_searched_without_quiescence_too() {
    let params = SearchParams { extend_threatened: true, ..SearchParams::FULL_WIDTH };
    let tree = Tree { at_root: vec![5, 6], later: vec![THREAT, 2], ..Tree::default() };
    // The root move 5 is searched first, and the move 6 in a null window.
    let value = |path: &[u8]| match path {
        [5] | [6, _, ..] => 50,
        _ => 0,
    };
    let eval = Scripted::new(value, params);
    search(Driver::Pvs, &tree, &eval, 2, &[]);
    let evaluated = eval.evaluated();
    assert!(evaluated.contains(&vec![6, 2]) && evaluated.contains(&vec![6, THREAT, 2]), "{evaluated:?}");
    assert!(!evaluated.contains(&vec![6, THREAT]), "{evaluated:?}");
}

/// Returns the number of different moves that a search tries in the position `path`, two plies before the horizon. Late
/// move pruning tries 2 + 2² = 6 moves there if the evaluation is better than at the side's previous turn, otherwise
/// half as many. `value` must score positions so that only the reply 9 can refute the last root move. The reply 9 is
/// tried last, so all other replies are searched.
fn moves_tried(tree: &Tree, value: fn(&[u8]) -> i32, path: &[u8]) -> usize {
    let params = SearchParams {
        extend_threatened: true,
        futility_plies: 16,
        futility_margin: 10_000,
        late_move_pruning_plies: 2,
        late_move_pruning_base: 2,
        history_weight: 0,
        ..SearchParams::FULL_WIDTH
    };
    let eval = Scripted::new(value, params);
    search(Driver::Pvs, tree, &eval, 5, &[]);
    let tried: HashSet<u8> =
        eval.evaluated().into_iter().filter_map(|seen| seen.strip_prefix(path)?.first().copied()).collect();
    tried.len()
}

/// The second side was threatened at its previous turn, so the search has no evaluation of that turn's position. The
/// current position must then count as improving. The search must not compare it with an evaluation that a line
/// searched earlier has left at the same ply.
#[test]
fn a_position_is_not_compared_with_an_evaluation_of_another_line() {
    let tree = Tree { at_root: vec![5, 6, THREAT], later: (2..10).collect(), ..Tree::default() };
    let value = |path: &[u8]| match path {
        [THREAT] | [THREAT, 9, ..] => 30,
        [THREAT, ..] => 60,
        [6, ..] => 40,
        _ => 50,
    };
    assert_eq!(moves_tried(&tree, value, &[THREAT, 2, 2]), 6);
}

/// A side has played a turn of two moves. At its next turn, the evaluation is compared with the one at the
/// beginning of the two-move turn.
#[test]
fn a_turn_of_two_moves_leaves_the_evaluation_at_its_beginning() {
    let tree =
        Tree { at_root: vec![5, 6], later: [AGAIN].into_iter().chain(2..10).collect(), ..Tree::default() };
    let value = |path: &[u8]| match path {
        [6] | [6, 9, ..] => 40,
        [6, ..] => 60,
        _ => 50,
    };
    assert_eq!(moves_tried(&tree, value, &[6, AGAIN, 2, 2]), 3);
}

/// Returns a pseudo-random value from -50 to 50, which depends only on the path.
fn noise(path: &[u8]) -> i32 {
    let digits = path.iter().fold(7, |sum, mv| sum * 31 + u64::from(*mv));
    (Key::mix(digits).0 % 101) as i32 - 50
}

#[test]
fn the_unit_of_values_does_not_matter() {
    let tree = Tree { at_root: (2..8).collect(), later: (2..6).collect(), ..Tree::default() };
    for aspiration in [1, 3, 5] {
        let evaluated = |unit: i32, value: fn(&[u8]) -> i32| {
            let params = SearchParams { aspiration: aspiration * unit, ..SearchParams::FULL_WIDTH };
            let eval = Scripted::new(value, params);
            search(Driver::AlphaBeta, &tree, &eval, 5, &[]);
            eval.evaluated()
        };
        // With a unit of 1, some windows would be too small to contain a score.
        let small = evaluated(2, |path| 2 * noise(path));
        let large = evaluated(200, |path| 200 * noise(path));
        assert!(small == large, "{aspiration}: {} and {} positions", small.len(), large.len());
    }
}

/// After the root move 6, the second side is behind by more than the margin of futility pruning. Only the forcing move
/// puts it ahead.
#[test]
fn futility_skips_quiet_moves_only() {
    let tree = Tree { at_root: vec![5, 6], later: vec![2, 3, CHECK], ..Tree::default() };
    let value = |path: &[u8]| match path {
        [6, CHECK, ..] => -300,
        [6, ..] => 300,
        _ => 50,
    };
    let params = SearchParams { futility_plies: 2, futility_margin: 10, ..SearchParams::FULL_WIDTH };
    let eval = Scripted::new(value, params);
    let found = search(Driver::MtdF, &tree, &eval, 2, &[]);
    assert_eq!((found.best(), found.score()), (Some(5), Some(Score(50))));
    assert!(!eval.evaluated().contains(&vec![6, 2]), "a quiet move is skipped");
}
