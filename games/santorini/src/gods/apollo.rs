//! Apollo. Your move: Your worker may move into an opponent worker's space by forcing their worker to the space yours
//! just vacated.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "apollo",
    card: "A worker may move onto an enemy's space; the enemy goes where it came from.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    super::mortal::turn(turn, start);
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        swap(turn, chosen, turn.reach(chosen) & turn.targets(chosen));
    });
}

/// Changes places with each of these enemies, then builds.
pub(super) fn swap(turn: &mut Turn, chosen: &Draft, enemies: Squares) {
    for enemy in enemies {
        let mut swapped = *chosen;
        swapped.state.relocate(!turn.me, enemy, chosen.at);
        turn.enter(&swapped, enemy, |to| Act::Swap(to, chosen.at), super::mortal::build);
    }
}
