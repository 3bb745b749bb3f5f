//! Tests of play with the built-in endgame tables.

use std::time::Duration;

use plywright::engine::{Go, Reason, Setup};
use plywright::search::Rng;
use plywright::tablebase::{Probed, Value, probe, value_of_position};
use plywright::testkit::Player;
use plywright::{Game, Notation, Playable, Score, testkit};
use plywright_mill::{Mill, Slice, State};

use crate::database_values::random_position;
use crate::positions::{engine, engine_at, searched, variant};

const MOVE_LIMIT: u32 = 100;

/// Time limit in milliseconds. A move from tables takes less even on a busy machine.
const AMPLE: u64 = 500;

/// Returns the rows of `exact_moves.tsv`: position, result for the side to move, plies to the end, and all turns with
/// their values.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    testkit::rows(include_str!("../data/exact_moves.tsv")).skip(1)
}

fn probe_text(game: &Mill, text: &str) -> Probed {
    let oracle = game.options().oracle().expect("built-in tables");
    probe(game, &*oracle, &game.parse_position(text).expect("a position"))
}

fn milliseconds(time: u64) -> Go {
    Go { move_time: Some(Duration::from_millis(time)), ..Go::default() }
}

/// Lets the engine play a turn, with a search within the limits `go` for each move. Returns the turn, written as in
/// `exact_moves.tsv`, and the number of tablebase hits that the last search reported.
pub fn turn(engine: &mut Player, go: &Go) -> (String, u64) {
    let side = plywright::State::side(engine.state::<Mill>());
    let mut turn = String::new();
    let mut hits = 0;
    while plywright::State::side(engine.state::<Mill>()) == side && engine.line.reason().is_none() {
        let (answer, lines) = searched(engine, go);
        hits = lines.last().map_or(hits, |info| info.tb_hits);
        let best = answer.best.expect("a move");
        engine.play(&[&best]).expect("a legal move");
        turn.push_str(&best);
    }
    (turn, hits)
}

#[test]
fn values_are_those_of_another_program() {
    let game = Mill::default();
    for [text, wdl, plies, _] in rows() {
        let expected = match wdl {
            "D" => Value::DRAW,
            _ => Value::decided_in(plies.parse().expect("a number")).expect("a distance"),
        };
        let Probed { value, moves } = probe_text(&game, text);
        assert_eq!(value, Some(expected), "{text}");
        let player = engine_at(text, &[]);
        let found = player.evaluation(&*player.line).map(|value| value.score);
        assert_eq!(found, Some(expected.score()), "{text}");
        assert_eq!(moves.into_iter().filter_map(|(_, value)| value).max(), Some(expected), "{text}");
    }
}

#[test]
fn turns_in_a_millisecond_are_exact() {
    for [text, wdl, plies, moves] in rows() {
        let mut engine = engine_at(text, &[]);
        let (played, hits) = turn(&mut engine, &milliseconds(1));
        let value =
            moves.split(' ').filter_map(|word| word.split_once('=')).find(|(turn, _)| *turn == played);
        let (_, value) = value.unwrap_or_else(|| panic!("{played} is not a turn in {text}"));
        assert_eq!(&value[..1], wdl, "{played} in {text}");
        if let Ok(plies) = plies.parse::<u32>() {
            assert_eq!(value[1..].parse::<u32>(), Ok(plies - 1), "{played} in {text}");
        }
        assert!(hits > 0, "{text}");
    }
}

#[test]
fn a_search_chooses_among_draws_and_reports_them_as_draws() {
    let mut deep = 0;
    for [text, ..] in rows().filter(|[_, wdl, ..]| *wdl == "D") {
        let (_, lines) = searched(&engine_at(text, &[]), &Go { nodes: Some(5_000), ..Go::default() });
        assert!(lines.iter().all(|info| info.score == Score::DRAW && info.tb_hits > 0), "{text}");
        deep += usize::from(lines.last().is_some_and(|info| info.depth.0 > 1));
    }
    // Positions with a single drawing move need no search, so they do not count as deep.
    assert!(deep > 10);
}

/// Returns an endless series of random positions in which the game is not over. They come in turn from each slice with
/// no stones in hand, at least three stones a side and at most ten in all.
fn random_positions(seed: u64) -> impl Iterator<Item = State> {
    let game = Mill::default();
    let mut rng = Rng::new(seed);
    let slices = (3..=7).flat_map(|own| (3..=10 - own).map(move |other| Slice::moving(own, other)));
    let positions = slices.cycle().map(move |slice| random_position(&mut rng, slice));
    positions.filter(move |state| game.ending(state).is_none())
}

