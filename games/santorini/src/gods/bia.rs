//! Bia removes the enemy in line with a step.

use crate::power::Power;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Bia;

impl Power for Bia {
    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        for to in turn.steps(chosen) {
            let ahead = turn.straight_on(chosen.at, to).filter(|ahead| turn.targets(chosen).contains(*ahead));
            match ahead.filter(|_| !turn.wins_by(chosen, to)) {
                None => turn.enter(chosen, to, Act::Move, Self::build),
                Some(enemy) => {
                    let mut rid = *chosen;
                    rid.state.remove_worker(!turn.me, enemy);
                    turn.enter(&rid, to, |to| Act::Kill(to, enemy), Self::build);
                }
            }
        }
    }
}
