//! Jason: once per game, instead of moving a worker, he places a new one on the ground at the edge, and it builds.

use crate::power::prelude::*;

impl Power for super::Jason {
    const TEXT: &'static str =
        "Once in the game a new worker is put on the ground at the edge instead of moving one, and builds.";
    const CARD: Card = Card { max_workers: 3, stored: Some(&StoredText::USED), ..Card::MORTAL };

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        // A position that was read from a text may have all three workers before the power is used.
        let is_full = start.state.own().count() >= Self::CARD.max_workers.into();
        if is_full || !turn.is_power_unused() {
            return;
        }
        for place in PERIMETER & start.state.exactly(0) & turn.free(start) {
            let mut placed = start.with_worker(place).with_stored(Stored::USED_UP);
            placed.state.workers[turn.me.index()].insert(place);
            turn.with_act(Act::Hero(place), |turn| Self::build(turn, &placed));
        }
    }
}
