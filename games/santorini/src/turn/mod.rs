//! The turn: the operations from which gods' powers are built.
//!
//! A turn is enumerated in stages: choose a worker, step, build, end. The enumerating methods of [`Turn`], such as
//! [`Turn::each_step`], take the position during the turn, a [`TurnState`], and call a closure with the position after
//! each choice. They apply the restrictions, so a power need not know the opponent's god. The [`Recorder`] receives the
//! finished turns.

pub(crate) mod collector;
pub(crate) mod recorder;
pub(crate) mod turn_state;

use plywright::Side;

use crate::card::Card;
use crate::moves::Move;
use crate::square::{DOME, Square, TOP};
use crate::squares::{DIAGONALS_ON, NEIGHBOURS_ON, Squares, neighbours, surroundings};
use crate::state::State;
use crate::stored::Stored;
use recorder::{Act, Demand, Recorder};
use turn_state::{Restrictions, TurnState};

/// An enumeration of the turns of the side to move.
pub(crate) struct Turn<'a, R> {
    /// The side whose turn it is.
    pub(crate) me: Side,
    pub(crate) restrictions: Restrictions,
    /// The position at the beginning of the turn.
    pub(crate) start: State,
    /// The card of the god whose turn it is.
    card: &'static Card,
    /// The card of the opponent's god.
    enemy: &'static Card,
    recorder: &'a mut R,
}

