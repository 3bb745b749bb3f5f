//! Aeolus: at the end of a turn, the wind may start or stop blowing. No worker moves against the wind.
//!
//! By the published card, a wind that blows may also turn to another direction.

use crate::power::prelude::*;

/// Text format of the wind: the direction in which no worker may move, or empty text without wind.
const WIND: StoredText = StoredText::Words(
    "The wind",
    &[
        ("", "none", Stored::NOTHING),
        ("n", "n", blowing(Direction::North)),
        ("ne", "ne", blowing(Direction::NorthEast)),
        ("e", "e", blowing(Direction::East)),
        ("se", "se", blowing(Direction::SouthEast)),
        ("s", "s", blowing(Direction::South)),
        ("sw", "sw", blowing(Direction::SouthWest)),
        ("w", "w", blowing(Direction::West)),
        ("nw", "nw", blowing(Direction::NorthWest)),
    ],
);

const CENTRE: Square = Square::new(12);

/// Returns the stored state of a wind: the neighbour of the central square in the direction `wind`, in which no worker
/// may move. Symmetries of the board then turn the wind like any stored square.
const fn blowing(wind: Direction) -> Stored {
    match CENTRE.next(wind) {
        Some(square) => Stored::squares_of(Squares::from_bits(1 << square.index())),
        None => Stored::NOTHING,
    }
}

/// Returns the direction in which no worker may move; `None` if no wind blows.
fn wind_of(stored: Stored) -> Option<Direction> {
    CENTRE.direction_to(stored.squares().first()?)
}

impl Power for super::Aeolus {
    const TEXT: &'static str = "Starts or stops the wind at the end of a turn; no worker moves against it.";
    const CARD: Card = Card { stored: Some(&WIND), ..Card::MORTAL };
    const ACTS_AFTER_BUILD: bool = true;

    const RESTRICT_OPPONENT: Option<Restrict> = Some(|state, me, restrictions| {
        restrictions.winds[me.index()] = wind_of(state.stored(me));
    });

    const RESTRICT_ITSELF: Option<Restrict> = Self::RESTRICT_OPPONENT;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        let now = wind_of(built.state.stored(turn.me));
        let winds = Direction::ALL.into_iter().filter(|wind| now.is_none_or(|now| now == *wind));
        for wind in winds.map(Some).chain([None]) {
            let stored = wind.map_or(Stored::NOTHING, blowing);
            turn.with_act(Act::Wind(wind), |turn| turn.end(&built.with_stored(stored)));
        }
    }
}
