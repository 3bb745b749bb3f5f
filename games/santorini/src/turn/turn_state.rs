//! The position during a turn, and the restrictions on the turn.

use crate::square::{Direction, Square};
use crate::squares::Squares;
use crate::state::State;
use crate::stored::Stored;

/// The position during a turn, and facts about earlier stages of the turn that later stages need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnState {
    /// The current position. Its side to move is the side whose turn it is.
    pub(crate) state: State,
    /// The square of the chosen worker before its move.
    pub(crate) origin: Square,
    /// The current square of the chosen worker.
    pub(crate) at: Square,
    /// The square on which this turn last built a level or a dome, or removed a level. Without meaning before the first
    /// of these.
    pub(crate) site: Square,
    /// Whether a step of this turn went up.
    pub(crate) climbed: bool,
    /// Whether a step of this turn went down.
    pub(crate) descended: bool,
    /// Whether a step up in this turn does not count for `must_climb`, so that turns without a step up stay legal. Set
    /// by some optional powers; see [`Demand::None`](super::recorder::Demand::None).
    pub(crate) climb_is_optional: bool,
    /// The squares of [`Restrictions::must_stay_adjacent`], updated when an enemy is forced to another square.
    pub(crate) must_stay_adjacent: Squares,
}

impl TurnState {
    /// Creates the state at the beginning of a turn. No worker is chosen and nothing is built yet, so `origin`, `at`
    /// and `site` have no meaning.
    #[inline]
    pub(crate) fn new(state: &State, must_stay_adjacent: Squares) -> Self {
        let none = Square::new(0);
        Self {
            state: *state,
            origin: none,
            at: none,
            site: none,
            climbed: false,
            descended: false,
            climb_is_optional: false,
            must_stay_adjacent,
        }
    }

    /// Returns the state with this worker of the side to move as the chosen one.
    pub(crate) fn with_worker(&self, worker: Square) -> Self {
        Self { origin: worker, at: worker, ..*self }
    }

    /// Returns the state with [`TurnState::climb_is_optional`] set.
    pub(crate) fn with_optional_climb(&self) -> Self {
        Self { climb_is_optional: true, ..*self }
    }

    /// Returns the height on which the chosen worker stands.
    pub(crate) fn height(&self) -> u8 {
        self.state.height(self.at)
    }

    /// Returns all workers of the side to move except the chosen one.
    pub(crate) fn unmoved(&self) -> Squares {
        self.state.own().without(self.at)
    }

    /// Returns a copy in which the god of the side to move stores `stored`.
    #[inline]
    pub(crate) fn with_stored(&self, stored: Stored) -> Self {
        let mut next = *self;
        next.state.stored[self.state.side.index()] = stored;
        next
    }

    /// Returns the squares on which the chosen worker may end its turn without breaking `must_stay_adjacent`.
    #[inline]
    pub(crate) fn ends(&self) -> Squares {
        // Only a worker that began its turn on one of these squares is restricted. Without the restriction, the set is
        // empty.
        if self.must_stay_adjacent.contains(self.origin) { self.must_stay_adjacent } else { Squares::ALL }
    }

    /// Whether the chosen worker obeys `must_stay_adjacent`.
    #[inline]
    pub(crate) fn stays_adjacent(&self) -> bool {
        self.ends().contains(self.at)
    }
}

/// Restrictions that the gods of both sides put on the workers and buildings of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restrictions {
    /// Whether no worker may move up.
    pub(crate) no_climbing: bool,
    /// Whether no worker may move down.
    pub(crate) no_descending: bool,
    /// Whether some worker must move up if any turn allows it (see [`Demand`](super::recorder::Demand)).
    pub(crate) must_climb: bool,
    /// Whether a worker that steps slides on in the same direction until a higher square or an obstacle stops it.
    pub(crate) slides: bool,
    /// Whether the only building allowed next to the opponent's workers is a dome that completes a tower.
    pub(crate) only_towers_near: bool,
    /// Squares that no worker may enter and on which nothing may be built.
    pub(crate) closed: Squares,
    /// Squares on which a step does not win.
    pub(crate) no_wins: Squares,
    /// Workers that may not move.
    pub(crate) immobile: Squares,
    /// A worker that begins its turn on one of these squares may move only diagonally.
    pub(crate) diagonal: Squares,
    /// Squares next to or under the opponent's workers: a worker that begins its turn on one of them must also end it
    /// on one of them. Empty without this restriction.
    pub(crate) must_stay_adjacent: Squares,
    /// For each god, the direction in which it forbids all workers to move; `None` without such a
    /// restriction.
    pub(crate) winds: [Option<Direction>; 2],
}

impl Restrictions {
    /// No restrictions.
    pub(crate) const NONE: Self = Self {
        no_climbing: false,
        no_descending: false,
        must_climb: false,
        slides: false,
        only_towers_near: false,
        closed: Squares::EMPTY,
        no_wins: Squares::EMPTY,
        immobile: Squares::EMPTY,
        diagonal: Squares::EMPTY,
        must_stay_adjacent: Squares::EMPTY,
        winds: [None; 2],
    };
}
