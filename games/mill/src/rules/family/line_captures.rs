//! Captures on lines, without a mill: custodian, intervention and leap.
//!
//! The captures and their restrictions follow Sanmill, the program from which most named rule sets come. A capture
//! makes stones targets, which the captor then takes by removal moves. A position does not store which kind of capture
//! made a stone a target. Two targets at the ends of a line with a stone of the captor in the middle are the pair of an
//! intervention, and the captor removes both. It removes only one of all the remaining targets.

use super::FamilyRules;
use crate::board::{LineKind, Point, PointSet};
use crate::position::{Phase, State};
use crate::rules::{CaptureKind, CaptureRule};

/// Maximum number of the captor's stones on the board for a capture with `only_when_own_pieces_leq3`.
const FEW_STONES: u32 = 3;

pub(super) struct Capture {
    /// Stones that may be taken; empty if there is no capture.
    pub(super) targets: PointSet,
    /// Number of stones that the captor removes from `targets`.
    pub(super) due: i8,
    pub(super) is_leap: bool,
}

impl FamilyRules {
    /// Returns the capture by the stone that has come to `to`, from the point `from`, or from the hand if `from` is
    /// `None`. A leap excludes other captures.
    pub(super) fn capture(&self, state: &State, from: Option<Point>, to: Point) -> Capture {
        let vulnerable = self.standard.removable(state.opposing());
        let rules = &self.rules;
        if let Some(from) = from
            && is_allowed(rules.leap_capture, state)
        {
            let mut lines = self.lines_from(rules.leap_capture, from);
            let leapt = lines.find(|(_, end)| *end == to).map_or(PointSet::EMPTY, |(at, _)| PointSet::of(at));
            let targets = leapt & vulnerable;
            if !targets.is_empty() {
                return Capture { targets, due: 1, is_leap: true };
            }
        }
        let mut targets = PointSet::EMPTY;
        if is_allowed(rules.custodian_capture, state) {
            targets |= self.enclosed_stones(state, to) & vulnerable;
        }
        if is_allowed(rules.intervention_capture, state) {
            targets |= self.parted_pair(state, to) & vulnerable;
        }
        Capture { targets, due: self.capture_count(state, targets), is_leap: false }
    }

    /// Returns the points to which the stone on `from` can leap over a stone that it captures.
    pub(super) fn leaps(&self, state: &State, from: Point) -> PointSet {
        let rule = self.rules.leap_capture;
        if !is_allowed(rule, state) {
            return PointSet::EMPTY;
        }
        let vulnerable = self.standard.removable(state.opposing());
        let ends = self.lines_from(rule, from).filter(|(middle, _)| vulnerable.contains(*middle));
        ends.map(|(_, to)| to).collect::<PointSet>() & self.empty(state)
    }

    /// Returns the number of stones that the side to move removes from `targets`: both stones of each
    /// intervention's pair, and one of the remaining targets, if there are any.
    pub(super) fn capture_count(&self, state: &State, targets: PointSet) -> i8 {
        let is_paired = |at: &Point| !self.counterpart(state, targets, *at).is_empty();
        let paired: PointSet = targets.iter().filter(is_paired).collect();
        paired.count() as i8 + i8::from(paired != targets)
    }

    /// Returns the targets that form the pair of an intervention with the stone on `at`: they stand at the other end of
    /// a line that begins at `at`, with a stone of the side to move in the middle. Empty if there is none.
    pub(super) fn counterpart(&self, state: &State, targets: PointSet, at: Point) -> PointSet {
        let lines = self.lines_from(self.rules.intervention_capture, at);
        let pairs = lines.filter(|(middle, _)| state.own().contains(*middle));
        pairs.map(|(_, other)| other).collect::<PointSet>() & targets
    }

