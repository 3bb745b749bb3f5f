//! The solver's forward pass over positions in which turns place stones.
//!
//! Positions are numbered by the first side's stones, whichever side is to move. A row is the set of
//! positions with the same stones of the first side. Its successors lie in a few rows of solved slices, which
//! fit the processor's cache.
//!
//! Where one row is expanded, `first` is the set of the first side's stones. `second` is the set of the
//! second side's stones as an extracted set: bit `i` stands for the `i`-th point without a stone of the first
//! side.

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

pub(crate) struct Placing<'a> {
    rules: StandardRules,
    geometry: &'static Geometry,
    slice: Slice,
    /// Whether the first side is to move.
    is_first: bool,
    numbering: Numbering,
    /// `exits[taken]`: the solved slice after a turn that takes `taken` stones, with its numbering. `None` if
    /// a turn that takes `taken` stones wins at once or is impossible.
    exits: [Option<(Numbering, SolvedSlice<'a>)>; MAX_TAKEN + 1],
}

/// A row of positions after turns of the expanded row: those that leave the first side with the same stones.
struct Successors {
    numbering: Numbering,
    /// Grades of the turns that lead to the positions of this row, indexed by the rank of the second side's stones.
    grades: Vec<Grade>,
    /// Maps an extracted set of the expanded row to the extracted set of the same stones in the row after the turn.
    images: SetTable,
}

struct PlacingRow {
    row: Row,
    /// Lines without a stone of the first side, as extracted sets.
    lines: Vec<u32>,
    /// Points without a stone of the first side, as an extracted set.
    free: u32,
}

impl<'a> Placing<'a> {
    /// Returns each number of stones, from 0, that a turn in the slice can take without winning at once. A
    /// side with fewer than two stones on the board closes no mill by placing one.
    pub(crate) fn exits(rules: &StandardRules, slice: Slice) -> impl Iterator<Item = u8> {
        let max_taken = if slice.board[0] < 2 { 0 } else { slice.taken(rules, MAX_TAKEN) };
        (0..=max_taken as u8).filter(move |taken| slice.board[1] + slice.hand[1] - taken >= MIN_STONES)
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
                    if self.numbering.canonical_image(orbit, other).0 != other {
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

    /// Expands the positions of a row at `ranks`, in which the first side places a stone. Calls `conclude`
    /// with a position's rank, the second side's stones and the grade of the best turn.
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
            // A turn that takes several stones wins as soon as one removal leaves the other side too few
            // stones.
            let wins = (1..=taken).any(|taken| self.exits[taken].is_none());
            let successors = if wins { None } else { self.successors(row, first.with(to), taken)? };
            turns.push((row.row.extracted(to), taken, successors));
        }
        let mut cursor = SetCursor::new(self.numbering.other);
        let sets: Vec<u32> = ranks.clone().map(|rank| cursor.go_to(rank)).collect();
        let takes = turns.iter().any(|(_, taken, _)| *taken > 0);
        let takeable_of = |second: &u32| row.removable(&self.rules, *second);
        let takeable: Vec<u32> = if takes { sets.iter().map(takeable_of).collect() } else { Vec::new() };
        // All positions are expanded by one turn before the next turn, so that the processor's cache holds the row
        // that the turn leads to.
        let mut best = vec![Grade::NONE; sets.len()];
        for (to, taken, successors) in &turns {
            let allowed = sets.iter().enumerate().filter(|(_, second)| to & **second == 0);
            match (successors, taken) {
                (None, _) => allowed.for_each(|(at, _)| best[at] = Grade::WINS),
                (Some(successors), 0) => {
                    allowed.for_each(|(at, second)| best[at] = best[at].max(successors.grade(*second)));
                }
                (Some(successors), 1) => {
                    for (at, second) in allowed {
                        for one in bits(takeable[at]) {
                            best[at] = best[at].max(successors.grade(second ^ one));
                        }
                    }
                }
                (Some(successors), _) => {
                    for (at, second) in allowed {
                        for left in bits(takeable[at]).map(|one| second ^ one) {
                            for other in bits(row.removable(&self.rules, left)) {
                                best[at] = best[at].max(successors.grade(left ^ other));
                            }
                        }
                    }
                }
            }
        }
        for (rank, (second, best)) in ranks.zip(sets.into_iter().zip(best)) {
            conclude(rank, second, best);
        }
        Ok(())
    }

    /// Expands the positions of a row at `ranks`, in which the second side places a stone. Calls `conclude`
    /// with a position's rank, the second side's stones and the grade of the best turn.
    fn expand_second(
        &self,
        row: &PlacingRow,
        ranks: Range<u64>,
        conclude: &mut impl FnMut(u64, u32, Grade),
    ) -> Result<(), SolveError> {
        let first = row.row.own;
        let quiet = self.successors(row, first, 0)?.ok_or(SolveError::NoTurn)?;
        // Numbers of stones taken by closing one mill and two.
        let taken_by = [1, 2].map(|mills| self.slice.taken(&self.rules, mills));
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
        // `known[taken - 1][rank]`: grade of the best way to take `taken` stones. `rank` is the rank of the
        // second side's stones after the turn. The inner vector is empty until a turn takes `taken` stones,
        // and an element is `Grade::NONE` until it is computed.
        let mut known: [Vec<Grade>; MAX_TAKEN] = Default::default();
        let sets_after = quiet.numbering.others as usize;
        let mut sets = SetCursor::new(self.numbering.other);
        for rank in ranks {
            let second = sets.go_to(rank);
            let free = row.free & !second;
            let [one, several] = row.closing(second);
            let closing = if taken_by[0] == 0 { [0, 0] } else { [one & !several, several] };
            let mut best = Grade::NONE;
            for to in bits(free & !(closing[0] | closing[1])) {
                best = best.max(quiet.grade_in_place(second | to));
            }
            for (closing, taken) in closing.into_iter().zip(taken_by) {
                for left in bits(closing).map(|to| second | to) {
                    let known = &mut known[taken - 1];
                    if (1..=taken).any(|taken| self.exits[taken].is_none()) {
                        best = Grade::WINS;
                        continue;
                    }
                    known.resize(sets_after, Grade::NONE);
                    let known = &mut known[quiet.numbering.rank_of(left) as usize];
                    if *known == Grade::NONE {
                        let successors = after[taken - 1].iter();
                        *known = successors.map(|after| after.grade(left)).max().unwrap_or(Grade::NONE);
                    }
                    best = best.max(*known);
                }
            }
            conclude(rank, second, best);
        }
        Ok(())
    }

    /// Reads the row of successors in which the first side has the stones `first`, after turns from `row`
    /// that take `taken` stones. `None` if such turns win at once or are impossible.
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
            self.copy_to_images(&mut grades, &numbering, member.orbit(), &to);
        }
        let images = self.images(&row.row, &to, first | row.row.own, member.symmetry());
        Ok(Some(Successors { numbering, grades, images }))
    }

    /// Copies the grades of a symmetric row, the row of `orbit`. Of the images of a position in this row, only the one
    /// with the least rank has a stored value. The others get its grade.
    fn copy_to_images(&self, grades: &mut [Grade], numbering: &Numbering, orbit: usize, row: &Row) {
        let symmetries = numbering.orbits.stabilizers[orbit];
        let others = (1..self.geometry.symmetries()).filter(|symmetry| symmetries >> symmetry & 1 != 0);
        let images: Vec<_> = others.map(|symmetry| self.images(row, row, row.own, symmetry)).collect();
        let mut sets = SetCursor::new(numbering.other);
        for rank in 0..grades.len() {
            let set = sets.go_to(rank as u64);
            let ranks = images.iter().map(|images| numbering.rank_of(images.of(set)) as usize);
            // Lesser ranks already have the grade of the least image.
            if let Some(lesser) = ranks.into_iter().find(|image| *image < rank) {
                grades[rank] = grades[lesser];
            }
        }
    }

    /// Returns a table that maps extracted sets of the row `from` to those of their images under a symmetry in the row
    /// `to`. Points in `taken` are not in the sets.
    fn images(&self, from: &Row, to: &Row, taken: PointSet, symmetry: usize) -> SetTable {
        let mut images = [0; MAX_POINTS];
        for point in self.rules.board.points() - taken {
            let image = self.rules.board.image(point, Symmetry(symmetry as u8));
            images[from.extracted(point).trailing_zeros() as usize] = to.extracted(image);
        }
        SetTable::new(&images)
    }
}

