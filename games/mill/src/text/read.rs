//! Reads positions.
//!
//! The board and the side to move are required. Fields at the end may be missing. Without the field of the phase, the
//! phase is placing on an empty board, and moving on any other board. Without the fields of stones in hand, all stones
//! that are not on the board are in hand if the phase is placing (n, r or p); otherwise none is. Too many stones on the
//! board are an error. Too many in hand are dropped with a warning. A stated number of stones on the board that differs
//! from the board gives a warning.

use plywright::{Game, ParsePositionError, Side};

use super::extra;
use super::fields::{Fields, GROUP, MAX_COUNT, at, sign};
use super::write::action_letter;
use crate::board::{Point, PointSet};
use crate::game::Mill;
use crate::position::{Phase, State};
use crate::rules::Rules;

/// Contradictions in a text that is still valid, each as a sentence for the user.
type Warnings = Vec<String>;

/// Reads a position, and finds contradictions in its text.
pub(super) fn position(game: &Mill, text: &str) -> Result<(State, Warnings), ParsePositionError> {
    let fields = Fields::split(text);
    let mut warnings = Warnings::new();
    let mut state = State::empty(0);
    read_board(game, &fields, &mut state)?;
    state.side = match fields.letter(at::SIDE, "wb")?.ok_or_else(|| fields.error(at::SIDE, "w or b"))? {
        'w' => Side::First,
        _ => Side::Second,
    };
    let phase = fields.letter(at::PHASE, "nrpmo")?;
    let action = fields.letter(at::ACTION, "psr?")?;
    read_hands(game, &fields, phase, &mut state, &mut warnings)?;
    read_removals(game, &fields, action, &mut state, &mut warnings)?;
    decide_phase(phase, &mut state, &mut warnings);
    read_mills(game, &fields, &mut state)?;
    read_counters(&fields, &mut state)?;
    extra::read(game.rules(), &fields, &mut state)?;
    if !state.marked.is_empty() && state.hand == [0, 0] && state.phase != Phase::Placing {
        return Err(fields.error(at::BOARD, "no X: placing is over, and marked stones leave the board then"));
    }
    state.key = state.recomputed_key();
    game.restore(&mut state, phase == Some('o'));
    check_redundant(game, phase, action, &state, &mut warnings);
    Ok((state, warnings))
}

fn read_board(game: &Mill, fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
    let points = game.board().points().count() as usize;
    let group_count = points.div_ceil(GROUP);
    let wrong_shape =
        || fields.error(at::BOARD, format!("{group_count} groups of {GROUP} signs joined by '/'"));
    let board = fields.get(at::BOARD).ok_or_else(wrong_shape)?;
    let groups: Vec<&str> = board.split('/').collect();
    if groups.len() != group_count {
        return Err(wrong_shape());
    }
    for (i, group) in groups.iter().enumerate() {
        if group.chars().count() != GROUP.min(points - i * GROUP) {
            return Err(wrong_shape());
        }
    }
    for (i, found) in groups.concat().chars().enumerate() {
        let bit = PointSet::of(Point::new(i));
        match found {
            sign::WHITE => state.stones[0] |= bit,
            sign::BLACK => state.stones[1] |= bit,
            sign::EMPTY => {}
            sign::MARKED if game.rules().marks_stones() => state.marked |= bit,
            sign::MARKED => return Err(fields.error(at::BOARD, "no X: these rules mark no stones")),
            _ => return Err(fields.error(at::BOARD, "only the signs O @ * X")),
        }
    }
    let max_stones = game.rules().piece_count;
    if state.stones.iter().any(|stones| stones.count() > u32::from(max_stones)) {
        return Err(fields.error(at::BOARD, format!("at most {max_stones} stones of each side")));
    }
    Ok(())
}

fn read_hands(
    game: &Mill,
    fields: &Fields,
    phase: Option<char>,
    state: &mut State,
    warnings: &mut Warnings,
) -> Result<(), ParsePositionError> {
    let max_stones = game.rules().piece_count;
    let board_is_empty = state.occupied().is_empty();
    let placing = phase.map_or(board_is_empty, |phase| "nrp".contains(phase));
    for (side, name) in Side::BOTH.into_iter().zip(["White", "Black"]) {
        let i = side.index();
        let on_board = state.stones[i].count() as u8;
        let missing = if placing { max_stones - on_board } else { 0 };
        let stated = fields.number(at::ON_BOARD + 2 * i, &(0..=max_stones.into()))?;
        let hand = fields.number(at::IN_HAND + 2 * i, &(0..=max_stones.into()))?.map_or(missing, |n| n as u8);
        // Stones in hand beyond the number that the rules allow are dropped, because otherwise play could
        // lead to a position whose text is refused.
        let kept = hand.min(max_stones - on_board);
        state.hand[i] = kept;
        state.total[i] = on_board + kept;
        if let Some(stated) = stated.filter(|stated| *stated != i64::from(on_board)) {
            warnings.push(format!("{name} has {on_board} stones on the board, not {stated}"));
        }
        if kept < hand {
            warnings.push(format!(
                "{name} has {on_board} stones on the board and {hand} in hand, more than {max_stones}; {kept} stay in hand"
            ));
        }
    }
    Ok(())
}

