//! Worked examples of the rules, texts and options.

use plywright::Hints as _;
use plywright::{Ending, Game, Moves, Notation, ParseMoveError, Playable, Side, State as _};
use plywright_gyges::{Gyges, Move, Repetition, Rules, State, StuckRow};

const START: &str = "321123/000000/000000/000000/000000/321123";

fn position(text: &str) -> (Gyges, State) {
    let game = Gyges::default();
    let state = game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (game, state)
}

fn play(game: &Gyges, state: &mut State, text: &str) {
    let mv = game.parse_move(state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.play(state, mv);
}

#[test]
fn worked_examples_of_the_rules_text() {
    let first = "000020/302201/102303/001010/300000/000000";
    let (game, mut state) = position(&format!("{first} 2"));
    play(&game, &mut state, "24|36");
    assert_eq!(game.ending(&state), Some(Ending::Win(Side::Second)));
    let (game, state) = position(&format!("{first} 1"));
    assert!(game.parse_move(&state, "4|35").is_ok());

    let second = "000000/201320/302110/302300/100000/000000";
    let (game, mut state) = position(second);
    play(&game, &mut state, "9|37");
    assert_eq!(game.ending(&state), Some(Ending::Win(Side::First)));
    let (game, state) = position(&format!("{second} 2"));
    assert_eq!(game.parse_move(&state, "24|36"), Err(ParseMoveError::illegal("24|36")));

    let (game, state) = position("000000/000000/000102/000100/112232/030303 2");
    assert_eq!(game.ending(&state), Some(Ending::Draw));
    assert_eq!(game.count(&state), 0);
}

#[test]
fn the_sample_game_is_legal() {
    let moves = "5|16 30|26 4|9 35|34|6 2|16|14 31|26|17 3|17|20 33|27 1|27|3 34|17|15 3|35 32|33 0|7 33|36";
    let game = Gyges::new(Rules { setup: true, ..Rules::default() });
    let mut state = game.start();
    for text in ["231123", "321123"].into_iter().chain(moves.split(' ')) {
        assert_eq!(game.ending(&state), None);
        play(&game, &mut state, text);
    }
    assert_eq!(game.ending(&state), Some(Ending::Win(Side::Second)));
    let text = game.position_text(&state);
    assert_eq!(game.parse_position(&text), Ok(state), "{text}");
}

#[test]
fn several_texts_lead_to_one_position_and_each_is_accepted() {
    let (game, state) = position(START);
    let list = |successors: bool| {
        let mut moves = Moves::new();
        if successors {
            game.distinct_moves(&state, &mut moves)
        } else {
            game.moves(&state, &mut moves)
        };
        moves
    };
    assert_eq!((list(false).len(), list(true).len()), (222, 210));
    let null_moves = Gyges::new(Rules { null_moves: true, ..Rules::default() });
    let mut successors = Moves::new();
    null_moves.distinct_moves(&state, &mut successors);
    assert_eq!((null_moves.count(&state), successors.len()), (224, 211));
    let positions: std::collections::HashSet<String> = list(false)
        .iter()
        .map(|mv| {
            let mut next = state;
            play(&game, &mut next, &game.move_text(&state, *mv));
            game.position_text(&next)
        })
        .collect();
    assert_eq!(positions.len(), 210);
}

#[test]
fn texts_of_positions_take_every_form() {
    let (game, state) = position(START);
    assert_eq!(state, game.start());
    assert_eq!(game.position_text(&state), format!("{START} 1"));
    let digits = format!("{}00", START.replace('/', ""));
    assert_eq!(game.parse_position(&digits), Ok(state));
    assert_eq!(position(&format!("{digits} 2")).1.side(), Side::Second);
    assert_eq!(position(&format!("  {START}\t2 ")).1.side(), Side::Second);
    let names: Vec<_> = game.named_positions().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["start", "bench", "test"]);
}

