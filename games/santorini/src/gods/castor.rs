//! Castor: instead of an ordinary turn, all workers move and none builds, or all build and none moves.
//!
//! The workers move one after the other, so the second may step to the square that the first has left.

use crate::power::prelude::*;

impl Power for super::Castor {
    const TEXT: &'static str =
        "Instead of an ordinary turn all workers move and none builds, or all build and none moves.";
    const CARD: Card = Card { repeats: true, ..Card::MORTAL };

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        let own = start.state.own();
        if turn.movers(start) == own {
            move_all(turn, start, own);
        }
        if !R::ONLY_WINS {
            build_all(turn, start, own);
        }
    }
}

/// Enumerates the turns that move each of `workers` once, in every order, and end. A winning step is included only if
/// it leads to a square that another worker has just left; ordinary turns include all other winning steps.
fn move_all<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, workers: Squares) {
    let vacated = turn.start.own() - now.state.own();
    turn.each_worker(now, workers, |turn, chosen| {
        let others = workers.without(chosen.at);
        let steps = turn.steps(chosen);
        let wins = turn.winning_steps(chosen, steps);
        turn.each_step(chosen, (steps - wins) | (wins & vacated), |turn, moved| {
            if others.is_empty() {
                turn.end(moved);
            } else if moved.stays_adjacent() {
                move_all(turn, moved, others);
            }
        });
    });
}

/// Enumerates the turns that build once with each of `workers` and end. The workers build in reading order, or in every
/// order if the recorder needs every sequence of acts.
fn build_all<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, workers: Squares) {
    for worker in workers {
        let others = workers.without(worker);
        let builder = now.with_worker(worker);
        turn.each_build(&builder, turn.sites(&builder), |turn, built| {
            if others.is_empty() {
                turn.end(built);
            } else {
                build_all(turn, built, others);
            }
        });
        // One worker is enough as the first: with another one, the same positions would follow.
        if !R::RECORDS_ORDERS {
            return;
        }
    }
}
