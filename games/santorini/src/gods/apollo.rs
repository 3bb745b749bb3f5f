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
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), build);
        swap(turn, chosen, turn.reach(chosen) & chosen.state.others());
    });
}

/// Changes places with each of these enemies, then builds.
pub(super) fn swap(turn: &mut Turn, chosen: &Draft, enemies: Squares) {
    for enemy in enemies {
        turn.acting(Act::Swap(enemy, chosen.at), |turn| {
            let mut swapped = *chosen;
            swapped.state.relocate(!turn.me, enemy, chosen.at);
            turn.enter(&swapped, enemy, build);
        });
    }
}

fn build(turn: &mut Turn, moved: &Draft) {
    turn.each_build(moved, turn.sites(moved, moved.at), Turn::end);
}
