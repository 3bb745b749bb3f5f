//! Hermes. Your turn: if your workers do not move up or down, they may each move any number of times, even zero, and then
//! either builds.
//!
//! A worker that walks may pass where another one of hers stands, because that one can make room and come back. Workers
//! are taken off the board before they are put down again where their walks end, so that they may change places.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "hermes",
    card: "Workers that move neither up nor down may all move any number of times; then one builds.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    let walkers = turn.movers(start);
    turn.each_worker(start, walkers, |turn, chosen| {
        let level = start.state.exactly(chosen.height());
        turn.each_step(chosen, turn.steps(chosen).without(level), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), Turn::end);
        });
    });
    let mut lifted = *start;
    let own = &mut lifted.state.workers[turn.me.index()];
    *own = own.without(walkers);
    walk(turn, &lifted, walkers);
}

/// Puts these workers down where they can walk to, in any order where that matters, and builds in the end.
fn walk(turn: &mut Turn, draft: &Draft, walkers: Squares) {
    if walkers.is_empty() || turn.tells_orders() {
        stay(turn, draft, walkers);
    }
    for walker in walkers {
        let others = walkers.without(Squares::of(walker));
        turn.each_worker(draft, Squares::of(walker), |turn, chosen| {
            for to in area(turn, chosen).without(draft.state.own()) {
                let moved = put_down(turn, &Draft { at: to, ..*chosen });
                if moved.keeps_company() {
                    turn.acting(Act::Move(to), |turn| walk(turn, &moved, others));
                }
            }
        });
        if !turn.tells_orders() {
            return;
        }
    }
}

/// Leaves these workers where they are and builds.
fn stay(turn: &mut Turn, draft: &Draft, walkers: Squares) {
    let own = draft.state.own();
    if (own & walkers).is_empty() {
        let mut settled = *draft;
        settled.state.workers[turn.me.index()] = own | walkers;
        let sites = settled.state.own().neighbours() & turn.open_sites(&settled);
        turn.each_build(&settled, sites, Turn::end);
    }
}

fn put_down(turn: &Turn, draft: &Draft) -> Draft {
    let mut next = *draft;
    next.state.workers[turn.me.index()] |= Squares::of(draft.at);
    next
}

/// The squares to which a worker can walk on its level, its own among them.
fn area(turn: &Turn, chosen: &Draft) -> Squares {
    let level = turn.start.exactly(turn.start.height(chosen.at)).without(turn.start.others() | turn.bonds.closed);
    let mut area = Squares::of(chosen.at);
    let mut edge = area;
    while let Some(at) = edge.first() {
        let next = (turn.ways(&Draft { at, ..*chosen }) & level).without(area);
        area |= next;
        edge = edge.without(Squares::of(at)) | next;
    }
    area
}
