//! The turn: the words that gods' powers are written in.
//!
//! A turn is walked through: choose a worker, step, build, end. Each verb of [`Turn`] takes the
//! position in the midst of the turn, a [`TurnState`], and hands each way of going on to a closure.
//! What the opponent's god forbids is seen to here, so no power has to know of any other. What
//! becomes of the turns is the [`Recorder`]'s affair.

pub(crate) mod act;
pub(crate) mod recorder;
pub(crate) mod restrictions;
pub(crate) mod turn_state;

use plywright::Side;

use crate::cards::Card;
use crate::square::{DOME, Direction, Square, TOP};
use crate::squares::{
    DIAGONALS, DIAGONALS_WRAPPED, Map, NEIGHBOURS, NEIGHBOURS_WRAPPED, Squares, neighbours,
};
use crate::state::State;
use crate::stored::Stored;
use act::Act;
use recorder::{Demand, Recorder};
use restrictions::Restrictions;
use turn_state::TurnState;

/// A walk through the turns of the side to move.
pub(crate) struct Turn<'a, R> {
    /// The side whose turn it is.
    pub(crate) me: Side,
    /// What the gods of both sides forbid.
    pub(crate) restrictions: Restrictions,
    /// The position when the turn began.
    pub(crate) start: State,
    /// The card of the god whose turn it is.
    card: &'static Card,
    recorder: &'a mut R,
}

impl<'a, R: Recorder> Turn<'a, R> {
    /// The turns from a position whose side to move has workers on the board and plays on.
    pub(crate) fn new(state: &State, restrictions: Restrictions, recorder: &'a mut R) -> Self {
        let me = state.side;
        Self { me, restrictions, start: *state, card: state.gods[me.index()].card(), recorder }
    }

    /// Whether the power that this side's god can use once has not been used.
    #[inline]
    pub(crate) fn is_power_unused(&self) -> bool {
        self.start.stored(self.me) == Stored::NOTHING
    }

    /// Records an act, goes on, and takes the act back.
    #[inline]
    pub(crate) fn acting(&mut self, act: Act, go_on: impl FnOnce(&mut Self)) {
        self.recorder.act(act);
        go_on(self);
        self.recorder.undo_act();
    }

    /// Leaves those of many positions in the midst of the turn from which the recorder wants it to go on.
    pub(crate) fn select(&mut self, standings: &mut Vec<TurnState>) {
        self.recorder.select(standings);
    }

    // Choosing a worker.

    /// The workers that may be chosen to move.
    #[inline]
    pub(crate) fn movers(&self, now: &TurnState) -> Squares {
        now.state.own() - self.restrictions.immobile
    }

    /// Chooses one of the given workers after the other.
    #[inline]
    pub(crate) fn each_worker(
        &mut self,
        now: &TurnState,
        workers: Squares,
        mut go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        for worker in workers {
            if self.recorder.is_done() {
                return;
            }
            self.selecting(&now.with_worker(worker), &mut go_on);
        }
    }

    /// Goes on with the chosen worker.
    #[inline]
    pub(crate) fn selecting(&mut self, chosen: &TurnState, go_on: impl FnOnce(&mut Self, &TurnState)) {
        self.acting(Act::Select(chosen.at), |turn| go_on(turn, chosen));
    }

    // Stepping.

    /// The neighbours of a square, for this side's steps and buildings.
    #[inline]
    pub(crate) fn neighbours(&self, square: Square) -> Squares {
        let map: &Map = if self.card.wraps { &NEIGHBOURS_WRAPPED } else { &NEIGHBOURS };
        map[square.index()]
    }

    /// The squares around the chosen worker in the directions in which it may move.
    #[inline]
    pub(crate) fn ways(&self, chosen: &TurnState) -> Squares {
        let mut ways = self.neighbours(chosen.at);
        if self.restrictions.diagonal.contains(chosen.origin) {
            let map: &Map = if self.card.wraps { &DIAGONALS_WRAPPED } else { &DIAGONALS };
            ways &= map[chosen.at.index()];
        }
        for wind in self.restrictions.winds.into_iter().flatten() {
            let against =
                if self.card.wraps { Some(chosen.at.next_wrapped(wind)) } else { chosen.at.next(wind) };
            ways -= against.map_or(Squares::EMPTY, Squares::of);
        }
        ways
    }

    /// The squares that a worker may enter from a height, whoever stands there: at most one level
    /// up, any number down, as far as the opponent's god allows.
    #[inline]
    pub(crate) fn heights_from(&self, now: &TurnState, height: u8) -> Squares {
        self.heights_up_to(now, height, (height + 1).min(TOP))
    }

