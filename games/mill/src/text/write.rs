//! Writes positions.

use std::fmt::Write;

use plywright::{Game, Side};

use super::extra;
use super::fields::{GROUP, sign};
use crate::board::Point;
use crate::game::Mill;
use crate::position::{Phase, State};
use crate::rules::Duty;

pub(super) fn position(game: &Mill, state: &State) -> String {
    let mut text = board(game, state);
    let is_over = game.ending(state).is_some();
    let side = if state.side == Side::First { 'w' } else { 'b' };
    let phase = match state.phase {
        _ if is_over => 'o',
        Phase::Placing => 'p',
        Phase::Moving | Phase::Stalemate | Phase::Over => 'm',
    };
    let action = if is_over { '?' } else { action_letter(game, state) };
    // Writing to a `String` cannot fail.
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
    text + &extra::write(&game.family, state)
}

fn board(game: &Mill, state: &State) -> String {
    let signs: Vec<char> = game.board().points().iter().map(|point| sign_of(state, point)).collect();
    let groups: Vec<String> = signs.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("/")
}

pub(super) fn sign_of(state: &State, point: Point) -> char {
    let [white, black] = state.stones.map(|stones| stones.contains(point));
    match (white, black, state.marked().contains(point)) {
        (true, ..) => sign::WHITE,
        (_, true, _) => sign::BLACK,
        (.., true) => sign::MARKED,
        _ => sign::EMPTY,
    }
}

/// Returns the letter for the action that the side to move must take. If the game is over, the letter has no meaning.
pub(super) fn action_letter(game: &Mill, state: &State) -> char {
    match game.standard().duty(state) {
        Duty::Remove => 'r',
        Duty::Place => 'p',
        Duty::Fly | Duty::Slide => 's',
    }
}
