//! The parts of a god's card that are plain data.

use crate::god::God;
use crate::stored::{Stored, StoredText};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    /// The given number of workers on any free squares.
    Anywhere(u8),
    /// Two workers on free squares of the perimeter.
    Perimeter,
    /// Two workers on free squares at opposite edges.
    OppositeEdges,
    /// Two workers on any free squares, one of them marked as the female worker.
    WithFemale,
}

/// Plain data of a god's card. A god overrides fields of [`Card::MORTAL`].
pub(crate) struct Card {
    /// Gods that may not play against this god, whichever of the two the first player has.
    pub(crate) refuses: &'static [God],
    /// Reason why the god may not play against the gods in `refuses`.
    pub(crate) refusal: &'static str,
    pub(crate) placement: Placement,
    /// Whether the god places its workers first, even as the second player's god. Between two such gods, the
    /// first player places first.
    pub(crate) places_first: bool,
    /// Maximum number of workers that the god can ever have on the board.
    pub(crate) max_workers: u8,
    /// Text format of the god's stored state; `None` for a god that stores nothing.
    pub(crate) stored: Option<&'static StoredText>,
    /// Name of the token drawn on each square that the god stores; `None` if no token is drawn.
    pub(crate) token: Option<&'static str>,
    /// Whether the god stores the square of one of its own workers. The stored square then follows that
    /// worker.
    pub(crate) marks_worker: bool,
    /// Whether a figure that is not a worker, such as Talus, stands on the square that the god stores. That
    /// square must not have a worker or a dome.
    pub(crate) places_figure: bool,
    /// Whether opposite edges and corners adjoin for the god's workers.
    pub(crate) wraps: bool,
    /// Returns whether a step wins, given the heights before and after it. A step from level 2 to level 3 wins without
    /// this function. `None` if no step between other heights wins.
    pub(crate) wins_by_step: Option<fn(u8, u8) -> bool>,
    /// Whether a worker may win by entering a square of level 3 although it began its turn below level 2 or not next to
    /// that square.
    pub(crate) wins_from_afar: bool,
    /// Whether the god's turns stay legal under every symmetry of the board.
    pub(crate) symmetric: bool,
    /// Whether several turns may lead to the same position. The list of moves then has to drop duplicates.
    pub(crate) repeats: bool,
    /// Whether the workers can walk to many squares in a turn. Where the search prunes late moves, it lists only the
    /// moves with the most promising walks.
    pub(crate) walks_far: bool,
}

impl Card {
    pub(crate) const MORTAL: Self = Self {
        refuses: &[],
        refusal: "the published game forbids this pair",
        placement: Placement::Anywhere(2),
        places_first: false,
        max_workers: 2,
        stored: None,
        token: None,
        marks_worker: false,
        places_figure: false,
        wraps: false,
        wins_by_step: None,
        wins_from_afar: false,
        symmetric: true,
        repeats: false,
        walks_far: false,
    };

    pub(crate) const THREE_WORKERS: Self =
        Self { placement: Placement::Anywhere(3), max_workers: 3, ..Self::MORTAL };

    pub(crate) const WITH_FEMALE: Self = Self {
        placement: Placement::WithFemale,
        stored: Some(&StoredText::Square),
        token: Some("♀"),
        marks_worker: true,
        ..Self::MORTAL
    };

    /// Returns the text for the brackets after the god's name; `None` if there are no brackets.
    pub(crate) fn stored_text(&self, stored: Stored) -> Option<String> {
        self.stored.and_then(|text| text.write(stored))
    }
}
