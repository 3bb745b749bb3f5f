//! Hermes: workers that stay on their level may all move any number of times.
//!
//! A worker may walk over the square of another walker, which can step aside and come back. Therefore all walkers are
//! taken off the board before they are placed at the ends of their walks. Each set of end squares is used only once,
//! even if the workers could be assigned to its squares in two ways.

use crate::power::prelude::*;

impl Power for super::Hermes {
    const TEXT: &'static str =
        "Workers that move neither up nor down may all move any number of times; then one builds.";
    const CARD: Card = Card { walks_far: true, ..Card::MORTAL };

    /// Leaves out steps on the same level, because the walks that `other_turns` enumerates include them.
    fn steps<R: Recorder>(turn: &Turn<'_, R>, chosen: &TurnState) -> Squares {
        turn.steps(chosen) - chosen.state.exactly(chosen.height())
    }

    fn reach(turn: &Turn<'_, WinFinder>, chosen: &TurnState) -> [Squares; 2] {
        let steps = turn.steps(chosen);
        // Unlike the function `area` below, this loop steps in all directions, even in those that a god forbids. It is
        // faster, and an input of the network need not be exact.
        let open = chosen.state.exactly(chosen.height()) - chosen.state.others() - turn.restrictions.closed;
        let mut area = Squares::of(chosen.at);
        loop {
            let wider = area | (neighbours(area) & open);
            if wider == area {
                break;
            }
            area = wider;
        }
        turn.ends_and_wins(chosen, steps | (area - chosen.state.own()))
    }

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if R::ONLY_WINS {
            return;
        }
        let walkers = turn.movers(start);
        let mut lifted = *start;
        lifted.state.workers[turn.me.index()] -= walkers;
        let mut walks = Vec::new();
        walk(turn, &lifted, walkers, &mut [Squares::EMPTY; SQUARES as usize], &mut walks);
        turn.select(&mut walks);
        for walked in &walks {
            stay(turn, walked, Squares::EMPTY);
        }
    }
}

/// Sets of end squares of the walks found so far. The entry of a set's first square in reading order contains the set's
/// second square, or the first square again if the set has only one.
type Arrivals = [Squares; SQUARES as usize];

/// Adds the end squares of one or two workers to `arrivals`, and returns whether they are new. Without workers, returns
/// `true`.
fn add_arrival(arrivals: &mut Arrivals, workers: Squares) -> bool {
    let Some(first) = workers.first() else { return true };
    let second = workers.without(first).first().unwrap_or(first);
    let known = &mut arrivals[first.index()];
    let is_new = !known.contains(second);
    known.insert(second);
    is_new
}

/// Places `walkers`, which are off the board, on the squares they can walk to.
///
/// Adds each position with a new set of end squares to `walks`. If the recorder needs every sequence of acts, adds
/// nothing, but lets each subset of the walkers walk, in every order, and enumerates the buildings after each.
fn walk<R: Recorder>(
    turn: &mut Turn<'_, R>,
    now: &TurnState,
    walkers: Squares,
    arrivals: &mut Arrivals,
    walks: &mut Vec<TurnState>,
) {
    if R::RECORDS_ORDERS {
        stay(turn, now, walkers);
    } else if walkers.is_empty() && add_arrival(arrivals, now.state.own()) {
        walks.push(*now);
    }
    for walker in walkers {
        let others = walkers.without(walker);
        turn.each_worker(now, Squares::of(walker), |turn, chosen| {
            for to in area(turn, chosen) - now.state.own() {
                let mut moved = TurnState { at: to, ..*chosen };
                moved.state.workers[turn.me.index()].insert(to);
                if moved.stays_adjacent() {
                    turn.with_act(Act::Move(to), |turn| walk(turn, &moved, others, arrivals, walks));
                }
            }
        });
        // One walker is enough as the first: with another one, the same positions would follow.
        if !R::RECORDS_ORDERS {
            return;
        }
    }
}

/// Puts `walkers`, which are off the board, back on their squares, and enumerates the turns in which one of the workers
/// builds. Does nothing if another worker has walked to one of these squares.
fn stay<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, walkers: Squares) {
    let own = now.state.own();
    if !own.intersects(walkers) {
        let mut settled = *now;
        settled.state.workers[turn.me.index()] = own | walkers;
        let sites = turn.sites_beside(&settled, own | walkers);
        turn.each_last_build(&settled, sites);
    }
}

/// Returns the squares that a worker can walk to on its level, its own square included.
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
