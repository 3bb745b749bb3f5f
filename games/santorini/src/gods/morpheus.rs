//! Morpheus saves buildings.

use crate::power::Power;
use crate::square::Direction;
use crate::squares::Squares;
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Morpheus;

/// Maximum number of buildings that a turn spends. The squares around a worker take no more in a
/// game.
const MOST_SPENT: u8 = 12;

impl Power for Morpheus {
    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        let saved = (moved.state.stored(turn.me).number() + 1).min(Stored::MOST);
        let mut moved = *moved;
        moved.state.stored[turn.me.index()] = Stored::number_of(saved);
        build_around(turn, &moved, 0, saved.min(MOST_SPENT));
    }
}

/// Builds at most `most` times on the squares around the worker, clockwise from number `first`, 0
/// being the top left one.
fn build_around<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, first: usize, most: u8) {
    turn.end(now);
    if most == 0 {
        return;
    }
    for number in first..8 {
        let Some(site) = now.at.next(Direction::ALL[(number + 7) % 8]) else { continue };
        turn.each_build(now, turn.sites(now) & Squares::of(site), |turn, built| {
            let mut built = *built;
            let saved = built.state.stored(turn.me).number();
            built.state.stored[turn.me.index()] = Stored::number_of(saved - 1);
            build_around(turn, &built, number, most - 1);
        });
    }
}
