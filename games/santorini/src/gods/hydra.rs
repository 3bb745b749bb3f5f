//! Hydra: a turn ends with a new worker, or with one worker fewer if two of her workers are neighbours.

use crate::power::prelude::*;

impl Power for super::Hydra {
    const TEXT: &'static str =
        "A turn ends with a new worker as low as possible by the mover, or one less if two of hers adjoin.";
    const CARD: Card = Card { max_workers: 11, repeats: true, ..Card::MORTAL };
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        let own = built.state.own();
        if neighbours(own).intersects(own) {
            shrink(turn, built);
        } else {
            grow(turn, built);
        }
    }
}

/// Enumerates the turns that end with the removal of one worker.
fn shrink<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
    for worker in built.state.own() {
        turn.with_act(Act::Place(worker), |turn| {
            turn.end(&turn.without_worker(built, turn.me, worker));
        });
    }
}

/// Enumerates the turns that end with a new worker. It is placed next to the worker that moved, on any of the lowest
/// free squares there. There is no such turn if no square there is free.
fn grow<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
    let room = NEIGHBOURS[built.at.index()] & turn.free(built);
    let by_height = (0..=TOP).map(|height| room & built.state.exactly(height));
    for square in by_height.into_iter().find(|set| !set.is_empty()).unwrap_or_default() {
        turn.with_act(Act::Place(square), |turn| {
            let mut grown = *built;
            grown.state.workers[turn.me.index()].insert(square);
            turn.end(&grown);
        });
    }
}
