//! A win counts as proven only if it comes before the move limit. An earlier search may have proven the win when fewer
//! moves counted towards the limit, and the table entry or the tree that it left does not show this.

use std::sync::Arc;

use plywright::search::{Control, KeptData, Limits, Mcts, Resources, Root, Search, SearchResult, Table};
use plywright::{
    DrawRules, Ending, Game, Hints, Moves, NoEval, PositionHistory, Score, Side, State, Symmetric,
};

use crate::searches::{DRIVERS, resources, search, to_depth};
use crate::token::Token;

/// The first side takes a step to its goal or waits; the second side only waits. The first side wins at the goal.
#[derive(Clone)]
struct Walk;

/// The move limit of the draw rules. All moves are reversible, so the game is drawn after this many moves.
const LIMIT: u16 = 30;

impl Game for Walk {
    /// The place is the number of steps to the goal.
    type State = Token;
    type Move = u8;

    fn start(&self) -> Token {
        Token { place: 4, side: Side::First }
    }

    fn moves(&self, token: &Token, out: &mut Moves<u8>) -> Option<Ending> {
        if token.place == 0 {
            return Some(Ending::Win(Side::First));
        }
        out.extend(if token.side == Side::First { 0..2 } else { 0..1 });
        None
    }

    fn play(&self, token: &mut Token, steps: u8) {
        *token = Token { place: token.place - steps, side: !token.side };
    }

    fn draw_rules(&self, _: &Token) -> DrawRules {
        DrawRules { move_limit: LIMIT, ..DrawRules::NONE }
    }
}

impl Hints for Walk {}
impl Symmetric for Walk {}

#[test]
fn a_win_that_an_earlier_search_proved_is_not_believed_when_the_move_limit_comes_first() {
    for driver in DRIVERS {
        for left in [4_u8, 10] {
            let plies = 2 * u16::from(left) - 1;
            let win = Score::win_in(plies.into());
            let last_in_time = LIMIT - plies;
            let table = Arc::new(Table::new(1).expect("memory"));
            let score = |clock: u16, side: Side| {
                let mut root = Root::new(&Walk, Token { place: left, side });
                root.history = PositionHistory::new(root.state.key(), clock);
                let resources = Resources::new(Arc::clone(&table));
                let found = search(driver, (Walk, NoEval), resources, &root, &to_depth(20));
                found.score().expect("a move")
            };
            assert_eq!(score(0, Side::First), win, "{driver:?}");
            assert_eq!(score(last_in_time, Side::First), win, "{driver:?}, the last moment");
            let late = score(last_in_time + 1, Side::First);
            assert!(!late.is_mate(), "{driver:?}, {left} steps too late: {late:?}");
            let lost = score(last_in_time, Side::Second);
            assert!(!lost.is_mate(), "{driver:?}, {left} steps after one more move: {lost:?}");
            assert_eq!(score(LIMIT - 3, Side::First), Score::DRAW, "{driver:?}");
        }
    }
}

/// Node limit that MCTS does not reach if it proves the start position.
const MANY_NODES: u64 = 100_000;

/// Searches the start position by MCTS, with `clock` moves already counted towards the move limit. The
/// shortest win takes seven plies. The search takes its tree from `kept` and leaves it there for the next search.
fn simulate(limits: &Limits, clock: u16, kept: &Arc<KeptData>) -> SearchResult<u8> {
    let mut root = Root::new(&Walk, Walk.start());
    root.history = PositionHistory::new(root.state.key(), clock);
    let resources = Resources { kept: Arc::clone(kept), ..resources() };
    Mcts::new(Walk, NoEval, resources).search(&root, limits, &Control::new(), &mut ())
}

#[test]
fn a_win_in_the_kept_tree_of_mcts_does_not_count_when_the_move_limit_comes_first() {
    let kept = Arc::default();
    let limits = Limits { nodes: Some(MANY_NODES), ..Limits::default() };
    let early = simulate(&limits, 0, &kept).score().expect("a move");
    assert!(early.is_win(), "{early:?}");
    for clock in [LIMIT - 6, LIMIT - 3] {
        let late = simulate(&limits, clock, &kept).score().expect("a move");
        assert!(late.0.abs() < 20, "after {clock} moves: {late:?}");
    }
}

#[test]
fn random_games_keep_to_the_move_limit() {
    // At depth 1, the score of a move comes from random games alone.
    let limits = to_depth(1);
    let early = simulate(&limits, 0, &Arc::default()).score().expect("a move");
    assert!(early > Score(100), "random games reach the goal: {early:?}");
    let late = simulate(&limits, LIMIT - 6, &Arc::default());
    assert_eq!(late.score(), Some(Score::DRAW), "the goal comes a move too late");
}

#[test]
fn a_win_by_the_last_allowed_move_ends_a_search_by_mcts() {
    let limits = Limits { nodes: Some(MANY_NODES), ..Limits::default() };
    let last = simulate(&limits, LIMIT - 7, &Arc::default());
    assert_eq!(last.score(), Some(Score::win_in(7)));
    assert!(last.nodes < MANY_NODES, "the search has ended before its limit");
}
