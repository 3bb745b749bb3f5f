//! Scylla drags an enemy after her.

use crate::power::Power;
use crate::squares::NEIGHBOURS;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Scylla;

impl Power for Scylla {
    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, moved);
        for enemy in turn.targets(moved) & NEIGHBOURS[moved.origin.index()] {
            turn.acting(Act::Force(enemy, moved.origin), |turn| {
                let mut dragged = *moved;
                dragged.force(enemy, moved.origin);
                Self::build(turn, &dragged);
            });
        }
    }
}
