//! Fields of a position text after the seventeen regular ones. This program writes only fields that give the reason of
//! a pending removal, and only if the board does not show the reason.
//!
//! `c:` stands for custodian captures, `i:` for interventions, `l:` for leaps. Then come, for each side, the number of
//! stones that it takes and the points where it may take them: `i:w-0-|b-2-15.31`. `s:2` is written if a removal after
//! a stalemate is pending and the board does not show this reason.
//!
//! A reader takes `s:1` and `s:2` for any removal after a stalemate, and ignores other numbers after `s:`. It also
//! accepts `ids:nodes`, which says that points are numbered from 0, and `p:` with the number of a point, or with the
//! number that means no point. In a program that writes `p:` with a point, an intervention takes the pair that contains
//! the point. In this program, the rules decide which of two pairs is taken, so the point is refused under rules with
//! interventions. Under other rules, it has no effect. The fields may come in any order.

use plywright::{ParsePositionError, Side};

use crate::board::{Point, PointSet};
use crate::position::{Phase, State};
use crate::rules::{CaptureKind, FamilyRules, Rules};
use crate::text::fields::{Fields, NAMES, is_from_0};

/// Letter and kind of each capture, and the maximum number of stones that its field states.
const KINDS: [(char, CaptureKind, u32); 3] =
    [('c', CaptureKind::Custodian, 1), ('i', CaptureKind::Intervention, 2), ('l', CaptureKind::Leap, 1)];
const EXPECTED: &str = "ids:nodes, or a field that begins with c: i: l: p: or s:";
const EXPECTED_STALEMATE: &str = "s: and a whole number";
const NO_STALEMATE: &str = "s:0, because no removal after a stalemate can be due";
const NO_PREFERENCE: &str =
    "no preferred removal, because the rules decide which stones an intervention takes";
const EXPECTED_TARGETS: &str = "stones of the opponent under a capture of the rules, as in i:w-0-|b-2-15.31";

/// Reads the fields after the move number into `state`: the targets of captures, and whether removals follow from a
/// stalemate. Refuses fields that the rules do not have.
pub(super) fn read(rules: &Rules, fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
    for field in NAMES.len()..fields.len() {
        let word = fields.get(field).unwrap_or_default();
        if is_from_0(word) {
            continue;
        }
        let result = match word.split_once(':') {
            Some(("s", number)) => read_stalemate(rules, number, state),
            Some(("p", point)) => check_preferred(rules, fields, point),
            Some(("c" | "i" | "l", _)) => read_captures(rules, fields, word, state),
            _ => Err(EXPECTED.to_owned()),
        };
        result.map_err(|expected| fields.error(field, expected))?;
    }
    Ok(())
}

/// Formats the fields that follow the regular ones, each preceded by a space. Most positions have none.
pub(super) fn write(rules: &FamilyRules, state: &State) -> String {
    let mut text = String::new();
    for (letter, kind, max) in KINDS {
        let is_of_kind = |at: &Point| rules.capture_kind(state, *at) == kind;
        let targets: PointSet = state.targets.iter().filter(is_of_kind).collect();
        text += &write_targets(letter, targets, targets.count().min(max), state.side);
    }
    if rules.hides_stalemate(state) { text + " s:2" } else { text }
}

/// Reads the field `s:` with this number. It has no effect if no removal is due, as at the end of a game.
fn read_stalemate(rules: &Rules, number: &str, state: &mut State) -> Result<(), String> {
    let number: i32 = number.parse().map_err(|_| EXPECTED_STALEMATE)?;
    if !matches!(number, 1 | 2) || state.removals == [0, 0] {
        return Ok(());
    }
    if !rules.stalemate_removes() || state.places() || state.removals.iter().all(|due| *due <= 0) {
        return Err(NO_STALEMATE.to_owned());
    }
    state.phase = Phase::Stalemate;
    Ok(())
}

/// Checks the point of the field `p:`. Fails if the point could change which stones are taken.
fn check_preferred(rules: &Rules, fields: &Fields, point: &str) -> Result<(), String> {
    let preferred = fields.point(point, rules.board().points().count())?;
    if preferred.is_some() && rules.intervention_capture.enabled {
        return Err(NO_PREFERENCE.to_owned());
    }
    Ok(())
}

/// Adds the targets of a field for a kind of capture to `state`.
fn read_captures(rules: &Rules, fields: &Fields, word: &str, state: &mut State) -> Result<(), String> {
    let targets = read_targets(rules, fields, word, state.side).ok_or(EXPECTED_TARGETS)?;
    if !state.opposing().contains_all(targets) || (state.pending() <= 0 && !targets.is_empty()) {
        return Err(EXPECTED_TARGETS.to_owned());
    }
    state.targets |= targets;
    Ok(())
}

/// Parses a field for a kind of capture. Returns the points where `side` may take stones; `None` if the field is
/// malformed, or names such points for a capture that the rules do not have. The numbers of stones are not used, but
/// must be from 0 to 255.
fn read_targets(rules: &Rules, fields: &Fields, word: &str, side: Side) -> Option<PointSet> {
    let (letter, sides) = word.split_once(':')?;
    let (_, kind, _) = KINDS.iter().find(|(known, ..)| letter.parse() == Ok(*known))?;
    let capture = match kind {
        CaptureKind::Custodian => rules.custodian_capture,
        CaptureKind::Intervention => rules.intervention_capture,
        CaptureKind::Leap => rules.leap_capture,
    };
    let board_points = rules.board().points().count();
    let mut targets = PointSet::EMPTY;
    for part in sides.split('|') {
        let (name, rest) = part.split_once('-')?;
        let (count, list) = rest.split_once('-')?;
        count.parse::<u8>().ok()?;
        let mut points = PointSet::EMPTY;
        for number in list.split('.').filter(|number| !number.is_empty()) {
            points.insert(fields.point(number, board_points).ok()??);
        }
        match (name, side) {
            ("w", Side::First) | ("b", Side::Second) => targets |= points,
            ("w" | "b", _) => {}
            _ => return None,
        }
    }
    (capture.enabled || targets.is_empty()).then_some(targets)
}

fn write_targets(letter: char, targets: PointSet, count: u32, side: Side) -> String {
    if targets.is_empty() {
        return String::new();
    }
    let numbers: Vec<String> = targets.iter().map(|point| point.number().to_string()).collect();
    let list = numbers.join(".");
    match side {
        Side::First => format!(" {letter}:w-{count}-{list}|b-0-"),
        Side::Second => format!(" {letter}:w-0-|b-{count}-{list}"),
    }
}
