//! Options for every rule, so that users can combine rule sets without a name.
//!
//! The defaults are the rules of the chosen variant. The value of an option for a choice is the choice's
//! index in its list, such as [`BoardFull::ALL`].

use plywright::{OptionError, OptionSpec, OptionValue};

use crate::rules::{BoardFull, MillWhilePlacing, Rules, Stalemate};

/// Name of an option, and the rule that it switches on and off.
type Switch = (&'static str, fn(&mut Rules) -> &mut bool);

/// Name of an option, its minimum and maximum, and functions that read and set the rule.
type Number = (&'static str, i64, i64, fn(&Rules) -> i64, fn(&mut Rules, i64));

const SWITCHES: [Switch; 32] = [
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
    ("CustodianCaptureEnabled", |rules| &mut rules.custodian_capture.enabled),
    ("CustodianCaptureOnSquareEdges", |rules| &mut rules.custodian_capture.on_square_edges),
    ("CustodianCaptureOnCrossLines", |rules| &mut rules.custodian_capture.on_cross_lines),
    ("CustodianCaptureOnDiagonalLines", |rules| &mut rules.custodian_capture.on_diagonal_lines),
    ("CustodianCaptureInPlacingPhase", |rules| &mut rules.custodian_capture.in_placing_phase),
    ("CustodianCaptureInMovingPhase", |rules| &mut rules.custodian_capture.in_moving_phase),
    ("CustodianCaptureOnlyWhenOwnPiecesLeq3", |rules| &mut rules.custodian_capture.only_when_own_pieces_leq3),
    ("InterventionCaptureEnabled", |rules| &mut rules.intervention_capture.enabled),
    ("InterventionCaptureOnSquareEdges", |rules| &mut rules.intervention_capture.on_square_edges),
    ("InterventionCaptureOnCrossLines", |rules| &mut rules.intervention_capture.on_cross_lines),
    ("InterventionCaptureOnDiagonalLines", |rules| &mut rules.intervention_capture.on_diagonal_lines),
    ("InterventionCaptureInPlacingPhase", |rules| &mut rules.intervention_capture.in_placing_phase),
    ("InterventionCaptureInMovingPhase", |rules| &mut rules.intervention_capture.in_moving_phase),
    ("InterventionCaptureOnlyWhenOwnPiecesLeq3", |rules| {
        &mut rules.intervention_capture.only_when_own_pieces_leq3
    }),
    ("LeapCaptureEnabled", |rules| &mut rules.leap_capture.enabled),
    ("LeapCaptureOnSquareEdges", |rules| &mut rules.leap_capture.on_square_edges),
    ("LeapCaptureOnCrossLines", |rules| &mut rules.leap_capture.on_cross_lines),
    ("LeapCaptureOnDiagonalLines", |rules| &mut rules.leap_capture.on_diagonal_lines),
    ("LeapCaptureInPlacingPhase", |rules| &mut rules.leap_capture.in_placing_phase),
    ("LeapCaptureInMovingPhase", |rules| &mut rules.leap_capture.in_moving_phase),
    ("LeapCaptureOnlyWhenOwnPiecesLeq3", |rules| &mut rules.leap_capture.only_when_own_pieces_leq3),
];

/// Name of the option whose maximum depends on the board.
const PIECES_COUNT: &str = "PiecesCount";

const NUMBERS: [Number; 8] = [
    (PIECES_COUNT, 3, 12, |rules| rules.piece_count.into(), |rules, n| rules.piece_count = n as u8),
    ("FlyPieceCount", 3, 4, |rules| rules.fly_piece_count.into(), |rules, n| rules.fly_piece_count = n as u8),
    (
        "PiecesAtLeastCount",
        3,
        5,
        |rules| rules.pieces_at_least_count.into(),
        |rules, n| rules.pieces_at_least_count = n as u8,
    ),
    ("NMoveRule", 0, 1000, |rules| rules.n_move_rule.into(), |rules, n| rules.n_move_rule = n as u16),
    (
        "EndgameNMoveRule",
        0,
        1000,
        |rules| rules.endgame_n_move_rule.into(),
        |rules, n| rules.endgame_n_move_rule = n as u16,
    ),
    (
        "MillFormationActionInPlacingPhase",
        0,
        MillWhilePlacing::ALL.len() as i64 - 1,
        |rules| rules.mill_while_placing as i64,
        |rules, n| rules.mill_while_placing = MillWhilePlacing::ALL[n as usize],
    ),
    (
        "BoardFullAction",
        0,
        BoardFull::ALL.len() as i64 - 1,
        |rules| rules.board_full as i64,
        |rules, n| rules.board_full = BoardFull::ALL[n as usize],
    ),
    (
        "StalemateAction",
        0,
        Stalemate::ALL.len() as i64 - 1,
        |rules| rules.stalemate as i64,
        |rules, n| rules.stalemate = Stalemate::ALL[n as usize],
    ),
];

/// Maximum number of stones of each side on the board of `rules`.
fn most_stones(rules: &Rules) -> i64 {
    i64::from(rules.board().points().count() / 2)
}

/// The options, with the rules of a variant as their defaults.
pub(crate) fn specs(named: &Rules) -> impl Iterator<Item = OptionSpec> {
    let mut named = *named;
    let numbers = NUMBERS.map(|(name, least, greatest, get, _)| {
        let greatest = if name == PIECES_COUNT { most_stones(&named) } else { greatest };
        OptionSpec::spin(name, get(&named), least, greatest).of_variant()
    });
    let switches = SWITCHES.map(|(name, rule)| OptionSpec::check(name, *rule(&mut named)).of_variant());
    numbers.into_iter().chain(switches)
}

/// Sets the rule of the option called `option`.
///
/// # Errors
/// When there is no such option.
pub(crate) fn set(rules: &mut Rules, option: &str, value: &OptionValue) -> Result<(), OptionError> {
    let switch = SWITCHES.iter().find(|(name, _)| *name == option);
    let number = NUMBERS.iter().find(|(name, ..)| *name == option);
    match (value, switch, number) {
        (OptionValue::Check(on), Some((_, rule)), _) => *rule(rules) = *on,
        (OptionValue::Spin(number), _, Some((name, least, greatest, _, set))) => {
            let greatest = if *name == PIECES_COUNT { most_stones(rules) } else { *greatest };
            set(rules, (*number).clamp(*least, greatest));
        }
        _ => return Err(OptionError::unknown(option)),
    }
    Ok(())
}
