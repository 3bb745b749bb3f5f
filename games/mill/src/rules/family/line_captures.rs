//! Captures without a mill: custodian, intervention and leap. Their rules and restrictions follow the program
//! that is the source of the [named rule sets](crate::rules).
//!
//! Captured stones leave the board by removal moves. Until then they are the state's targets. The state does
//! not store which capture named a target. Two targets with a stone of the captor between them on a line are
//! the pair of an intervention and are both taken; of all other targets one is taken.

use super::context::FamilyRules;
use crate::board::{LineKind, Point, PointSet};
use crate::position::{Phase, State};
use crate::rules::{CaptureKind, CaptureRule};

/// Maximum number of stones on the board for captures that are restricted to sides with few stones.
const FEW_STONES: u32 = 3;

/// A capture that a stone makes on arrival.
pub(super) struct Capture {
    /// The stones that may be taken.
    pub(super) targets: PointSet,
    /// Number of targets that are taken.
    pub(super) total: i8,
    /// Whether the stone leapt over the target.
    pub(super) is_leap: bool,
}

/// Capture made by the stone that has arrived on `to`.
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

/// Points to which the stone on `from` can leap over a stone that it captures.
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

/// Number of stones that captures with these targets take: two for an intervention's pair, one for all other
/// targets together.
pub(super) fn total(on: &FamilyRules, state: &State, targets: PointSet) -> i8 {
    let paired: PointSet =
        targets.iter().filter(|at| !counterpart(on, state, targets, *at).is_empty()).collect();
    let single = i8::from(paired != targets);
    paired.count() as i8 + single
}

/// The other target of an intervention's pair, or the empty set.
pub(super) fn counterpart(on: &FamilyRules, state: &State, targets: PointSet, at: Point) -> PointSet {
    let own = state.own();
    let pairs = |&[first, middle, last]: &[Point; 3]| own.contains(middle) && (first == at || last == at);
    let lines = lines_of(on, on.rules.intervention_capture);
    let ends: PointSet = lines.filter(pairs).flat_map(|line| [line[0], line[2]]).collect();
    ends.without(at) & targets
}

/// Kind of the capture that named the target on `at`. If the board shows none, it is the first kind enabled of
/// intervention, leap and custodian; the other stone of such an intervention is protected.
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

/// Whether the rule lets the side to move capture now.
fn is_open(rule: CaptureRule, state: &State) -> bool {
    if !rule.enabled {
        return false;
    }
    match state.phase {
        Phase::Placing => rule.in_placing_phase,
        _ => rule.in_moving_phase && (!rule.only_when_own_pieces_leq3 || state.own().count() <= FEW_STONES),
    }
}

/// The middle point of the line that joins two points.
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

/// The two opposing stones between which `to` lies. Of two such pairs the one across the rings counts; its
/// line comes later in the list.
fn parted(on: &FamilyRules, state: &State, to: Point) -> PointSet {
    let others = state.opposing();
    let parts =
        |&[first, middle, last]: &[Point; 3]| middle == to && others.contains(first) && others.contains(last);
    let mut lines = lines_of(on, on.rules.intervention_capture);
    lines.rfind(parts).map_or(PointSet::EMPTY, |line| [line[0], line[2]].into_iter().collect())
}

/// Lines along which the capture works.
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