impl<'a, R: Recorder> Turn<'a, R> {
    /// Creates the enumeration of the turns of a position. The side to move must have its workers on the
    /// board, and the game must not be over. The cards are those of its god and of the opponent's god.
    pub(crate) fn new(
        state: &State,
        [card, enemy]: [&'static Card; 2],
        restrictions: Restrictions,
        recorder: &'a mut R,
    ) -> Self {
        Self { me: state.side, restrictions, start: *state, card, enemy, recorder }
    }

    /// Whether this side's god has not yet used its once-only power. Only for gods that store nothing else.
    pub(crate) fn is_power_unused(&self) -> bool {
        self.start.stored(self.me) == Stored::NOTHING
    }

    /// Records an act, continues with `go_on`, and removes the act again.
    #[inline]
    pub(crate) fn with_act(&mut self, act: Act, go_on: impl FnOnce(&mut Self)) {
        self.recorder.act(act);
        go_on(self);
        self.recorder.undo_act();
    }

    /// Lets the recorder remove positions after far walks; see [`Recorder::select`].
    pub(crate) fn select(&mut self, walks: &mut Vec<TurnState>) {
        self.recorder.select(walks);
    }

    // Choosing a worker.

    /// Returns the workers of this side that no restriction makes immobile.
    pub(crate) fn movers(&self, now: &TurnState) -> Squares {
        now.state.own() - self.restrictions.immobile
    }

    /// Enumerates the turns in which one of `workers` is chosen, and continues each with `go_on`.
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
            self.with_selected(&now.with_worker(worker), &mut go_on);
        }
    }

    /// Records that the worker on `chosen.at` acts, and calls `go_on` with `chosen`.
    #[inline]
    pub(crate) fn with_selected(&mut self, chosen: &TurnState, go_on: impl FnOnce(&mut Self, &TurnState)) {
        self.with_act(Act::Select(chosen.at), |turn| go_on(turn, chosen));
    }

    // Stepping.

    /// Returns the neighbours of a square for this side's steps and buildings, also across the edge if the god's board
    /// wraps around.
    pub(crate) fn neighbours(&self, square: Square) -> Squares {
        NEIGHBOURS_ON[usize::from(self.card.wraps)][square.index()]
    }

    /// Returns the squares next to the chosen worker in the directions in which it may move, occupied or not, at any
    /// height.
    #[inline]
    pub(crate) fn ways(&self, chosen: &TurnState) -> Squares {
        let mut ways = self.neighbours(chosen.at);
        if self.restrictions.diagonal.contains(chosen.origin) {
            ways &= DIAGONALS_ON[usize::from(self.card.wraps)][chosen.at.index()];
        }
        for wind in self.restrictions.winds.into_iter().flatten() {
            let against = chosen.at.next_on(wind, self.card.wraps);
            ways -= against.map_or(Squares::EMPTY, Squares::of);
        }
        ways
    }

    /// Returns the squares, occupied or not, that the restrictions let a worker on `height` enter. They are at most as
    /// high as `highest`, or as `height` if moving up is forbidden.
    #[inline]
    pub(crate) fn heights_up_to(&self, now: &TurnState, height: u8, highest: u8) -> Squares {
        let highest = if self.restrictions.no_climbing { height } else { highest };
        let mut squares = !now.state.at_least(highest + 1) - self.restrictions.closed;
        if self.restrictions.no_descending {
            squares &= now.state.at_least(height);
        }
        squares
    }

    /// Returns the squares, occupied or not, that the chosen worker may step to: neighbours at most one level
    /// up that the restrictions allow.
    pub(crate) fn reach(&self, chosen: &TurnState) -> Squares {
        let height = chosen.height();
        self.ways(chosen) & self.heights_up_to(chosen, height, (height + 1).min(TOP))
    }

    /// Returns the free squares that the chosen worker may step to.
    pub(crate) fn steps(&self, chosen: &TurnState) -> Squares {
        self.reach(chosen) - chosen.state.occupied()
    }

    /// Returns the squares that have no worker and no dome and are not closed by a restriction.
    #[inline]
    pub(crate) fn free(&self, now: &TurnState) -> Squares {
        !(now.state.occupied() | now.state.domes() | self.restrictions.closed)
    }

    /// Returns the enemies that a power can force to move, swap or remove: those that are not on closed squares.
    pub(crate) fn targets(&self, now: &TurnState) -> Squares {
        now.state.others() - self.restrictions.closed
    }

    /// Returns the enemies whose squares the chosen worker may enter if a power moves the enemy away.
    pub(crate) fn enemies_in_reach(&self, chosen: &TurnState) -> Squares {
        self.reach(chosen) & self.targets(chosen)
    }

    /// Enumerates the turns in which the chosen worker steps to one of `squares`, which must be free. A winning step
    /// ends the turn. After any other step, `go_on` continues the turn.
    #[inline]
    pub(crate) fn each_step(
        &mut self,
        chosen: &TurnState,
        squares: Squares,
        mut go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        let act = if self.is_marked(chosen, self.me, chosen.at) { Act::MoveFemale } else { Act::Move };
        for to in squares {
            if self.recorder.is_done() {
                return;
            }
            self.enter(chosen, to, act, &mut go_on);
        }
    }

    /// Moves the chosen worker to a free square by a step. A winning step ends the turn. Otherwise the worker
    /// may slide on, and `go_on` continues the turn. `act` returns the act to record for the square where the worker
    /// comes to rest.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        chosen: &TurnState,
        to: Square,
        act: impl FnOnce(Square) -> Act,
        go_on: impl FnOnce(&mut Self, &TurnState),
    ) {
        if self.wins_by(chosen, to) {
            self.with_act(act(to), |turn| turn.win(&turn.stepped(chosen, to)));
        } else {
            let landed = self.landed(chosen, to);
            self.with_act(act(landed.at), |turn| go_on(turn, &landed));
        }
    }

    /// Returns the state after a step that does not win, and after the slide that follows if workers slide.
    #[inline]
    pub(crate) fn landed(&self, chosen: &TurnState, to: Square) -> TurnState {
        let mut next = self.stepped(chosen, to);
        if self.restrictions.slides {
            let rest = self.slide(&next, chosen.at, to);
            self.displace(&mut next, rest);
        }
        next
    }

    /// Whether the chosen worker wins by stepping to a square. Does not check `must_stay_adjacent`.
    #[inline]
    pub(crate) fn wins_by(&self, chosen: &TurnState, to: Square) -> bool {
        !self.wins_among(chosen, Squares::of(to)).is_empty()
    }

    /// Returns those of `steps` with which the chosen worker wins. Does not check `must_stay_adjacent`.
    #[inline]
    fn wins_among(&self, chosen: &TurnState, steps: Squares) -> Squares {
        let low = chosen.height();
        let mut wins = if low == TOP - 1 { steps & chosen.state.exactly(TOP) } else { Squares::EMPTY };
        if let Some(wins_by_step) = self.card.wins_by_step {
            wins |= steps.iter().filter(|to| wins_by_step(low, chosen.state.height(*to))).collect();
        }
        wins - self.restrictions.no_wins
    }

    /// Returns those of `steps` with which the chosen worker wins and obeys `must_stay_adjacent`.
    pub(crate) fn winning_steps(&self, chosen: &TurnState, steps: Squares) -> Squares {
        self.wins_among(chosen, steps) & chosen.ends()
    }

    /// Returns the square on which a worker comes to rest after it enters `at` from `from`: `at`, or the end
    /// of its slide.
    pub(crate) fn rest(&self, now: &TurnState, from: Square, at: Square) -> Square {
        if self.restrictions.slides { self.slide(now, from, at) } else { at }
    }

    /// Returns the square on which a sliding worker comes to rest. Not inlined: only one god makes workers
    /// slide, and inlining would enlarge the code of every step.
    #[inline(never)]
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

    /// Returns the square behind `at`, seen from its neighbour `from`. `None` if it is beyond an edge, even on a board
    /// that wraps around, and if the squares are not neighbours.
    pub(crate) fn straight_on(&self, from: Square, at: Square) -> Option<Square> {
        at.next(from.direction_on(at, self.card.wraps)?)
    }

    /// Returns the square behind `at`, seen from its neighbour `from`; `None` if it is beyond an edge or not free.
    pub(crate) fn free_beyond(&self, now: &TurnState, from: Square, at: Square) -> Option<Square> {
        self.straight_on(from, at).filter(|beyond| self.free(now).contains(*beyond))
    }

    // Moving workers. If the god stores the square of a worker (`Card::marks_worker`), this mark moves with the worker.

    #[inline]
    fn is_marked(&self, now: &TurnState, side: Side, worker: Square) -> bool {
        let card = if side == self.me { self.card } else { self.enemy };
        card.marks_worker && now.state.stored(side).squares().contains(worker)
    }

    /// Moves a worker of `side`, and the mark if it has one. The squares may be equal.
    #[inline]
    pub(crate) fn relocate(&self, now: &mut TurnState, side: Side, from: Square, to: Square) {
        if self.is_marked(now, side, from) {
            now.state.stored[side.index()] = Stored::new(Squares::of(to), now.state.stored(side).number());
        }
        let workers = &mut now.state.workers[side.index()];
        *workers = workers.without(from).with(to);
    }

    /// Moves the chosen worker to a square without a step: moving up or down in this way does not count.
    #[inline]
    pub(crate) fn displace(&self, now: &mut TurnState, to: Square) {
        self.relocate(now, self.me, now.at, to);
        now.at = to;
    }

    /// Returns the state after a step of the chosen worker, before it slides on.
    #[inline]
    pub(crate) fn stepped(&self, chosen: &TurnState, to: Square) -> TurnState {
        let mut next = *chosen;
        next.climbed |= chosen.state.height(to) > chosen.height();
        next.descended |= chosen.state.height(to) < chosen.height();
        self.displace(&mut next, to);
        next
    }

    /// Returns the state after the enemy on `from` is forced to `to`. Updates `must_stay_adjacent`.
    #[inline]
    pub(crate) fn forced(&self, now: &TurnState, from: Square, to: Square) -> TurnState {
        let mut next = *now;
        self.relocate(&mut next, !self.me, from, to);
        if !now.must_stay_adjacent.is_empty() {
            next.must_stay_adjacent = surroundings(next.state.others());
        }
        next
    }

    /// Returns the state without the worker of `side` on the square `at`, and without its mark.
    pub(crate) fn without_worker(&self, now: &TurnState, side: Side, at: Square) -> TurnState {
        let mut next = *now;
        if self.is_marked(now, side, at) {
            let stored = now.state.stored(side);
            next.state.stored[side.index()] = Stored::new(stored.squares().without(at), stored.number());
        }
        next.state.workers[side.index()].remove(at);
        next
    }

    // Building.

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

    /// Enumerates the turns that apply `change` to one of `sites` and end. The same as [`Turn::each_site`] with
    /// [`Turn::end`], but faster, because only the heights differ between these turns.
    #[inline]
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

    // Ending the turn.

    /// Ends the turn and passes it to the recorder. Drops it if the chosen worker breaks `must_stay_adjacent`.
    #[inline]
    pub(crate) fn end(&mut self, now: &TurnState) {
        self.deliver(now, None);
    }

    /// Ends the turn with a win. Drops it if the chosen worker breaks `must_stay_adjacent`.
    pub(crate) fn win(&mut self, now: &TurnState) {
        self.deliver(now, Some(self.me));
    }

    #[inline]
    fn deliver(&mut self, now: &TurnState, winner: Option<Side>) {
        if now.stays_adjacent() {
            let mv = Move::between(&self.start, &State { winner, ..now.state });
            self.recorder.take(mv, self.demand(now));
        }
    }

    /// Returns the relation of a turn that ends with `now` to the restriction `must_climb`.
    #[inline]
    fn demand(&self, now: &TurnState) -> Demand {
        if !self.restrictions.must_climb || now.climbed && now.is_by_choice {
            Demand::None
        } else if now.climbed {
            Demand::Met
        } else {
            Demand::Missed
        }
    }
}

fn add_level(state: &mut State, site: Square) {
    state.raise(Squares::of(site));
}

fn add_dome(state: &mut State, site: Square) {
    state.set_height(site, DOME);
}
