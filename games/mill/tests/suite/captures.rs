//! Captures without a mill: each restriction on lines and phases, on positions made for it.

use plywright::{Game, Notation, Side};
use plywright_mill::{CaptureRule, Mill, Rules};

/// Sets one of the capture rules.
type Install = fn(&mut Rules, CaptureRule);

/// Number of removals due to White after a move under a capture rule; 0 if the move is illegal.
fn due(install: Install, rule: CaptureRule, text: &str, word: &str) -> i8 {
    let mut rules = Rules {
        has_diagonal_lines: true,
        may_fly: false,
        may_move_in_placing_phase: true,
        ..Rules::default()
    };
    install(&mut rules, rule);
    let game = Mill::new(rules);
    let mut state = game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let Ok(mv) = game.parse_move(&state, word) else { return 0 };
    game.play(&mut state, mv);
    state.removals(Side::First)
}

/// Positions and moves that make the same capture: along a side, across the rings and along a diagonal; by a
/// side that moves with few stones, by one that moves with more, and by one with stones in hand.
struct Cases {
    install: Install,
    stones: i8,
    along_edge: (&'static str, &'static str),
    across: (&'static str, &'static str),
    along_diagonal: (&'static str, &'static str),
    moving: (&'static str, &'static str),
    moving_with_four: (&'static str, &'static str),
    placing: (&'static str, &'static str),
}

impl Cases {
    fn check(&self) {
        let all = [
            self.along_edge,
            self.across,
            self.along_diagonal,
            self.moving,
            self.moving_with_four,
            self.placing,
        ];
        let due = |rule| all.map(|(text, word)| due(self.install, rule, text, word));
        let on = CaptureRule::ON;
        let every = [self.stones; 6];
        assert_eq!(due(on), every);
        assert_eq!(due(CaptureRule::OFF), [0; 6]);
        assert_eq!(due(CaptureRule { on_square_edges: false, ..on })[0], 0);
        assert_eq!(due(CaptureRule { on_square_edges: false, ..on })[1..3], every[1..3]);
        assert_eq!(due(CaptureRule { on_cross_lines: false, ..on })[..3], [every[0], 0, every[2]]);
        assert_eq!(due(CaptureRule { on_diagonal_lines: false, ..on })[..3], [every[0], every[1], 0]);
        assert_eq!(due(CaptureRule { in_placing_phase: false, ..on })[3..], [every[3], every[4], 0]);
        assert_eq!(due(CaptureRule { in_moving_phase: false, ..on })[3..], [0, 0, every[5]]);
        assert_eq!(due(CaptureRule { only_when_own_pieces_leq3: true, ..on })[3..], [every[3], 0, every[5]]);
    }
}

#[test]
fn custodian_captures() {
    Cases {
        install: |rules, rule| rules.custodian_capture = rule,
        stones: 1,
        along_edge: ("********/********/@O****** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2", "a7"),
        across: ("O*******/@*******/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2", "d7"),
        along_diagonal: ("*******O/*******@/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2", "a7"),
        moving: ("@@*O****/********/@O****O* w m s 3 0 3 0 0 0 0 0 0 0 0 0 20", "a4-a7"),
        moving_with_four: ("@@*OO***/********/@O****O* w m s 4 0 3 0 0 0 0 0 0 0 0 0 20", "a4-a7"),
        placing: ("********/********/@O****O* w p p 2 7 1 8 0 0 0 0 0 0 0 0 3", "a4-a7"),
    }
    .check();
}

#[test]
fn interventions() {
    Cases {
        install: |rules, rule| rules.intervention_capture = rule,
        stones: 2,
        along_edge: ("********/********/*@*****@ w p p 0 9 2 7 0 0 0 0 0 0 0 0 2", "d7"),
        across: ("@*******/********/@******* w p p 0 9 2 7 0 0 0 0 0 0 0 0 2", "d6"),
        along_diagonal: ("*******@/********/*******@ w p p 0 9 2 7 0 0 0 0 0 0 0 0 2", "b6"),
        moving: ("***O@***/O*******/*@*O***@ w m s 3 0 3 0 0 0 0 0 0 0 0 0 20", "d6-d7"),
        moving_with_four: ("*O*O@***/O*******/*@*O***@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 20", "d6-d7"),
        placing: ("********/O*******/*@*****@ w p p 1 8 2 7 0 0 0 0 0 0 0 0 3", "d6-d7"),
    }
    .check();
}

#[test]
fn leaps() {
    let edge = ("***O@***/********/@**O*@*O w m s 3 0 3 0 0 0 0 0 0 0 0 0 20", "a7-g7");
    Cases {
        install: |rules, rule| rules.leap_capture = rule,
        stones: 1,
        along_edge: edge,
        across: ("***O@***/@*******/O**O*@** w m s 3 0 3 0 0 0 0 0 0 0 0 0 20", "d7-d5"),
        along_diagonal: ("***O@***/*******@/***O*@*O w m s 3 0 3 0 0 0 0 0 0 0 0 0 20", "a7-c5"),
        moving: edge,
        moving_with_four: ("*O*O@***/********/@**O*@*O w m s 4 0 3 0 0 0 0 0 0 0 0 0 20", "a7-g7"),
        placing: ("********/********/@**O***O w p p 2 7 1 8 0 0 0 0 0 0 0 0 3", "a7-g7"),
    }
    .check();
}

#[test]
fn the_text_tells_how_stones_were_captured() {
    let text_after = |install: Install, text: &str, word: &str| {
        let mut rules = Rules { may_fly: false, ..Rules::default() };
        install(&mut rules, CaptureRule::ON);
        let game = Mill::new(rules);
        let mut state = game.parse_position(text).expect("readable");
        let mv = game.parse_move(&state, word).expect("legal");
        game.play(&mut state, mv);
        let written = game.position_text(&state);
        assert_eq!(game.parse_position(&written).as_ref(), Ok(&state));
        written.split(' ').skip(17).collect::<Vec<_>>().join(" ")
    };
    let all: Install = |rules, rule| {
        rules.custodian_capture = rule;
        rules.intervention_capture = rule;
        rules.leap_capture = rule;
    };
    let custodian = "********/********/@O****** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2";
    assert_eq!(text_after(all, custodian, "a7"), "c:w-1-24|b-0-");
    let intervention = "********/********/*@*****@ w p p 0 9 2 7 0 0 0 0 0 0 0 0 2";
    assert_eq!(text_after(all, intervention, "d7"), "i:w-2-25.31|b-0-");
    let leap = "***O@***/********/@**O*@*O w m s 3 0 3 0 0 0 0 0 0 0 0 0 20";
    assert_eq!(text_after(all, leap, "a7-g7"), "l:w-1-24|b-0-");
}
