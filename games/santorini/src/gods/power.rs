//! What a god can do, as plain data and functions.

use plywright::Side;

use super::stored::Text;
use crate::state::{State, Stored};
use crate::turn::{Bonds, Draft, Turn};

/// How a side puts its workers on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    /// So many workers on any free squares.
    Anywhere(u8),
    /// Two workers on free squares of the perimeter.
    Perimeter,
    /// Two workers on free squares at opposite edges.
    OppositeEdges,
    /// Two workers, one of them marked as the female one.
    WithFemale,
}

/// A god's power. Everything that a card leaves out is as in [`Power::MORTAL`].
pub(crate) struct Power {
    /// The god's name, in lower case.
    pub(crate) name: &'static str,
    /// What the card says, in a sentence.
    pub(crate) card: &'static str,
    /// Walks through every turn of the god's side.
    pub(crate) turn: fn(&mut Turn, &Draft),
    /// Does a step from this height to that one win, besides the step from 2 up to 3?
    pub(crate) wins_by_step: Option<fn(u8, u8) -> bool>,
    /// What the god forbids to its opponent; the side is the god's own.
    pub(crate) binds_opponent: Option<fn(&State, Side, &mut Bonds)>,
    /// What holds for the god's own side.
    pub(crate) binds_itself: Option<fn(&State, Side, &mut Bonds)>,
    /// Is the board without edges for the god's workers?
    pub(crate) around: bool,
    pub(crate) placement: Placement,
    /// Does the god place its workers first, though it is the second player's?
    pub(crate) places_first: bool,
    /// The most workers that the god can have.
    pub(crate) most_workers: u8,
    /// How stored state is written; none for gods that store nothing.
    pub(crate) text: Option<&'static Text>,
    pub(crate) stored_at_start: Stored,
    /// Are all symmetries of the board symmetries of the god's turns?
    pub(crate) symmetric: bool,
    /// Is the stored square that of one of the god's workers, and goes with it?
    pub(crate) marks_worker: bool,
}

impl Power {
    /// No power at all: the base of all others.
    pub(crate) const MORTAL: Self = Self {
        name: "mortal",
        card: "No power: a worker moves, then it builds.",
        turn: super::mortal::turn,
        wins_by_step: None,
        binds_opponent: None,
        binds_itself: None,
        around: false,
        placement: Placement::Anywhere(2),
        places_first: false,
        most_workers: 2,
        text: None,
        stored_at_start: Stored::NOTHING,
        symmetric: true,
        marks_worker: false,
    };
}
