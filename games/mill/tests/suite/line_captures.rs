//! Captures on lines: each of their options, on positions made for it.

use plywright::{Notation, OptionValue, Side};
use plywright_mill::{CaptureRule, Mill, Rules};

use crate::positions::{played, position, variant_with};

/// Positions and moves that make the same capture: along a side, across the rings and along a diagonal; by a
/// side that moves with few stones, by one that moves with more, and by one with stones in hand.
struct Cases {
    /// First part of the options' names.
    name: &'static str,
    stones: i8,
    along_edge: (&'static str, &'static str),
    across: (&'static str, &'static str),
    along_diagonal: (&'static str, &'static str),
    moving: (&'static str, &'static str),
    moving_with_four: (&'static str, &'static str),
    placing: (&'static str, &'static str),
}

impl Cases {
    /// Number of removals due to White after each move if an option of the capture has this value; 0 if the
    /// move is illegal.
    fn due(&self, option: &str, value: bool) -> [i8; 6] {
        let name = |option: &str| self.name.to_owned() + option;
        let names = [name("Enabled"), name("InPlacingPhase"), name(option)];
        let [enabled, placing, option] = names.each_ref().map(String::as_str);
        let values = [
            ("HasDiagonalLines", true),
            ("MayFly", false),
            ("MayMoveInPlacingPhase", true),
            (enabled, true),
            (placing, true),
            (option, value),
        ];
        let game = variant_with("nine-mens-morris", &values.map(|(name, on)| (name, OptionValue::Check(on))));
        let Self { along_edge, across, along_diagonal, moving, moving_with_four, placing, .. } = *self;
        [along_edge, across, along_diagonal, moving, moving_with_four, placing].map(|(text, word)| {
            let is_legal = game.parse_move(&position(&game, text), word).is_ok();
            if is_legal { played(&game, text, word).removals(Side::First) } else { 0 }
        })
    }

    fn check(&self) {
        let n = self.stones;
        assert_eq!(self.due("Enabled", true), [n; 6]);
        assert_eq!(self.due("Enabled", false), [0; 6]);
        let edge = self.due("OnSquareEdges", false);
        assert_eq!((edge[0], &edge[1..3]), (0, &[n; 2][..]));
        assert_eq!(self.due("OnCrossLines", false)[..3], [n, 0, n]);
        assert_eq!(self.due("OnDiagonalLines", false)[..3], [n, n, 0]);
        assert_eq!(self.due("InPlacingPhase", false)[3..], [n, n, 0]);
        assert_eq!(self.due("InMovingPhase", false)[3..], [0, 0, n]);
        assert_eq!(self.due("OnlyWhenOwnPiecesLeq3", true)[3..], [n, 0, n]);
    }
}

#[test]
fn custodian_captures() {
    Cases {
        name: "CustodianCapture",
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
        name: "InterventionCapture",
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
        name: "LeapCapture",
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
    let on = CaptureRule::ON;
    let rules =
        Rules { custodian_capture: on, intervention_capture: on, leap_capture: on, ..Rules::default() };
    let game = Mill::new(Rules { may_fly: false, ..rules });
    for (text, word, captured) in [
        ("********/********/@O****** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2", "a7", "c:w-1-24|b-0-"),
        ("********/********/*@*****@ w p p 0 9 2 7 0 0 0 0 0 0 0 0 2", "d7", "i:w-2-25.31|b-0-"),
        ("***O@***/********/@**O*@*O w m s 3 0 3 0 0 0 0 0 0 0 0 0 20", "a7-g7", "l:w-1-24|b-0-"),
    ] {
        let state = played(&game, text, word);
        let written = game.position_text(&state);
        assert_eq!(game.parse_position(&written).as_ref(), Ok(&state));
        assert_eq!(written.split(' ').skip(17).collect::<Vec<_>>(), [captured]);
    }
}
