//! Buildings: the squares on which the chosen worker may build, and the turns that build there. A level that is added
//! to three levels is a dome.

use super::Turn;
use super::recorder::{Act, Recorder};
use super::turn_state::TurnState;
use crate::moves::Move;
use crate::square::{DOME, Square, TOP};
use crate::squares::{Squares, neighbours};
use crate::state::State;

impl<R: Recorder> Turn<'_, R> {
    /// Returns the chosen worker's sites (squares to build on): the neighbours of its square that have no worker and no
    /// dome, and on which the restrictions allow building.
    pub(crate) fn sites(&self, now: &TurnState) -> Squares {
        self.neighbours(now.at) & self.open_sites(now)
    }

    /// Returns the sites next to at least one of `workers`. Sites across the board's edge do not count, even if the
    /// god's board wraps around.
    pub(crate) fn sites_beside(&self, now: &TurnState, workers: Squares) -> Squares {
        neighbours(workers) & self.open_sites(now)
    }

    /// Returns all squares of the board, at any distance, that have no worker and no dome, and on which the
    /// restrictions allow building.
    pub(crate) fn open_sites(&self, now: &TurnState) -> Squares {
        self.allowed_sites(now) - now.state.occupied()
    }

    /// Returns the squares without a dome, occupied or not, on which the restrictions allow building.
    #[inline]
    pub(crate) fn allowed_sites(&self, now: &TurnState) -> Squares {
        !(now.state.domes() | self.restrictions.closed) - self.barred_near(now)
    }

    /// Returns the squares on which `only_towers_near` forbids building: those next to the opponent's workers where a
    /// level would not complete a tower.
    #[inline]
    fn barred_near(&self, now: &TurnState) -> Squares {
        if self.restrictions.only_towers_near {
            neighbours(now.state.others()) - now.state.at_least(TOP)
        } else {
            Squares::EMPTY
        }
    }

    /// Returns those of `sites` that a next building may use if the order of buildings does not matter: the sites
    /// after `built.site` in reading order, so that each set of sites is enumerated once. Returns all of
    /// `sites` if the recorder needs every sequence of acts.
    pub(crate) fn in_order(built: &TurnState, sites: Squares) -> Squares {
        if R::RECORDS_ORDERS { sites } else { sites.after(built.site) }
    }

    /// Enumerates the turns that build a level on one of `sites`, and continues each with `go_on`.
    #[inline]
    pub(crate) fn each_build(
        &mut self,
        now: &TurnState,
        sites: Squares,
        go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        self.each_site(now, sites, Act::Build, add_level, go_on);
    }

    /// Enumerates the turns that put a dome on one of `sites`, at any height, and continues each with `go_on`.
    #[inline]
    pub(crate) fn each_dome(
        &mut self,
        now: &TurnState,
        sites: Squares,
        go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        self.each_site(now, sites, Act::Dome, add_dome, go_on);
    }

    /// Enumerates the turns that build a level on one of `sites` and end.
    #[inline]
    pub(crate) fn each_last_build(&mut self, now: &TurnState, sites: Squares) {
        self.each_last_site(now, sites, Act::Build, add_level);
    }

    /// Enumerates the turns that put a dome on one of `sites`, at any height, and end.
    #[inline]
    pub(crate) fn each_last_dome(&mut self, now: &TurnState, sites: Squares) {
        self.each_last_site(now, sites, Act::Dome, add_dome);
    }

    /// Enumerates the turns that apply `change`, which may change only heights, to one of `sites`. Records the act that
    /// `act` returns, and continues each turn with `go_on`.
    #[inline]
    pub(crate) fn each_site(
        &mut self,
        now: &TurnState,
        sites: Squares,
        act: impl Fn(Square) -> Act,
        change: impl Fn(&mut State, Square),
        mut go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        let mut next = *now;
        for site in sites {
            if self.recorder.is_done() {
                return;
            }
            change(&mut next.state, site);
            next.site = site;
            self.with_act(act(site), |turn| go_on(turn, &next));
            next.state.planes = now.state.planes;
        }
    }

    /// Enumerates the turns that apply `change` to one of `sites` and end. Does the same as [`Turn::each_site`] with
    /// [`Turn::end`], but faster, because only the heights differ between these turns. Not inlined, because that would
    /// make the turns of most gods half as long again, and no faster.
    #[inline(never)]
    pub(crate) fn each_last_site(
        &mut self,
        now: &TurnState,
        sites: Squares,
        act: impl Fn(Square) -> Act,
        change: impl Fn(&mut State, Square),
    ) {
        if R::RECORDS_ORDERS {
            self.each_site(now, sites, act, change, Self::end);
        } else if now.stays_adjacent() {
            let mv = Move::between(&self.start, &now.state);
            let moves = sites.into_iter().map(|site| {
                let mut end = now.state;
                change(&mut end, site);
                mv.with_heights(&now.state, &end)
            });
            self.recorder.take_all(moves, self.demand(now));
        }
    }
}

fn add_level(state: &mut State, site: Square) {
    state.raise(Squares::of(site));
}

fn add_dome(state: &mut State, site: Square) {
    state.set_height(site, DOME);
}