impl PlacingRow {
    fn new(geometry: &Geometry, row: Row) -> Self {
        let extracted = |set: PointSet| set.iter().map(|point| row.extracted(point)).sum::<u32>();
        let lines = geometry.board.lines().iter().map(|line| line.iter().copied().collect::<PointSet>());
        let lines = lines.filter(|line| !line.intersects(row.own)).map(extracted).collect();
        Self { lines, free: extracted(geometry.board.points() - row.own), row }
    }

    /// Returns the stones of the second side that may be removed, as an extracted set like `second`.
    fn removable(&self, rules: &StandardRules, second: u32) -> u32 {
        let full = self.lines.iter().filter(|line| second & **line == **line);
        let in_mills = full.fold(0, |set, line| set | line);
        rules.removable_of(PointSet::from_bits(second), PointSet::from_bits(in_mills)).bits()
    }

    /// Returns two extracted sets: the empty points on which a stone of the second side closes at least one
    /// mill, and those on which it closes at least two.
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
    /// Returns the grade of a turn. `second` is an extracted set of the row before the turn.
    fn grade(&self, second: u32) -> Grade {
        self.grade_in_place(self.images.of(second))
    }

    /// Returns the grade of a turn. `second` is an extracted set of the row after the turn. Both rows have
    /// the same extracted sets if the turn leaves the first side's stones as they are.
    fn grade_in_place(&self, second: u32) -> Grade {
        self.grades[self.numbering.rank_of(second) as usize]
    }
}

/// Iterates over the set bits of a word, each as a word of its own, lowest first.
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