fn value(game: &Mill, state: &State) -> Value {
    let oracle = game.options().oracle().expect("built-in tables");
    value_of_position(game, &*oracle, state).expect("a position of the tables")
}

/// Plays a turn in each of `positions` random positions. Asserts that it is a best turn: the value and the distance
/// before it follow from those after it.
///
/// If it is not, the engine tries the position again, up to twice: other processes may have taken all of its time.
fn assert_no_value_is_lost(positions: usize, go: &Go) {
    let game = Mill::default();
    let mut engine = engine(&[]);
    for state in random_positions(14).take(positions) {
        let text = game.position_text(&state);
        let before = value(&game, &state);
        let mut keeps_value = || {
            engine.set_position(&Setup::Text(text.clone()), &[]).expect("a position");
            turn(&mut engine, go);
            let after = match game.ending(engine.state::<Mill>()) {
                Some(_) => Value::LOST,
                None => value(&game, engine.state::<Mill>()),
            };
            after.one_turn_before() == Some(before)
        };
        assert!((0..3).any(|_| keeps_value()), "{before:?} is lost in {text}");
    }
}

/// Lets the engine play both sides of a won position. Asserts that the game ends by its last position, not by a draw
/// rule, after `plies` turns. Returns the number of the first turn with a removal; `None` if no stone is removed.
fn assert_win(text: &str, plies: u32, go: &Go) -> Option<u32> {
    let mut engine = engine_at(text, &[]);
    let mut turns = 0;
    let mut capture = None;
    while engine.line.reason().is_none() {
        let (played, _) = turn(&mut engine, go);
        turns += 1;
        capture = capture.or(played.contains('x').then_some(turns));
    }
    assert_eq!((turns, engine.line.reason()), (plies, Some(Reason::Position)), "{text}");
    capture
}

#[test]
fn no_value_is_lost_in_positions_drawn_at_random() {
    assert_no_value_is_lost(300, &milliseconds(10));
    assert_no_value_is_lost(10, &milliseconds(100));
}

#[test]
#[ignore = "takes half a minute"]
fn no_value_is_lost_in_thousands_of_positions() {
    assert_no_value_is_lost(3000, &milliseconds(10));
    assert_no_value_is_lost(100, &milliseconds(100));
}

#[test]
fn five_hundred_wins_drawn_at_random_are_carried_through() {
    let game = Mill::default();
    let plies_of = |state: &State| {
        let value = value(&game, state);
        value.plies().filter(|plies| value.is_win() && *plies <= MOVE_LIMIT)
    };
    let won = random_positions(500).filter_map(|state| Some((state, plies_of(&state)?)));
    for (state, plies) in won.take(500) {
        assert_win(&game.position_text(&state), plies, &milliseconds(AMPLE));
    }
}

/// A removal in time restarts the count of moves, so that a win is possible that takes longer than the count allows.
#[test]
fn wins_that_take_longer_than_the_count_allows_are_carried_through_by_a_capture() {
    // The tables ignore the move limit. Close to it, some moves must be decided by search, which needs nodes.
    let go = Go { nodes: Some(50_000), ..Go::default() };
    let game = Mill::default();
    let mut rng = Rng::new(64);
    let mut checked = 0;
    while checked < 40 {
        let state = random_position(&mut rng, Slice::moving(6, 4));
        let value = value(&game, &state);
        let Some(plies) = value.plies().filter(|plies| value.is_win() && *plies <= MOVE_LIMIT) else {
            continue;
        };
        let text = game.position_text(&state);
        let capture = assert_win(&text, plies, &go).unwrap_or(plies);
        // With this count of moves, the win comes a ply after the limit unless a removal restarts the count.
        let count = MOVE_LIMIT + 1 - plies;
        if count + capture <= MOVE_LIMIT {
            let mut fields: Vec<&str> = text.split(' ').collect();
            let count = count.to_string();
            let clock_field = fields.len() - 2;
            fields[clock_field] = &count;
            assert_win(&fields.join(" "), plies, &go);
            checked += 1;
        }
    }
}

#[test]
fn tables_can_be_switched_off_and_hold_for_their_rules_only() {
    let mut options = Mill::default().options();
    for name in ["EndgameTables", "OpeningTables"] {
        assert!(options.oracle().is_some());
        options.set(name, &plywright::OptionValue::Check(false)).expect("an option");
    }
    assert!(options.oracle().is_none());
    assert!(variant("nine-mens-morris-no-flying").options().oracle().is_none());
    // The number of stones at the start has no effect after placing.
    assert!(variant("lasker-morris").options().oracle().is_some());
}
