//! Which mills count, and what they earn when placing ends.

use plywright::Side;

use super::context::FamilyRules;
use crate::point::{Point, PointSet};
use crate::state::State;

/// Mills that a stone has just closed and that count.
pub(super) struct ClosedMills {
    pub(super) number: i8,
    points: PointSet,
}

/// The mills closed on `to`, except those that have been used up.
pub(super) fn closed(on: &FamilyRules, state: &State, to: Point) -> ClosedMills {
    let lines = on.board().mills_closed(state.own(), to).map(|others| others.with(to));
    let mut mills = ClosedMills { number: 0, points: PointSet::EMPTY };
    for line in lines.filter(|line| !is_used_up(on, state, *line)) {
        mills.number += 1;
        mills.points |= line;
    }
    mills
}

/// Records what later moves must know about mills that were closed.
pub(super) fn record(
    on: &FamilyRules,
    state: &mut State,
    mills: &ClosedMills,
    from: Option<Point>,
    to: Point,
) {
    if on.rules.one_time_use_mill {
        state.use_up_mills(state.side, mills.points);
    }
    if on.rules.restrict_repeated_mills_formation {
        state.set_last_mill(state.side, [from.map_or(0, Point::number), to.number()]);
    }
}

/// Number of removals that the mills earn.
pub(super) fn earned(on: &FamilyRules, mills: &ClosedMills) -> i8 {
    if on.rules.may_remove_multiple { mills.number } else { 1 }
}

/// Whether the slide would undo the side's last mill only to close the one before it again, where the rules
/// forbid that.
pub(super) fn repeats(on: &FamilyRules, state: &State, from: Point, to: Point) -> bool {
    if !on.rules.restrict_repeated_mills_formation
        || state.last_mill[state.side.index()] != [to.number(), from.number()]
    {
        return false;
    }
    let counts = |stones: PointSet, point: Point| {
        let mut lines = on.board().mills_closed(stones, point).map(|others| others.with(point));
        lines.any(|line| !is_used_up(on, state, line))
    };
    counts(state.own(), from) && counts(state.own().without(from), to)
}

/// The removals of both sides when placing ends, where mills are counted only then. A negative number is
/// removed from the side's own stones.
pub(super) fn removals_when_placing_ends(on: &FamilyRules, state: &State) -> [i8; 2] {
    let mills = |side| {
        let stones = state.stones(side);
        let is_mill = |line: &&[Point; 3]| line.iter().all(|point| stones.contains(*point));
        on.board().lines().iter().filter(is_mill).count() as i8
    };
    match (mills(Side::First), mills(Side::Second)) {
        (0, 0) => [-1, -1],
        (_, 0) => [2, 1],
        (0, _) => [1, 2],
        (white, black) if white > black => [black + 1, black],
        (white, black) if white < black => [white, white + 1],
        (white, black) => [white, black],
    }
}

fn is_used_up(on: &FamilyRules, state: &State, line: PointSet) -> bool {
    on.rules.one_time_use_mill && state.used_mills[state.side.index()].contains_all(line)
}
