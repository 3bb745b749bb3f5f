//! The draw rules for repetitions and for the number of moves, and the position history that they need. A state does
//! not include its history; the engine and the searches keep a [`PositionHistory`].

use super::key::Key;

/// The rule for repeated positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// Repetitions have no effect.
    #[default]
    Allowed,
    /// The game is drawn when a position occurs this number of times, such as 3 for threefold repetition. With 0,
    /// repetitions have no effect.
    Draw(u8),
    /// No move may restore an earlier position of the game (superko). If a side has no other move, the game
    /// is drawn. Only for games in which every move passes the turn.
    Forbidden,
}

/// The draw rules of a game: repetition and the move limit. [`Game::draw_rules`](crate::Game::draw_rules) returns them;
/// by default there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct DrawRules {
    /// The rule for repeated positions.
    pub repetition: Repetition,
    /// Number of consecutive reversible moves after which the game is drawn; 0 for no limit.
    pub move_limit: u16,
}

impl DrawRules {
    /// No draw rules: repetitions have no effect, and the number of moves is not limited.
    pub const NONE: Self = Self { repetition: Repetition::Allowed, move_limit: 0 };

    /// Whether superko holds: no position may be repeated.
    #[inline]
    pub fn has_superko(self) -> bool {
        self.repetition == Repetition::Forbidden
    }
}

/// Keys of the positions in a game or in a line of the search tree, in order. The current position is the
/// last.
///
/// ```
/// use plywright::{DrawRules, Key, PositionHistory};
/// let mut history = PositionHistory::new(Key(1), 0);
/// history.push(Key(2), false);
/// let limit_of_one = DrawRules { move_limit: 1, ..DrawRules::NONE };
/// assert!(history.is_drawn(limit_of_one) && history.is_drawn_in_search(limit_of_one));
/// history.push(Key(1), false);
/// assert!(history.repeats() && history.occurrences() == 2);
/// // No position after an irreversible move repeats one before it, and the count for the move limit begins again.
/// history.push(Key(1), true);
/// assert!(!history.repeats() && history.occurrences() == 1);
/// assert!(!history.is_drawn(limit_of_one) && !history.is_drawn_in_search(limit_of_one));
/// ```
#[derive(Clone, Debug)]
pub struct PositionHistory {
    keys: Vec<Key>,
    /// Number of consecutive reversible moves before each position.
    clocks: Vec<u16>,
}

impl PositionHistory {
    /// Creates a history with one position. `clock` is the number of consecutive reversible moves before this
    /// position.
    pub fn new(key: Key, clock: u16) -> Self {
        Self { keys: vec![key], clocks: vec![clock] }
    }

    /// Adds the position after a move. If the move is [irreversible](crate::Game::irreversible), the count of
    /// reversible moves begins again at 0.
    #[inline]
    pub fn push(&mut self, key: Key, irreversible: bool) {
        let clock = if irreversible { 0 } else { self.halfmove_clock().saturating_add(1) };
        self.keys.push(key);
        self.clocks.push(clock);
    }

    /// Removes the last position, but never the first one of the history.
    #[inline]
    pub fn pop(&mut self) {
        if self.keys.len() > 1 {
            self.keys.pop();
            self.clocks.pop();
        }
    }

    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Returns the number of consecutive reversible moves before the current position.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.clocks.last().copied().unwrap_or(0)
    }

    /// Returns the number of times that the current position has occurred since the last irreversible move,
    /// including the current occurrence.
    pub fn occurrences(&self) -> usize {
        1 + self.recurring().iter().filter(|key| **key == self.key()).count()
    }

    /// Whether the current position has occurred before since the last irreversible move.
    #[inline]
    pub fn repeats(&self) -> bool {
        self.recurring().contains(&self.key())
    }

    /// Whether the current position, or an earlier one since the last irreversible move, has this key. Positions before
    /// an irreversible move cannot occur again.
    pub fn would_repeat(&self, key: Key) -> bool {
        self.key() == key || self.recurring().contains(&key)
    }

    /// Whether the game is drawn at the current position by the move limit, or because the position has occurred as
    /// often as the rules require. A draw by superko, which depends on the legal moves, is not found here.
    pub fn is_drawn(&self, rules: DrawRules) -> bool {
        if self.reaches_limit(rules) {
            return true;
        }
        match rules.repetition {
            Repetition::Draw(times) => times > 0 && self.occurrences() >= usize::from(times),
            Repetition::Allowed | Repetition::Forbidden => false,
        }
    }

    /// Like [`PositionHistory::is_drawn`], but if the rules count repetitions, the first repetition suffices: a side
    /// that finds nothing better than repeating once will repeat again.
    #[inline]
    pub fn is_drawn_in_search(&self, rules: DrawRules) -> bool {
        self.is_drawn_if_repeating(rules, || self.repeats())
    }

    /// Like [`PositionHistory::is_drawn_in_search`], but `repeats` says whether the current position has occurred
    /// before. `repeats` is called only if its answer matters.
    #[inline]
    pub(crate) fn is_drawn_if_repeating(&self, rules: DrawRules, repeats: impl FnOnce() -> bool) -> bool {
        let counts_repetitions = matches!(rules.repetition, Repetition::Draw(1..));
        // After fewer than two reversible moves, no position can repeat.
        self.reaches_limit(rules) || (counts_repetitions && self.halfmove_clock() > 1 && repeats())
    }

    /// Returns the keys of the positions since the last irreversible move, oldest first, without the current position.
    /// Earlier positions cannot occur again.
    #[inline]
    pub(crate) fn recurring(&self) -> &[Key] {
        let [earlier @ .., _] = &self.keys[..] else { return &[] };
        &earlier[earlier.len().saturating_sub(self.halfmove_clock().into())..]
    }

    /// Whether the move limit, if there is one, ends the game at the current position.
    #[inline]
    pub(crate) fn reaches_limit(&self, rules: DrawRules) -> bool {
        rules.move_limit > 0 && self.halfmove_clock() >= rules.move_limit
    }
}
