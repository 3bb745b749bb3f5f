//! The legal moves: which there are, how many, and whether a given one is among them.
//!
//! As in playing, `SPECIAL` tells the version that knows all rules from the one for common rules.

use plywright::{Game, Moves, Side};

use crate::game::Mill;
use crate::moves::{Action, Move};
use crate::point::{Point, PointSet};
use crate::state::{Phase, State};

impl Mill {
    /// The empty points.
    #[inline]
    pub(crate) fn empty(&self, state: &State) -> PointSet {
        self.board.points() - state.occupied()
    }

    /// May the side to move take its stones to any empty point?
    #[inline]
    pub(crate) fn flies(&self, state: &State) -> bool {
        self.flies_as(state, state.side)
    }

    /// Has `side` placed all its stones and so few of them left that it flies?
    #[inline]
    pub(crate) fn flies_as(&self, state: &State, side: Side) -> bool {
        self.rules.may_fly && state.total(side) <= self.rules.fly_piece_count && state.hand(side) == 0
    }

    /// Those of `stones` that stand outside mills, or all if there are none outside.
    #[inline]
    pub(crate) fn unprotected(&self, stones: PointSet) -> PointSet {
        if self.rules.may_remove_from_mills_always {
            return stones;
        }
        let outside = stones - self.board.mill_completions(stones);
        if outside.is_empty() { stones } else { outside }
    }

    /// The stones that the side to move may remove.
    #[inline]
    pub(crate) fn removable<const SPECIAL: bool>(&self, state: &State) -> PointSet {
        if SPECIAL { self.removable_under_special_rules(state) } else { self.unprotected(state.opposing()) }
    }

    fn removable_under_special_rules(&self, state: &State) -> PointSet {
        if state.pending() < 0 {
            return if self.removes_for_stalemate(state) {
                state.own()
            } else {
                self.unprotected(state.own())
            };
        }
        let others = state.opposing();
        let regular = if self.removes_for_stalemate(state) {
            others & self.board.adjacent(state.own())
        } else {
            self.unprotected(others)
        };
        let targets = state.targets;
        if targets.is_empty() {
            regular
        } else if state.pending() > self.capture_total(state, targets) {
            targets | regular
        } else {
            targets
        }
    }

    /// Are removals such as a side without a move has: of stones beside its own, in mills or not?
    fn removes_for_stalemate(&self, state: &State) -> bool {
        let by_position =
            state.phase == Phase::Moving && self.rules.stalemate_removes() && self.has_no_slide(state);
        state.phase == Phase::Stalemate || by_position
    }

    /// Has the side to move no stone that it can move?
    pub(crate) fn has_no_slide(&self, state: &State) -> bool {
        let mut slides = Moves::new();
        self.list_special_slides(state, self.flies(state), &mut slides);
        slides.is_empty()
    }

    /// Appends all legal moves of a game that goes on.
    #[inline]
    pub(crate) fn list<const SPECIAL: bool>(&self, state: &State, out: &mut Moves<Move>) {
        if state.pending() != 0 {
            out.extend(self.removable::<SPECIAL>(state).iter().map(Move::remove));
        } else if state.places() {
            out.extend(self.empty(state).iter().map(Move::place));
            if SPECIAL && self.rules.may_move_in_placing_phase {
                self.list_special_slides(state, false, out);
            }
        } else if SPECIAL {
            self.list_special_slides(state, self.flies(state), out);
        } else {
            self.list_slides(state, out);
        }
    }

    /// The same, out of the way of the common rules.
    #[cold]
    #[inline(never)]
    pub(crate) fn list_under_special_rules(&self, state: &State, out: &mut Moves<Move>) {
        self.list::<true>(state, out);
    }

    #[inline]
    fn list_slides(&self, state: &State, out: &mut Moves<Move>) {
        let empty = self.empty(state);
        let flies = self.flies(state);
        for from in state.own() {
            let reach = if flies { empty } else { self.board.neighbours(from) & empty };
            out.extend(reach.iter().map(|to| Move::slide(from, to)));
        }
    }

    fn list_special_slides(&self, state: &State, flies: bool, out: &mut Moves<Move>) {
        let empty = self.empty(state);
        for from in state.own() {
            let mut reach = if flies { empty } else { self.board.neighbours(from) & empty };
            if !flies {
                reach |= self.leaps(state, from);
            }
            out.extend(
                reach
                    .iter()
                    .filter(|to| !self.repeats_mill(state, from, *to))
                    .map(|to| Move::slide(from, to)),
            );
        }
    }

