//! Writing a position.

use std::fmt::Write;

use plywright::Side;

use crate::game::Mill;
use crate::point::Point;
use crate::state::{Phase, State};
use crate::text::drawing::symbol;
use crate::text::fields::GROUP;

impl Mill {
    pub(super) fn write_position(&self, state: &State) -> String {
        let mut text = self.board_text(state);
        let over = self.ended(state).is_some();
        let side = if state.side == Side::First { 'w' } else { 'b' };
        let phase = match state.phase {
            _ if over => 'o',
            Phase::Placing => 'p',
            Phase::Moving | Phase::Stalemate | Phase::Over => 'm',
        };
        let action = if over {
            '?'
        } else if state.pending() != 0 {
            'r'
        } else if state.places() {
            'p'
        } else {
            's'
        };
        let _ = write!(text, " {side} {phase} {action}");
        for i in [0, 1] {
            let _ = write!(text, " {} {}", state.total[i] - state.hand[i], state.hand[i]);
        }
        let _ = write!(text, " {} {}", state.removals[0], state.removals[1]);
        for number in state.last_mill.iter().flatten() {
            let _ = write!(text, " {number}");
        }
        let mask = u64::from(state.used_mills[0].bits()) << 32 | u64::from(state.used_mills[1].bits());
        let _ = write!(text, " {} {} {}", mask << Point::FIRST_NUMBER, state.halfmove_clock, state.fullmove);
        text + &self.write_extra(state)
    }

    fn board_text(&self, state: &State) -> String {
        let symbols: Vec<char> =
            (0..self.board.points().count() as usize).map(|i| symbol(state, Point::new(i))).collect();
        let groups: Vec<String> = symbols.chunks(GROUP).map(|group| group.iter().collect()).collect();
        groups.join("/")
    }
}
