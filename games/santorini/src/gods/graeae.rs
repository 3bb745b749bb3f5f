//! Graeae build with workers that did not move.

use crate::power::prelude::*;

pub(super) struct Graeae;

impl Power for Graeae {
    const TEXT: &'static str = "Three workers; one that did not move builds.";
    const CARD: Card = Card::THREE_WORKERS;

    fn sites<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> Squares {
        turn.sites_beside(moved, moved.unmoved())
    }
}
