//! Turns of the second side. Positions are numbered by the first side's stones, so turns without a removal lead to one
//! row. Turns with removals lead to a row for each set of stones that they can leave the first side.

use plywright::tablebase::SolveError;

use super::{ExpandedRow, Expander, Grade, Successors, bits};

/// Successors and grades of the second side's turns that take a given number of stones.
struct Removals {
    /// Rows after the removals, one for each set of stones that the first side can keep.
    successors: Vec<Successors>,
    /// For each rank of the second side's stones after the turn, the grade of the best removal; [`Grade::NONE`] until
    /// it is computed.
    best: Vec<Grade>,
}

impl Expander<'_> {
    /// Returns the grade of the second side's best turn for each set of its stones in `seconds`. Fails if the value of
    /// a successor does not fit into a grade.
    pub(super) fn best_of_second(
        &self,
        expanded: &ExpandedRow,
        seconds: &[u32],
    ) -> Result<Vec<Grade>, SolveError> {
        let quiet = self.successors(expanded, expanded.row.own, 0)?.ok_or(SolveError::NoTurn)?;
        // `removals[taken - 1]` is for turns that take `taken` stones.
        let mut removals = [
            self.removals(expanded, 1, quiet.grades.len())?,
            self.removals(expanded, 2, quiet.grades.len())?,
        ];
        let [taken_by_one, taken_by_two] = [1, 2].map(|mills| self.slice.taken(&self.rules, mills));
        let mut grades = Vec::with_capacity(seconds.len());
        for second in seconds {
            let free = expanded.free & !second;
            let [closing_one, closing_two] =
                if taken_by_one == 0 { [0, 0] } else { expanded.mill_closers(*second) };
            let mut best = Grade::NONE;
            for to in bits(free & !closing_one) {
                best = best.max(quiet.grade_in_place(second | to));
            }
            let closers = [(closing_one & !closing_two, taken_by_one), (closing_two, taken_by_two)];
            for (targets, taken) in closers {
                if targets != 0 && self.wins_by_taking(taken) {
                    best = Grade::WINS;
                    continue;
                }
                for to in bits(targets) {
                    let after = second | to;
                    let rank = quiet.numbering.ranks.of(after);
                    best = best.max(removals[taken - 1].grade(after, rank));
                }
            }
            grades.push(best);
        }
        Ok(grades)
    }

    /// Prepares the turns of the second side that take `taken` stones. `sets` is the number of sets that the second
    /// side's stones can form after such a turn.
    fn removals(&self, expanded: &ExpandedRow, taken: usize, sets: usize) -> Result<Removals, SolveError> {
        let mut kept = vec![expanded.row.own];
        for _ in 0..taken {
            let mut fewer = Vec::new();
            for stones in kept {
                fewer.extend(self.rules.removable(stones).iter().map(|at| stones.without(at)));
            }
            fewer.sort_unstable_by_key(|stones| stones.bits());
            fewer.dedup();
            kept = fewer;
        }
        let mut successors = Vec::new();
        for stones in kept {
            successors.extend(self.successors(expanded, stones, taken)?);
        }
        Ok(Removals { successors, best: vec![Grade::NONE; sets] })
    }
}

impl ExpandedRow {
    /// Returns two extracted sets: the empty points on which a stone of the second side closes at least one mill, and
    /// the empty points on which it closes at least two.
    fn mill_closers(&self, second: u32) -> [u32; 2] {
        let (mut closing_one, mut closing_two) = (0, 0);
        for line in &self.lines {
            let open = line & !second;
            if open.is_power_of_two() {
                closing_two |= closing_one & open;
                closing_one |= open;
            }
        }
        [closing_one, closing_two]
    }
}

impl Removals {
    /// Returns the grade of the best removal and keeps it for later calls. `second` are the second side's stones after
    /// the turn, and `rank` is their rank.
    fn grade(&mut self, second: u32, rank: u32) -> Grade {
        let best = &mut self.best[rank as usize];
        if *best == Grade::NONE {
            for successors in &self.successors {
                *best = (*best).max(successors.grade(second));
            }
        }
        *best
    }
}
