//! Graeae: a worker that did not move builds.

use crate::power::prelude::*;

impl Power for super::Graeae {
    const TEXT: &'static str = "Three workers; one that did not move builds.";
    const CARD: Card = Card::THREE_WORKERS;

    fn sites<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> Squares {
        turn.sites_beside(moved, moved.unmoved())
    }
}
