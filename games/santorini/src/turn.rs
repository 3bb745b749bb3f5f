//! The turn: what a god's power is written with.
//!
//! A power is a function that walks through every turn of its player: choose a worker, step, build, end. Each verb of
//! [`Turn`] takes the position in the midst of the turn, a [`Draft`], and hands each way of going on to a closure; what
//! the opponent's god forbids is seen to here, so that no power has to know of any other. The walk lists moves, finds
//! out whether there is any, or tells what a person does at the board, as the [`Sink`] wants it.

mod act;
mod bonds;
mod draft;
mod sink;

pub(crate) use act::Act;
pub(crate) use bonds::Bonds;
pub(crate) use draft::Draft;
pub(crate) use sink::{Sink, Wanted};

use plywright::Side;
use smallvec::SmallVec;

use crate::gods::Power;
use crate::square::{Direction, Square};
use crate::squares::{DIAGONALS, DIAGONALS_AROUND, Map, NEIGHBOURS, NEIGHBOURS_AROUND, Squares};
use crate::state::{DOME, State, TOP};

/// A walk through the turns of the side to move.
pub(crate) struct Turn<'a> {
    /// Whose turn it is.
    pub(crate) me: Side,
    /// The power of that side's god.
    pub(crate) power: &'static Power,
    /// What the gods of both sides forbid.
    pub(crate) bonds: Bonds,
    /// The position when the turn began.
    pub(crate) start: State,
    /// What was done to come to the present draft.
    acts: SmallVec<[Act; 24]>,
    sink: &'a mut Sink,
}

/// Walks through all turns of the side to move, which has workers on the board and plays on.
pub(crate) fn walk(state: &State, sink: &mut Sink) {
    let me = state.side;
    let power = state.gods[me.index()].power();
    let bonds = Bonds::on(state);
    sink.only_climbs = bonds.must_climb;
    let company = bonds.company;
    let mut turn = Turn { me, power, bonds, start: *state, acts: SmallVec::new(), sink };
    (power.turn)(&mut turn, &Draft::new(state, company));
}

