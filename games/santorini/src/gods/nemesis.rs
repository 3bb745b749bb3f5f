//! Nemesis. End of your turn: if none of an opponent's workers neighbour yours, you may force as many of their workers as
//! possible to take the spaces you occupy, and yours to take theirs.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "nemesis",
    card: "When no enemy is next to her workers at the end of a turn, they may change places with enemies.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            let (own, others) = (moved.state.own(), moved.state.others());
            let may_swap = (own.neighbours() & others).is_empty();
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                if may_swap {
                    swap(turn, built, own, turn.targets(built));
                }
            });
        });
    });
}

/// Exchanges these workers with these enemies, one by one, until one side has none left.
fn swap(turn: &mut Turn, draft: &Draft, own: Squares, enemies: Squares) {
    for worker in own {
        for enemy in enemies {
            turn.acting(Act::Select(worker), |turn| {
                turn.acting(Act::Swap(enemy, worker), |turn| {
                    let mut swapped = *draft;
                    swapped.state.swap(turn.me, worker, enemy);
                    let own = own.without(Squares::of(worker));
                    let enemies = enemies.without(Squares::of(enemy));
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
