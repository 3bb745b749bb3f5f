//! The course of a game as keys: repetition and quiet moves, the draws that a position alone does not show.

use crate::game::DrawRules;
use crate::key::Key;

/// The keys of the positions of a game, or of a line in the search tree, in order; the last is the present position.
#[derive(Clone, Debug)]
pub struct PositionHistory {
    /// Keys of all positions, the present one last.
    keys: Vec<Key>,
    /// Moves without an irreversible one that led to each position.
    quiet: Vec<u16>,
}

impl PositionHistory {
    /// A history that starts with one position, reached by `quiet` moves without an irreversible one.
    pub fn new(key: Key, quiet: u16) -> Self {
        Self { keys: vec![key], quiet: vec![quiet] }
    }

    /// Adds the position after a move.
    #[inline]
    pub fn push(&mut self, key: Key, irreversible: bool) {
        let quiet = if irreversible { 0 } else { self.quiet_moves().saturating_add(1) };
        self.keys.push(key);
        self.quiet.push(quiet);
    }

    /// Takes the last position back; the first one stays.
    #[inline]
    pub fn pop(&mut self) {
        if self.keys.len() > 1 {
            self.keys.pop();
            self.quiet.pop();
        }
    }

    /// Moves since the last irreversible one.
    #[inline]
    pub fn quiet_moves(&self) -> u16 {
        self.quiet.last().copied().unwrap_or(0)
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier_in_window().map_or(0, |(window, key)| window.iter().filter(|k| **k == key).count())
    }

    /// Has the present position occurred before?
    #[inline]
    pub fn repeats(&self) -> bool {
        self.earlier_in_window().is_some_and(|(window, key)| window.contains(&key))
    }

    /// Would a move to the position with that key bring back an earlier one, or leave the present one as it is?
    pub fn would_repeat(&self, key: Key) -> bool {
        self.keys.contains(&key)
    }

    /// Is the game drawn by the course that it took? Counts repetitions in full, as a referee does.
    pub fn is_drawn(&self, rules: DrawRules) -> bool {
        self.exceeds_quiet_moves(rules)
            || rules.repetition > 0 && self.occurrences() >= usize::from(rules.repetition)
    }

    /// Should a search take the present position for drawn? The first repetition counts: what was once not better
    /// than repeating will not be the second time.
    #[inline]
    pub fn is_drawn_in_search(&self, rules: DrawRules) -> bool {
        self.quiet_moves() > 1 && (self.exceeds_quiet_moves(rules) || rules.repetition > 0 && self.repeats())
    }

    #[inline]
    fn exceeds_quiet_moves(&self, rules: DrawRules) -> bool {
        rules.quiet_moves > 0 && self.quiet_moves() >= rules.quiet_moves
    }

    /// The keys since the last irreversible move before the present one, and the present one.
    #[inline]
    fn earlier_in_window(&self) -> Option<(&[Key], Key)> {
        let (key, earlier) = self.keys.split_last()?;
        let window = earlier.len().min(self.quiet_moves().into());
        Some((&earlier[earlier.len() - window..], *key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREEFOLD: DrawRules = DrawRules { repetition: 3, quiet_moves: 0 };

    fn played(keys: &[(u64, bool)]) -> PositionHistory {
        let mut history = PositionHistory::new(Key(1), 0);
        for (key, irreversible) in keys {
            history.push(Key(*key), *irreversible);
        }
        history
    }

    #[test]
    fn threefold_repetition_is_counted_at_the_root_and_the_first_one_in_the_tree() {
        let twice = played(&[(2, false), (1, false)]);
        assert!(!twice.is_drawn(THREEFOLD));
        assert!(twice.is_drawn_in_search(THREEFOLD));
        let thrice = played(&[(2, false), (1, false), (2, false), (1, false)]);
        assert!(thrice.is_drawn(THREEFOLD));
    }

    #[test]
    fn an_irreversible_move_cuts_the_window() {
        let history = played(&[(2, false), (1, true)]);
        assert_eq!(history.occurrences(), 1);
        assert!(!history.repeats());
    }

    #[test]
    fn quiet_moves_are_counted_from_the_seed_on() {
        let mut history = PositionHistory::new(Key(1), 98);
        let rules = DrawRules { repetition: 0, quiet_moves: 100 };
        history.push(Key(2), false);
        assert!(!history.is_drawn(rules));
        history.push(Key(3), false);
        assert!(history.is_drawn(rules));
        history.pop();
        assert!(!history.is_drawn(rules));
    }
}
