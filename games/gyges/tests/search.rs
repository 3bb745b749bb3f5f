//! What the search finds, and how it behaves when it is cut short.

use std::sync::Arc;
use std::time::Duration;

use plywright::search::{Algorithm, Budget, Control, Limits, Resources, Root, Search, SearchResult, Table};
use plywright::{Action, Argument, Depth, Game, Moves, Notation, Playable, Score};
use plywright_gyges::{Gyges, Move, State};

fn position(text: &str) -> State {
    Gyges::default().parse_position(text).expect("a position")
}

fn search(text: &str, limits: Limits, control: &Control) -> SearchResult<Move> {
    let game = Gyges::default();
    let resources = Resources::new(Arc::new(Table::new(16).expect("a table")));
    let mut search = Algorithm::Pvs.search(game.clone(), game.eval(), resources);
    search.search(&Root::new(&game, position(text)), &limits, control, &mut ())
}

/// Plays the winner's best moves against every reply: does it win within so many moves of its own, by the rules alone?
fn wins_within(game: &Gyges, state: &State, moves: u32) -> bool {
    if game.winning_move(state).is_some() {
        return true;
    }
    if moves == 1 {
        return false;
    }
    let mut own = Moves::new();
    game.distinct_moves(state, &mut own);
    own.into_iter().any(|mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        let mut replies = Moves::new();
        game.winning_move(&next).is_none()
            && game.distinct_moves(&next, &mut replies).is_none()
            && replies.into_iter().all(|reply| {
                let mut after = next;
                game.play(&mut after, reply);
                wins_within(game, &after, moves - 1)
            })
    })
}

#[test]
fn wins_are_found_at_once_and_in_two() {
    let found = search("000020/302201/102303/001010/300000/000000 2", depth(1), &Control::new());
    assert_eq!(found.score(), Some(Score::win_in(1)));
    // From the moves of the sample game, before its last three.
    let game = Gyges::default();
    let mut state = position("231123/000000/000000/000000/000000/321123");
    let mut decided = 0;
    for text in
        "5|16 30|26 4|9 35|34|6 2|16|14 31|26|17 3|17|20 33|27 1|27|3 34|17|15 3|35 32|33 0|7".split(' ')
    {
        let mv = game.parse_move(&state, text).expect(text);
        game.play(&mut state, mv);
        let found = search(&game.position_text(&state), depth(3), &Control::new());
        let wins = found.score().is_some_and(|score| score >= Score::win_in(3));
        assert_eq!(wins, wins_within(&game, &state, 2), "after {text}");
        decided += u32::from(wins);
    }
    assert!(decided > 0);
}

fn depth(plies: u16) -> Limits {
    Limits { depth: Some(Depth(plies)), ..Limits::default() }
}

#[test]
fn a_search_that_is_stopped_at_any_moment_answers_with_a_legal_move() {
    let game = Gyges::default();
    for (_, text) in game.named_positions() {
        for micros in [0, 1, 10, 100, 1_000, 10_000] {
            let control = Control::with_budget(Budget::exactly(Duration::from_micros(micros)));
            let best = search(&text, Limits::default(), &control).best().expect("a move");
            assert!(game.is_legal(&position(&text), best), "{text} after {micros} us: {best:?}");
        }
    }
}

#[test]
fn moves_are_done_step_by_step() {
    let game = Gyges::default();
    let steps = |text: &str, mv: &str| -> Vec<String> {
        let state = position(text);
        let mv = game.parse_move(&state, mv).expect(mv);
        let actions = game.actions(&state, mv);
        assert_eq!(actions.len(), 1);
        let word = |action: &Action| match &action.arguments[..] {
            [Argument::Word(word)] => format!("{} {word}", action.name),
            _ => action.name.to_owned(),
        };
        actions[0].iter().map(word).collect()
    };
    let start = "321123/000000/000000/000000/000000/321123";
    assert_eq!(steps(start, "0|13"), ["lift 0", "land 13"]);
    assert_eq!(steps(start, "5|4|20"), ["lift 5", "land 4", "drop 20"]);
    let bounced = steps(start, "0|18");
    assert_eq!((&bounced[0][..], &bounced[bounced.len() - 1][..]), ("lift 0", "land 18"));
    let goal = steps("000020/302201/102303/001010/300000/000000 2", "24|36");
    assert_eq!((&goal[0][..], &goal[goal.len() - 1][..]), ("lift 24", "land 36"));
    assert!(goal[1..goal.len() - 1].iter().all(|step| step.starts_with("bounce ")), "{goal:?}");
}

#[test]
fn a_shortest_way_is_told_for_every_move() {
    let game = Gyges::default();
    for (_, text) in game.named_positions() {
        let state = position(&text);
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        for mv in moves.into_iter().step_by(7) {
            for order in game.actions(&state, mv) {
                let bounces: Vec<usize> = order
                    .iter()
                    .filter(|action| action.name == "bounce")
                    .map(|action| match &action.arguments[0] {
                        Argument::Word(square) => square.parse().expect("a square"),
                        other => panic!("{other:?}"),
                    })
                    .collect();
                let digits: Vec<char> = game.position_text(&state).replace('/', "").chars().collect();
                assert!(bounces.iter().all(|square| digits[*square] != '0'), "{mv:?} by way of {bounces:?}");
            }
        }
    }
}