    /// The same for a worker that may climb as high as `highest`, if climbing is allowed at all.
    #[inline]
    pub(crate) fn heights_up_to(&self, now: &TurnState, height: u8, highest: u8) -> Squares {
        let highest = if self.restrictions.no_climbing { height } else { highest };
        let mut squares = !now.state.at_least(highest + 1) - self.restrictions.closed;
        if self.restrictions.no_descending {
            squares &= now.state.at_least(height);
        }
        squares
    }

    /// The squares that the chosen worker may step to if nobody stands there.
    #[inline]
    pub(crate) fn reach(&self, chosen: &TurnState) -> Squares {
        self.ways(chosen) & self.heights_from(chosen, chosen.height())
    }

    /// The squares that the chosen worker may step to.
    #[inline]
    pub(crate) fn steps(&self, chosen: &TurnState) -> Squares {
        self.reach(chosen) - chosen.state.occupied()
    }

    /// The squares without a worker, a dome or another thing in the way.
    #[inline]
    pub(crate) fn free(&self, now: &TurnState) -> Squares {
        !(now.state.occupied() | now.state.domes() | self.restrictions.closed)
    }

    /// The enemies that can be forced, swapped or removed.
    #[inline]
    pub(crate) fn targets(&self, now: &TurnState) -> Squares {
        now.state.others() - self.restrictions.closed
    }

    /// The enemies next to the chosen worker that it may step onto if a power makes room.
    #[inline]
    pub(crate) fn enemies_in_reach(&self, chosen: &TurnState) -> Squares {
        self.reach(chosen) & self.targets(chosen)
    }

    /// Steps with the chosen worker to each of the given squares, which must be free. Winning steps
    /// end the turn.
    #[inline]
    pub(crate) fn each_step(
        &mut self,
        chosen: &TurnState,
        squares: Squares,
        mut go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        let act = if chosen.state.is_marked(self.me, chosen.at) { Act::MoveFemale } else { Act::Move };
        for to in squares {
            if self.recorder.is_done() {
                return;
            }
            self.enter(chosen, to, act, &mut go_on);
        }
    }

