//! Polyphemus. End of your turn, once: your worker builds up to two domes at any level on any unoccupied spaces on the
//! board.

use super::{Power, stored};
use crate::state::Stored;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "polyphemus",
    card: "Once in the game a turn ends with one or two domes on any levels, anywhere on the board.",
    turn,
    text: Some(&stored::USED),
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    let is_unused = start.state.stored(turn.me) == Stored::NOTHING;
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                if is_unused {
                    turn.acting(Act::Hero(built.at), |turn| dome(turn, built));
                }
            });
        });
    });
}

fn dome(turn: &mut Turn, built: &Draft) {
    let mut built = *built;
    built.state.stored[turn.me.index()] = stored::USED_UP;
    let sites = turn.free(&built);
    turn.each_dome(&built, sites, |turn, domed| {
        turn.end(domed);
        let others = sites & turn.free(domed);
        turn.each_dome(domed, turn.in_order(domed, others), Turn::end);
    });
}
