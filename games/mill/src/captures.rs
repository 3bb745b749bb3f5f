//! Captures without a mill: custodian, intervention and leap.
//!
//! Captured stones leave the board by removals of their own; until then they are the state's targets. Which capture
//! named a target need not be kept: two targets with a stone of the captor between them on a line are an
//! intervention's pair and go together, of any others one goes.

use crate::game::Mill;
use crate::points::Points;
use crate::square::Square;
use crate::state::State;

/// What a stone captures on its arrival.
pub(crate) struct Capture {
    /// The stones that may be taken.
    pub(crate) targets: Points,
    /// How many of them.
    pub(crate) total: i8,
    /// Has it come by leaping over the target?
    pub(crate) is_leap: bool,
}

impl Mill {
    /// What the stone that has come to `to` captures.
    pub(crate) fn capture(&self, state: &State, from: Option<Square>, to: Square) -> Capture {
        let vulnerable = self.unprotected(state.opposing());
        if let Some(from) = from
            && self.rules.leap_capture
        {
            let leapt = self.between(from, to) & vulnerable;
            if !leapt.is_empty() {
                return Capture { targets: leapt, total: 1, is_leap: true };
            }
        }
        let mut targets = Points::NONE;
        if self.rules.custodian_capture {
            targets |= self.sandwiched(state, to) & vulnerable;
        }
        if self.rules.intervention_capture {
            targets |= self.parted(state, to) & vulnerable;
        }
        Capture { targets, total: self.capture_total(state, targets), is_leap: false }
    }

    /// The points to which the stone on `from` can leap over a stone that it takes.
    pub(crate) fn leaps(&self, state: &State, from: Square) -> Points {
        if !self.rules.leap_capture {
            return Points::NONE;
        }
        let vulnerable = self.unprotected(state.opposing());
        let empty = self.empty(state);
        let ends = self.board.lines().iter().filter_map(|&[first, middle, last]| {
            let to = if first == from { last } else { first };
            (first == from || last == from).then_some((middle, to))
        });
        ends.filter(|(middle, to)| vulnerable.has(*middle) && empty.has(*to)).map(|(_, to)| to).collect()
    }

    /// The point between two ends of a line.
    fn between(&self, from: Square, to: Square) -> Points {
        let joins =
            |line: &&[Square; 3]| [line[0], line[2]] == [from, to] || [line[2], line[0]] == [from, to];
        self.board.lines().iter().find(joins).map_or(Points::NONE, |line| line[1].bit())
    }

    /// The opponent's stones between `to` and another stone of the side to move.
    fn sandwiched(&self, state: &State, to: Square) -> Points {
        let own = state.own();
        let closes =
            |&&[first, _, last]: &&[Square; 3]| first == to && own.has(last) || last == to && own.has(first);
        let middles: Points = self.board.lines().iter().filter(closes).map(|line| line[1]).collect();
        middles & state.opposing()
    }

    /// The two stones of the opponent between which `to` lies. Of two such pairs it is the one across the rings, which
    /// stands later in the list of lines.
    fn parted(&self, state: &State, to: Square) -> Points {
        let others = state.opposing();
        let parts =
            |&&[first, middle, last]: &&[Square; 3]| middle == to && others.has(first) && others.has(last);
        self.board.lines().iter().rev().find(parts).map_or(Points::NONE, |line| line[0].bit() | line[2].bit())
    }

    /// The target that goes together with the one on `at`, if there is one.
    pub(crate) fn counterpart(&self, state: &State, targets: Points, at: Square) -> Points {
        let own = state.own();
        let pairs = |&&[first, middle, last]: &&[Square; 3]| own.has(middle) && (first == at || last == at);
        let ends: Points =
            self.board.lines().iter().filter(pairs).flat_map(|line| [line[0], line[2]]).collect();
        ends.without(at.bit()) & targets
    }

    /// How many stones captures with these targets take.
    pub(crate) fn capture_total(&self, state: &State, targets: Points) -> i8 {
        let paired: Points =
            targets.iter().filter(|at| !self.counterpart(state, targets, *at).is_empty()).collect();
        let single = i8::from(!targets.without(paired).is_empty());
        paired.count() as i8 + single
    }
}
