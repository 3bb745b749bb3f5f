//! Writing a position.

use std::fmt::Write;

use plywright::Side;

use crate::board::Point;
use crate::mill::Mill;
use crate::position::{Phase, State};
use crate::rules::RuleSheet;
use crate::text::extra;
use crate::text::fields::action_letter;
use crate::text::signs::{GROUP, symbol};

/// Text of a position.
pub(super) fn position(game: &Mill, state: &State) -> String {
    let mut text = board(game, state);
    let is_over = game.sheet.ending(state).is_some();
    let side = if state.side == Side::First { 'w' } else { 'b' };
    let phase = match state.phase {
        _ if is_over => 'o',
        Phase::Placing => 'p',
        Phase::Moving | Phase::Stalemate | Phase::Over => 'm',
    };
    let action = if is_over { '?' } else { action_letter(state) };
    let _ = write!(text, " {side} {phase} {action}");
    for i in [0, 1] {
        let _ = write!(text, " {} {}", state.total[i] - state.hand[i], state.hand[i]);
    }
    let _ = write!(text, " {} {}", state.removals[0], state.removals[1]);
    for number in state.last_mill.iter().flatten() {
        let _ = write!(text, " {number}");
    }
    let [white, black] = state.used_mills.map(|used| u64::from(used.bits()) << Point::FIRST_NUMBER);
    let _ = write!(text, " {} {} {}", white << 32 | black, state.halfmove_clock, state.fullmove);
    text + &extra::write(&game.sheet, state)
}

fn board(game: &Mill, state: &State) -> String {
    let symbols: Vec<char> = game.board.points().iter().map(|point| symbol(state, point)).collect();
    let groups: Vec<String> = symbols.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("/")
}