    /// Puts the chosen worker on a square by a step, with all that follows from it: victory, or
    /// going on from where it comes to rest. The square must be free by now. The act is recorded
    /// with the square where the worker ends.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        chosen: &TurnState,
        to: Square,
        act: impl FnOnce(Square) -> Act,
        go_on: impl FnOnce(&mut Self, &TurnState),
    ) {
        if self.wins_by(chosen, to) {
            self.acting(act(to), |turn| turn.win(&chosen.stepped(to)));
        } else {
            let landed = self.landed(chosen, to);
            self.acting(act(landed.at), |turn| go_on(turn, &landed));
        }
    }

    /// The position after a step that does not win: the chosen worker stands where it comes to
    /// rest.
    #[inline]
    pub(crate) fn landed(&self, chosen: &TurnState, to: Square) -> TurnState {
        let mut next = chosen.stepped(to);
        if self.restrictions.slides {
            next.displace(self.slide(&next, chosen.at, to));
        }
        next
    }

    /// Whether the chosen worker wins by a step to a square.
    #[inline]
    pub(crate) fn wins_by(&self, chosen: &TurnState, to: Square) -> bool {
        let (low, high) = (chosen.height(), chosen.state.height(to));
        let wins =
            high == TOP && low == TOP - 1 || self.card.wins_by_step.is_some_and(|wins| wins(low, high));
        wins && !self.restrictions.no_wins.contains(to)
    }

    /// Those of some steps that win, and with which the turn may end.
    pub(crate) fn winning_steps(&self, chosen: &TurnState, steps: Squares) -> Squares {
        let wins = |to: &Square| self.wins_by(chosen, *to) && chosen.stepped(*to).stays_adjacent();
        steps.into_iter().filter(wins).collect()
    }

    /// Where a worker comes to rest that entered `at` from the side of `from`: there, unless it
    /// must go on in that direction until higher ground or something in the way.
    #[inline]
    pub(crate) fn rest(&self, now: &TurnState, from: Square, at: Square) -> Square {
        if self.restrictions.slides { self.slide(now, from, at) } else { at }
    }

    fn slide(&self, now: &TurnState, mut from: Square, mut at: Square) -> Square {
        let free = self.free(now);
        while let Some(next) = self.straight_on(from, at) {
            if !free.contains(next) || now.state.height(next) > now.state.height(at) {
                break;
            }
            (from, at) = (at, next);
        }
        at
    }

    /// The square beyond `at`, seen from its neighbour `from`; none beyond an edge.
    pub(crate) fn straight_on(&self, from: Square, at: Square) -> Option<Square> {
        let direction: Option<Direction> =
            if self.card.wraps { from.direction_wrapped_to(at) } else { from.direction_to(at) };
        at.next(direction?)
    }

    /// The square beyond `at`, seen from its neighbour `from`, if it is free.
    pub(crate) fn free_beyond(&self, now: &TurnState, from: Square, at: Square) -> Option<Square> {
        self.straight_on(from, at).filter(|beyond| self.free(now).contains(*beyond))
    }

    // Building.

    /// The squares next to the chosen worker on which this side may build: free, without a dome,
    /// not forbidden.
    #[inline]
    pub(crate) fn sites(&self, now: &TurnState) -> Squares {
        self.neighbours(now.at) & self.open_sites(now)
    }

    /// The squares next to any of the given workers on which this side may build.
    #[inline]
    pub(crate) fn sites_beside(&self, now: &TurnState, workers: Squares) -> Squares {
        neighbours(workers) & self.open_sites(now)
    }

    /// All squares of the board on which nothing but distance keeps this side from building.
    #[inline]
    pub(crate) fn open_sites(&self, now: &TurnState) -> Squares {
        self.allowed_sites(now) - now.state.occupied()
    }

    /// The squares without a dome on which the opponent's god lets this side build, whoever stands
    /// there.
    #[inline]
    pub(crate) fn allowed_sites(&self, now: &TurnState) -> Squares {
        !(now.state.domes() | self.restrictions.closed) - self.barred_near(now)
    }

    /// The squares for domes that complete no tower: below the third level, and as open as for
    /// other buildings.
    #[inline]
    pub(crate) fn low_dome_sites(&self, now: &TurnState) -> Squares {
        self.open_sites(now) - now.state.at_least(TOP)
    }

    /// The squares next to the opponent's workers on which nothing may be built.
    #[inline]
    fn barred_near(&self, now: &TurnState) -> Squares {
        if self.restrictions.only_towers_near {
            neighbours(now.state.others()) - now.state.at_least(TOP)
        } else {
            Squares::EMPTY
        }
    }

    /// The squares to build on after `built.site`, if two buildings can come in either order: those
    /// that follow it in reading order, unless both orders are recorded.
    #[inline]
    pub(crate) fn in_order(built: &TurnState, sites: Squares) -> Squares {
        if R::RECORDS_ORDERS { sites } else { sites.after(built.site) }
    }

    /// Builds on each of the given squares.
    #[inline]
    pub(crate) fn each_build(
        &mut self,
        now: &TurnState,
        sites: Squares,
        go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        self.each_site(now, sites, Act::Build, |state, site| state.raise(Squares::of(site)), go_on);
    }

    /// Puts a dome on each of the given squares.
    #[inline]
    pub(crate) fn each_dome(
        &mut self,
        now: &TurnState,
        sites: Squares,
        go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        self.each_site(now, sites, Act::Dome, |state, site| state.set_height(site, DOME), go_on);
    }

    /// Takes a level from each of the given squares.
    #[inline]
    pub(crate) fn each_razing(
        &mut self,
        now: &TurnState,
        sites: Squares,
        go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        let raze = |state: &mut State, site| state.set_height(site, state.height(site) - 1);
        self.each_site(now, sites, Act::Destroy, raze, go_on);
    }

    /// Changes the height of each of the given squares in turn.
    #[inline]
    fn each_site(
        &mut self,
        now: &TurnState,
        sites: Squares,
        act: impl Fn(Square) -> Act,
        change: impl Fn(&mut State, Square),
        mut go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        for site in sites {
            if self.recorder.is_done() {
                return;
            }
            let mut next = *now;
            change(&mut next.state, site);
            next.site = site;
            self.acting(act(site), |turn| go_on(turn, &next));
        }
    }

    // Ending the turn.

    /// Ends the turn.
    #[inline]
    pub(crate) fn end(&mut self, now: &TurnState) {
        self.deliver(now, None);
    }

    /// Ends the turn with something else stored by this side's god.
    #[inline]
    pub(crate) fn end_storing(&mut self, now: &TurnState, stored: Stored) {
        let mut end = *now;
        end.state.stored[self.me.index()] = stored;
        self.end(&end);
    }

    /// Ends the turn with a victory.
    #[inline]
    pub(crate) fn win(&mut self, now: &TurnState) {
        self.deliver(now, Some(self.me));
    }

    #[inline]
    fn deliver(&mut self, now: &TurnState, winner: Option<Side>) {
        if now.stays_adjacent() {
            let end = State { winner, side: !self.me, ..now.state };
            self.recorder.take(&self.start, &end, self.demand(now));
        }
    }

    /// How the turn answers to the demand to move up.
    #[inline]
    fn demand(&self, now: &TurnState) -> Demand {
        match (self.restrictions.must_climb, now.climbed, now.is_by_choice) {
            (false, ..) | (true, true, true) => Demand::None,
            (true, true, false) => Demand::Met,
            (true, false, _) => Demand::Missed,
        }
    }
}
