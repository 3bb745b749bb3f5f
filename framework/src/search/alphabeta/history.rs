//! Move-ordering statistics of a thread: killers, counter moves and history scores. Moves that have caused beta cutoffs
//! elsewhere in the tree are tried earlier.

use crate::rules::{Move, Side};
use crate::search::ordering::Picker;

/// Maximum height of a node. The height is the number of moves from the root. At this height, quiescence search ends
/// the line whatever the remaining depth.
pub(super) const MAX_HEIGHT: usize = 500;
/// Number of heights: 0 to `MAX_HEIGHT`, and one more for all nodes of quiescence search.
pub(super) const HEIGHTS: usize = MAX_HEIGHT + 2;

/// Number of entries in a table of moves. The index of a move is its code modulo this number, so moves can share an
/// entry.
const INDICES: usize = 1 << 12;
/// Bonuses in the ordering scores of the last killer and of the one before it.
const KILLER: [i32; 2] = [4_000, 3_000];
/// Bonus in the ordering score of a counter move.
const COUNTER: i32 = 2_000;
/// Greatest absolute value of a history score.
const HISTORY_LIMIT: i32 = 4_000;
/// Maximum number that a beta cutoff adds to a history score or subtracts from it.
const MAX_BONUS: i32 = 400;
/// Stands for "no move" in place of a code.
const NONE: u32 = u32::MAX;

#[inline]
const fn index(code: u32) -> usize {
    code as usize % INDICES
}

#[derive(Debug)]
pub(super) struct HistoryTables {
    /// Killer moves: for each height, the codes of the last two different moves that caused a beta cutoff and
    /// were not noisy. The latest comes first; `NONE` is an empty slot.
    killers: Vec<[u32; 2]>,
    /// For each previous move, the code of the last reply that caused a beta cutoff and was not noisy.
    counters: Box<[u32; INDICES]>,
    /// `history[side][index(code)]`: history score of a move. A beta cutoff by a move that is not noisy raises its
    /// score and lowers the scores of the quiet moves tried before it.
    history: [Box<[i32; INDICES]>; 2],
    /// Whether nothing was learned since the tables were last cleared.
    is_empty: bool,
}

impl Default for HistoryTables {
    fn default() -> Self {
        Self {
            killers: vec![[NONE; 2]; HEIGHTS],
            counters: Box::new([NONE; INDICES]),
            history: [0; 2].map(|_| Box::new([0; INDICES])),
            is_empty: true,
        }
    }
}

impl HistoryTables {
    /// Forgets everything. Costs nothing if nothing was learned.
    pub(super) fn clear(&mut self) {
        if !self.is_empty {
            self.killers.fill([NONE; 2]);
            self.counters.fill(NONE);
            for scores in &mut self.history {
                scores.fill(0);
            }
            self.is_empty = true;
        }
    }

    /// Adds `weight` percent of the killer, counter move and history bonuses to the ordering scores of the
    /// moves in `picker`. `side` is the side to move, and `height` the number of moves from the root. `previous` is the
    /// code of the last move; `None` after a null move and in quiescence search.
    #[inline]
    pub(super) fn adjust<M: Move>(
        &self,
        picker: &mut Picker<M>,
        weight: i32,
        side: Side,
        height: usize,
        previous: Option<u32>,
    ) {
        if weight == 0 {
            return;
        }
        let killers = self.killers[height];
        let counter = previous.map_or(NONE, |code| self.counters[index(code)]);
        for (mv, score) in picker.scored() {
            let code = mv.code();
            let mut bonus = self.history[side.index()][index(code)];
            if code == killers[0] {
                bonus += KILLER[0];
            } else if code == killers[1] {
                bonus += KILLER[1];
            }
            if code == counter {
                bonus += COUNTER;
            }
            *score += bonus * weight / 100;
        }
    }

    /// Records a beta cutoff by the move with code `refutation`, which is not noisy. `tried` holds the codes
    /// of the quiet moves searched before it, and `depth` is the node's depth. The other parameters are as
    /// for [`HistoryTables::adjust`].
    #[inline]
    pub(super) fn learn(
        &mut self,
        side: Side,
        height: usize,
        previous: Option<u32>,
        refutation: u32,
        tried: &[u32],
        depth: i32,
    ) {
        self.is_empty = false;
        let killers = &mut self.killers[height];
        if killers[0] != refutation {
            *killers = [refutation, killers[0]];
        }
        if let Some(previous) = previous {
            self.counters[index(previous)] = refutation;
        }
        let bonus = (depth * depth + depth).clamp(1, MAX_BONUS);
        let history = &mut self.history[side.index()];
        let mut update = |code: u32, change: i32| {
            let score = &mut history[index(code)];
            // The nearer the score is to the limit, the less it grows, so it never exceeds the limit.
            *score += change - *score * change.abs() / HISTORY_LIMIT;
        };
        update(refutation, bonus);
        for code in tried {
            update(*code, -bonus);
        }
    }
}
