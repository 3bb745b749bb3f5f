//! Achilles. Your turn, once: your worker builds both before and after moving.
//!
//! A block that lets the worker step up and win is built for nothing else, and a worker that wins by an ordinary step needs
//! no power for it. Of two buildings on squares that both adjoin the worker's first space, the one later in reading order
//! is the first, as with Prometheus.

use super::{Power, stored};
use crate::squares::Squares;
use crate::state::Stored;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "achilles",
    card: "Once in the game a worker builds both before and after moving.",
    turn,
    text: Some(&stored::USED),
    symmetric: false,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    super::mortal::turn(turn, start);
    if start.state.stored(turn.me) == Stored::NOTHING {
        for worker in turn.movers(start) {
            let mut chosen = start.with_worker(worker).by_choice();
            chosen.state.stored[turn.me.index()] = stored::USED_UP;
            let sites = turn.sites(&chosen, worker);
            let wins = winning_blocks(turn, &chosen, sites);
            turn.each_build(&chosen, wins, |turn, built| {
                turn.selecting(built, |turn, built| turn.each_step(built, Squares::of(built.site), |_, _| ()));
            });
            // Where orders are told, a building that could come second may come first as well.
            let first = if turn.tells_orders() { sites } else { sites.without(wins) };
            turn.each_build(&chosen, first, |turn, built| {
                turn.selecting(built, |turn, built| move_and_build(turn, built, first));
            });
        }
    }
}

/// The sites where a block lets the worker step up and win.
fn winning_blocks(turn: &Turn, chosen: &Draft, sites: Squares) -> Squares {
    let wins = |site: &Squares| {
        let mut built = *chosen;
        built.state.raise(*site);
        !turn.winning_steps(&built, turn.steps(&built) & *site).is_empty()
    };
    (sites & turn.steps(chosen)).into_iter().map(Squares::of).filter(wins).fold(Squares::NONE, |all, site| all | site)
}

/// Moves without winning and builds.
fn move_and_build(turn: &mut Turn, built: &Draft, first_sites: Squares) {
    let steps = turn.steps(built);
    let wins = turn.winning_steps(built, steps);
    turn.each_step(built, steps.without(wins), |turn, moved| {
        let sites = turn.sites(moved, moved.at);
        let late = if turn.tells_orders() { Squares::NONE } else { first_sites.after(built.site) };
        turn.each_build(moved, sites.without(late), Turn::end);
    });
}
