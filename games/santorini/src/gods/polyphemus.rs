//! Polyphemus throws domes, once.

use crate::power::Power;
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Polyphemus;

impl Power for Polyphemus {
    const REPEATS: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        if turn.is_power_unused() {
            turn.acting(Act::Hero(built.at), |turn| throw(turn, built));
        }
    }
}

/// Places one or two domes.
fn throw<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
    let mut built = *built;
    built.state.stored[turn.me.index()] = Stored::USED_UP;
    let sites = turn.open_sites(&built);
    turn.each_dome(&built, sites, |turn, domed| {
        turn.end(domed);
        turn.each_dome(domed, Turn::<R>::in_order(domed, sites.without(domed.site)), Turn::end);
    });
}
