//! Theseus strikes an enemy high above, once.

use crate::power::Power;
use crate::square::TOP;
use crate::squares::Squares;
use crate::squares::{NEIGHBOURS, neighbours};
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Theseus;

impl Power for Theseus {
    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        if turn.is_power_unused() {
            for enemy in turn.targets(built) & within_reach(built) {
                turn.acting(Act::Hero(enemy), |turn| {
                    let mut struck = *built;
                    struck.state.remove_worker(!turn.me, enemy);
                    turn.end_storing(&struck, Stored::USED_UP);
                });
            }
        }
    }
}

/// The squares on which an enemy can be struck: two levels or more above the mover, and three above an unmoved worker.
fn within_reach(built: &TurnState) -> Squares {
    let state = &built.state;
    let above_mover = NEIGHBOURS[built.at.index()] & state.at_least(built.height() + 2);
    let above_unmoved = neighbours(built.unmoved() & state.exactly(0)) & state.at_least(TOP);
    above_mover | above_unmoved
}
