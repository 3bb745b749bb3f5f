//! Minotaur. Your move: Your worker may move into an opponent worker's space, if their worker can be forced one space
//! straight backwards to an unoccupied space at any level.

use super::Power;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "minotaur",
    card: "A worker may move onto an enemy's space by pushing the enemy straight back to a free one.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    super::mortal::turn(turn, start);
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        for enemy in turn.reach(chosen) & turn.targets(chosen) {
            let behind = turn.straight_on(chosen.at, enemy).filter(|behind| turn.is_free(chosen, *behind));
            let Some(behind) = behind else { continue };
            turn.acting(Act::Push(enemy, enemy, behind), |turn| {
                let mut pushed = *chosen;
                pushed.state.relocate(!turn.me, enemy, behind);
                // Who pushes has somebody in front of it and goes no further.
                let moved = pushed.stepped(enemy);
                if turn.wins_by(&pushed, enemy) {
                    turn.win(&moved);
                } else {
                    super::mortal::build(turn, &moved);
                }
            });
        }
    });
}
