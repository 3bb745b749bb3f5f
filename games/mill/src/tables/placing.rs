//! The solver's forward pass over positions in which turns place stones.
//!
//! Positions are numbered by the first side's stones, whichever side is to move. The successors of a row
//! therefore lie in a few rows of solved slices, which fit the processor's cache: one row for each point on
//! which the first side places a stone, and one for each of its stones that the second side takes. Tests
//! compare the pass with the rules.

use std::ops::Range;

use plywright::Symmetry;
use plywright::tablebase::{Node, Scope, SolveError, SolvedSlice, Value};

use super::geometry::Geometry;
use super::grade::Grade;
use super::numbering::Numbering;
use super::row::{Row, SetCursor, rows};
use super::{MAX_TAKEN, MIN_STONES, Slice};
use crate::board::{MAX_POINTS, PointSet, SetTable};
use crate::rules::StandardRules;

/// A slice being expanded in which the side to move places a stone.
pub(crate) struct Placing<'a> {
    rules: StandardRules,
    geometry: &'static Geometry,
    slice: Slice,
    /// Whether the first side is to move.
    is_first: bool,
    numbering: Numbering,
    /// The slice after a turn, indexed by the number of stones taken. `None` if such a turn wins.
    exits: [Option<(Numbering, SolvedSlice<'a>)>; MAX_TAKEN + 1],
}

/// Grades of the turns after which the first side has the same stones, one for each set of the second side's
/// stones.
struct Successors {
    numbering: Numbering,
    grades: Vec<Grade>,
    /// Maps extracted sets of the row before the turn to extracted sets of the row after it.
    images: SetTable,
}

/// The row being expanded, with data shared by all its positions.
struct PlacingRow {
    row: Row,
    /// Lines without a stone of the first side, as extracted sets.
    lines: Vec<u32>,
    /// Points without a stone of the first side, as an extracted set.
    free: u32,
}

impl<'a> Placing<'a> {
    /// Returns the numbers of stones that a turn can take without winning at once. A side's first two stones
    /// close no mill.
    pub(crate) fn exits(rules: &StandardRules, slice: Slice) -> impl Iterator<Item = u8> {
        let most = if slice.board[0] < 2 { 0 } else { slice.taken(rules, MAX_TAKEN) };
        (0..=most as u8).filter(move |taken| slice.board[1] + slice.hand[1] - taken >= MIN_STONES)
    }

    pub(crate) fn new(
        rules: StandardRules,
        geometry: &'static Geometry,
        slice: Slice,
        scope: &Scope<'a, Slice>,
        numbering: &dyn Fn(Slice) -> Numbering,
    ) -> Result<Self, SolveError> {
        let mut exits = [None; MAX_TAKEN + 1];
        for taken in Self::exits(&rules, slice) {
            let next = slice.after(1, taken);
            exits[usize::from(taken)] = Some((numbering(next), scope.solved(next)?));
        }
        let is_first = slice.hand[0] == slice.hand[1];
        Ok(Self { rules, geometry, slice, is_first, numbering: numbering(slice), exits })
    }

    /// Calls `visit` with each index in the range that has a position, and with the position's node.
    pub(crate) fn expand(
        &self,
        range: Range<u64>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        for (row, orbit, first, ranks) in rows(self.geometry, &self.numbering, range) {
            let row = PlacingRow::new(self.geometry, row);
            let mut conclude = |rank: u64, extracted: u32, best: Grade| {
                if row.row.is_symmetric {
                    let other = row.row.points(extracted);
                    if self.numbering.least_image(orbit, other).0 != other {
                        return;
                    }
                }
                visit(first + rank, Node { best_exit: best.value(), inner: 0, symmetric: false });
            };
            if self.is_first {
                self.expand_first(&row, ranks, &mut conclude)?;
            } else {
                self.expand_second(&row, ranks, &mut conclude)?;
            }
        }
        Ok(())
    }

    /// Expands positions in which the first side places a stone. Each target point has its own row of
    /// successors.
    fn expand_first(
        &self,
        row: &PlacingRow,
        ranks: Range<u64>,
        conclude: &mut impl FnMut(u64, u32, Grade),
    ) -> Result<(), SolveError> {
        let first = row.row.own;
        let mut turns = Vec::new();
        for to in self.rules.board.points() - first {
            let taken = self.slice.taken(&self.rules, self.rules.board.mills_closed(first, to).count());
            // A turn wins as soon as the other side has too few stones left.
            let wins = (1..=taken).any(|taken| self.exits[taken].is_none());
            let successors = if wins { None } else { self.successors(row, first.with(to), taken)? };
            turns.push((row.row.extracted(to), taken, successors));
        }
        let takes = turns.iter().any(|(_, taken, _)| *taken > 0);
        let mut sets = SetCursor::new(self.numbering.other);
        for rank in ranks {
            let second = sets.go_to(rank);
            let takeable = if takes { row.removable(&self.rules, second) } else { 0 };
            let mut best = Grade::NONE;
            for (_, taken, successors) in turns.iter().filter(|(to, ..)| to & second == 0) {
                best = best.max(match (successors, taken) {
                    (None, _) => Grade::WINS,
                    (Some(successors), 0) => successors.grade(second),
                    (Some(successors), 1) => {
                        bits(takeable).map(|at| successors.grade(second ^ at)).max().unwrap_or(Grade::NONE)
                    }
                    (Some(successors), _) => bits(takeable)
                        .flat_map(|at| {
                            let left = second ^ at;
                            bits(row.removable(&self.rules, left)).map(move |at| left ^ at)
                        })
                        .map(|left| successors.grade(left))
                        .max()
                        .unwrap_or(Grade::NONE),
                });
            }
            conclude(rank, second, best);
        }
        Ok(())
    }

    /// Expands positions in which the second side places a stone. Successors without a removal lie in one
    /// row. Successors after removals lie in one row for each stone or pair of stones that can be taken.
    fn expand_second(
        &self,
        row: &PlacingRow,
        ranks: Range<u64>,
        conclude: &mut impl FnMut(u64, u32, Grade),
    ) -> Result<(), SolveError> {
        let first = row.row.own;
        let quiet = self.successors(row, first, 0)?;
        let after_one = |stones: PointSet| {
            self.rules.removable(stones).iter().map(move |at| stones.without(at)).collect::<Vec<_>>()
        };
        let without_one = after_one(first);
        let mut without_two: Vec<_> = without_one.iter().flat_map(|left| after_one(*left)).collect();
        without_two.sort_unstable_by_key(|stones| stones.bits());
        without_two.dedup();
        let after = |taken: usize, stones: &[PointSet]| -> Result<Vec<Successors>, SolveError> {
            let after = stones.iter().map(|stones| self.successors(row, *stones, taken));
            after.filter_map(Result::transpose).collect()
        };
        let after = [after(1, &without_one)?, after(2, &without_two)?];
        // Grade of the best removal for each set of the second side's stones, by the set's rank. Filled at
        // the first access.
        let mut known: [Vec<Grade>; MAX_TAKEN] = Default::default();
        let sets_after = quiet.as_ref().map_or(0, |quiet| quiet.numbering.others as usize);
        let mut sets = SetCursor::new(self.numbering.other);
        for rank in ranks {
            let second = sets.go_to(rank);
            let closing = row.closing(second);
            let mut best = Grade::NONE;
            for to in bits(row.free & !second) {
                let left = second | to;
                let mills = usize::from(closing[0] & to != 0) + usize::from(closing[1] & to != 0);
                let taken = self.slice.taken(&self.rules, mills);
                let grade = match (&quiet, taken) {
                    (None, _) => Grade::NONE,
                    (Some(quiet), 0) => quiet.grade_in_place(left),
                    _ if (1..=taken).any(|taken| self.exits[taken].is_none()) => Grade::WINS,
                    (Some(quiet), _) => {
                        let known = &mut known[taken - 1];
                        known.resize(sets_after, Grade::NONE);
                        let known = &mut known[quiet.numbering.rank_of(left) as usize];
                        if *known == Grade::NONE {
                            let successors = after[taken - 1].iter();
                            *known = successors.map(|after| after.grade(left)).max().unwrap_or(Grade::NONE);
                        }
                        *known
                    }
                };
                best = best.max(grade);
            }
            conclude(rank, second, best);
        }
        Ok(())
    }

    /// Returns the successors in which the first side has the stones `first`, after turns that take `taken`
    /// stones. `None` if such turns win at once.
    fn successors(
        &self,
        row: &PlacingRow,
        first: PointSet,
        taken: usize,
    ) -> Result<Option<Successors>, SolveError> {
        let Some((numbering, solved)) = self.exits[taken] else { return Ok(None) };
        let member = numbering.orbits.member(first);
        let to = Row::new(self.geometry, &numbering, member.orbit());
        let start = member.orbit() as u64 * numbering.others;
        let mut bytes = Vec::with_capacity(numbering.others as usize + 8);
        solved.copy(start..start + numbering.others, &mut bytes);
        let mut grades: Vec<Grade> = bytes.iter().map(|byte| Grade::of(Value::from_byte(*byte))).collect();
        if grades.contains(&Grade::NONE) {
            return Err(SolveError::TooLong);
        }
        if to.is_symmetric {
            // The value is stored for the least image only.
            let mut sets = SetCursor::new(numbering.other);
            for rank in 0..numbering.others {
                let other = to.points(sets.go_to(rank));
                let (least, _) = numbering.least_image(member.orbit(), other);
                grades[rank as usize] = grades[numbering.rank(member.orbit(), least) as usize];
            }
        }
        let mut images = [0; MAX_POINTS];
        for point in self.rules.board.points() - (first | row.row.own) {
            let image = self.rules.board.image(point, Symmetry(member.symmetry() as u8));
            images[row.row.extracted(point).trailing_zeros() as usize] = to.extracted(image);
        }
        let images = SetTable::new(&images);
        Ok(Some(Successors { numbering, grades, images }))
    }
}

impl PlacingRow {
    fn new(geometry: &Geometry, row: Row) -> Self {
        let extracted = |set: PointSet| set.iter().map(|point| row.extracted(point)).sum::<u32>();
        let lines = geometry.board.lines().iter().map(|line| line.iter().copied().collect::<PointSet>());
        let lines = lines.filter(|line| !line.intersects(row.own)).map(extracted).collect();
        Self { lines, free: extracted(geometry.board.points() - row.own), row }
    }

    /// Returns the stones of the second side that may be removed.
    fn removable(&self, rules: &StandardRules, second: u32) -> u32 {
        let full = self.lines.iter().filter(|line| second & **line == **line);
        let in_mills = full.fold(0, |set, line| set | line);
        rules.removable_of(PointSet::from_bits(second), PointSet::from_bits(in_mills)).bits()
    }

    /// Returns the points on which a stone of the second side closes a mill, and the points on which it
    /// closes several.
    fn closing(&self, second: u32) -> [u32; 2] {
        let (mut one, mut several) = (0, 0);
        for line in &self.lines {
            let open = line & !second;
            if open.is_power_of_two() {
                several |= one & open;
                one |= open;
            }
        }
        [one, several]
    }
}

impl Successors {
    /// Returns the grade of a turn after which the second side has these stones.
    fn grade(&self, second: u32) -> Grade {
        self.grade_in_place(self.images.of(second))
    }

    /// Returns the grade of a turn after which the second side has these stones and the first side's stones
    /// are unchanged.
    fn grade_in_place(&self, second: u32) -> Grade {
        self.grades[self.numbering.rank_of(second) as usize]
    }
}

/// Iterates over the bits of a word.
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
