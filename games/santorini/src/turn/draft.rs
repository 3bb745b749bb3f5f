//! The position in the midst of a turn.

use crate::square::Square;
use crate::squares::Squares;
use crate::state::State;

/// Does a worker move up in a turn?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Climb {
    /// No worker does.
    No,
    /// One does.
    Yes,
    /// One does by a power that nobody can be made to use. Such turns come after all others.
    ByChoice,
}

/// The position in the midst of a turn, and what the rest of the turn needs to know of its beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draft {
    /// The board as it is now; the side to move is still the one whose turn it is.
    pub(crate) state: State,
    /// Where the chosen worker stood when it was chosen.
    pub(crate) origin: Square,
    /// Where it stands now.
    pub(crate) at: Square,
    /// The square last built on.
    pub(crate) site: Square,
    /// Has a worker moved up in this turn?
    pub(crate) climbed: bool,
    /// Is a power in use that nobody can be made to use?
    pub(crate) is_by_choice: bool,
    /// A worker chosen on one of these squares must end on one of them.
    pub(crate) company: Squares,
}

impl Draft {
    /// The beginning of a turn. No worker is chosen yet: the squares mean nothing.
    #[inline]
    pub(crate) fn new(state: &State, company: Squares) -> Self {
        let none = Square::new(0);
        Self {
            state: *state,
            origin: none,
            at: none,
            site: none,
            climbed: false,
            is_by_choice: false,
            company,
        }
    }

    /// The same with a worker chosen.
    #[inline]
    pub(crate) fn with_worker(&self, worker: Square) -> Self {
        Self { origin: worker, at: worker, ..*self }
    }

    /// The same with a power in use that nobody can be made to use.
    #[inline]
    pub(crate) fn by_choice(&self) -> Self {
        Self { is_by_choice: true, ..*self }
    }

    /// The height on which the chosen worker stands.
    #[inline]
    pub(crate) fn height(&self) -> u8 {
        self.state.height(self.at)
    }

    /// The same with the chosen worker on another square, by a step.
    #[inline]
    pub(crate) fn stepped(&self, to: Square) -> Self {
        let mut next = *self;
        next.climbed |= self.state.height(to) > self.height();
        next.displace(to);
        next
    }

    /// Puts the chosen worker on another square, by whatever force.
    #[inline]
    pub(crate) fn displace(&mut self, to: Square) {
        self.state.relocate(self.state.side, self.at, to);
        self.at = to;
    }

    /// How the turn moves up so far.
    #[inline]
    pub(crate) fn climb(&self) -> Climb {
        match (self.climbed, self.is_by_choice) {
            (false, _) => Climb::No,
            (true, false) => Climb::Yes,
            (true, true) => Climb::ByChoice,
        }
    }

    /// After enemies were moved: those to be stayed near are where they are now.
    pub(crate) fn follow_company(&mut self) {
        if !self.company.is_empty() {
            self.company = self.state.others().surroundings();
        }
    }

    /// Does a worker stay near the opponent's workers that has to?
    #[inline]
    pub(crate) fn keeps_company(&self) -> bool {
        self.company.is_empty() || !self.company.has(self.origin) || self.company.has(self.at)
    }
}
