//! Mill as a [`Playable`] game: names, options, levels and benchmark positions.

use plywright::search::Algorithm;
use plywright::tablebase::GameTablebase;
use plywright::{
    Game, GameInfo, GameOptions, Learned, Levels, MoveNumbers, Notation, OptionAlias, OptionUnit, Playable,
    Solved, Variant,
};

use crate::board::MAX_POINTS;
use crate::eval::{MillEval, PointsAndLines};
use crate::game::Mill;
use crate::options::MillOptions;
use crate::position::{Move, State};
use crate::rules::{self, Rules};
use crate::themes::themes;

/// Benchmark positions from every phase of Nine Men's Morris, each with its search depth in plies.
const BENCH: [(&str, u16); 8] = [
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", 10),
    ("****O***/*@*O*@**/****O*@* w p p 3 6 3 6 0 0 0 0 0 0 0 0 4", 10),
    ("O*@*O@**/*@@@**@O/**@OOO** w p r 6 1 7 2 1 0 0 0 0 0 0 0 8", 14),
    ("@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10", 11),
    ("@**@*@@@/O*OO*@O*/O@*OOO** b m s 8 0 7 0 0 0 0 0 0 0 0 1 10", 11),
    ("*O**@*@@/@O*O****/*@*OOO** w m r 6 0 5 0 1 0 0 0 0 0 0 10 22", 11),
    ("***@***O/**@OO***/**@****O w m s 4 0 3 0 0 0 0 0 0 0 0 6 30", 9),
    ("***@**O*/***@**O*/O****@** b m s 3 0 3 0 0 0 0 0 0 0 0 12 40", 11),
];

/// Levels with their Elo ratings from a tournament of levels at Nine Men's Morris. A player of random moves
/// has rating 0.
const RATINGS: [(u8, u16); 10] = [
    (0, 810),
    (3, 1020),
    (6, 1230),
    (9, 1380),
    (12, 1500),
    (15, 1710),
    (18, 1900),
    (21, 2040),
    (24, 2170),
    (26, 2290),
];

/// Names and units that clients of Mill engines use for some of the shared options.
const ALIASES: [OptionAlias; 2] = [
    OptionAlias {
        name: "MoveTime",
        option: "MoveTimeMs",
        unit: Some(OptionUnit { default: 1, max: 60, convert: move_time_ms }),
    },
    OptionAlias { name: "IDSEnabled", option: "IDS", unit: None },
];

/// Converts a value of the option `MoveTime` into milliseconds: 640 for each unit, plus 10. This is the formula with
/// which the option was published. The value 0 stays 0 and means no limit.
const fn move_time_ms(units: i64) -> i64 {
    if units == 0 { 0 } else { 640 * units + 10 }
}

const POINTS: u32 = MAX_POINTS as u32;

impl Playable for Mill {
    type Eval = Learned<PointsAndLines, MillEval>;
    const INFO: GameInfo = GameInfo {
        // Clients of Mill engines expect MTD(f) as the default.
        algorithm: Algorithm::MtdF,
        levels: Levels { default: 1, ratings: &RATINGS, use_network: true, like_people: true },
        option_aliases: &ALIASES,
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        phases: &[
            "placing, 13 or more in hand",
            "placing, 7 to 12 in hand",
            "placing, 1 to 6 in hand",
            "moving, more than 10 stones",
            "moving, 10 stones or fewer",
        ],
        max_plies: 4000,
        move_numbers: MoveNumbers::ByCode(POINTS * (POINTS + 2)),
        ..GameInfo::new("mill", "Nine Men's Morris and its family.")
    };

    fn variants() -> Vec<Variant> {
        rules::variants()
    }

    fn variant(name: &str) -> Option<Self> {
        rules::find(name).map(Self::new)
    }

    fn options(&self) -> Box<dyn GameOptions<Self>> {
        Box::new(MillOptions::of(*self.rules()))
    }

    fn tablebase(&self) -> Option<Box<dyn GameTablebase<Self>>> {
        self.has_tables().then(|| Box::new(self.clone()) as Box<dyn GameTablebase<Self>>)
    }

    fn solved(&self) -> Option<Solved> {
        let is_usual = *self.rules() == Rules::NINE_MENS_MORRIS;
        is_usual.then_some(Solved { winner: None, source: "Gasser, 1996" })
    }

    fn themes(&self, state: &State, line: &[Move]) -> Vec<&'static str> {
        themes(self, state, line)
    }

    /// Returns an index in [`GameInfo::phases`]. While stones are in hand, the number of stones in both hands decides;
    /// after that, the number of stones on the board.
    fn phase(&self, state: &State) -> usize {
        let on_board: u32 = state.stones.iter().map(|stones| stones.count()).sum();
        match state.hand[0] + state.hand[1] {
            0 if on_board > 10 => 3,
            0 => 4,
            1..=6 => 2,
            7..=12 => 1,
            _ => 0,
        }
    }

    /// Returns positions of Nine Men's Morris, or the start position of another variant.
    fn bench_positions(&self) -> Vec<(String, u16)> {
        if *self.rules() == Rules::NINE_MENS_MORRIS {
            BENCH.iter().map(|(text, depth)| ((*text).to_owned(), *depth)).collect()
        } else {
            vec![(self.position_text(&self.start()), Self::INFO.bench_depth)]
        }
    }

    /// Numbers placings first, by point, then moves from point to point, by start and end, then removals, by point.
    fn number(code: u32) -> u32 {
        // The five lowest bits of a code are the end of the move or its only point; the next five are its start, the
        // others its kind.
        let (from, to) = (code >> 5 & 31, code & 31);
        match code >> 10 {
            0 => to,
            1 => POINTS * (1 + from) + to,
            _ => POINTS * (1 + POINTS) + to,
        }
    }
}
