//! The solver's forward pass over the positions of a slice. An [`Expander`] holds what the pass needs. This file
//! expands positions in which turns can move stones; [`super::placing`] expands positions in which every turn places
//! one.
//!
//! The pass applies the rules to sets of points and builds no positions. Whether a turn closes a mill depends
//! only on the mover's stones, so it is computed once for each row of positions that share them. A position is
//! indexed by the orbit of the mover's stones, which is the set of their symmetric images.

use std::ops::Range;

use plywright::tablebase::{Node, Scope, SolveError, SolvedSlice, Value};

use super::geometry::{Geometry, SetImages};
use super::grade::Grade;
use super::numbering::Numbering;
use super::orbits::{Member, Orbits};
use super::row::{SetCursor, rows};
use super::table_rules::TableRules;
use super::{MAX_TAKEN, Slice};
use crate::board::{MAX_POINTS, Point, PointSet, SetTable};
use crate::rules::StandardRules;

/// Maximum number of stones that the other side has on the board.
const MAX_STONES: usize = 12;

type Exit<'a> = (Numbering, SolvedSlice<'a>);

/// Expands the positions of a slice: summarizes the turns of each position as a [`Node`] for the solver.
pub(crate) struct Expander<'a> {
    pub(super) rules: StandardRules,
    pub(super) slice: Slice,
    /// Whether every turn places a stone.
    pub(crate) must_place: bool,
    pub(super) numbering: Numbering,
    /// `exits[placed][taken]`: the solved slice after a turn that places `placed` and takes `taken` stones, with its
    /// numbering. `None` if such a turn wins at once or is impossible.
    pub(super) exits: [[Option<Exit<'a>>; MAX_TAKEN + 1]; 2],
}

/// Turns that the mover's stones allow in a row of positions. In a single position, the turns to points with stones of
/// the other side are impossible.
struct RowTurns {
    /// Number of turns that neither place nor take a stone, if no stone of the other side is in the way.
    inner_turns: u32,
    /// Maps a set of points to the number of turns to these points that neither place nor take a stone.
    inner_turns_to: SetTable,
    leaving: Vec<Leaving>,
    leaving_to: PointSet,
}

/// A turn that places or takes a stone.
struct Leaving {
    to: Point,
    /// Images of the mover's stones after the turn, indexed by symmetry.
    own: SetImages,
    /// Number of stones placed, 0 or 1.
    placed: usize,
    /// Number of stones taken, 0 to [`MAX_TAKEN`].
    taken: usize,
}

impl RowTurns {
    fn new(rules: &StandardRules, geometry: &Geometry, slice: Slice, own: PointSet) -> Self {
        let mut inner_turns_to = [0; MAX_POINTS];
        let (mut leaving, mut leaving_to) = (Vec::new(), PointSet::EMPTY);
        // Adds the turn that moves a stone to `to` or places it there. `rest` are the mover's other stones.
        let mut add = |rest: PointSet, to: Point, placed: usize| {
            let taken = slice.taken(rules, rules.board.mills_closed(rest, to).count());
            if placed + taken > 0 {
                leaving.push(Leaving { to, own: geometry.images(rest.with(to)), placed, taken });
                leaving_to.insert(to);
            } else {
                inner_turns_to[to.index()] += 1;
            }
        };
        let free = rules.board.points() - own;
        let flies = rules.flies_with(slice.hand[0], slice.board[0]);
        for from in own {
            let targets = if flies { free } else { rules.board.neighbours(from) & free };
            for to in targets {
                add(own.without(from), to, 0);
            }
        }
        if slice.hand[0] > 0 {
            for to in free {
                add(own, to, 1);
            }
        }
        Self {
            inner_turns: inner_turns_to.iter().sum(),
            inner_turns_to: SetTable::new(&inner_turns_to),
            leaving,
            leaving_to,
        }
    }
}

impl<'a> Expander<'a> {
    /// Finds the solved slices to which turns from `slice` lead. `None` if no expander supports the slice under these
    /// rules.
    pub(crate) fn new(
        table_rules: TableRules<'_>,
        slice: Slice,
        scope: &Scope<'a, Slice>,
    ) -> Result<Option<Self>, SolveError> {
        let Some((rules, must_place)) = table_rules.fast(slice) else { return Ok(None) };
        let mut exits = [[None; MAX_TAKEN + 1]; 2];
        for (placed, taken) in slice.exits(&rules, must_place) {
            let next = slice.after(placed, taken);
            let exit = (table_rules.numbering(next), scope.solved(next)?);
            exits[usize::from(placed)][usize::from(taken)] = Some(exit);
        }
        Ok(Some(Self { rules, slice, must_place, numbering: table_rules.numbering(slice), exits }))
    }

    /// Expands the positions in `range` if turns can move stones.
    pub(crate) fn expand_moving(
        &self,
        range: Range<u64>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        let numbering = &self.numbering;
        for (row, ranks) in rows(numbering, range) {
            let turns = RowTurns::new(&self.rules, numbering.geometry, self.slice, row.own);
            let mut sets = SetCursor::new(self.slice.board[1].into());
            for rank in ranks {
                let other = row.points(sets.go_to(rank));
                let (least_image, symmetries) =
                    if row.is_symmetric { numbering.canonical_image(row.orbit, other) } else { (other, 1) };
                if least_image == other {
                    visit(row.first_index + rank, self.node(&turns, other, symmetries > 1)?);
                }
            }
        }
        Ok(())
    }

    /// Summarizes the turns of a position. `is_symmetric` is set if a symmetry other than the identity maps the
    /// position to itself. Fails if the distance of a successor is too long for a grade.
    #[inline]
    fn node(&self, turns: &RowTurns, other: PointSet, is_symmetric: bool) -> Result<Node, SolveError> {
        let inner = turns.inner_turns - turns.inner_turns_to.of(other.bits());
        let best_exit = if other.contains_all(turns.leaving_to) {
            (inner == 0).then_some(Value::LOST)
        } else {
            Some(self.best_exit(turns, other).value().ok_or(SolveError::TooLong)?)
        };
        Ok(Node { best_exit, inner, symmetric: is_symmetric })
    }

    /// Returns the grade of the best turn that places or takes a stone. The position must have such a turn.
    /// [`Grade::NONE`] means that the distance of a successor is too long for a grade.
    fn best_exit(&self, turns: &RowTurns, other: PointSet) -> Grade {
        let mut best = Best { grade: Grade::NONE, is_too_long: false };
        // The other side's stones after the loss of each removable one. Computed at the first turn that takes one
        // stone, and used for all others that do.
        let mut without_one = None;
        for turn in turns.leaving.iter().filter(|turn| !other.contains(turn.to)) {
            let Some(exit) = &self.exits[turn.placed][turn.taken] else { return Grade::WINS };
            match turn.taken {
                0 => best.add(exit, turn, self.orbits(0).member(other)),
                1 => {
                    let one_taken = without_one.get_or_insert_with(|| self.without_one(other));
                    for member in &one_taken.members[..one_taken.count] {
                        best.add(exit, turn, *member);
                    }
                }
                _ => {
                    for first in self.rules.removable(other) {
                        let left = other.without(first);
                        for second in self.rules.removable(left) {
                            best.add(exit, turn, self.orbits(2).member(left.without(second)));
                        }
                    }
                }
            }
        }
        if best.is_too_long { Grade::NONE } else { best.grade }
    }

    /// Returns the orbits of the other side's sets of stones after a turn that takes `taken` of them.
    #[inline]
    fn orbits(&self, taken: u8) -> &Orbits {
        self.numbering.geometry.orbits(usize::from(self.slice.board[1] - taken))
    }

    fn without_one(&self, other: PointSet) -> OneTaken {
        let mut without = OneTaken { members: [Member::NONE; MAX_STONES], count: 0 };
        for stone in self.rules.removable(other) {
            without.members[without.count] = self.orbits(1).member(other.without(stone));
            without.count += 1;
        }
        without
    }
}

/// Orbits of the other side's stones after the removal of one stone.
struct OneTaken {
    /// The first `count` are valid.
    members: [Member; MAX_STONES],
    count: usize,
}

/// The best turn so far.
struct Best {
    grade: Grade,
    /// Whether the distance of a successor is too long for a grade.
    is_too_long: bool,
}

impl Best {
    /// Updates the best grade with a turn into a solved slice. `member` is the orbit of the other side's stones after
    /// the turn.
    #[inline]
    fn add(&mut self, (numbering, solved): &Exit<'_>, turn: &Leaving, member: Member) {
        let successor = solved.value(numbering.locate_image(member, turn.own[member.symmetry()]).index);
        let grade = Grade::of(successor);
        self.is_too_long |= grade == Grade::NONE;
        self.grade = self.grade.max(grade);
    }
}
