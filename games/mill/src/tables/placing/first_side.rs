//! Turns of the first side. Positions are numbered by its stones, so each turn leads from the expanded row to one other
//! row.

use plywright::tablebase::SolveError;

use super::{ExpandedRow, Expander, Grade, Successors, bits};

/// A turn of the first side. It is impossible in positions with a stone of the second side on `to`.
struct FirstTurn {
    /// The point of the new stone, as an extracted set with one bit.
    to: u32,
    taken: usize,
    /// `None` if the turn wins at once.
    successors: Option<Successors>,
}

impl Expander<'_> {
    /// Returns the grade of the first side's best turn for each set of the second side's stones in `seconds`. Fails if
    /// the value of a successor does not fit into a grade.
    pub(super) fn best_of_first(
        &self,
        expanded: &ExpandedRow,
        seconds: &[u32],
    ) -> Result<Vec<Grade>, SolveError> {
        let turns = self.first_turns(expanded)?;
        let mut removable = vec![0; seconds.len()];
        if turns.iter().any(|turn| turn.taken > 0) {
            for (stones, second) in removable.iter_mut().zip(seconds) {
                *stones = expanded.removable(&self.rules, *second);
            }
        }
        let mut best = vec![Grade::NONE; seconds.len()];
        // Each turn is graded in all positions before the next turn, so that the row to which it leads stays in the
        // processor's cache.
        for turn in &turns {
            for (at, second) in seconds.iter().enumerate() {
                if second & turn.to == 0 {
                    best[at] = best[at].max(self.grade_of_first(expanded, turn, *second, removable[at]));
                }
            }
        }
        Ok(best)
    }

    /// Lists the first side's turns on a board without stones of the second side.
    fn first_turns(&self, expanded: &ExpandedRow) -> Result<Vec<FirstTurn>, SolveError> {
        let own = expanded.row.own;
        let mut turns = Vec::new();
        for to in self.rules.board.points() - own {
            let taken = self.slice.taken(&self.rules, self.rules.board.mills_closed(own, to).count());
            let successors = if self.wins_by_taking(taken) {
                None
            } else {
                self.successors(expanded, own.with(to), taken)?
            };
            turns.push(FirstTurn { to: expanded.row.extracted(to), taken, successors });
        }
        Ok(turns)
    }

    /// Returns the grade of a turn of the first side with its best removals. `removable` are the stones that
    /// may be removed first, as an extracted set.
    fn grade_of_first(&self, expanded: &ExpandedRow, turn: &FirstTurn, second: u32, removable: u32) -> Grade {
        let Some(successors) = &turn.successors else { return Grade::WINS };
        if turn.taken == 0 {
            return successors.grade(second);
        }
        let mut best = Grade::NONE;
        for taken in bits(removable) {
            let left = second ^ taken;
            if turn.taken == 1 {
                best = best.max(successors.grade(left));
                continue;
            }
            for taken_next in bits(expanded.removable(&self.rules, left)) {
                best = best.max(successors.grade(left ^ taken_next));
            }
        }
        best
    }
}
