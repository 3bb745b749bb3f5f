//! Apollo, second version. Your move: Your worker may move into an opponent worker's space at the same level or lower by
//! forcing their worker to the space yours just vacated.

use super::Power;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "apollov2",
    card: "A worker may move onto an enemy's space that is not higher; the enemy goes where it came from.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    super::mortal::turn(turn, start);
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let higher = chosen.state.at_least(chosen.height() + 1);
        let enemies = turn.reach(chosen) & turn.targets(chosen);
        super::apollo::swap(turn, chosen, enemies.without(higher));
    });
}
