//! Zeus: a worker may build a block under itself.
//!
//! Rising with the block is not a move and does not win.

use crate::power::prelude::*;

impl Power for super::Zeus {
    const TEXT: &'static str = "A worker may build a block under itself.";

    fn sites<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> Squares {
        let below = Squares::of(moved.at) & (turn.allowed_sites(moved) - moved.state.at_least(TOP));
        turn.sites(moved) | below
    }
}
