//! Morpheus saves buildings.

use crate::power::Power;
use crate::square::Direction;
use crate::squares::Squares;
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Morpheus;

/// Maximum number of buildings in a turn. The squares around a worker cannot take more in a game.
const MAX_SPENT: u8 = 12;

impl Power for Morpheus {
    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        let saved = (moved.state.stored(turn.me).number() + 1).min(Stored::MAX);
        let mut moved = *moved;
        moved.state.stored[turn.me.index()] = Stored::number_of(saved);
        build_around(turn, &moved, 0, saved.min(MAX_SPENT));
    }
}

/// Builds at most `max` times on the squares around the worker, clockwise from index `first`; index 0 is the
/// top left square.
fn build_around<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, first: usize, max: u8) {
    turn.end(now);
    if max == 0 {
        return;
    }
    for number in first..8 {
        let Some(site) = now.at.next(Direction::ALL[(number + 7) % 8]) else { continue };
        turn.each_build(now, turn.sites(now) & Squares::of(site), |turn, built| {
            let mut built = *built;
            let saved = built.state.stored(turn.me).number();
            built.state.stored[turn.me.index()] = Stored::number_of(saved - 1);
            build_around(turn, &built, number, max - 1);
        });
    }
}
