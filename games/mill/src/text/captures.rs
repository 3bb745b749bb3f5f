//! The fields behind the seventeen: stones that a pending removal is bound to because they have been captured.
//!
//! `c:` stands for custodian captures, `i:` for interventions, `l:` for leaps; then for each side the number of stones
//! to take and the numbers of the points where they may be taken: `i:w-0-|b-2-15.31`.

use plywright::{ParsePositionError, Side};

use crate::game::Mill;
use crate::points::Points;
use crate::square::Square;
use crate::state::State;
use crate::text::fields::{Fields, NAMES};

const LETTERS: &str = "cil";
const EXPECTED: &str = "captured stones of the opponent, as in i:w-0-|b-2-15.31";

impl Mill {
    /// Reads the fields behind the regular ones; rules without captures have none.
    pub(super) fn read_captures(&self, fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
        for field in NAMES.len()..fields.len() {
            if !self.rules.captures() {
                return Err(fields.error(field, "nothing after the move number"));
            }
            let word = fields.get(field).unwrap_or_default();
            let targets = read_targets(word, state.side).ok_or_else(|| fields.error(field, EXPECTED))?;
            if !state.opposing().contains(targets) || state.pending() <= 0 && !targets.is_empty() {
                return Err(fields.error(field, EXPECTED));
            }
            state.targets |= targets;
        }
        Ok(())
    }

    /// Writes the fields behind the regular ones, each after a blank.
    pub(super) fn write_captures(&self, state: &State) -> String {
        let paired: Points = state
            .targets
            .iter()
            .filter(|at| {
                !self.counterpart(state, state.targets, *at).is_empty() || !self.is_sandwiched(state, *at)
            })
            .collect();
        let rules = &self.rules;
        let (parted, single) = if !rules.custodian_capture && !rules.leap_capture {
            (state.targets, Points::NONE)
        } else if rules.intervention_capture {
            (paired, state.targets.without(paired))
        } else {
            (Points::NONE, state.targets)
        };
        let single_letter = if rules.custodian_capture { 'c' } else { 'l' };
        write_targets(single_letter, single, 1, state.side)
            + &write_targets('i', parted, parted.count(), state.side)
    }

    fn is_sandwiched(&self, state: &State, at: Square) -> bool {
        let own = state.own();
        self.board
            .lines()
            .iter()
            .any(|&[first, middle, last]| middle == at && own.has(first) && own.has(last))
    }
}

/// The points named for `side`, or `None` when the text has another form.
fn read_targets(word: &str, side: Side) -> Option<Points> {
    let (letter, sides) = word.split_once(':')?;
    if letter.len() != 1 || !LETTERS.contains(letter) {
        return None;
    }
    let mut targets = Points::NONE;
    for part in sides.split('|') {
        let (name, rest) = part.split_once('-')?;
        let (count, list) = rest.split_once('-')?;
        count.parse::<u8>().ok()?;
        let mut points = Points::NONE;
        for number in list.split('.').filter(|number| !number.is_empty()) {
            points |= Square::from_number(number.parse().ok()?)?.bit();
        }
        match (name, side) {
            ("w", Side::First) | ("b", Side::Second) => targets |= points,
            ("w" | "b", _) => {}
            _ => return None,
        }
    }
    Some(targets)
}

fn write_targets(letter: char, targets: Points, count: u32, side: Side) -> String {
    if targets.is_empty() {
        return String::new();
    }
    let numbers: Vec<String> = targets.iter().map(|square| square.number().to_string()).collect();
    let list = numbers.join(".");
    match side {
        Side::First => format!(" {letter}:w-{count}-{list}|b-0-"),
        Side::Second => format!(" {letter}:w-0-|b-{count}-{list}"),
    }
}
