//! Selene: her female worker may place a dome on any level instead of the ordinary building.
//!
//! She does not put a dome on level 3: such a dome is the ordinary building of the worker that moved.

use crate::power::prelude::*;

impl Power for super::Selene {
    const TEXT: &'static str =
        "Instead of the ordinary building her female worker may put a dome on any level.";
    const CARD: Card = Card::WITH_FEMALE;

    /// Builds as a mortal does, or builds a dome next to the female worker. If the dome is also next to the worker that
    /// moved, the acts are a block and then a dome, because clients expect both. This holds even where Limus forbids
    /// the block.
    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, moved);
        let sites = neighbours(moved.state.stored(turn.me).squares())
            & (turn.free(moved) - moved.state.at_least(TOP));
        let beside_mover = sites & turn.neighbours(moved.at);
        turn.each_last_dome(moved, sites - beside_mover);
        for site in beside_mover {
            turn.with_act(Act::Build(site), |turn| turn.each_last_dome(moved, Squares::of(site)));
        }
    }
}
