//! Nemesis swaps places with enemies when none is near.

use crate::power::Power;
use crate::squares::Squares;
use crate::squares::neighbours;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Nemesis;

impl Power for Nemesis {
    const REPEATS: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        let own = built.state.own();
        if !neighbours(own).intersects(built.state.others()) {
            swap(turn, built, own, turn.targets(built));
        }
    }
}

/// Swaps these workers with these enemies, one by one, until one side has none left.
fn swap<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, own: Squares, enemies: Squares) {
    for worker in own {
        for enemy in enemies {
            let (own, enemies) = (own.without(worker), enemies.without(enemy));
            turn.acting(Act::Select(worker), |turn| {
                turn.acting(Act::Swap(enemy, worker), |turn| {
                    let mut swapped = *now;
                    swapped.state.swap(turn.me, worker, enemy);
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
