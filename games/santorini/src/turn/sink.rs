//! Where a walk through the turns delivers them: it keeps what is wanted of them.
//!
//! Turns that lead to the same position are one move. A small hash table over the moves' codes finds them, and sees to
//! it that moves that differ have different codes.

use plywright::Moves;
use smallvec::SmallVec;

use super::Act;
use super::draft::Climb;
use crate::moves::Move;
use crate::state::State;

/// What is wanted of the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The moves.
    Moves,
    /// Whether there is any.
    Any,
    /// The turns as a person plays them, with the moves that they are.
    Turns,
}

/// Takes the turns of a walk.
pub(crate) struct Sink {
    pub(super) wanted: Wanted,
    /// Nothing more is needed.
    pub(super) is_enough: bool,
    /// Turns in which nobody moves up count only if there are no others.
    pub(super) only_climbs: bool,
    /// Has anybody moved up in a turn so far?
    has_climbed: bool,
    /// The moves, each once.
    pub(crate) moves: Moves<Move>,
    /// The turns, with the numbers of their moves.
    pub(crate) turns: Vec<(usize, Vec<Act>)>,
    /// Open addressing: numbers of moves from 1, 0 where there is none.
    places: SmallVec<[u32; FIRST_PLACES]>,
}

const FIRST_PLACES: usize = 512;

impl Sink {
    pub(crate) fn new(wanted: Wanted) -> Self {
        let places =
            if wanted == Wanted::Any { SmallVec::new() } else { SmallVec::from_elem(0, FIRST_PLACES) };
        Self {
            wanted,
            is_enough: false,
            only_climbs: false,
            has_climbed: false,
            moves: Moves::new(),
            turns: Vec::new(),
            places,
        }
    }

    /// Has any turn arrived, where only that is wanted?
    pub(crate) fn has_any(&self) -> bool {
        self.is_enough
    }

    /// Takes a turn that leads from one position to another.
    #[inline]
    pub(super) fn take(&mut self, start: &State, end: &State, climb: Climb, acts: &[Act]) {
        if self.wanted == Wanted::Any {
            self.is_enough = true;
            return;
        }
        if self.only_climbs && climb == Climb::Yes && !self.has_climbed {
            self.has_climbed = true;
            self.moves.clear();
            self.turns.clear();
            self.places.fill(0);
        }
        if self.has_climbed && climb == Climb::No {
            return;
        }
        let number = self.number_of(Move::between(start, end));
        if self.wanted == Wanted::Turns {
            self.turns.push((number, acts.to_vec()));
        }
    }

    /// The number of a move, which is added if it is new.
    #[inline]
    fn number_of(&mut self, mut mv: Move) -> usize {
        loop {
            let mut place = self.place_of(&mv);
            loop {
                let Some(number) = self.places[place].checked_sub(1) else {
                    self.moves.push(mv);
                    self.places[place] = self.moves.len() as u32;
                    if 2 * self.moves.len() > self.places.len() {
                        self.grow();
                    }
                    return self.moves.len() - 1;
                };
                let known = &self.moves[number as usize];
                if known.changes_the_same(&mv) {
                    return number as usize;
                }
                if plywright::Move::code(*known) == plywright::Move::code(mv) {
                    break;
                }
                place = (place + 1) % self.places.len();
            }
            mv = mv.with_other_code();
        }
    }

    #[inline]
    fn place_of(&self, mv: &Move) -> usize {
        plywright::Move::code(*mv) as usize & (self.places.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.places = SmallVec::from_elem(0, 4 * self.places.len());
        for number in 0..self.moves.len() {
            let mut place = self.place_of(&self.moves[number]);
            while self.places[place] != 0 {
                place = (place + 1) % self.places.len();
            }
            self.places[place] = number as u32 + 1;
        }
    }
}
