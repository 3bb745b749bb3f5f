//! Bia: a step that does not win removes an enemy on the next square in the same direction.

use crate::power::prelude::*;

impl Power for super::Bia {
    const TEXT: &'static str =
        "Removes an enemy straight ahead of a worker's move. Places first, on the perimeter.";
    const CARD: Card = Card { placement: Placement::Perimeter, places_first: true, ..Card::MORTAL };

    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        for to in turn.steps(chosen) {
            let ahead = turn.straight_on(chosen.at, to).filter(|ahead| turn.targets(chosen).contains(*ahead));
            match ahead.filter(|_| !turn.is_unchecked_win(chosen, to)) {
                None => turn.enter(chosen, to, Act::Move, Self::build),
                Some(enemy) => {
                    let without_enemy = turn.without_worker(chosen, !turn.me, enemy);
                    turn.enter(&without_enemy, to, |to| Act::Kill(to, enemy), Self::build);
                }
            }
        }
    }
}
