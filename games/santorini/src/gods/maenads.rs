//! Maenads also win by a move that leaves an enemy exactly between the moved worker and another one of theirs.
//!
//! The published card judges this at the end of the turn. The win is not one by moving into a space, so Hera does not
//! prevent it. The win needs a square to build on, although the turn ends before the building.

use crate::power::prelude::*;

impl Power for super::Maenads {
    const TEXT: &'static str =
        "Also wins if a move puts an enemy exactly between the mover and another worker, even against Hera.";
    const WINS_AFTER_STEP: bool = true;

    fn may_win_otherwise(_: &State) -> bool {
        true
    }

    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        if surrounds(turn, moved) {
            let can_build = !Self::sites(turn, moved).is_empty();
            if can_build {
                turn.win(moved);
            }
        } else {
            Self::build(turn, moved);
        }
    }
}

/// Whether an enemy stands exactly between the moved worker and another worker of the same side.
fn surrounds<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> bool {
    let own = moved.state.own();
    let enemies = NEIGHBOURS[moved.at.index()] & turn.targets(moved);
    enemies
        .into_iter()
        .any(|enemy| turn.straight_on(moved.at, enemy).is_some_and(|beyond| own.contains(beyond)))
}
