//! Fields of a position text after the seventeen regular ones. They give the reason of a pending removal if the board
//! does not show the reason.
//!
//! `c:` stands for custodian captures, `i:` for interventions, `l:` for leaps. Then come, for each side, the number of
//! stones that it takes and the points where it may take them: `i:w-0-|b-2-15.31`. `s:2` is written if a removal after
//! a stalemate is pending and the board does not show this reason. A reader takes `s:1` and `s:2` for any removal after
//! a stalemate, and `s:0` for none.

use plywright::{ParsePositionError, Side};

use crate::board::{Point, PointSet};
use crate::position::{Phase, State};
use crate::rules::{CaptureKind, FamilyRules, Rules};
use crate::text::fields::{Fields, NAMES};

/// Letter and kind of each capture, and the maximum number of stones that its field states.
const KINDS: [(char, CaptureKind, u32); 3] =
    [('c', CaptureKind::Custodian, 1), ('i', CaptureKind::Intervention, 2), ('l', CaptureKind::Leap, 1)];
const EXPECTED_STALEMATE: &str = "s:0, or s:1 or s:2 with a stone to remove by either side";
const EXPECTED: &str = "stones of the opponent under a capture of the rules, as in i:w-0-|b-2-15.31";

/// Reads the fields after the move number into `state`: the targets of captures, and whether removals follow from a
/// stalemate. Refuses fields that the rules do not have.
pub(super) fn read(rules: &Rules, fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
    for field in NAMES.len()..fields.len() {
        let word = fields.get(field).unwrap_or_default();
        if let Some(which) = word.strip_prefix("s:")
            && rules.stalemate_removes()
        {
            match which {
                "0" => {}
                "1" | "2" if state.removals.iter().any(|due| *due > 0) && !state.places() => {
                    state.phase = Phase::Stalemate;
                }
                _ => return Err(fields.error(field, EXPECTED_STALEMATE)),
            }
            continue;
        }
        if !rules.captures() {
            return Err(fields.error(field, "nothing after the move number"));
        }
        let targets = read_targets(rules, word, state.side).ok_or_else(|| fields.error(field, EXPECTED))?;
        if !state.opposing().contains_all(targets) || (state.pending() <= 0 && !targets.is_empty()) {
            return Err(fields.error(field, EXPECTED));
        }
        state.targets |= targets;
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

/// Parses a field for a kind of capture. Returns the points where `side` may take stones; `None` if the field is
/// malformed, or names such points for a capture that the rules do not have. The numbers of stones are not used, but
/// must be from 0 to 255.
fn read_targets(rules: &Rules, word: &str, side: Side) -> Option<PointSet> {
    let (letter, sides) = word.split_once(':')?;
    let (_, kind, _) = KINDS.iter().find(|(known, ..)| letter.parse() == Ok(*known))?;
    let capture = match kind {
        CaptureKind::Custodian => rules.custodian_capture,
        CaptureKind::Intervention => rules.intervention_capture,
        CaptureKind::Leap => rules.leap_capture,
    };
    let mut targets = PointSet::EMPTY;
    for part in sides.split('|') {
        let (name, rest) = part.split_once('-')?;
        let (count, list) = rest.split_once('-')?;
        count.parse::<u8>().ok()?;
        let mut points = PointSet::EMPTY;
        for number in list.split('.').filter(|number| !number.is_empty()) {
            points.insert(Point::from_number(number.parse().ok()?)?);
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
