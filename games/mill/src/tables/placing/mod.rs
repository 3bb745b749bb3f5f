//! The solver's forward pass over positions in which every turn places a stone. `first_side` has the turns of the first
//! side, `second_side` those of the second side.
//!
//! Positions are numbered by the first side's stones, whichever side is to move. A row is the set of positions with the
//! same stones of the first side. Its successors lie in a few rows of solved slices, which fit the processor's cache.
//!
//! Where one row is expanded, `second` is the set of the second side's stones as an extracted set: bit `i` stands for
//! the `i`-th point without a stone of the first side.

mod first_side;
mod second_side;

use std::ops::Range;

use plywright::Symmetry;
use plywright::tablebase::{Node, SolveError, Value};

use super::expander::Expander;
use super::grade::Grade;
use super::numbering::Numbering;
use super::row::{Row, SetCursor, rows};
use crate::board::{Board, MAX_POINTS, PointSet, SetTable};
use crate::rules::StandardRules;

/// A row of a solved slice to which turns from the expanded row lead.
struct Successors {
    numbering: Numbering,
    /// Grades of the turns that lead to the positions of this row, indexed by the rank of the second side's stones
    /// after the turn.
    grades: Vec<Grade>,
    /// Maps an extracted set of the expanded row to the extracted set of the same stones in the row after the turn.
    images: SetTable,
}

/// A row whose positions are expanded, and sets that are computed once for all its positions.
struct ExpandedRow {
    row: Row,
    /// Lines without a stone of the first side, as extracted sets.
    lines: Vec<u32>,
    /// Points without a stone of the first side, as an extracted set.
    free: u32,
}

impl Expander<'_> {
    /// Expands the positions in `range` if every turn places a stone.
    pub(crate) fn expand_placing(
        &self,
        range: Range<u64>,
        visit: &mut dyn FnMut(u64, Node),
    ) -> Result<(), SolveError> {
        let is_first = self.slice.hand[0] == self.slice.hand[1];
        for (row, ranks) in rows(&self.numbering, range) {
            let expanded = ExpandedRow::new(self.rules.board, row);
            let mut sets = SetCursor::new(self.numbering.other_count);
            let seconds: Vec<u32> = ranks.clone().map(|rank| sets.go_to(rank)).collect();
            let grades = if is_first {
                self.best_of_first(&expanded, &seconds)?
            } else {
                self.best_of_second(&expanded, &seconds)?
            };
            for ((rank, second), best) in ranks.zip(seconds).zip(grades) {
                let row = &expanded.row;
                if !row.is_symmetric || self.numbering.is_canonical(row.orbit, row.points(second)) {
                    let node = Node { best_exit: best.value(), inner: 0, symmetric: false };
                    visit(row.first_index + rank, node);
                }
            }
        }
        Ok(())
    }

    /// Whether a turn that takes `taken` stones wins, at the last removal or at an earlier one.
    fn wins_by_taking(&self, taken: usize) -> bool {
        (1..=taken).any(|count| self.exits[1][count].is_none())
    }

    /// Reads the row of successors in which the first side has the stones `first`, after turns from `expanded` that
    /// take `taken` stones. `None` if such turns win at once or are impossible. Fails if a value does not fit into a
    /// grade.
    fn successors(
        &self,
        expanded: &ExpandedRow,
        first: PointSet,
        taken: usize,
    ) -> Result<Option<Successors>, SolveError> {
        let Some((numbering, solved)) = self.exits[1][taken] else { return Ok(None) };
        let member = numbering.orbits.member(first);
        let to = Row::new(&numbering, member.orbit());
        // `copy` appends whole words of eight bytes before it drops the unused bytes at both ends, so it needs a little
        // more capacity than the row has bytes.
        let mut bytes = Vec::with_capacity(numbering.orbit_len as usize + 8);
        solved.copy(to.first_index..to.first_index + numbering.orbit_len, &mut bytes);
        let mut grades: Vec<Grade> = bytes.iter().map(|byte| Grade::of(Value::from_byte(*byte))).collect();
        if grades.contains(&Grade::NONE) {
            return Err(SolveError::TooLong);
        }
        if to.is_symmetric {
            self.copy_to_images(&mut grades, &numbering, &to);
        }
        let images = self.images(&expanded.row, &to, first | expanded.row.own, member.symmetry());
        Ok(Some(Successors { numbering, grades, images }))
    }

    /// Fills in the grades that a symmetric row lacks. If several indices of the row stand for images of one position,
    /// only the least index has a stored value. The other indices get its grade.
    fn copy_to_images(&self, grades: &mut [Grade], numbering: &Numbering, row: &Row) {
        let mut images = Vec::new();
        for symmetry in 1..numbering.geometry.symmetries() {
            if numbering.orbits.stabilizers[row.orbit] >> symmetry & 1 != 0 {
                images.push(self.images(row, row, row.own, symmetry));
            }
        }
        let mut sets = SetCursor::new(numbering.other_count);
        for rank in 0..grades.len() {
            let set = sets.go_to(rank as u64);
            let mut ranks = images.iter().map(|image| numbering.ranks.of(image.of(set)) as usize);
            // Ranks are visited in ascending order, so every lesser rank already has the grade of the least image.
            if let Some(lesser) = ranks.find(|other| *other < rank) {
                grades[rank] = grades[lesser];
            }
        }
    }

    /// Returns a table that maps an extracted set of the row `from` to the extracted set of its image under a symmetry,
    /// in the row `to`. The sets must not contain points in `excluded`.
    fn images(&self, from: &Row, to: &Row, excluded: PointSet, symmetry: usize) -> SetTable {
        let mut images = [0; MAX_POINTS];
        for point in self.rules.board.points() - excluded {
            let image = self.rules.board.image(point, Symmetry(symmetry as u8));
            images[from.extracted(point).trailing_zeros() as usize] = to.extracted(image);
        }
        SetTable::new(&images)
    }
}

impl ExpandedRow {
    fn new(board: &Board, row: Row) -> Self {
        let mut lines = Vec::new();
        for line in board.lines() {
            if line.iter().all(|point| !row.own.contains(*point)) {
                lines.push(line.iter().map(|point| row.extracted(*point)).sum());
            }
        }
        let free = board.points() - row.own;
        Self { lines, free: free.iter().map(|point| row.extracted(point)).sum(), row }
    }

    /// Returns the stones of the second side that may be removed, as an extracted set like `second`.
    fn removable(&self, rules: &StandardRules, second: u32) -> u32 {
        let mut in_mills = 0;
        for line in &self.lines {
            if second & line == *line {
                in_mills |= line;
            }
        }
        rules.removable_of(PointSet::from_bits(second), PointSet::from_bits(in_mills)).bits()
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
        self.grades[self.numbering.ranks.of(second) as usize]
    }
}

/// Iterates over the set bits of a word, each as a word of its own, lowest first.
fn bits(set: u32) -> impl Iterator<Item = u32> {
    plywright::bits(set.into()).map(|place| 1 << place)
}