impl Turn<'_> {
    /// Is nothing more wanted? Loops end early then.
    #[inline]
    pub(crate) fn is_enough(&self) -> bool {
        self.sink.is_enough
    }

    /// Do the orders matter in which one position can be reached? Otherwise one of them is enough.
    #[inline]
    pub(crate) fn tells_orders(&self) -> bool {
        self.sink.wanted == Wanted::Turns
    }

    /// Goes on with something done that is told to people.
    #[inline]
    pub(crate) fn acting(&mut self, act: Act, go_on: impl FnOnce(&mut Self)) {
        self.acts.push(act);
        go_on(self);
        self.acts.pop();
    }

    // Choosing a worker.

    /// The workers that may be chosen to move.
    #[inline]
    pub(crate) fn movers(&self, draft: &Draft) -> Squares {
        draft.state.own().without(self.bonds.held)
    }

    /// Chooses one of these workers after the other.
    #[inline]
    pub(crate) fn each_worker(
        &mut self,
        draft: &Draft,
        workers: Squares,
        mut go_on: impl FnMut(&mut Self, &Draft),
    ) {
        for worker in workers {
            if self.is_enough() {
                return;
            }
            self.selecting(&draft.with_worker(worker), &mut go_on);
        }
    }

    /// Goes on with the chosen worker taken in hand.
    #[inline]
    pub(crate) fn selecting(&mut self, chosen: &Draft, go_on: impl FnOnce(&mut Self, &Draft)) {
        self.acting(Act::Select(chosen.at), |turn| go_on(turn, chosen));
    }

    // Stepping.

    /// The neighbours of a square, for this side's steps and buildings: on a board without edges for some gods.
    #[inline]
    pub(crate) fn neighbours(&self, square: Square) -> Squares {
        let map: &Map = if self.power.around { &NEIGHBOURS_AROUND } else { &NEIGHBOURS };
        map[square.index()]
    }

    /// The squares around the chosen worker in the directions in which it may move.
    #[inline]
    pub(crate) fn ways(&self, draft: &Draft) -> Squares {
        let mut ways = self.neighbours(draft.at);
        if self.bonds.diagonal.has(draft.origin) {
            let map: &Map = if self.power.around { &DIAGONALS_AROUND } else { &DIAGONALS };
            ways &= map[draft.at.index()];
        }
        for wind in self.bonds.winds.into_iter().flatten() {
            let against =
                if self.power.around { Some(draft.at.next_around(wind)) } else { draft.at.next(wind) };
            ways = ways.without(against.map_or(Squares::NONE, Squares::of));
        }
        ways
    }

    /// The squares that a worker may enter from a height, whoever stands there: at most one level up, any number down,
    /// as far as the opponent's god allows.
    #[inline]
    pub(crate) fn heights_from(&self, draft: &Draft, height: u8) -> Squares {
        self.heights_up_to(draft, height, (height + 1).min(TOP))
    }

    /// The same for a worker that may climb as high as `highest`, if climbing is allowed at all.
    #[inline]
    pub(crate) fn heights_up_to(&self, draft: &Draft, height: u8, highest: u8) -> Squares {
        let highest = if self.bonds.no_climbing { height } else { highest };
        let mut squares = (!draft.state.at_least(highest + 1)).without(self.bonds.closed);
        if self.bonds.no_descending {
            squares &= draft.state.at_least(height);
        }
        squares
    }

    /// The squares that the chosen worker may step to if nobody stands there.
    #[inline]
    pub(crate) fn reach(&self, draft: &Draft) -> Squares {
        self.ways(draft) & self.heights_from(draft, draft.height())
    }

    /// The squares without a worker, a dome or another thing in the way.
    #[inline]
    pub(crate) fn free(&self, draft: &Draft) -> Squares {
        !(draft.state.occupied() | draft.state.domes() | self.bonds.closed)
    }

    /// Is there no worker, no dome and no other thing in the way on the square?
    #[inline]
    pub(crate) fn is_free(&self, draft: &Draft, square: Square) -> bool {
        self.free(draft).has(square)
    }

    /// The enemies that can be forced, swapped or removed.
    #[inline]
    pub(crate) fn targets(&self, draft: &Draft) -> Squares {
        draft.state.others().without(self.bonds.closed)
    }

    /// The squares that the chosen worker may step to.
    #[inline]
    pub(crate) fn steps(&self, draft: &Draft) -> Squares {
        self.reach(draft).without(draft.state.occupied())
    }

    /// Steps with the chosen worker to each of these squares, which must be free. Winning steps end the turn.
    #[inline]
    pub(crate) fn each_step(
        &mut self,
        draft: &Draft,
        squares: Squares,
        mut go_on: impl FnMut(&mut Self, &Draft),
    ) {
        for to in squares {
            if self.is_enough() {
                return;
            }
            let is_female = self.power.marks_worker && draft.state.stored(self.me).squares().has(draft.at);
            let act = if is_female { Act::MoveFemale } else { Act::Move };
            self.enter(draft, to, act, &mut go_on);
        }
    }

    /// Puts the chosen worker on a square by a step, with all that follows from it: victory, or going on from where it
    /// comes to rest. The square must be free by now. People are told what is done with the square where it ends.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        draft: &Draft,
        to: Square,
        act: impl FnOnce(Square) -> Act,
        go_on: impl FnOnce(&mut Self, &Draft),
    ) {
        if self.wins_by(draft, to) {
            self.acting(act(to), |turn| turn.win(&draft.stepped(to)));
        } else {
            let landed = self.landed(draft, to);
            self.acting(act(landed.at), |turn| go_on(turn, &landed));
        }
    }

    /// Where the chosen worker comes to rest after a step that does not win.
    #[inline]
    pub(crate) fn landed(&self, draft: &Draft, to: Square) -> Draft {
        let mut next = draft.stepped(to);
        if self.bonds.slides {
            next.displace(self.slide(&next, draft.at, to));
        }
        next
    }

    /// Does the chosen worker win by a step to a square?
    #[inline]
    pub(crate) fn wins_by(&self, draft: &Draft, to: Square) -> bool {
        let (low, high) = (draft.height(), draft.state.height(to));
        let wins =
            high == TOP && low == TOP - 1 || self.power.wins_by_step.is_some_and(|wins| wins(low, high));
        wins && !self.bonds.no_wins.has(to)
    }

    /// Those of some steps that win, and with which the turn may end.
    pub(crate) fn winning_steps(&self, draft: &Draft, steps: Squares) -> Squares {
        let wins = |to: &Square| self.wins_by(draft, *to) && draft.stepped(*to).keeps_company();
        steps.into_iter().filter(wins).collect()
    }

    /// Where a worker comes to rest that entered `at` from the side of `from`: there, unless it must go on in that
    /// direction until higher ground or something in the way.
    #[inline]
    pub(crate) fn rest(&self, draft: &Draft, from: Square, at: Square) -> Square {
        if self.bonds.slides { self.slide(draft, from, at) } else { at }
    }

    fn slide(&self, draft: &Draft, mut from: Square, mut at: Square) -> Square {
        let free = self.free(draft);
        while let Some(next) = self.straight_on(from, at) {
            if !free.has(next) || draft.state.height(next) > draft.state.height(at) {
                break;
            }
            (from, at) = (at, next);
        }
        at
    }

    /// The direction from a square to a neighbour.
    pub(crate) fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        if self.power.around { from.direction_around_to(to) } else { from.direction_to(to) }
    }

    /// The square beyond `at`, seen from its neighbour `from`; none beyond an edge.
    pub(crate) fn straight_on(&self, from: Square, at: Square) -> Option<Square> {
        at.next(self.direction(from, at)?)
    }

    // Building.

    /// The squares next to `at` on which this side may build: free, without a dome, not forbidden.
    #[inline]
    pub(crate) fn sites(&self, draft: &Draft, at: Square) -> Squares {
        self.neighbours(at) & self.open_sites(draft)
    }

    /// All squares of the board on which nothing but distance keeps this side from building.
    #[inline]
    pub(crate) fn open_sites(&self, draft: &Draft) -> Squares {
        self.allowed_sites(draft).without(draft.state.occupied())
    }

    /// The squares without a dome on which the opponent's god lets this side build, whoever stands there.
    #[inline]
    pub(crate) fn allowed_sites(&self, draft: &Draft) -> Squares {
        let state = &draft.state;
        let mut allowed = !(state.domes() | self.bonds.closed);
        if self.bonds.no_building_near {
            allowed = allowed.without(state.others().neighbours().without(state.at_least(TOP)));
        }
        allowed
    }

    /// The squares to build on after `draft.site`, where two buildings can come in either order: those that follow in
    /// reading order, unless people are told both orders.
    #[inline]
    pub(crate) fn in_order(&self, draft: &Draft, sites: Squares) -> Squares {
        if self.tells_orders() { sites } else { sites.after(draft.site) }
    }

    /// Builds on each of these squares.
    #[inline]
    pub(crate) fn each_build(&mut self, draft: &Draft, sites: Squares, go_on: impl FnMut(&mut Self, &Draft)) {
        self.each_site(draft, sites, Act::Build, |state, site| state.raise(Squares::of(site)), go_on);
    }

    /// Puts a dome on each of these squares.
    #[inline]
    pub(crate) fn each_dome(&mut self, draft: &Draft, sites: Squares, go_on: impl FnMut(&mut Self, &Draft)) {
        self.each_site(draft, sites, Act::Dome, |state, site| state.set_height(site, DOME), go_on);
    }

    /// Takes a level from each of these squares.
    #[inline]
    pub(crate) fn each_razing(
        &mut self,
        draft: &Draft,
        sites: Squares,
        go_on: impl FnMut(&mut Self, &Draft),
    ) {
        self.each_site(
            draft,
            sites,
            Act::Destroy,
            |state, site| state.set_height(site, state.height(site) - 1),
            go_on,
        );
    }

    /// Changes the height of each of these squares in turn, which a person does by `act`.
    #[inline]
    fn each_site(
        &mut self,
        draft: &Draft,
        sites: Squares,
        act: impl Fn(Square) -> Act,
        change: impl Fn(&mut State, Square),
        mut go_on: impl FnMut(&mut Self, &Draft),
    ) {
        for site in sites {
            if self.is_enough() {
                return;
            }
            let mut next = *draft;
            change(&mut next.state, site);
            next.site = site;
            self.acts.push(act(site));
            go_on(self, &next);
            self.acts.pop();
        }
    }

    // Ending the turn.

    /// Ends the turn.
    #[inline]
    pub(crate) fn end(&mut self, draft: &Draft) {
        if draft.keeps_company() {
            self.deliver(draft, &draft.state);
        }
    }

    /// Ends the turn with a victory.
    #[inline]
    pub(crate) fn win(&mut self, draft: &Draft) {
        if draft.keeps_company() {
            let state = State { winner: Some(self.me), ..draft.state };
            self.deliver(draft, &state);
        }
    }

    #[inline]
    fn deliver(&mut self, draft: &Draft, end: &State) {
        let end = State { side: !self.me, ..*end };
        self.sink.take(&self.start, &end, draft.climb(), &self.acts);
    }
}
