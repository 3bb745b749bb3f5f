//! Tests of all allowed pairs of gods: a random game of each, and random positions in which wins are near.

use std::collections::HashSet;

use plywright::search::Rng;
use plywright::{
    Game, Hints as _, Moves, NodeScratch, Notation, OptionError, Playable, State as _, Symmetric as _,
    Symmetry,
};
use plywright_santorini::{God, Move, Santorini, State};

use crate::after;

/// Maximum number of turns of each game, placement included.
const TURNS: usize = 12;
/// Number of [`crowded`] positions of each pair.
const CROWDED: usize = 6;
/// Minimum number of moves that [`Hints::loses_at_once`](plywright::Hints::loses_at_once) must report, in the crowded
/// positions of all pairs together.
const MIN_LOSING_MOVES: usize = 10_000;
/// On average, one of this number of moves is parsed from its text, and its actions are listed. Parsing is slow,
/// because it formats the texts of all legal moves, which may be thousands.
const MOVES_PER_PARSED_MOVE: usize = 6;

/// Checks that no move is listed twice, and that winning moves and the number of moves are right. Returns the number of
/// moves that `loses_at_once` reports.
fn check_list(game: Santorini, state: &State, moves: &[Move]) -> usize {
    let text = game.position_text(state);
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "{text}: a move twice");
    let wins = |mv: &Move| after(state, *mv).winner() == Some(state.side());
    let win = game.winning_move(state);
    assert_eq!(win.is_some(), moves.iter().any(wins), "{text}: a win");
    assert!(win.is_none_or(|win| wins(&win) && moves.contains(&win)), "{text}: {win:?} does not win");
    let has_turns = game.move_text(state, moves[0]) != "none";
    let turns = if has_turns { moves.len() as u64 } else { 0 };
    assert_eq!(game.count(state), turns, "{text}: number of turns");
    check_losing_moves(game, state, moves)
}

/// Checks that the opponent has a winning move after each move that `loses_at_once` reports. Returns the number of
/// reported moves.
fn check_losing_moves(game: Santorini, state: &State, moves: &[Move]) -> usize {
    let (mut scratch, mut reported) = (NodeScratch::new(), 0);
    for mv in moves {
        if game.loses_at_once(state, *mv, &mut scratch) == Some(true) {
            let after = after(state, *mv);
            let text = game.position_text(&after);
            assert!(game.winning_move(&after).is_some(), "{text}: no win after {mv:?}");
            reported += 1;
        }
    }
    reported
}

