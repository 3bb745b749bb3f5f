//! Steps: the squares that the chosen worker may enter, the winning steps among them, and the slide that may follow a
//! step.

use super::Turn;
use super::recorder::{Act, Recorder};
use super::turn_state::TurnState;
use crate::square::{Square, TOP};
use crate::squares::{DIAGONALS_ON, NEIGHBOURS_ON, Squares};

impl<R: Recorder> Turn<'_, R> {
    /// Returns the neighbours of a square for this side's steps and buildings, also across the edge if the god's board
    /// wraps around.
    pub(crate) fn neighbours(&self, square: Square) -> Squares {
        NEIGHBOURS_ON[usize::from(self.card.wraps)][square.index()]
    }

    /// Returns the squares next to the chosen worker in the directions in which it may move. They may be occupied and
    /// may have any height.
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
    pub(crate) fn squares_up_to(&self, now: &TurnState, height: u8, highest: u8) -> Squares {
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
        self.ways(chosen) & self.squares_up_to(chosen, height, (height + 1).min(TOP))
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

    /// Returns the enemies that a power can move, swap places with or remove: those that are not on closed squares.
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
        if self.is_unchecked_win(chosen, to) {
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

    /// Whether a step of the chosen worker to a square wins. Does not check `must_stay_adjacent`, which may forbid the
    /// worker to end its turn there.
    #[inline]
    pub(crate) fn is_unchecked_win(&self, chosen: &TurnState, to: Square) -> bool {
        !self.unchecked_wins(chosen, Squares::of(to)).is_empty()
    }

    /// Returns those of `steps` with which the chosen worker wins. Does not check `must_stay_adjacent`, which may
    /// forbid the worker to end its turn there.
    #[inline]
    fn unchecked_wins(&self, chosen: &TurnState, steps: Squares) -> Squares {
        let low = chosen.height();
        let mut wins = if low == TOP - 1 { steps & chosen.state.exactly(TOP) } else { Squares::EMPTY };
        if let Some(wins_by_step) = self.card.wins_by_step {
            wins |= steps.iter().filter(|to| wins_by_step(low, chosen.state.height(*to))).collect();
        }
        wins - self.restrictions.no_wins
    }

    /// Returns those of `steps` with which the chosen worker wins and obeys `must_stay_adjacent`.
    pub(crate) fn winning_steps(&self, chosen: &TurnState, steps: Squares) -> Squares {
        self.unchecked_wins(chosen, steps) & chosen.ends()
    }

    /// Returns those of `steps` on which the chosen worker can end its turn, and those with which it wins.
    pub(crate) fn ends_and_wins(&self, chosen: &TurnState, steps: Squares) -> [Squares; 2] {
        [steps & chosen.ends(), self.winning_steps(chosen, steps)]
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
    /// that wraps around, or if the two squares are not neighbours.
    pub(crate) fn straight_on(&self, from: Square, at: Square) -> Option<Square> {
        at.next(from.direction_on(at, self.card.wraps)?)
    }

    /// Returns the square behind `at`, seen from its neighbour `from`; `None` if it is beyond an edge or not free.
    pub(crate) fn free_beyond(&self, now: &TurnState, from: Square, at: Square) -> Option<Square> {
        self.straight_on(from, at).filter(|beyond| self.free(now).contains(*beyond))
    }
}
