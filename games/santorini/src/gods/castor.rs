//! Castor. Alternative turn: move with all of your workers and do not build, or build with all of your workers and do not
//! move.
//!
//! Two workers move one after the other, so that the second may step to where the first came from. A worker that wins
//! wins with an ordinary turn; only where the other one has to make room first is it a turn of both.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "castor",
    card: "Instead of an ordinary turn all workers move and none builds, or all build and none moves.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    super::mortal::turn(turn, start);
    let own = start.state.own();
    if turn.movers(start) == own {
        move_all(turn, start, own);
    }
    build_all(turn, start, own);
}

/// Moves these workers in any order, each once.
fn move_all(turn: &mut Turn, start: &Draft, workers: Squares) {
    let vacated = turn.start.own().without(start.state.own());
    turn.each_worker(start, workers, |turn, chosen| {
        let others = workers.without(Squares::of(chosen.at));
        let steps = turn.steps(chosen);
        let wins = turn.winning_steps(chosen, steps);
        turn.each_step(chosen, steps.without(wins) | wins & vacated, |turn, moved| {
            if others.is_empty() {
                turn.end(moved);
            } else if moved.keeps_company() {
                move_all(turn, moved, others);
            }
        });
    });
}

/// Builds with each of these workers.
fn build_all(turn: &mut Turn, draft: &Draft, workers: Squares) {
    for worker in workers {
        let others = workers.without(Squares::of(worker));
        turn.each_build(draft, turn.sites(draft, worker), |turn, built| {
            if others.is_empty() {
                turn.end(built);
            } else {
                build_all(turn, built, others);
            }
        });
        if !turn.tells_orders() {
            return;
        }
    }
}
