//! Rules: positions in which one rule more or less makes a difference.

use std::fmt::{self, Display, Formatter};

use super::{last, with};

/// A rule's option with a value, and how its effect is seen.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The option.
    pub option: &'static str,
    value: &'static str,
    /// Other options that must be set for this one to matter.
    besides: &'static [&'static str],
    /// The position, as the protocol has it.
    position: &'static str,
    /// What to ask there: the answer depends on the rule.
    question: &'static str,
}

pub const fn rule(
    option: &'static str,
    value: &'static str,
    position: &'static str,
    question: &'static str,
) -> Rule {
    Rule { option, value, besides: &[], position, question }
}

pub const fn besides(besides: &'static [&'static str], rule: Rule) -> Rule {
    Rule { besides, ..rule }
}

/// Exact values leave no room for what a search would make of the rule.
const NO_TABLES: &[&str] = &["EndgameTables value false"];

const MILL: &str = "startpos moves a7 d1 d7 g1 g7";
const SHUT_IN: &str = "fen *O******/@O*****O/@@O***O@ w m s 5 0 4 0 0 0 0 0 0 0 0 0 20 moves e5-d5";
const BEFORE_SHUT_IN: &str = "fen *O******/@O*****O/@@O***O@ w m s 5 0 4 0 0 0 0 0 0 0 0 0 20";
const MOVING: &str = "fen @**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 59 40";
const FOUR_AGAINST_THREE: &str = "fen ***@***O/**@OO***/**@****O w m s 4 0 3 0 0 0 0 0 0 0 0 9 30";
const FULL: &str = "fen O@O@@O@O/@O@OO@O@/O@O@@O@* w p p 11 1 12 0 0 0 0 0 0 0 0 0 12 moves a7";
const BEFORE_FULL: &str = "fen O@O@@O@O/@O@OO@O@/O@O@@O@* w p p 11 1 12 0 0 0 0 0 0 0 0 0 12";
const ALMOST_FULL: &str = "fen O@O@O@O@/@O@O@O@O/O@O@O*** b p p 11 1 10 2 0 0 0 0 0 0 0 0 11 moves a1";

pub const ROWS: &[Rule] = &[
    rule("PiecesCount", "12", "startpos", "fen"),
    rule("FlyPieceCount", "4", FOUR_AGAINST_THREE, "moves"),
    rule("PiecesAtLeastCount", "4", FOUR_AGAINST_THREE, "moves"),
    rule("NMoveRule", "60", MOVING, "go depth 2"),
    besides(NO_TABLES, rule("EndgameNMoveRule", "10", FOUR_AGAINST_THREE, "go depth 2")),
    rule("MillFormationActionInPlacingPhase", "1", MILL, "fen"),
    rule("MillFormationActionInPlacingPhase", "2", MILL, "fen"),
    rule("MillFormationActionInPlacingPhase", "3", MILL, "fen"),
    rule("MillFormationActionInPlacingPhase", "4", "startpos moves a7 d1 d7 g1 g7 xd1", "fen"),
    rule("MillFormationActionInPlacingPhase", "5", MILL, "fen"),
    besides(&["PiecesCount value 12"], rule("BoardFullAction", "1", FULL, "fen")),
    besides(&["PiecesCount value 12"], rule("BoardFullAction", "2", FULL, "fen")),
    besides(&["PiecesCount value 12"], rule("BoardFullAction", "3", FULL, "fen")),
    besides(&["PiecesCount value 12"], rule("BoardFullAction", "4", BEFORE_FULL, "go depth 2")),
    rule("StalemateAction", "1", SHUT_IN, "fen"),
    rule("StalemateAction", "2", SHUT_IN, "fen"),
    rule("StalemateAction", "3", SHUT_IN, "fen"),
    rule("StalemateAction", "4", BEFORE_SHUT_IN, "go depth 3"),
    rule("StalemateAction", "5", SHUT_IN, "fen"),
    rule("MillWins", "true", MILL, "moves"),
    rule("MayFly", "false", "fen ***@***O/**@O****/**@****O w m s 3 0 3 0 0 0 0 0 0 0 0 9 30", "moves"),
    rule("HasDiagonalLines", "true", "startpos moves a7 d1 b6 g1 c5", "fen"),
    rule(
        "MayRemoveFromMillsAlways",
        "true",
        "fen O*******/O*******/O**@@@@* w p r 3 5 4 5 1 0 0 0 0 0 0 0 5",
        "moves",
    ),
    rule(
        "MayRemoveMultiple",
        "true",
        "fen **O*****/*O*O****/@*O**@*@ w p p 4 4 3 5 0 0 0 0 0 0 0 0 5 moves f4",
        "fen",
    ),
    rule("MayMoveInPlacingPhase", "true", "startpos moves d6 d2", "moves"),
    rule(
        "IsDefenderMoveFirst",
        "true",
        "fen O@O@O@O@/@O@O@O@O/O******* b p p 9 0 8 1 0 0 0 0 0 0 0 0 9 moves a4",
        "fen",
    ),
    rule(
        "RestrictRepeatedMillsFormation",
        "true",
        "fen @**@**@*/*O**@**O/OO**@**O w m s 5 0 5 0 0 0 0 0 0 0 0 0 20 moves d7-d6 xd1 d5-e5",
        "moves",
    ),
    rule(
        "OneTimeUseMill",
        "true",
        "fen ********/O******O/@O*@*@@* w m s 3 0 4 0 0 0 0 0 0 0 0 0 20 \
         moves g7-f6 xg1 a1-d1 f6-g7 d1-a1 g7-f6",
        "moves",
    ),
    besides(&["PiecesCount value 12"], rule("StopPlacingWhenTwoEmptySquares", "true", ALMOST_FULL, "moves")),
    besides(
        NO_TABLES,
        rule(
            "ThreefoldRepetitionRule",
            "false",
            "fen ***@***O/**@OO***/**@****O w m s 4 0 3 0 0 0 0 0 0 0 0 0 30 moves a7-d7 g4-g7 d7-a7 g7-g4",
            "go depth 5",
        ),
    ),
];

impl Display for Rule {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{} {}", self.option, self.value)
    }
}

impl Rule {
    /// Asserts that the answer is another one when the option is set.
    pub fn matters(&self) {
        let [without, with] = ["", self.value].map(|value| self.answer(value));
        assert_ne!(without, with);
    }

    fn answer(&self, value: &str) -> String {
        let set = format!("{} value {value}", self.option);
        let mut options = self.besides.to_vec();
        if !value.is_empty() {
            options.push(&set);
        }
        let mut client = with(&options);
        client.say(&format!("position {}", self.position));
        let said = client.ask("isready", "readyok");
        assert_eq!(said, ["readyok"], "{} {value}", self.option);
        match self.question {
            "moves" => client.ask("moves", "Legal moves:").concat(),
            "fen" => client.ask("fen", "Fen:").concat(),
            go => {
                let lines = client.ask(go, "bestmove");
                let score = lines.iter().rev().find_map(|line| line.split_once(" score "));
                let words = score.map_or("", |(_, rest)| rest).split(' ').take(2);
                format!("score {} nodes {}", words.collect::<Vec<_>>().join(" "), last(&lines, "nodes"))
            }
        }
    }
}
