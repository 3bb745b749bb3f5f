//! Tests of stored states, of drawings, and of pairs of gods that do not occur in the data of the independent program;
//! for these pairs, the expected results follow from the cards.

use plywright::{Game as _, Notation, Side, State as _, Symmetric as _, Symmetry};
use plywright_santorini::{God, Santorini, Square};

use crate::{moves, position, text};

/// Returns the heights of a board that is flat except for the named squares.
fn board(heights: &[(&str, u8)]) -> String {
    let mut digits = [0; 25];
    for (name, height) in heights {
        digits[Square::parse(name).expect("a square").index()] = *height;
    }
    digits.map(|height| height.to_string()).concat()
}

/// A position without the side to move: the heights of the squares that are not flat, and the part of the position text
/// about the players.
type Given<'a> = (&'a [(&'a str, u8)], &'a str);

/// Whether a turn of player one leads from the first position to the second.
fn leads((heights, players): Given<'_>, (heights_after, players_after): Given<'_>) -> bool {
    let before = position(&format!("{}/1/{players}", board(heights)));
    let after = format!("{}/2/{players_after}", board(heights_after));
    moves(&before).any(|(_, end)| text(&end) == after)
}

#[test]
fn domes_that_complete_no_tower_keep_away_from_limus() {
    let flat = (&[][..], "atlas:A5,A1/limus:E5,D1");
    assert!(leads(flat, (&[("A2", 4)], "atlas:A5,B1/limus:E5,D1")));
    assert!(!leads(flat, (&[("C1", 4)], "atlas:A5,B1/limus:E5,D1")));
    let down = (&[("A1", 1)][..], "asteria:A5,A1/limus:E5,D1");
    assert!(leads(down, (&[("A1", 1), ("A2", 1), ("C3", 4)], "asteria:A5,B1/limus:E5,D1")));
    assert!(!leads(down, (&[("A1", 1), ("A2", 1), ("C1", 4)], "asteria:A5,B1/limus:E5,D1")));
    let tower = (&[("A1", 1), ("C1", 3)][..], "asteria:A5,A1/limus:E5,D1");
    assert!(leads(tower, (&[("A1", 1), ("A2", 1), ("C1", 4)], "asteria:A5,B1/limus:E5,D1")));
    let flat = (&[][..], "polyphemus:A5,A1/limus:E5,D1");
    assert!(leads(flat, (&[("A1", 1), ("C3", 4)], "polyphemus[x]:A5,B1/limus:E5,D1")));
    assert!(!leads(flat, (&[("A1", 1), ("C1", 4)], "polyphemus[x]:A5,B1/limus:E5,D1")));
}

#[test]
fn theseus_strikes_two_levels_up_with_either_worker() {
    let strikes = |height, moved: &str| {
        let before = [("C3", height)];
        let after = [("C3", height), ("E1", 1)];
        leads((&before, "theseus:B2,D1/mortal:C3,E5"), (&after, moved))
    };
    // The worker on B2 removes the mortal's worker on C3, after the other worker has moved from D1 to E2.
    assert!(strikes(2, "theseus[x]:B2,E2/mortal:E5"));
    assert!(!strikes(1, "theseus[x]:B2,E2/mortal:E5"));
    assert!(!strikes(3, "theseus[x]:B2,E2/mortal:E5"));
    let mover = (&[("C3", 2)][..], "theseus:A1,E1/mortal:C3,E5");
    assert!(leads(mover, (&[("A1", 1), ("C3", 2)], "theseus[x]:B2,E1/mortal:E5")));
}

#[test]
fn scylla_stays_next_to_aphrodite_or_drags_her_along() {
    let heights = &[("C3", 2), ("B2", 3), ("C4", 3)][..];
    let climber = (heights, "scylla:C3,A1/aphrodite:D4,E1");
    assert!(leads(climber, (heights, "#scylla:C4,A1/aphrodite:D4,E1")));
    assert!(!leads(climber, (heights, "#scylla:B2,A1/aphrodite:D4,E1")));
    let flat = (&[][..], "scylla:C3,A5/aphrodite:D4,E1");
    assert!(leads(flat, (&[("A1", 1)], "scylla:A5,B2/aphrodite:C3,E1")));
    assert!(!leads(flat, (&[("A1", 1)], "scylla:A5,B2/aphrodite:D4,E1")));
}

#[test]
fn cards_say_where_new_workers_stand_and_how_many_workers_swap() {
    let jason = (&[("A1", 1)][..], "jason:B4,D4/mortal:C5,E5");
    assert!(leads(jason, (&[("A1", 1), ("A2", 1)], "jason[x]:B4,D4,B1/mortal:C5,E5")));
    assert!(!leads(jason, (&[("A1", 1), ("A2", 1)], "jason[x]:B4,D4,A1/mortal:C5,E5")));
    assert!(God::Jason.text().contains("on the ground at the edge"));
    let hydra = (&[("A1", 1)][..], "hydra:A3,E3/mortal:C5,E5");
    assert!(leads(hydra, (&[("A1", 1), ("B1", 1)], "hydra:E3,A2,B2/mortal:C5,E5")));
    assert!(!leads(hydra, (&[("A1", 1), ("B1", 1)], "hydra:E3,A2,A1/mortal:C5,E5")));
    assert!(God::Hydra.text().contains("as low as possible"));
    let nemesis = (&[][..], "nemesis:A1,C1/mortal:C5,E5");
    assert!(leads(nemesis, (&[("B1", 1)], "nemesis:C5,E5/mortal:A2,C1")));
    assert!(!leads(nemesis, (&[("B1", 1)], "nemesis:C5,C1/mortal:E5,A2")));
    assert!(God::Nemesis.text().contains("they may all change places"));
}

#[test]
fn maenads_win_at_the_edge_against_hera_and_eros_does_not() {
    let between = |enemy: &str| {
        let before = format!("maenads:A4,C3/{enemy}:B3,E1");
        leads((&[], &before), (&[], &format!("#maenads:A3,C3/{enemy}:B3,E1")))
    };
    assert!(between("mortal") && between("hera"));
    assert!(God::Maenads.text().contains("even against Hera"));
    // Limus leaves no square to build on next to A3, except for a dome that completes a tower.
    assert!(!between("limus"));
    let tower = &[("A2", 3)][..];
    assert!(leads((tower, "maenads:A4,C3/limus:B3,E1"), (tower, "#maenads:A3,C3/limus:B3,E1")));
    let heights = &[("B3", 1), ("A2", 1)][..];
    let meets = |enemy: &str| {
        let before = format!("eros:B3,A1/{enemy}:E5,E1");
        leads((heights, &before), (heights, &format!("#eros:B3,A2/{enemy}:E5,E1")))
    };
    assert!(meets("mortal") && !meets("hera"));
}

/// Returns the error of reading a position with these players and a single dome, on A5; `None` if it can be read.
fn error_of(players: &str) -> Option<String> {
    let text = format!("4{}/1/{players}", "0".repeat(24));
    Santorini::default().parse_position(&text).err().map(|error| error.to_string())
}

#[test]
fn only_possible_stored_states_are_read() {
    for (stored, is_read) in [
        ("europa", true),
        ("europa[B1]", true),
        ("europa[A1]", false),
        ("europa[C4]", false),
        ("europa[A5]", false),
        ("clio[2|B2]", true),
        ("clio[3|B2]", false),
        ("clio[0|B2,C2,D2]", true),
        ("clio[0|B2,C2,D2,E2]", false),
    ] {
        let error = error_of(&format!("{stored}:A1,A2/mortal:C4,C2"));
        assert_eq!(error.is_none(), is_read, "{stored}: {error:?}");
    }
}

#[test]
fn errors_say_what_a_stored_state_must_be() {
    assert_eq!(
        error_of("clio[3|B2]:A1,A2/mortal:C4,C2").expect("an error"),
        "cannot read position: player one is '3|B2', expected the state of clio: <coins left>|<squares \
         with a coin, separated by commas>, with at most 3 coins in all"
    );
    assert_eq!(
        error_of("mortal:C4,C2/europa[A1]:A1,A2").expect("an error"),
        "cannot read position: player two is 'europa[A1]:A1,A2', expected a square in brackets without a \
         worker or a dome"
    );
}

/// No game leads to these positions, but a user can set them up.
#[test]
fn positions_after_unusual_positions_can_be_read() {
    let positions: [Given<'_>; 3] = [
        (&[], "europa[B1]/mortal"),
        (&[], "mortal/europa[B1]"),
        (&[("A1", 1)], "jason:B3,D3,C1/mortal:C4,C2"),
    ];
    for (heights, players) in positions {
        for (_, after) in moves(&position(&format!("{}/1/{players}", board(heights)))) {
            let after = text(&after);
            assert!(Santorini::default().parse_position(&after).is_ok(), "{after}");
        }
    }
}

#[test]
fn no_worker_is_placed_on_the_opponents_coins() {
    let game = Santorini::default();
    let state = position(&format!("{}/1/mortal/clio[2|B1]", board(&[])));
    let texts: Vec<_> = moves(&state).map(|(mv, _)| game.move_text(&state, mv)).collect();
    assert!(texts.len() > 200 && !texts.iter().any(|text| text.contains("B1")), "{texts:?}");
}

/// Bia places first, also as the second player's god. The texts are those of an independent program, which writes 1 for
/// the side that places first and 2 for the other, and 1 for the first turn. Bia places on two of the 16 squares at the
/// edge, a mortal on two of the 23 squares that are left.
#[test]
fn the_first_player_takes_the_first_turn_also_if_bia_places_before() {
    let (game, flat) = (Santorini::default(), board(&[]));
    for [start, halfway, end] in [
        ["1/mortal/bia", "2/mortal/bia:A5,B5", "1/mortal:B3,D3/bia:A5,B5"],
        ["1/bia/mortal", "2/bia:A5,B5/mortal", "1/bia:A5,B5/mortal:B3,D3"],
    ] {
        let mut state = position(&format!("{flat}/{start}"));
        for (word, placements, after) in [("A5,B5", 120, halfway), ("B3,D3", 253, end)] {
            assert_eq!(moves(&state).count(), placements, "{start}: before {word}");
            let mv = game.parse_move(&state, word).unwrap_or_else(|error| panic!("{start}: {word}: {error}"));
            assert_eq!(game.move_text(&state, mv), word);
            assert_eq!(
                game.actions(&state, mv).len(),
                2,
                "{start}: {word}: one for each order of the workers"
            );
            game.play(&mut state, mv);
            let after = format!("{flat}/{after}");
            assert_eq!((text(&state), state), (after.clone(), position(&after)));
        }
        assert_eq!(state.side(), Side::First, "{start}");
        for (mv, after) in moves(&state) {
            let word = game.move_text(&state, mv);
            assert_ne!(after.workers(Side::First), state.workers(Side::First), "{start}: {word}");
            assert_eq!(after.side(), Side::Second, "{start}: {word}");
            assert_eq!(game.actions(&state, mv).len(), 1, "{start}: {word}");
        }
    }
}

/// Both placements and the first turn cost a ply each, whichever side places first.
#[test]
fn the_first_turn_is_not_a_part_of_the_placement_before_it() {
    let game = Santorini::default();
    for players in ["mortal:B3,D3/bia:A5,B5", "bia:A5,B5/mortal:B3,D3"] {
        assert!(!game.continues_turn(&position(&format!("{}/1/{players}", board(&[])))), "{players}");
    }
    let lost = position("0200022000000000000000000/1/mortal:A5/mortal:E5,E1");
    let (_, after) = moves(&lost).next().expect("the move of a side that cannot move");
    assert!(game.continues_turn(&after));
}

/// Some turns of Prometheus and Achilles have images that are not legal. If both buildings adjoin the worker's first
/// square, the later square in reading order is built on first, and a symmetry can exchange the two squares.
#[test]
fn symmetries_hold_by_the_gods_of_the_position() {
    let game = Santorini::default();
    for (players, holds) in [
        ("apollo:B3,D3/mortal:C4,C2", true),
        ("prometheus:B3,D3/mortal:C4,C2", false),
        ("mortal:B3,D3/achilles:C4,C2", false),
    ] {
        let state = position(&format!("{}/1/{players}", board(&[])));
        assert!(game.holds(&state, Symmetry::IDENTITY));
        let mut others = Symmetry::first(game.symmetries()).skip(1);
        assert!(others.all(|symmetry| game.holds(&state, symmetry) == holds), "{players}");
    }
    let state = position(&format!("{}/1/prometheus:B3,D3/mortal:C4,C2", board(&[])));
    assert!(game.parse_move(&state, "D3>C3^D4^E4").is_ok());
    assert!(game.parse_move(&state, "B3>C3^A4^B4").is_err());
}

#[test]
fn the_drawing_shows_heights_domes_and_workers() {
    let state = position("0000401301112300001100000/1/mortal:B3,D3/mortal:C4,C2");
    let drawing = Santorini::default().drawing(&state);
    let board = "\
5  .  .  .  .  3D
4  .  1  3o .  1
3  1  1x 2  3x .
2  .  .  o  1  1
1  .  .  .  .  .
   A  B  C  D  E
";
    assert!(drawing.starts_with(board), "{drawing}");
    assert!(drawing.contains(" x mortal           to move"), "{drawing}");
}

#[test]
fn scenes_show_what_a_god_stores() {
    let note = |players: &str, side: usize| {
        let state = position(&format!("{}/1/{players}", board(&[("A1", 1)])));
        Santorini::default().scene(&state).seats[side].note.clone()
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(note("mortal:B3,D3/athena[^]:C4,C2", 1), some("The opponent: may not move up"));
    assert_eq!(note("mortal:B3,D3/athena:C4,C2", 1), some("The opponent: may move up"));
    assert_eq!(note("mortal:B3,D3/athena:C4,C2", 0), None);
    assert_eq!(note("clio[2|A1]:B3,D3/mortal:C4,C2", 0), some("Coins left: 2"));
    assert_eq!(note("aeolus[ne]:B3,D3/mortal:C4,C2", 0), some("The wind: ne"));
}

/// Clio's own workers enter squares with coins and build there.
#[test]
fn marks_on_coins_are_about_the_side_to_move() {
    for (side, expected) in [(1, 0), (2, 1)] {
        let state = position(&format!("{}/{side}/clio[2|A1]:A1,D3/mortal:C4,C2", board(&[("A1", 1)])));
        let marks = Santorini::default().scene(&state).marks;
        assert_eq!(marks.len(), expected);
        assert!(marks.iter().all(|mark| mark.text == "the side to move neither enters nor builds here"));
    }
}

/// A move that is only the sign `#` could not be told, in a record of a game, from the sign of the move before it.
#[test]
fn the_win_by_the_opponents_fifth_tower_has_a_word() {
    let state = position("4444400000000000000000000/1/chronus:B3,D3/mortal:C2,B2");
    let texts: Vec<_> = moves(&state).map(|(mv, _)| Santorini::default().move_text(&state, mv)).collect();
    assert_eq!(texts, ["pass#"]);
    assert!(Santorini::default().parse_move(&state, "pass#").is_ok());
}