    /// Are there no legal moves under special rules?
    #[cold]
    pub(crate) fn list_is_empty(&self, state: &State) -> bool {
        let mut moves = Moves::new();
        self.list_under_special_rules(state, &mut moves);
        moves.is_empty()
    }

    /// How many legal moves a game that goes on has.
    #[inline]
    pub(crate) fn number_of_moves(&self, state: &State) -> u32 {
        if self.special {
            return self.number_under_special_rules(state);
        }
        if state.pending() != 0 {
            return self.removable::<false>(state).count();
        }
        if state.places() {
            return self.empty(state).count();
        }
        let empty = self.empty(state);
        if self.flies(state) {
            state.own().count() * empty.count()
        } else {
            self.board.count_slides(state.own(), empty)
        }
    }

    #[cold]
    #[inline(never)]
    fn number_under_special_rules(&self, state: &State) -> u32 {
        let mut moves = Moves::new();
        self.list_under_special_rules(state, &mut moves);
        moves.len() as u32
    }

    /// Appends the moves that take a stone or win the right to.
    pub(crate) fn list_tactical(&self, state: &State, out: &mut Moves<Move>) {
        if self.special {
            self.list_under_special_rules(state, out);
            out.retain(|mv| self.wins_stones(state, *mv));
            return;
        }
        if state.pending() != 0 {
            out.extend(self.removable::<false>(state).iter().map(Move::remove));
            return;
        }
        if state.opposing().is_empty() {
            return;
        }
        let own = state.own();
        let closing = self.board.mill_completions(own) & self.empty(state);
        if state.places() {
            out.extend(closing.iter().map(Move::place));
            return;
        }
        let flies = self.flies(state);
        for to in closing {
            let movers = if flies { own } else { self.board.neighbours(to) & own };
            for from in movers {
                if self.board.closes_mill_in_table(own.without(from), to) {
                    out.push(Move::slide(from, to));
                }
            }
        }
    }

    /// Is the move legal in a game that goes on?
    #[inline]
    pub(crate) fn allows(&self, state: &State, mv: Move) -> bool {
        if self.special {
            return self.allows_under_special_rules(state, mv);
        }
        let removes = state.pending() != 0;
        match mv.action() {
            Action::Place(to) => !removes && state.places() && self.empty(state).contains(to),
            Action::Slide(from, to) => {
                !removes
                    && !state.places()
                    && state.own().contains(from)
                    && self.reach(state, from).contains(to)
            }
            Action::Remove(at) => removes && self.removable::<false>(state).contains(at),
        }
    }

    #[cold]
    #[inline(never)]
    fn allows_under_special_rules(&self, state: &State, mv: Move) -> bool {
        let mut moves = Moves::new();
        self.list_under_special_rules(state, &mut moves);
        moves.contains(&mv)
    }

    /// Where the stone on `from` may go under common rules.
    #[inline]
    fn reach(&self, state: &State, from: Point) -> PointSet {
        let empty = self.empty(state);
        if self.flies(state) { empty } else { self.board.neighbours(from) & empty }
    }

    /// Does the legal move take a stone or win the right to?
    #[inline]
    pub(crate) fn wins_stones(&self, state: &State, mv: Move) -> bool {
        if self.special {
            return self.wins_stones_under_special_rules(state, mv);
        }
        let closes = match mv.action() {
            Action::Place(to) => self.board.closes_mill_in_table(state.own(), to),
            Action::Slide(from, to) => self.board.closes_mill_in_table(state.own().without(from), to),
            Action::Remove(_) => return true,
        };
        closes && !state.opposing().is_empty()
    }

    #[cold]
    #[inline(never)]
    fn wins_stones_under_special_rules(&self, state: &State, mv: Move) -> bool {
        let mut after = *state;
        self.play(&mut after, mv);
        let (own, other) = (state.side.index(), state.side.other().index());
        matches!(mv.action(), Action::Remove(_))
            || after.removals[own] != 0
            || after.removals[other] < 0
            || self.rules.mill_wins && self.ended_by_stones(&after).is_some()
            || after.total[other] < state.total[other]
    }
}