/// Returns a position with two workers on each side, random heights and a random side to move. High levels are
/// frequent, so wins are near.
fn crowded(game: Santorini, generator: &mut Rng) -> State {
    let mut heights: Vec<_> = (0..25).map(|_| [0, 1, 1, 2, 2, 3, 3, 4][generator.below(8)]).collect();
    let mut workers = Vec::new();
    while workers.len() < 4 {
        let square = generator.below(25);
        if !workers.contains(&square) {
            heights[square] = heights[square].min(2);
            workers.push(square);
        }
    }
    let heights: String = heights.iter().map(usize::to_string).collect();
    let [first, second] = game.start().gods().map(God::name);
    let [a, b, c, d] = workers[..] else { panic!("four workers") };
    let text = format!("{heights}/{}/{first}:{a},{b}/{second}:{c},{d}", 1 + generator.below(2));
    game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays random turns, and checks texts, moves and symmetric images in each position.
fn play(game: Santorini, generator: &mut Rng) {
    let mut state = game.start();
    for _ in 0..TURNS {
        let text = game.position_text(&state);
        let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((read, read.key()), (state, state.key()), "{text}");
        let mut moves = Moves::new();
        let ending = game.moves(&state, &mut moves);
        assert_eq!(game.ending(&state), ending, "{text}");
        if ending.is_some() {
            return;
        }
        check_list(game, &state, &moves);
        let mv = moves[generator.below(moves.len())];
        let word = game.move_text(&state, mv);
        if generator.below(MOVES_PER_PARSED_MOVE) == 0 {
            assert_eq!(game.parse_move(&state, &word), Ok(mv), "{text}: {word}");
            assert!(!game.actions(&state, mv).is_empty(), "{text}: {word}");
        }
        let symmetry = Symmetry(generator.below(8) as u8);
        let (image, image_of_move) = (game.image(&state, symmetry), game.image_of_move(mv, symmetry));
        game.play(&mut state, mv);
        let after = after(&image, image_of_move);
        assert_eq!(after, game.image(&state, symmetry), "{text}: {word} under {symmetry:?}");
    }
}

#[test]
fn all_pairs_can_be_played() {
    let mut generator = Rng::new(53);
    let (mut pairs, mut losing) = (0, 0);
    for first in God::ALL {
        for second in God::ALL {
            if let Some(game) = Santorini::new([*first, *second]) {
                play(game, &mut generator);
                for _ in 0..CROWDED {
                    let state = crowded(game, &mut generator);
                    let mut moves = Moves::new();
                    game.moves(&state, &mut moves);
                    losing += check_list(game, &state, &moves);
                }
                pairs += 1;
            }
        }
    }
    assert_eq!((God::ALL.len(), pairs), (53, 53 * 53 - 29), "29 ordered pairs may not meet");
    assert!(losing > MIN_LOSING_MOVES, "only {losing} moves are reported to lose at once");
}

#[test]
fn pairs_are_variants_by_name() {
    assert!(Santorini::variant("apollo-demeter").is_some());
    assert_eq!(Santorini::further_variant("demeter-apollo"), Ok(Some("demeter-apollo".to_owned())));
    assert_eq!(
        Santorini::further_variant("apollo"),
        Ok(Some("apollo-mortal".to_owned())),
        "a god alone meets mortals"
    );
    assert_eq!(Santorini::further_variant("apollo-nobody"), Ok(None));
}

#[test]
fn pairs_that_may_not_meet_are_refused_with_the_reason() {
    for (name, reason) in [
        ("hades-pan", "published game"),
        ("pan-hades", "published game"),
        ("ares-ares", "for ever"),
        ("chronus-atlas", "look the same"),
    ] {
        assert!(Santorini::variant(name).is_none(), "{name}");
        let refused = Santorini::further_variant(name).expect_err(name);
        assert!(refused.contains(reason), "{refused}");
    }
    let text = "0000000000000000000000000/1/hades/pan";
    let refused = Santorini::default().parse_position(text).expect_err(text);
    assert!(refused.to_string().contains("the published game forbids this pair"), "{refused}");
}

/// Neither hades and pan nor chronus and atlas may meet.
#[test]
fn options_reach_every_allowed_pair_in_either_order() {
    type Options<'a> = &'a [(&'a str, &'a str)];
    let pair = |variant: &str, options: Options<'_>| -> Result<String, OptionError> {
        let mut game = plywright_santorini::game().variant(variant)?;
        for (name, god) in options {
            game = game.with(name, god)?;
            assert_eq!(game.options().len(), 3, "{variant}: {options:?}");
        }
        Ok(game.start().text())
    };
    let (hades, atlas, mortal, pan) =
        (("First God", "hades"), ("Second God", "atlas"), ("Second God", "mortal"), ("Second God", "pan"));
    let cases: [(&str, Options<'_>, &str); 5] = [
        ("mortal-pan", &[mortal, hades], "hades/mortal"),
        ("mortal-pan", &[hades, mortal], "hades/mortal"),
        ("mortal-pan", &[hades], "hades/mortal"),
        ("chronus-pan", &[hades, atlas], "hades/atlas"),
        ("chronus-pan", &[atlas, hades], "hades/atlas"),
    ];
    for (variant, options, expected) in cases {
        let text = pair(variant, options).unwrap_or_else(|error| panic!("{variant}: {options:?}: {error}"));
        assert!(text.ends_with(expected), "{variant}: {options:?}: {text}");
    }
    let refused = pair("mortal", &[hades, pan]).expect_err("a pair that may not meet");
    assert_eq!(
        refused.to_string(),
        "option Second God: hades-pan is not an allowed pair of gods: the published game forbids this pair; \
         set the other god to mortal first"
    );
}
