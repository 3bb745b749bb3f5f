//! Scylla: when a worker moves, an enemy next to the square that it left may be pulled to that square.

use crate::power::prelude::*;

impl Power for super::Scylla {
    const TEXT: &'static str =
        "A worker that moves may drag an enemy next to the space that it left into that space.";

    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, moved);
        for enemy in turn.targets(moved) & NEIGHBOURS[moved.origin.index()] {
            turn.with_act(Act::Force(enemy, moved.origin), |turn| {
                let dragged = turn.forced(moved, enemy, moved.origin);
                Self::build(turn, &dragged);
            });
        }
    }
}
