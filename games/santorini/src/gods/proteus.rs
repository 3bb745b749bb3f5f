//! Proteus: when a worker moves, another of his workers moves to the square that the first one left.
//!
//! The result is the same as if the other worker alone had moved, to the new square of the first one. A person enters
//! the acts of this single move.

use crate::power::prelude::*;

impl Power for super::Proteus {
    const TEXT: &'static str =
        "Three workers; when one moves, another one of them goes to the space it left.";
    const CARD: Card = Card { repeats: true, ..Card::THREE_WORKERS };

    fn turn<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if start.state.own().count() == 1 {
            return Self::ordinary_turns(turn, start);
        }
        turn.each_worker(start, turn.movers(start), |turn, chosen| {
            let wins = turn.winning_steps(chosen, turn.steps(chosen));
            // The closure does nothing, because a winning step ends the turn.
            turn.each_step(chosen, wins, |_, _| ());
        });
        for follower in start.state.own() {
            turn.with_act(Act::Select(follower), |turn| follow(turn, start, follower));
        }
    }
}

/// Enumerates the turns in which another worker, the leader, takes a step that does not win, `follower` moves to the
/// square that the leader left, and the leader builds.
#[inline]
fn follow<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState, follower: Square) {
    for leader in turn.movers(start).without(follower) {
        let chosen = start.with_worker(leader);
        let steps = turn.steps(&chosen);
        let wins = turn.winning_steps(&chosen, steps);
        turn.each_step(&chosen, steps - wins, |turn, moved| {
            let mut moved = *moved;
            turn.relocate(&mut moved, turn.me, follower, leader);
            super::Proteus::build(turn, &moved);
        });
    }
}
