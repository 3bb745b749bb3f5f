//! Prometheus may also build before moving.
//!
//! Two buildings on squares next to the worker's first square come in reverse reading order; see the table of
//! differences at [`God`](crate::cards::God).

use crate::power::Power;
use crate::squares::Squares;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Prometheus;

impl Power for Prometheus {
    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if R::ONLY_WINS {
            return;
        }
        for worker in turn.movers(start) {
            let chosen = start.with_worker(worker);
            let first_sites = turn.sites(&chosen);
            turn.each_build(&chosen, first_sites, |turn, built| {
                turn.selecting(built, |turn, built| {
                    let level = !built.state.at_least(built.height() + 1);
                    turn.each_step(built, turn.steps(built) & level, |turn, moved| {
                        let late = first_sites.after(built.site);
                        let is_recorded = R::RECORDS_ORDERS && turn.neighbours(moved.at).contains(built.site);
                        let late = if is_recorded { Squares::EMPTY } else { late };
                        turn.each_build(moved, turn.sites(moved) - late, Turn::end);
                    });
                });
            });
        }
    }
}
