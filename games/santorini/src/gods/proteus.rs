//! Proteus sends another worker after the one that moves.
//!
//! Seen from the board the other worker has gone to the new square, and clients are told so.

use crate::power::Power;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Proteus;

impl Power for Proteus {
    const REPEATS: bool = true;

    fn turn<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if start.state.own().count() == 1 {
            return Self::ordinary_turns(turn, start);
        }
        turn.each_worker(start, turn.movers(start), |turn, chosen| {
            let wins = turn.winning_steps(chosen, turn.steps(chosen));
            turn.each_step(chosen, wins, |_, _| ());
        });
        for follower in start.state.own() {
            turn.acting(Act::Select(follower), |turn| {
                for leader in turn.movers(start).without(follower) {
                    let chosen = start.with_worker(leader);
                    let steps = turn.steps(&chosen);
                    let wins = turn.winning_steps(&chosen, steps);
                    turn.each_step(&chosen, steps - wins, |turn, moved| {
                        let mut moved = *moved;
                        moved.state.relocate(turn.me, follower, leader);
                        Self::build(turn, &moved);
                    });
                }
            });
        }
    }
}
