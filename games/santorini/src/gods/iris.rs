//! Iris. Your move: If there is a worker next to yours and the space directly on the other side of it is unoccupied, your
//! worker may move to that space, at any level. Such a move wins by coming to the third level from any lower one.

use super::{Power, mortal};
use crate::state::TOP;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "iris",
    card: "A worker may jump straight over a worker to any level, and wins by coming to the third so.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    mortal::turn(turn, start);
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let height = chosen.height();
        let landings = turn.heights_up_to(chosen, height, TOP).without(chosen.state.occupied());
        let others = turn.targets(chosen) | chosen.state.own();
        for over in turn.ways(chosen) & others {
            let Some(to) = turn.straight_on(chosen.at, over).filter(|to| landings.has(*to)) else { continue };
            let mut landed = chosen.stepped(to);
            if height < TOP && landed.height() == TOP && !turn.bonds.no_wins.has(to) {
                turn.acting(Act::Move(to), |turn| turn.win(&landed));
            } else {
                landed.displace(turn.rest(&landed, over, to));
                turn.acting(Act::Move(landed.at), |turn| mortal::build(turn, &landed));
            }
        }
    });
}
