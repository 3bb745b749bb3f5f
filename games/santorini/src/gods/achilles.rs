//! Achilles: once per game, a worker may build both before and after moving.
//!
//! Turns that achieve nothing new are left out. A first block that lets the worker step up and win is built only for
//! that win. The power is not used for a win that an ordinary step achieves. If two buildings could come in either
//! order, the later square in reading order is built on first, as for Prometheus.

use crate::power::prelude::*;

impl Power for super::Achilles {
    const TEXT: &'static str = "Once in the game a worker builds both before and after moving.";
    const CARD: Card = Card { stored: Some(&StoredText::USED), symmetric: false, ..Card::MORTAL };

    fn may_win_otherwise(state: &State) -> bool {
        state.own().intersects(state.exactly(TOP - 1))
            && !(state.at_least(TOP - 1) - state.domes()).is_empty()
    }

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if !turn.is_power_unused() {
            return;
        }
        for worker in turn.movers(start) {
            let chosen = start.with_worker(worker).with_optional_climb().with_stored(Stored::USED_UP);
            let sites = turn.sites(&chosen);
            let wins = winning_blocks(turn, &chosen, sites);
            turn.each_build(&chosen, wins, |turn, built| {
                turn.with_selected(built, |turn, built| {
                    // The closure does nothing, because the winning step ends the turn.
                    turn.each_step(built, Squares::of(built.site), |_, _| ());
                });
            });
            // Blocks on the squares of `wins` are left out here, unless every sequence of acts is recorded.
            let first_sites = if R::ONLY_WINS {
                Squares::EMPTY
            } else if R::RECORDS_ORDERS {
                sites
            } else {
                sites - wins
            };
            turn.each_build(&chosen, first_sites, |turn, built| {
                turn.with_selected(built, |turn, built| move_and_build(turn, built, first_sites));
            });
        }
    }
}

/// Returns the sites where a block lets the worker step up and win.
fn winning_blocks<R: Recorder>(turn: &Turn<'_, R>, chosen: &TurnState, sites: Squares) -> Squares {
    let wins = |site: &_| {
        let mut built = *chosen;
        built.state.raise(Squares::of(*site));
        !turn.winning_steps(&built, turn.steps(&built) & Squares::of(*site)).is_empty()
    };
    (sites & turn.steps(chosen)).into_iter().filter(wins).collect()
}

/// After the first building, enumerates the moves that do not win, each with a second building. Leaves out a second
/// building on a later one of `first_sites` in reading order, because a turn that begins with the later square stands
/// for both orders. Leaves out none if every sequence of acts is recorded.
fn move_and_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState, first_sites: Squares) {
    let steps = turn.steps(built);
    let wins = turn.winning_steps(built, steps);
    turn.each_step(built, steps - wins, |turn, moved| {
        let excluded = if R::RECORDS_ORDERS { Squares::EMPTY } else { first_sites.after(built.site) };
        turn.each_last_build(moved, turn.sites(moved) - excluded);
    });
}
