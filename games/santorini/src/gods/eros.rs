//! Eros also wins when a worker moves next to the other one and both are on level 1.

use crate::power::prelude::*;

impl Power for super::Eros {
    const TEXT: &'static str =
        "Starts at opposite edges; also wins by moving next to the other worker, both on the first level.";
    const CARD: Card = Card { placement: Placement::OppositeEdges, ..Card::MORTAL };

    fn may_win_otherwise(state: &State) -> bool {
        state.own().intersects(state.exactly(1))
    }

    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let first_level = chosen.state.exactly(1);
        let steps = turn.steps(chosen);
        let meetings =
            steps & first_level & (neighbours(chosen.unmoved() & first_level) - turn.restrictions.no_wins);
        for meeting in meetings {
            turn.with_act(Act::Move(meeting), |turn| turn.win(&turn.stepped(chosen, meeting)));
        }
        turn.each_step(chosen, steps - meetings, Self::build);
    }
}