    /// Returns the kind of capture that made the stone on `at` a target. If the board does not show the kind, returns
    /// the first enabled one of intervention, leap and custodian. The kind is only written into position texts; reading
    /// such a text only checks that the rules have it.
    pub(crate) fn capture_kind(&self, state: &State, at: Point) -> CaptureKind {
        let rules = &self.rules;
        let (own, empty) = (state.own(), self.empty(state));
        let is_enclosed =
            self.ends_around(rules.custodian_capture, at).any(|[a, b]| own.contains(a) && own.contains(b));
        let is_leap = |from: Point, to: Point| empty.contains(from) && own.contains(to);
        let is_leapt_over =
            self.ends_around(rules.leap_capture, at).any(|[a, b]| is_leap(a, b) || is_leap(b, a));
        if rules.intervention_capture.enabled && !self.counterpart(state, state.targets, at).is_empty() {
            CaptureKind::Intervention
        } else if rules.custodian_capture.enabled && is_enclosed {
            CaptureKind::Custodian
        } else if rules.leap_capture.enabled && is_leapt_over {
            CaptureKind::Leap
        } else if rules.intervention_capture.enabled {
            CaptureKind::Intervention
        } else if rules.leap_capture.enabled {
            CaptureKind::Leap
        } else {
            CaptureKind::Custodian
        }
    }

    /// Returns the stones that a custodian capture by a stone on `to` encloses: opposing stones on a line between `to`
    /// and another stone of the side to move.
    fn enclosed_stones(&self, state: &State, to: Point) -> PointSet {
        let lines = self.lines_from(self.rules.custodian_capture, to);
        let enclosing = lines.filter(|(_, end)| state.own().contains(*end));
        enclosing.map(|(middle, _)| middle).collect::<PointSet>() & state.opposing()
    }

    /// Returns the pair of an intervention by a stone on `to`: two opposing stones on a line with `to` between them.
    /// Empty if there is none. If there are several pairs, returns the pair on the line that comes last in the board's
    /// list.
    fn parted_pair(&self, state: &State, to: Point) -> PointSet {
        let opposing = state.opposing();
        let ends = self.ends_around(self.rules.intervention_capture, to);
        let mut pairs = ends.map(|pair| pair.into_iter().collect::<PointSet>());
        pairs.rfind(|pair| opposing.contains_all(*pair)).unwrap_or_default()
    }

    /// Returns the two ends of each line with `at` in the middle on which the rule allows the capture.
    fn ends_around(&self, rule: CaptureRule, at: Point) -> impl DoubleEndedIterator<Item = [Point; 2]> {
        self.lines_of(rule).filter(move |[_, middle, _]| *middle == at).map(|[first, _, last]| [first, last])
    }

    /// Returns the lines that end on `end` and on which the rule allows the capture. Each line is given by
    /// its middle and its other end.
    fn lines_from(&self, rule: CaptureRule, end: Point) -> impl Iterator<Item = (Point, Point)> {
        self.lines_of(rule).filter_map(move |[first, middle, last]| match end {
            _ if first == end => Some((middle, last)),
            _ if last == end => Some((middle, first)),
            _ => None,
        })
    }

    /// Returns the lines on which the rule allows the capture.
    fn lines_of(&self, rule: CaptureRule) -> impl DoubleEndedIterator<Item = [Point; 3]> {
        let works_along = move |kind: LineKind| match kind {
            LineKind::Edge => rule.on_square_edges,
            LineKind::Cross => rule.on_cross_lines,
            LineKind::Diagonal => rule.on_diagonal_lines,
        };
        let board = self.board();
        let lines = board.lines().iter().zip(board.line_kinds());
        lines.filter(move |(_, kind)| works_along(**kind)).map(|(line, _)| *line)
    }
}

/// Whether the side to move may make this capture now. This depends on the phase and, after placing, also on the side's
/// number of stones.
fn is_allowed(rule: CaptureRule, state: &State) -> bool {
    let has_few = || !rule.only_when_own_pieces_leq3 || state.own().count() <= FEW_STONES;
    let in_phase = match state.phase {
        Phase::Placing => rule.in_placing_phase,
        _ => rule.in_moving_phase && has_few(),
    };
    rule.enabled && in_phase
}
