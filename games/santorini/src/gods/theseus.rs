//! Theseus removes an enemy high above, once.

use crate::power::Power;
use crate::square::TOP;
use crate::squares::{Squares, neighbours};
use crate::state::State;
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
            for enemy in turn.targets(built) & within_reach(&built.state) {
                turn.acting(Act::Hero(enemy), |turn| {
                    let mut struck = *built;
                    struck.state.remove_worker(!turn.me, enemy);
                    turn.end_storing(&struck, Stored::USED_UP);
                });
            }
        }
    }
}

/// Returns the squares on which an enemy can be removed: next to a worker and exactly two levels above it.
fn within_reach(state: &State) -> Squares {
    let above = |height| neighbours(state.own() & state.exactly(height)) & state.exactly(height + 2);
    above(TOP - 3) | above(TOP - 2)
}
