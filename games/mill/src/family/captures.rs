//! Captures without a mill: custodian, intervention and leap. They and their restrictions are those of the
//! program that is the source of the [named rule sets](crate::rule_sets).
//!
//! Captured stones leave the board by removals of their own; until then they are the state's targets. Which
//! capture named a target is not stored: two targets with a stone of the captor between them on a line are an
//! intervention's pair and go together, of any others one goes.

use super::context::FamilyRules;
use crate::board::LineKind;
use crate::point::{Point, PointSet};
use crate::rules::{CaptureKind, CaptureRule};
use crate::state::{Phase, State};

/// A side with at most this many stones on the board makes the captures that are reserved for such sides.
const FEW_STONES: u32 = 3;

/// The capture that a stone makes on its arrival.
pub(super) struct Capture {
    /// The stones that may be taken.
    pub(super) targets: PointSet,
    /// Number of them that are taken.
    pub(super) total: i8,
    /// Whether the stone has leapt over the target.
    pub(super) is_leap: bool,
}

/// The capture that the stone makes which has come to `to`.
pub(super) fn on_arrival(on: &FamilyRules, state: &State, from: Option<Point>, to: Point) -> Capture {
    let vulnerable = on.unprotected(state.opposing());
    if let Some(from) = from
        && is_open(on.rules.leap_capture, state)
    {
        let leapt = between(on, from, to) & vulnerable;
        if !leapt.is_empty() {
            return Capture { targets: leapt, total: 1, is_leap: true };
        }
    }
    let mut targets = PointSet::EMPTY;
    if is_open(on.rules.custodian_capture, state) {
        targets |= sandwiched(on, state, to) & vulnerable;
    }
    if is_open(on.rules.intervention_capture, state) {
        targets |= parted(on, state, to) & vulnerable;
    }
    Capture { targets, total: total(on, state, targets), is_leap: false }
}

/// The points to which the stone on `from` can leap over a stone that it captures.
pub(super) fn leaps(on: &FamilyRules, state: &State, from: Point) -> PointSet {
    let rule = on.rules.leap_capture;
    if !is_open(rule, state) {
        return PointSet::EMPTY;
    }
    let vulnerable = on.unprotected(state.opposing());
    let empty = on.empty(state);
    let ends = lines_of(on, rule).filter_map(|[first, middle, last]| {
        let to = if first == from { last } else { first };
        (first == from || last == from).then_some((middle, to))
    });
    ends.filter(|(middle, to)| vulnerable.contains(*middle) && empty.contains(*to))
        .map(|(_, to)| to)
        .collect()
}

/// Number of stones that captures with these targets take: both of an intervention, one of all others.
pub(super) fn total(on: &FamilyRules, state: &State, targets: PointSet) -> i8 {
    let paired: PointSet =
        targets.iter().filter(|at| !counterpart(on, state, targets, *at).is_empty()).collect();
    let single = i8::from(paired != targets);
    paired.count() as i8 + single
}

/// The target that goes together with the one on `at`, if there is one.
pub(super) fn counterpart(on: &FamilyRules, state: &State, targets: PointSet, at: Point) -> PointSet {
    let own = state.own();
    let pairs = |&[first, middle, last]: &[Point; 3]| own.contains(middle) && (first == at || last == at);
    let lines = lines_of(on, on.rules.intervention_capture);
    let ends: PointSet = lines.filter(pairs).flat_map(|line| [line[0], line[2]]).collect();
    ends.without(at) & targets
}

/// The kind of capture that names the target on `at`: the one that the board shows, and if it shows none, an
/// intervention whose other stone is protected.
pub(super) fn kind(on: &FamilyRules, state: &State, at: Point) -> CaptureKind {
    let rules = &on.rules;
    let own = state.own();
    let empty = on.empty(state);
    let amid = |rule: CaptureRule, ends: &dyn Fn(Point, Point) -> bool| {
        rule.enabled && lines_of(on, rule).any(|[first, middle, last]| middle == at && ends(first, last))
    };
    let leapt = |from, to| empty.contains(from) && own.contains(to);
    if rules.intervention_capture.enabled && !counterpart(on, state, state.targets, at).is_empty() {
        CaptureKind::Intervention
    } else if amid(rules.custodian_capture, &|a, b| own.contains(a) && own.contains(b)) {
        CaptureKind::Custodian
    } else if amid(rules.leap_capture, &|a, b| leapt(a, b) || leapt(b, a)) {
        CaptureKind::Leap
    } else if rules.intervention_capture.enabled {
        CaptureKind::Intervention
    } else if rules.leap_capture.enabled {
        CaptureKind::Leap
    } else {
        CaptureKind::Custodian
    }
}

/// Whether the side to move may make such a capture now.
fn is_open(rule: CaptureRule, state: &State) -> bool {
    if !rule.enabled {
        return false;
    }
    match state.phase {
        Phase::Placing => rule.in_placing_phase,
        _ => rule.in_moving_phase && (!rule.only_when_own_pieces_leq3 || state.own().count() <= FEW_STONES),
    }
}

/// The point between two ends of a line.
fn between(on: &FamilyRules, from: Point, to: Point) -> PointSet {
    let joins = |line: &[Point; 3]| [line[0], line[2]] == [from, to] || [line[2], line[0]] == [from, to];
    lines_of(on, on.rules.leap_capture).find(joins).map_or(PointSet::EMPTY, |line| PointSet::of(line[1]))
}

/// The opponent's stones between `to` and another stone of the side to move.
fn sandwiched(on: &FamilyRules, state: &State, to: Point) -> PointSet {
    let own = state.own();
    let closes = |&[first, _, last]: &[Point; 3]| {
        first == to && own.contains(last) || last == to && own.contains(first)
    };
    let lines = lines_of(on, on.rules.custodian_capture);
    let middles: PointSet = lines.filter(closes).map(|line| line[1]).collect();
    middles & state.opposing()
}

/// The two stones of the opponent between which `to` lies. Of two such pairs the one across the rings counts,
/// which stands later in the list of lines.
fn parted(on: &FamilyRules, state: &State, to: Point) -> PointSet {
    let others = state.opposing();
    let parts =
        |&[first, middle, last]: &[Point; 3]| middle == to && others.contains(first) && others.contains(last);
    let mut lines = lines_of(on, on.rules.intervention_capture);
    lines.rfind(parts).map_or(PointSet::EMPTY, |line| [line[0], line[2]].into_iter().collect())
}

/// The lines along which the capture works.
fn lines_of(on: &FamilyRules, rule: CaptureRule) -> impl DoubleEndedIterator<Item = [Point; 3]> {
    let works_along = move |kind: LineKind| match kind {
        LineKind::Edge => rule.on_square_edges,
        LineKind::Cross => rule.on_cross_lines,
        LineKind::Diagonal => rule.on_diagonal_lines,
    };
    let board = on.board();
    board
        .lines()
        .iter()
        .zip(board.line_kinds())
        .filter(move |(_, kind)| works_along(**kind))
        .map(|(line, _)| *line)
}
