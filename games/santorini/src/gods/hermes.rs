//! Hermes walks on a level with any workers.
//!
//! A worker that walks may pass where another one of hers stands, because that one can make room
//! and come back. Workers are taken off the board before they are put down again where their walks
//! end, so that they may change places; squares where two can arrive either way round count once.

use crate::power::Power;
use crate::square::SQUARES;
use crate::squares::Squares;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Hermes;

impl Power for Hermes {
    /// Steps on the level are among the walks.
    fn steps<R: Recorder>(turn: &Turn<'_, R>, chosen: &TurnState) -> Squares {
        turn.steps(chosen) - chosen.state.exactly(chosen.height())
    }

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if R::ONLY_WINS {
            return;
        }
        let walkers = turn.movers(start);
        let mut lifted = *start;
        lifted.state.workers[turn.me.index()] -= walkers;
        let mut standings = Vec::new();
        walk(turn, &lifted, walkers, &mut Arrivals::default(), &mut standings);
        turn.select(&mut standings);
        for standing in &standings {
            stay(turn, standing, Squares::EMPTY);
        }
    }
}

/// Pairs of squares that two workers have been brought to: for the first of them all the second ones.
#[derive(Default)]
struct Arrivals([Squares; SQUARES as usize]);

impl Arrivals {
    /// Adds the squares of one or two workers. Whether they are new.
    fn add(&mut self, workers: Squares) -> bool {
        let Some(first) = workers.first() else { return true };
        let second = workers.without(first).first().unwrap_or(first);
        let known = &mut self.0[first.index()];
        let is_new = !known.contains(second);
        known.insert(second);
        is_new
    }
}

/// Puts these workers down where they can walk to. Where the order matters, in any order, and builds in the
/// end; otherwise adds the positions from which it builds to `standings`.
fn walk<R: Recorder>(
    turn: &mut Turn<'_, R>,
    now: &TurnState,
    walkers: Squares,
    arrivals: &mut Arrivals,
    standings: &mut Vec<TurnState>,
) {
    if R::RECORDS_ORDERS {
        stay(turn, now, walkers);
    } else if walkers.is_empty() && arrivals.add(now.state.own()) {
        standings.push(*now);
    }
    for walker in walkers {
        let others = walkers.without(walker);
        turn.each_worker(now, Squares::of(walker), |turn, chosen| {
            for to in area(turn, chosen) - now.state.own() {
                let mut moved = TurnState { at: to, ..*chosen };
                moved.state.workers[turn.me.index()].insert(to);
                if moved.stays_adjacent() {
                    turn.acting(Act::Move(to), |turn| walk(turn, &moved, others, arrivals, standings));
                }
            }
        });
        if !R::RECORDS_ORDERS {
            return;
        }
    }
}

/// Leaves these workers where they are and builds.
fn stay<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, walkers: Squares) {
    let own = now.state.own();
    if !own.intersects(walkers) {
        let mut settled = *now;
        settled.state.workers[turn.me.index()] = own | walkers;
        let sites = turn.sites_beside(&settled, own | walkers);
        turn.each_build(&settled, sites, Turn::end);
    }
}

/// The squares to which a worker can walk on its level, its own among them.
fn area<R: Recorder>(turn: &Turn<'_, R>, chosen: &TurnState) -> Squares {
    let level = turn.start.exactly(turn.start.height(chosen.at));
    let open = level - turn.start.others() - turn.restrictions.closed;
    let mut area = Squares::of(chosen.at);
    let mut edge = area;
    while let Some(at) = edge.first() {
        let next = turn.ways(&TurnState { at, ..*chosen }) & (open - area);
        area |= next;
        edge = edge.without(at) | next;
    }
    area
}
