//! Tests of searches, most of them for known wins, and of the evaluation.

use std::sync::Arc;
use std::time::Duration;

use plywright::engine::Setup;
use plywright::search::{Algorithm, Budget, Control, Limits, Resources, Root, Search, SearchResult, Table};
use plywright::testkit::{Player, random_wins, rows, searched};
use plywright::{Depth, Eval as _, Game, Notation, Playable, PositionHistory, Score, State as _};
use plywright_gyges::{Gyges, Move, State};

fn position(text: &str) -> State {
    Gyges::default().parse_position(text).expect("a position")
}

fn search(state: &State, limits: Limits) -> SearchResult<Move> {
    searched(&Gyges::default(), state, Algorithm::Pvs, limits)
}

fn search_root(root: &Root<Gyges>, limits: Limits, control: &Control) -> SearchResult<Move> {
    let game = Gyges::default();
    let resources = Resources::new(Arc::new(Table::new(16).expect("a table")));
    Algorithm::Pvs.search(game.clone(), game.eval(), resources).search(root, &limits, control, &mut ())
}

/// Searches a position until the budget is spent.
fn search_for(text: &str, micros: u64) -> SearchResult<Move> {
    let control = Control::with_budget(Budget::exactly(Duration::from_micros(micros)));
    search_root(&Root::new(&Gyges::default(), position(text)), Limits::default(), &control)
}

fn depth(plies: u16) -> Limits {
    Limits { depth: Some(Depth(plies)), ..Limits::default() }
}

/// Returns the verified positions of one kind as boards with player one to move, each with its answer. For the
/// kind `win`, the answer is the number of plies to the win; another engine found it, and plain minimax confirmed it.
/// For `only`, it is the moves after which the opponent cannot score at once; two separate generators agree on them.
fn known_values(kind: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    rows(include_str!("../data/gyges_wins.tsv")).filter_map(move |row| match row {
        [board, "1", named, answer, "yes"] if named == kind => Some((board, answer)),
        _ => None,
    })
}

#[test]
fn known_wins_are_found_with_their_exact_distance() {
    const MAX_PLIES: u32 = 5;
    // Reductions hide some wins at a depth limit, so the limit is a number of nodes.
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let mut found = 0;
    for (board, plies) in known_values("win") {
        let plies: u32 = plies.parse().expect("plies");
        if plies <= MAX_PLIES {
            let result = search(&position(board), limits);
            assert_eq!(result.score(), Some(Score::win_in(plies)), "{board}");
            found += 1;
        }
    }
    assert_eq!(found, 29);
}

#[test]
fn a_win_at_once_is_found_at_depth_1() {
    let result = search(&position("000020/302201/102303/001010/300000/000000 2"), depth(1));
    assert_eq!(result.score(), Some(Score::win_in(1)));
}

#[test]
fn nearly_all_unseen_wins_are_found_with_their_exact_distance() {
    // Three times the number of known wins.
    const WINS: usize = 3 * 43;
    let limits = Limits { nodes: Some(500_000), ..Limits::default() };
    let is_found =
        |(state, plies): &(State, u32)| search(state, limits).score() == Some(Score::win_in(*plies));
    let found = random_wins(&Gyges::default(), 2_611, 3..=3).take(WINS).filter(is_found).count();
    assert!(found * 100 >= WINS * 98, "{found} of {WINS}");
}

#[test]
fn a_move_to_an_earlier_position_is_not_played_for_a_win() {
    let game = Gyges::default();
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let mut boards = 0;
    for (board, _) in known_values("win").filter(|(_, plies)| *plies == "3") {
        let state = position(board);
        let winning = search(&state, limits).best().expect("a move");
        let mut after = state;
        game.play(&mut after, winning);
        let mut root = Root::new(&game, state);
        root.history = PositionHistory::new(after.key(), 0);
        let irreversible = false;
        root.history.push(game.start().key(), irreversible);
        root.history.push(state.key(), irreversible);
        let found = search_root(&root, limits, &Control::new());
        let wins_by_repeating = found.best() == Some(winning) && found.score() > Some(Score::DRAW);
        assert!(!wins_by_repeating, "{board}: {winning:?} draws");
        boards += 1;
    }
    assert!(boards >= 5, "{boards} boards");
}

#[test]
fn only_moves_that_keep_the_goal_shut_are_played() {
    let game = Gyges::default();
    assert_eq!(known_values("only").count(), 37);
    for (board, answer) in known_values("only") {
        let best = search(&position(board), depth(3)).best().expect("a move");
        let after = |mv| {
            let mut next = position(board);
            game.play(&mut next, mv);
            next
        };
        let mut saving = answer.split(',').map(|text| game.parse_move(&position(board), text).expect(text));
        assert!(saving.any(|mv| after(mv) == after(best)), "{board}: {best:?} instead of {answer}");
    }
}

#[test]
fn a_search_that_is_stopped_at_any_moment_answers_with_a_legal_move() {
    let game = Gyges::default();
    for (text, _) in game.bench_positions() {
        for micros in [0, 1, 10, 100, 1_000, 10_000] {
            let best = search_for(&text, micros).best().expect("a move");
            assert!(game.is_legal(&position(&text), best), "{text} after {micros} us: {best:?}");
        }
    }
}

/// At least one of ten searches must finish its first iteration. On a busy machine, some of them cannot.
#[test]
fn a_millisecond_suffices_to_search_all_moves_one_ply_deep() {
    const MANY_MOVES: &str = "111033/020200/000000/200300/030200/000010";
    let finishes = |_| search_for(MANY_MOVES, 1_000).depth >= Depth(1);
    assert!((0..10).any(finishes));
}

#[test]
fn evaluations_are_the_same_for_either_player() {
    let game = Gyges::default();
    for (board, _) in known_values("win").chain(known_values("only")) {
        let turned: String = board.chars().rev().collect();
        let rows_swapped = board.split('/').rev().collect::<Vec<_>>().join("/");
        let estimate = |text: &str| game.eval().evaluate(&game, &position(text));
        assert_eq!(estimate(&format!("{turned} 2")), estimate(board), "{board}");
        assert_eq!(estimate(&format!("{rows_swapped} 2")), estimate(board), "{board}");
    }
}

#[test]
fn a_finished_game_has_features_and_a_static_evaluation() {
    let text = "00000000000001321332012200003000000001 2";
    let mut engine = Player::new(&*plywright_gyges::game()).expect("an engine");
    engine.set_position(&Setup::Text(text.to_owned()), &[]).expect("a position");
    let input = engine.line.network_input(0).expect("features");
    assert!(!input.own.is_empty() && !input.other.is_empty());
    let game = Gyges::default();
    game.eval().evaluate(&game, &position(text));
}
