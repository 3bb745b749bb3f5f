//! Selene. Setup: place a male and a female worker. Your build: instead of your normal build, you may build a dome at any
//! level with your female worker, even if your male worker moved.
//!
//! A dome on the third level is the mover's ordinary building.

use super::{Placement, Power, stored};
use crate::squares::Squares;
use crate::state::TOP;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "selene",
    card: "Instead of the ordinary building her female worker may put a dome on any level.",
    turn,
    placement: Placement::WithFemale,
    text: Some(&stored::SQUARE),
    marks_worker: true,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), Turn::end);
            dome(turn, moved);
        });
    });
}

/// Puts a dome beside the female worker. People are told that it stands on a building where the mover could have built.
fn dome(turn: &mut Turn, moved: &Draft) {
    let beside_her = moved.state.stored(turn.me).squares().neighbours();
    let sites = (beside_her & turn.free(moved)).without(moved.state.at_least(TOP));
    let beside_mover = sites & turn.neighbours(moved.at);
    turn.each_dome(moved, sites.without(beside_mover), Turn::end);
    for site in beside_mover {
        turn.acting(Act::Build(site), |turn| turn.each_dome(moved, Squares::of(site), Turn::end));
    }
}