fn read_removals(
    game: &Mill,
    fields: &Fields,
    action: Option<char>,
    state: &mut State,
    warnings: &mut Warnings,
) -> Result<(), ParsePositionError> {
    let max_stones = i64::from(game.rules().piece_count);
    let min = if game.rules().removes_own_stones() { -max_stones } else { 0 };
    let mut due = [0; 2];
    for (i, number) in due.iter_mut().enumerate() {
        *number = fields.number(at::REMOVALS + i, &(min..=max_stones))?.unwrap_or(0);
    }
    let (own, other) = (state.side.index(), state.side.other().index());
    let mut field_of_own = at::REMOVALS + own;
    if action == Some('r') && due[own] == 0 {
        field_of_own = find_removal_elsewhere(fields, own, &mut due, warnings)?;
    }
    if due[other] != 0 && !game.rules().both_may_have_removals() {
        return Err(fields.error(at::REMOVALS + other, "0, because that side is not to move"));
    }
    for (remover, field) in [(own, field_of_own), (other, at::REMOVALS + other)] {
        let victims = if due[remover] < 0 { remover } else { 1 - remover };
        let max_due = max_removals(game.rules(), state.stones[victims]);
        if due[remover].unsigned_abs() > max_due.into() {
            return Err(fields.error(field, format!("at most {max_due} stones to remove")));
        }
        state.removals[remover] = due[remover] as i8;
    }
    Ok(())
}

/// Corrects `due` for a text with the action r and 0 in the field of the side to move, whose index is `own`. Takes the
/// number from the other side's field, with a warning, or 1 if the text has no such fields. Returns the index of the
/// field of the number. Fails if both fields have 0.
fn find_removal_elsewhere(
    fields: &Fields,
    own: usize,
    due: &mut [i64; 2],
    warnings: &mut Warnings,
) -> Result<usize, ParsePositionError> {
    due.swap(0, 1);
    if fields.get(at::REMOVALS).is_none() {
        due[own] = 1;
    }
    if due[own] == 0 {
        return Err(fields.error(at::REMOVALS + own, "at least 1 with action r"));
    }
    if fields.len() > at::REMOVALS {
        warnings.push("the pending removal is in the other side's field".to_owned());
    }
    Ok(at::REMOVALS + 1 - own)
}

/// Returns the maximum number of removals that may be due if they take stones from `stones`.
fn max_removals(rules: &Rules, stones: PointSet) -> u32 {
    // With `may_remove_multiple`, more removals may be due than there are stones, because each closed mill earns one.
    if rules.may_remove_multiple && !stones.is_empty() { rules.piece_count.into() } else { stones.count() }
}

/// Reads the fields of last mills and used mills. If the rules do not use a field, its number is checked and ignored.
fn read_mills(game: &Mill, fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
    let points = game.board().points();
    for (field, last_mill) in (at::LAST_MILLS..).zip(state.last_mill.as_flattened_mut()) {
        let Some(word) = fields.get(field) else { return Ok(()) };
        let point = fields.point(word, points.count()).map_err(|expected| fields.error(field, expected))?;
        if game.rules().restrict_repeated_mills_formation {
            *last_mill = point.map_or(0, Point::number);
        }
    }
    let Some(word) = fields.get(at::MASK) else { return Ok(()) };
    let mask: u64 =
        word.parse().map_err(|_| fields.error(at::MASK, "a mask of 64 bits as a whole number"))?;
    let first = fields.first_number();
    let halves =
        [mask >> 32, mask & u64::from(u32::MAX)].map(|half| PointSet::from_bits((half >> first) as u32));
    // With points numbered from 0, bits above those of the points are refused: they come from a mask whose bits begin
    // at 8.
    if first == 0 && !halves.iter().all(|half| points.contains_all(*half)) {
        let last = points.count() - 1;
        return Err(fields.error(at::MASK, format!("a mask with bits from 0 to {last} in each half")));
    }
    if game.rules().one_time_use_mill {
        state.used_mills = halves.map(|half| half & points);
    }
    Ok(())
}

/// Adds a warning if the phase is o but the game is not over, and a warning if the action is not the one that is due.
fn check_redundant(
    game: &Mill,
    phase: Option<char>,
    action: Option<char>,
    state: &State,
    warnings: &mut Warnings,
) {
    let over = game.ending(state).is_some();
    if phase == Some('o') && !over {
        warnings.push("the phase is o, but the game is not over".to_owned());
    }
    let expected = action_letter(game, state);
    if let Some(action) = action.filter(|action| !over && !['?', expected].contains(action)) {
        warnings.push(format!("the action is {action}, but {expected} is due"));
    }
}

/// Sets the phase by the stones in hand of the side to move, and adds a warning if the text contradicts it. A removal
/// after a side's last placing belongs to the placing phase if the text says so, or if it does not say m and no hand
/// has a stone, but the board has a marked one.
fn decide_phase(phase: Option<char>, state: &mut State, warnings: &mut Warnings) {
    let is_marking = !state.marked.is_empty() && state.hand == [0, 0] && phase != Some('m');
    let after_last_placing = (phase == Some('p') || is_marking) && state.pending() != 0;
    state.phase = if state.places() || after_last_placing { Phase::Placing } else { Phase::Moving };
    let contradicts = match phase {
        Some('p' | 'r') => state.phase != Phase::Placing,
        Some('m') => state.phase != Phase::Moving,
        _ => false,
    };
    if let Some(phase) = phase.filter(|_| contradicts) {
        let stones = if state.places() { "stones" } else { "no stone" };
        warnings.push(format!("the phase is {phase}, but the side to move has {stones} in hand"));
    }
}

fn read_counters(fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
    let halfmove_clock = fields.number(at::HALFMOVE_CLOCK, &(0..=MAX_COUNT))?.unwrap_or(0);
    let fullmove = fields.number(at::FULLMOVE, &(-1..=MAX_COUNT))?.unwrap_or(1);
    state.halfmove_clock = halfmove_clock as u16;
    state.fullmove = fullmove.max(1) as u16;
    Ok(())
}
