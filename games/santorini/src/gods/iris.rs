//! Iris jumps straight over a worker.

use crate::power::Power;
use crate::square::TOP;
use crate::state::State;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Iris;

impl Power for Iris {
    fn may_win(state: &State) -> bool {
        !state.exactly(TOP).is_empty()
    }

    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let height = chosen.height();
        let landings = turn.heights_up_to(chosen, height, TOP) - chosen.state.occupied();
        let others = turn.targets(chosen) | chosen.state.own();
        for over in turn.ways(chosen) & others {
            let beyond = turn.straight_on(chosen.at, over).filter(|to| landings.contains(*to));
            let Some(to) = beyond else { continue };
            let mut landed = chosen.stepped(to);
            if height < TOP && landed.height() == TOP && !turn.restrictions.no_wins.contains(to) {
                turn.acting(Act::Move(to), |turn| turn.win(&landed));
            } else {
                landed.displace(turn.rest(&landed, over, to));
                turn.acting(Act::Move(landed.at), |turn| Self::build(turn, &landed));
            }
        }
    }
}
