//! Closed mills, and the removals that mills earn when placing ends.

use plywright::Side;

use super::FamilyRules;
use crate::board::{Point, PointSet};
use crate::position::State;

/// Mills that a stone closes. Under rules that allow each mill only once, mills that the side has closed
/// before are left out.
pub(super) struct ClosedMills {
    pub(super) number: u8,
    points: PointSet,
}

impl FamilyRules {
    /// Returns the mills that a stone of the side to move on `to` forms with two of `stones`.
    pub(super) fn closed_mills(&self, state: &State, stones: PointSet, to: Point) -> ClosedMills {
        let lines = self.board().mills_closed(stones, to).map(|others| others.with(to));
        let mut mills = ClosedMills { number: 0, points: PointSet::EMPTY };
        for line in lines.filter(|line| !self.is_used_up(state, *line)) {
            mills.number += 1;
            mills.points |= line;
        }
        mills
    }

    /// Stores the closed mills in `state`, as far as the rules restrict closing them again. `from` is `None` for a
    /// stone from the hand.
    pub(super) fn record(&self, state: &mut State, mills: &ClosedMills, from: Option<Point>, to: Point) {
        if self.rules.one_time_use_mill {
            state.use_up_mills(state.side, mills.points);
        }
        if self.rules.restrict_repeated_mills_formation {
            state.set_last_mill(state.side, [from.map_or(0, Point::number), to.number()]);
        }
    }

    /// Whether the rules forbid a slide of the side to move because it repeats a mill. Such a slide reverses the slide
    /// that closed the side's last mill; its stone leaves a mill and closes one.
    pub(super) fn repeats_mill(&self, state: &State, from: Point, to: Point) -> bool {
        let closes = |stones, point| self.closed_mills(state, stones, point).number > 0;
        self.rules.restrict_repeated_mills_formation
            && state.last_mill[state.side.index()] == [to.number(), from.number()]
            && closes(state.own(), from)
            && closes(state.own().without(from), to)
    }

    /// Returns the number of stones that each side removes when placing ends, under
    /// [`CountAtTheEnd`](crate::rules::MillWhilePlacing::CountAtTheEnd): the opponent's stones if the number is
    /// positive, its own if it is negative.
    pub(super) fn removals_when_placing_ends(&self, state: &State) -> [i8; 2] {
        let mills = Side::BOTH.map(|side| {
            let stones = state.stones(side);
            let is_mill = |line: &&[Point; 3]| line.iter().all(|point| stones.contains(*point));
            self.board().lines().iter().filter(is_mill).count() as i8
        });
        match mills {
            [0, 0] => [-1, -1],
            [_, 0] => [2, 1],
            [0, _] => [1, 2],
            [white, black] if white > black => [black + 1, black],
            [white, black] if white < black => [white, white + 1],
            equal => equal,
        }
    }

    /// Whether the line no longer counts as a mill of the side to move because the side has closed it before. Used
    /// mills are stored as one set of points, so a line is also used up if each of its points lies in another used
    /// mill.
    fn is_used_up(&self, state: &State, line: PointSet) -> bool {
        self.rules.one_time_use_mill && state.used_mills[state.side.index()].contains_all(line)
    }
}
