//! Nemesis: if no enemy is next to her workers at the end of a turn, they may all swap places with enemies.

use crate::power::prelude::*;

impl Power for super::Nemesis {
    const TEXT: &'static str =
        "When no enemy is next to her workers at the end of a turn, they may all change places with enemies.";
    const CARD: Card = Card {
        repeats: true,
        refuses: &[God::Aphrodite, God::Bia, God::Clio, God::Graeae, God::Medusa],
        ..Card::MORTAL
    };
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        let own = built.state.own();
        if !neighbours(own).intersects(built.state.others()) {
            swap(turn, built, own, turn.targets(built));
        }
    }
}

/// Enumerates the turns that end with swaps of a worker of `own` and one of `enemies`, in every order. A turn ends when
/// one of the two sets is used up.
fn swap<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, own: Squares, enemies: Squares) {
    for worker in own {
        for enemy in enemies {
            let (own, enemies) = (own.without(worker), enemies.without(enemy));
            turn.with_act(Act::Select(worker), |turn| {
                turn.with_act(Act::Swap(enemy, worker), |turn| {
                    let mut swapped = *now;
                    turn.relocate(&mut swapped, turn.me, worker, enemy);
                    turn.relocate(&mut swapped, !turn.me, enemy, worker);
                    if own.is_empty() || enemies.is_empty() {
                        turn.end(&swapped);
                    } else {
                        swap(turn, &swapped, own, enemies);
                    }
                });
            });
        }
    }
}
