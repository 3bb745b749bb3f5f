//! Random games between gods that may meet: no turn panics, texts of positions and moves lead back, and what a move is
//! said to do is what it does.
//!
//! A few pairs by default; all of them, with so many games each, where `PLYWRIGHT_SANTORINI_PAIRS` says how many.

use plywright::{Game, Moves, Notation, State as _};
use plywright_santorini::{God, Santorini};

/// The longest game: gods that take levels away may play for ever.
const LONGEST: usize = 400;

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as usize
    }
}

/// Plays a random game and tells how long it was.
fn play(game: Santorini, numbers: &mut Numbers) -> usize {
    let mut state = game.start();
    for number in 0..LONGEST {
        let text = game.position_text(&state);
        let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, state, "{text}");
        assert_eq!(read.key(), state.key(), "{text}");
        let mut moves = Moves::new();
        let ending = game.moves(&state, &mut moves);
        assert_eq!(ending, game.ending(&state), "{text}");
        if ending.is_some() {
            assert!(moves.is_empty(), "{text}");
            return number;
        }
        let mv = moves[numbers.below(moves.len())];
        let word = game.move_text(&state, mv);
        assert_eq!(game.parse_move(&state, &word).ok(), Some(mv), "{text} {word}");
        let mut after = state;
        game.play(&mut after, mv);
        assert_ne!(after, state, "{text} {word}");
        state = after;
    }
    LONGEST
}

#[test]
fn gods_that_may_meet_play() {
    let all = std::env::var("PLYWRIGHT_SANTORINI_PAIRS").ok().and_then(|games| games.parse::<usize>().ok());
    let pairs = God::ALL.iter().flat_map(|first| God::ALL.iter().map(|second| [*first, *second]));
    let games: Vec<_> = pairs.filter_map(|gods| Santorini::new(gods).map(|game| (gods, game))).collect();
    assert_eq!(games.len(), 53 * 53 - 29, "all pairs but those that are banned");
    let mut numbers = Numbers(1);
    let mut plies = 0;
    for (number, (gods, game)) in games.iter().enumerate() {
        // One pair in 41 visits every god on both sides.
        if all.is_some() || number % 41 == 0 {
            for _ in 0..all.unwrap_or(1) {
                plies += play(*game, &mut numbers);
            }
        }
        if all.is_some() && number % 100 == 0 {
            println!("{number}: {}-{}, {plies} turns so far", gods[0].name(), gods[1].name());
        }
    }
}
