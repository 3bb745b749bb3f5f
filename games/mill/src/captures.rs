//! Captures without a mill: custodian, intervention and leap.
//!
//! Captured stones leave the board by removals of their own; until then they are the state's targets. Which capture
//! named a target need not be kept: two targets with a stone of the captor between them on a line are an
//! intervention's pair and go together, of any others one goes.

use crate::board::LineKind;
use crate::game::Mill;
use crate::point::Point;
use crate::point::PointSet;
use crate::rules::CaptureRule;
use crate::state::{Phase, State};

/// A side with so many stones on the board or fewer makes the captures that are kept for such sides.
const FEW_STONES: u32 = 3;

/// The ways of capturing without a mill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureKind {
    Custodian,
    Intervention,
    Leap,
}

impl CaptureRule {
    /// Does the capture work along such lines?
    const fn works_along(self, kind: LineKind) -> bool {
        match kind {
            LineKind::Edge => self.on_square_edges,
            LineKind::Cross => self.on_cross_lines,
            LineKind::Diagonal => self.on_diagonal_lines,
        }
    }

    /// May the side to move make such a capture now?
    fn is_open(self, state: &State) -> bool {
        if !self.enabled {
            return false;
        }
        match state.phase {
            Phase::Placing => self.in_placing_phase,
            _ => {
                self.in_moving_phase && (!self.only_when_own_pieces_leq3 || state.own().count() <= FEW_STONES)
            }
        }
    }
}

/// What a stone captures on its arrival.
pub(crate) struct Capture {
    /// The stones that may be taken.
    pub(crate) targets: PointSet,
    /// How many of them.
    pub(crate) total: i8,
    /// Has it come by leaping over the target?
    pub(crate) is_leap: bool,
}

impl Mill {
    /// What the stone that has come to `to` captures.
    pub(crate) fn capture(&self, state: &State, from: Option<Point>, to: Point) -> Capture {
        let vulnerable = self.unprotected(state.opposing());
        if let Some(from) = from
            && self.rules.leap_capture.is_open(state)
        {
            let leapt = self.between(from, to) & vulnerable;
            if !leapt.is_empty() {
                return Capture { targets: leapt, total: 1, is_leap: true };
            }
        }
        let mut targets = PointSet::EMPTY;
        if self.rules.custodian_capture.is_open(state) {
            targets |= self.sandwiched(state, to) & vulnerable;
        }
        if self.rules.intervention_capture.is_open(state) {
            targets |= self.parted(state, to) & vulnerable;
        }
        Capture { targets, total: self.capture_total(state, targets), is_leap: false }
    }

    /// The points to which the stone on `from` can leap over a stone that it takes.
    pub(crate) fn leaps(&self, state: &State, from: Point) -> PointSet {
        let rule = &self.rules.leap_capture;
        if !rule.is_open(state) {
            return PointSet::EMPTY;
        }
        let vulnerable = self.unprotected(state.opposing());
        let empty = self.empty(state);
        let ends = self.lines_of(rule).filter_map(|[first, middle, last]| {
            let to = if first == from { last } else { first };
            (first == from || last == from).then_some((middle, to))
        });
        ends.filter(|(middle, to)| vulnerable.contains(*middle) && empty.contains(*to))
            .map(|(_, to)| to)
            .collect()
    }

    /// The point between two ends of a line.
    fn between(&self, from: Point, to: Point) -> PointSet {
        let joins = |line: &[Point; 3]| [line[0], line[2]] == [from, to] || [line[2], line[0]] == [from, to];
        self.lines_of(&self.rules.leap_capture)
            .find(joins)
            .map_or(PointSet::EMPTY, |line| PointSet::of(line[1]))
    }

    /// The opponent's stones between `to` and another stone of the side to move.
    fn sandwiched(&self, state: &State, to: Point) -> PointSet {
        let own = state.own();
        let closes = |&[first, _, last]: &[Point; 3]| {
            first == to && own.contains(last) || last == to && own.contains(first)
        };
        let lines = self.lines_of(&self.rules.custodian_capture);
        let middles: PointSet = lines.filter(closes).map(|line| line[1]).collect();
        middles & state.opposing()
    }

    /// The two stones of the opponent between which `to` lies. Of two such pairs it is the one across the rings, which
    /// stands later in the list of lines.
    fn parted(&self, state: &State, to: Point) -> PointSet {
        let others = state.opposing();
        let parts = |&[first, middle, last]: &[Point; 3]| {
            middle == to && others.contains(first) && others.contains(last)
        };
        let mut lines = self.lines_of(&self.rules.intervention_capture);
        lines.rfind(parts).map_or(PointSet::EMPTY, |line| PointSet::of(line[0]) | PointSet::of(line[2]))
    }

    /// The target that goes together with the one on `at`, if there is one.
    pub(crate) fn counterpart(&self, state: &State, targets: PointSet, at: Point) -> PointSet {
        let own = state.own();
        let pairs = |&[first, middle, last]: &[Point; 3]| own.contains(middle) && (first == at || last == at);
        let lines = self.lines_of(&self.rules.intervention_capture);
        let ends: PointSet = lines.filter(pairs).flat_map(|line| [line[0], line[2]]).collect();
        ends.without(at) & targets
    }

    /// Which capture names the target on `at`: the one that the board shows, and if it shows none, an intervention whose
    /// other stone is protected.
    pub(crate) fn kind_of_capture(&self, state: &State, at: Point) -> CaptureKind {
        let own = state.own();
        let empty = self.empty(state);
        let amid = |rule: &CaptureRule, ends: &dyn Fn(Point, Point) -> bool| {
            rule.enabled && self.lines_of(rule).any(|[first, middle, last]| middle == at && ends(first, last))
        };
        let leapt = |from, to| empty.contains(from) && own.contains(to);
        if self.rules.intervention_capture.enabled && !self.counterpart(state, state.targets, at).is_empty() {
            CaptureKind::Intervention
        } else if amid(&self.rules.custodian_capture, &|a, b| own.contains(a) && own.contains(b)) {
            CaptureKind::Custodian
        } else if amid(&self.rules.leap_capture, &|a, b| leapt(a, b) || leapt(b, a)) {
            CaptureKind::Leap
        } else if self.rules.intervention_capture.enabled {
            CaptureKind::Intervention
        } else if self.rules.leap_capture.enabled {
            CaptureKind::Leap
        } else {
            CaptureKind::Custodian
        }
    }

    /// The lines along which the capture works.
    fn lines_of(&self, rule: &CaptureRule) -> impl DoubleEndedIterator<Item = [Point; 3]> {
        self.board
            .lines()
            .iter()
            .zip(self.board.line_kinds())
            .filter_map(|(line, kind)| if rule.works_along(*kind) { Some(*line) } else { None })
    }

    /// How many stones captures with these targets take.
    pub(crate) fn capture_total(&self, state: &State, targets: PointSet) -> i8 {
        let paired: PointSet =
            targets.iter().filter(|at| !self.counterpart(state, targets, *at).is_empty()).collect();
        let single = i8::from(!(targets - paired).is_empty());
        paired.count() as i8 + single
    }
}
