//! Europa. End of your turn: you may relocate your Talus token to an unoccupied space neighbouring the worker that moved.
//! Any time: all players treat the space containing the Talus token as if it contains only a dome.

use plywright::Side;

use super::{Power, stored};
use crate::squares::Squares;
use crate::state::{State, Stored};
use crate::turn::{Act, Bonds, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "europa",
    card: "May put Talus beside the mover at the end of a turn; for everybody he is a dome where he stands.",
    turn,
    binds_opponent: Some(binds),
    binds_itself: Some(binds),
    text: Some(&stored::SQUARE),
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                relocate_talus(turn, built);
            });
        });
    });
}

fn relocate_talus(turn: &mut Turn, built: &Draft) {
    for square in Squares::of(built.at).neighbours() & turn.free(built) {
        turn.acting(Act::Talus(square), |turn| {
            let mut relocated = *built;
            relocated.state.stored[turn.me.index()] = Stored::squares_of(Squares::of(square));
            turn.end(&relocated);
        });
    }
}

fn binds(state: &State, me: Side, bonds: &mut Bonds) {
    bonds.closed |= state.stored(me).squares();
}
