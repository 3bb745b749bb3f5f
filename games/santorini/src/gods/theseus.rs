//! Theseus: once per game, a turn may end with the removal of an enemy next to a worker and two levels above it.

use crate::power::prelude::*;

impl Power for super::Theseus {
    const TEXT: &'static str =
        "Once in the game a turn ends with the removal of an enemy beside and two levels above a worker.";
    const CARD: Card = Card { stored: Some(&StoredText::USED), ..Card::MORTAL };

    /// Whether an enemy can be removed. The building before the removal does not change this, because no worker stands
    /// on its site.
    fn acts_after_build<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> bool {
        turn.is_power_unused() && turn.targets(moved).intersects(within_reach(&moved.state))
    }

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        for enemy in turn.targets(built) & within_reach(&built.state) {
            turn.with_act(Act::Hero(enemy), |turn| {
                turn.end(&turn.without_worker(built, !turn.me, enemy).with_stored(Stored::USED_UP));
            });
        }
    }
}

/// Returns the squares next to a worker of the side to move and two levels above it.
fn within_reach(state: &State) -> Squares {
    let above = |height| neighbours(state.own() & state.exactly(height)) & state.exactly(height + 2);
    above(TOP - 3) | above(TOP - 2)
}
