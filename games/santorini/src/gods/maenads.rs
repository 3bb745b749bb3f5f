//! Maenads also win when an enemy stands between two of them.

use crate::power::Power;
use crate::squares::NEIGHBOURS;
use crate::state::State;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Maenads;

impl Power for Maenads {
    const WINS_AFTER_STEP: bool = true;

    fn may_win(_: &State) -> bool {
        true
    }

    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        if surrounds(turn, moved) { turn.win(moved) } else { Self::build(turn, moved) }
    }
}

/// Whether an enemy stands between the chosen worker and another one.
fn surrounds<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> bool {
    let own = moved.state.own();
    let enemies = NEIGHBOURS[moved.at.index()] & turn.targets(moved);
    enemies
        .into_iter()
        .any(|enemy| turn.straight_on(moved.at, enemy).is_some_and(|beyond| own.contains(beyond)))
}