#[test]
fn texts_that_are_no_positions_are_told_what_is_wrong() {
    let game = Gyges::default();
    for (text, part) in [
        ("", "the board"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "the side to move"),
        ("321123/000000/000000/000000/000000", "the board"),
        ("321123/000000/000000/000000/000000/321123/000000", "the board"),
        ("321123/000000/0000000/000000/000000/321123", "row 3"),
        ("321123/000000/00x000/000000/000000/321123", "square 14"),
        ("321123/000000/004000/000000/000000/321123", "square 14"),
        ("321123000000000000000000000000321123x0", "goal 36"),
        ("000000/000000/000000/000000/000000/000000", "the number of pieces with rings 1"),
        ("321123/000000/000000/000000/000000/321133", "the number of pieces with rings 2"),
        ("000123/000000/000000/000000/000000/321123", "the number of pieces with rings"),
        ("32110000000000000000000000000032112323", "the two goals"),
        ("321123/000000/000000/000000/000000/321123 3", "the side to move"),
        ("321123/000000/000000/000000/000000/321123 1 1", "what follows"),
    ] {
        let error = game.parse_position(text).expect_err(text);
        assert!(error.part.starts_with(part), "{text}: {error}");
    }
}

#[test]
fn texts_that_are_no_moves_are_refused() {
    let (game, state) = position(START);
    for text in [
        "",
        "0",
        "0|",
        "|1",
        "0|1",
        "0|1|2",
        "0|36",
        "0|99",
        "36|0",
        "-1|2",
        "+0|8",
        "000|8",
        "a|b",
        "0|8|",
        "0|1|10|11",
        "321123",
        "pass",
        "0|1|36",
    ] {
        assert!(game.parse_move(&state, text).is_err(), "{text}");
    }
    assert!(game.parse_move(&state, " 0|8 ").is_ok());
    assert!(matches!(game.parse_move(&state, "e2e4"), Err(ParseMoveError::Syntax { .. })));
}

#[test]
fn a_player_without_a_move_draws_or_goes_on_by_the_rules() {
    let text = "000000/000000/000102/000100/112232/030303 2";
    for (stuck_row, expected) in
        [(StuckRow::Draw, None), (StuckRow::NextRow, Some(false)), (StuckRow::Pass, Some(true))]
    {
        let game = Gyges::new(Rules { stuck_row, ..Rules::default() });
        let state = game.parse_position(text).expect("a position");
        let mut moves = Moves::new();
        let ending = game.moves(&state, &mut moves);
        assert_eq!(ending.is_some(), expected.is_none(), "{stuck_row:?}");
        assert_eq!(moves.first().map(|mv| *mv == Move::Pass), expected, "{stuck_row:?}");
        if expected == Some(true) {
            let mut next = state;
            play(&game, &mut next, "pass");
            assert_eq!((next.side(), moves.len()), (Side::First, 1));
        }
    }
}

#[test]
fn players_put_their_pieces_first_where_they_are_asked_to() {
    let game = Gyges::new(Rules { setup: true, ..Rules::default() });
    let mut state = game.start();
    assert_eq!(game.count(&state), 90);
    for (row, text) in [
        ("321123", "321123/000000/000000/000000/000000/000000 2"),
        ("112233", "321123/000000/000000/000000/000000/112233 1"),
    ] {
        assert!(game.parse_move(&state, "111223").is_err());
        assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
        play(&game, &mut state, row);
        assert_eq!(game.position_text(&state), text);
    }
    assert!(game.count(&state) > 90);
    assert!(
        game.parse_position("321123/000000/000000/000000/000000/000000 1").is_err(),
        "player two is to place"
    );
    assert!(Gyges::default().parse_position("000000/000000/000000/000000/000000/000000 1").is_err());
}

#[test]
fn options_change_the_rules() {
    let mut game = Gyges::default();
    let options = game.options();
    for (name, value) in [
        ("NullMoves", "true"),
        ("SquareOnce", "TRUE"),
        ("StuckRow", "Next-Row"),
        ("Repetition", "none"),
        ("Setup", "players"),
    ] {
        let option = options.iter().find(|option| option.is_called(name)).expect(name);
        game.set_option(option.name, &option.parse(value).expect(value)).expect(name);
    }
    let rules = Rules {
        null_moves: true,
        square_once: true,
        stuck_row: StuckRow::NextRow,
        repetition: Repetition::None,
        setup: true,
    };
    assert_eq!(game.start(), Gyges::new(rules).start());
    assert_eq!(format!("{game:?}"), format!("{:?}", Gyges::new(rules)));
}
