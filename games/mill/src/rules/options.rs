//! Options for every rule except the board layout, so that users can combine rules freely.
//!
//! The defaults are the rules of the chosen variant. The value of an option for an enum is an index in the enum's list,
//! such as [`BoardFull::ALL`].

use plywright::{OptionError, OptionSpec, OptionValue};

use crate::rules::{BoardFull, MillWhilePlacing, Rules, Stalemate};

/// A check option: its name, and a function that returns the rule that it switches on and off.
type Switch = (&'static str, fn(&mut Rules) -> &mut bool);

/// A spin option: its name, minimum and maximum, and functions that read and set the rule.
type Number = (&'static str, i64, i64, fn(&Rules) -> i64, fn(&mut Rules, i64));

/// Lists the switches of a rule for captures without a mill. Their names begin with `$name`.
macro_rules! capture {
    ($name:literal, $rule:ident) => {
        [
            (concat!($name, "Enabled"), |rules| &mut rules.$rule.enabled),
            (concat!($name, "OnSquareEdges"), |rules| &mut rules.$rule.on_square_edges),
            (concat!($name, "OnCrossLines"), |rules| &mut rules.$rule.on_cross_lines),
            (concat!($name, "OnDiagonalLines"), |rules| &mut rules.$rule.on_diagonal_lines),
            (concat!($name, "InPlacingPhase"), |rules| &mut rules.$rule.in_placing_phase),
            (concat!($name, "InMovingPhase"), |rules| &mut rules.$rule.in_moving_phase),
            (concat!($name, "OnlyWhenOwnPiecesLeq3"), |rules| &mut rules.$rule.only_when_own_pieces_leq3),
        ]
    };
}

/// Builds an option for a rule that is an integer.
macro_rules! number {
    ($name:expr, $min:literal, $max:literal, $rule:ident) => {
        ($name, $min, $max, |rules| rules.$rule.into(), |rules, number| rules.$rule = number as _)
    };
}

/// Builds an option that selects one of `$choice::ALL` by its index.
macro_rules! choice {
    ($name:literal, $choice:ident, $rule:ident) => {
        (
            $name,
            0,
            $choice::ALL.len() as i64 - 1,
            |rules| rules.$rule as i64,
            |rules, index| rules.$rule = $choice::ALL[index as usize],
        )
    };
}

const SWITCHES: [Switch; 11] = [
    ("MayFly", |rules| &mut rules.may_fly),
    ("HasDiagonalLines", |rules| &mut rules.has_diagonal_lines),
    ("MayRemoveFromMillsAlways", |rules| &mut rules.may_remove_from_mills_always),
    ("MillWins", |rules| &mut rules.mill_wins),
    ("MayRemoveMultiple", |rules| &mut rules.may_remove_multiple),
    ("MayMoveInPlacingPhase", |rules| &mut rules.may_move_in_placing_phase),
    ("IsDefenderMoveFirst", |rules| &mut rules.is_defender_move_first),
    ("RestrictRepeatedMillsFormation", |rules| &mut rules.restrict_repeated_mills_formation),
    ("OneTimeUseMill", |rules| &mut rules.one_time_use_mill),
    ("StopPlacingWhenTwoEmptySquares", |rules| &mut rules.stop_placing_when_two_empty_squares),
    ("ThreefoldRepetitionRule", |rules| &mut rules.threefold_repetition_rule),
];

const CAPTURES: [[Switch; 7]; 3] = [
    capture!("CustodianCapture", custodian_capture),
    capture!("InterventionCapture", intervention_capture),
    capture!("LeapCapture", leap_capture),
];

/// Name of the option whose maximum depends on the board: half of the board's number of points.
const PIECES_COUNT: &str = "PiecesCount";

/// Name of the option whose maximum depends on the variant: it is at most the variant's number of stones.
const PIECES_AT_LEAST_COUNT: &str = "PiecesAtLeastCount";

const NUMBERS: [Number; 8] = [
    number!(PIECES_COUNT, 3, 12, piece_count),
    number!("FlyPieceCount", 3, 4, fly_piece_count),
    number!(PIECES_AT_LEAST_COUNT, 3, 5, pieces_at_least_count),
    number!("NMoveRule", 0, 1000, n_move_rule),
    number!("EndgameNMoveRule", 0, 1000, endgame_n_move_rule),
    choice!("MillFormationActionInPlacingPhase", MillWhilePlacing, mill_while_placing),
    choice!("BoardFullAction", BoardFull, board_full),
    choice!("StalemateAction", Stalemate, stalemate),
];

fn switches() -> impl Iterator<Item = &'static Switch> {
    SWITCHES.iter().chain(CAPTURES.as_flattened())
}

fn max_stones(rules: &Rules) -> i64 {
    i64::from(rules.board().points().count() / 2)
}

/// Returns an option for each rule except the board layout. The defaults are the values in `named`.
pub(crate) fn specs(named: &Rules) -> impl Iterator<Item = OptionSpec> {
    let mut named = *named;
    let numbers = NUMBERS.map(|(name, min, max, get, _)| {
        let max = match name {
            PIECES_COUNT => max_stones(&named),
            PIECES_AT_LEAST_COUNT => max.min(named.piece_count.into()),
            _ => max,
        };
        OptionSpec::spin(name, get(&named), min, max).of_variant()
    });
    let switches =
        switches().map(move |(name, rule)| OptionSpec::check(name, *rule(&mut named)).of_variant());
    numbers.into_iter().chain(switches)
}

/// Sets a rule by its option. Numbers are clamped to the option's range. Fails if no option has this name and type, or
/// if a side would have too few stones from the beginning.
pub(crate) fn set(rules: &mut Rules, option: &str, value: &OptionValue) -> Result<(), OptionError> {
    let before = *rules;
    let switch = switches().find(|(name, _)| *name == option);
    let number = NUMBERS.iter().find(|(name, ..)| *name == option);
    match (value, switch, number) {
        (OptionValue::Check(on), Some((_, rule)), _) => *rule(rules) = *on,
        (OptionValue::Spin(chosen), _, Some((name, min, max, _, set_number))) => {
            let max = if *name == PIECES_COUNT { max_stones(rules) } else { *max };
            set_number(rules, (*chosen).clamp(*min, max));
        }
        _ => return Err(OptionError::unknown(option)),
    }
    let (stones, needed) = (rules.piece_count, rules.pieces_at_least_count);
    if stones < needed {
        *rules = before;
        let reason = format!("a side begins with {stones} stones, but needs {needed}");
        return Err(OptionError::Unusable { name: option.to_owned(), reason });
    }
    Ok(())
}
