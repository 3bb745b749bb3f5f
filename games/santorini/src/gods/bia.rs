//! Bia. Setup: Place your workers first, on perimeter spaces. Your move: If your worker moves into a space and the next
//! space in the same direction is occupied by an opponent worker, that worker is removed from the game.

use super::{Placement, Power, mortal};
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "bia",
    card: "Removes an enemy straight ahead of a worker's move. Places first, on the perimeter.",
    turn,
    placement: Placement::Perimeter,
    places_first: true,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        for to in turn.steps(chosen) {
            let ahead = turn.straight_on(chosen.at, to).filter(|ahead| turn.targets(chosen).has(*ahead));
            match ahead.filter(|_| !turn.wins_by(chosen, to)) {
                None => turn.enter(chosen, to, Act::Move, mortal::build),
                Some(enemy) => {
                    let mut rid = *chosen;
                    rid.state.remove_worker(!turn.me, enemy);
                    turn.enter(&rid, to, |to| Act::Kill(to, enemy), mortal::build);
                }
            }
        }
    });
}
