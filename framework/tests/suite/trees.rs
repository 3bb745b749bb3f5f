//! Searches of small given trees: which positions they visit, and in which order.

use std::sync::{Arc, Mutex};

use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, SearchResult, Table};
use plywright::{
    CourseRules, Depth, Ending, Eval, Game, Hints, Key, MoveClass, Moves, PositionHistory, Repetition, Score,
    SearchParams, Side, State, Symmetric,
};

/// The moves from the root to a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Path(Vec<u8>);

impl State for Path {
    fn side(&self) -> Side {
        Side::BOTH[self.0.len() % 2]
    }
}

/// The move that is tactical.
const CAPTURE: u8 = 1;
/// The move recorded for a pass.
const PASS: u8 = 200;

#[derive(Clone, Default)]
struct Tree {
    /// The moves of the root.
    at_root: Vec<u8>,
    /// The moves of every other position.
    later: Vec<u8>,
    course: CourseRules,
    can_pass: bool,
}

impl Game for Tree {
    type State = Path;
    type Move = u8;

    fn start(&self) -> Path {
        Path(Vec::new())
    }

    fn moves(&self, path: &Path, out: &mut Moves<u8>) -> Option<Ending> {
        out.extend_from_slice(if path.0.is_empty() { &self.at_root } else { &self.later });
        None
    }

    fn play(&self, path: &mut Path, mv: u8) {
        path.0.push(mv);
    }

    fn course(&self, _: &Path) -> CourseRules {
        self.course
    }
}

impl Hints for Tree {
    fn class(&self, _: &Path, mv: u8) -> MoveClass {
        if mv == CAPTURE { MoveClass::Tactical } else { MoveClass::Quiet }
    }

    fn pass(&self, path: &Path) -> Option<Path> {
        self.can_pass.then(|| Path([&path.0[..], &[PASS]].concat()))
    }
}

impl Symmetric for Tree {}

/// Values from the first side's point of view, and a record of the evaluated positions.
#[derive(Clone)]
struct Written {
    value: fn(&[u8]) -> i32,
    params: SearchParams,
    evaluated: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Written {
    fn new(value: fn(&[u8]) -> i32, params: SearchParams) -> Self {
        Self { value, params, evaluated: Arc::default() }
    }

    fn evaluated(&self) -> Vec<Vec<u8>> {
        self.evaluated.lock().expect("no panic").clone()
    }
}

impl Eval<Tree> for Written {
    fn evaluate(&mut self, _: &Tree, path: &Path) -> Score {
        self.evaluated.lock().expect("no panic").push(path.0.clone());
        let value = (self.value)(&path.0);
        Score(if path.side() == Side::First { value } else { -value })
    }

    fn params(&self) -> SearchParams {
        self.params
    }
}

/// Searches directly to a depth, with the given keys in the history.
fn search(
    algorithm: Algorithm,
    tree: &Tree,
    eval: &Written,
    depth: u16,
    before: Option<Key>,
) -> SearchResult<u8> {
    let table = Arc::new(Table::new(1).expect("memory"));
    let resources = Resources { deepening: false, ..Resources::new(table) };
    let mut root = Root::new(tree, tree.start());
    if let Some(key) = before {
        root.history = PositionHistory::new(key, 0);
        root.history.push(Key(1), false);
        root.history.push(root.state.key(), false);
    }
    let limits = Limits { depth: Some(Depth(depth)), ..Limits::default() };
    algorithm.search(tree.clone(), eval.clone(), resources).search(&root, &limits, &Control::new(), &mut ())
}

/// The best reply to the second move would restore an earlier position.
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
        course: CourseRules { repetition, move_limit: 0 },
        ..Tree::default()
    };
    let earlier = Path(vec![6, 2]).key();
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
        let eval = Written::new(value, SearchParams::FULL_WIDTH);
        let best = |repetition| {
            let found = search(algorithm, &tree(repetition), &eval, 2, Some(earlier));
            (found.best(), found.score())
        };
        assert_eq!(best(Repetition::Forbidden), (Some(6), Some(Score(50))), "{algorithm:?}");
        assert_eq!(best(Repetition::Allowed), (Some(5), Some(Score(0))), "{algorithm:?}");
    }
}

/// The second side refutes every move but the last with 2. The capture is tried before it once and keeps its
/// place before the quiet move 3.
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
        course: CourseRules { repetition: Repetition::Draw(3), move_limit: 0 },
        ..Tree::default()
    };
    let eval = Written::new(value, SearchParams::FULL_WIDTH);
    assert_eq!(search(Algorithm::Pvs, &tree, &eval, 2, None).best(), Some(29));
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
        let eval = Written::new(|path| path.iter().map(|mv| i32::from(*mv)).sum(), params);
        search(Algorithm::Pvs, &tree, &eval, 5, None);
        // The moves of the root are ordered by evaluations, and leaves are evaluated.
        assert_eq!(eval.evaluated().iter().any(|path| (2..5).contains(&path.len())), can_pass);
    }
}
