//! The clocks of the two players of a game, and the limits of each search that follow from them.

use std::time::Duration;

use plywright::Side;
use plywright::engine::Go;
use plywright::search::Clock;

use crate::engine_spec::EngineSpec;
use crate::limits::TimeControl;

/// A player's clock during a game, with the time control that it follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClockState {
    clock: Clock,
    control: TimeControl,
}

impl ClockState {
    pub(crate) fn new(control: TimeControl) -> Self {
        let TimeControl { moves, base, increment } = control;
        Self { clock: Clock { remaining: base, increment, moves_to_go: moves }, control }
    }

    /// Ends a move that took `used`. The remaining time falls by `used`, or to 0 if the move took longer, as the time
    /// margin allows. Then the increment is added. After the last move of a period, the time for the next one is added
    /// too.
    pub(crate) fn press(&mut self, used: Duration) {
        self.clock.remaining = self.clock.remaining.saturating_sub(used) + self.clock.increment;
        if let Some(left) = &mut self.clock.moves_to_go {
            *left -= 1;
            if *left == 0 {
                self.clock.remaining += self.control.base;
                self.clock.moves_to_go = self.control.moves;
            }
        }
    }
}

/// Returns the limits of a search for `side`, which is to move, and the time limit of its answer. That limit is the
/// shorter of the side's remaining time and its time for a move, plus the time margin of `spec`; `timeout` if the side
/// has neither.
pub(crate) fn limits(
    side: Side,
    clocks: &[Option<ClockState>; 2],
    spec: &EngineSpec,
    timeout: Duration,
) -> (Go, Duration) {
    let clocks = clocks.map(|state| state.map(|state| state.clock));
    let own = clocks[side.index()];
    let mut go = spec.limits.go();
    if own.is_some() {
        // Protocols send either both clocks or none. An opponent without a clock is given the mover's.
        go.clocks = clocks.map(|clock| clock.or(own));
    }
    let shortest = own.map(|clock| clock.remaining).into_iter().chain(spec.limits.move_time).min();
    (go, shortest.map_or(timeout, |time| time + spec.time_margin))
}
