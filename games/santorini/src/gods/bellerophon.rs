//! Bellerophon moves up two levels, once.

use crate::power::Power;
use crate::square::TOP;
use crate::state::State;
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Bellerophon;

impl Power for Bellerophon {
    fn may_win(state: &State) -> bool {
        !state.exactly(TOP).is_empty()
    }

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if turn.is_power_unused() {
            turn.each_worker(start, turn.movers(start), |turn, chosen| {
                turn.acting(Act::Hero(chosen.at), |turn| soar(turn, chosen));
            });
        }
    }
}

/// Moves the worker up two levels and builds.
fn soar<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
    let mut chosen = chosen.by_choice();
    chosen.state.stored[turn.me.index()] = Stored::USED_UP;
    let (low, high) = (chosen.height(), chosen.height() + 2);
    if high <= TOP {
        let heights = turn.heights_up_to(&chosen, low, high) & chosen.state.exactly(high);
        let steps = turn.ways(&chosen) & (heights - chosen.state.occupied());
        turn.each_step(&chosen, steps, Bellerophon::build);
    }
}
