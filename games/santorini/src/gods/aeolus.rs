//! Aeolus. End of your turn: orient the wind token in any of the eight directions, or take it away. All players: workers
//! cannot move directly into the wind.
//!
//! A wind that blows has to be stilled before it can blow from elsewhere. The direction in which nobody moves is stored as
//! the square on that side of the middle of the board, so that it turns with the board.

use plywright::Side;

use super::{Power, stored::Text};
use crate::square::{Direction, Square};
use crate::squares::Squares;
use crate::state::{State, Stored};
use crate::turn::{Act, Bonds, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "aeolus",
    card: "Raises and stills the wind, against which no worker moves.",
    turn,
    binds_opponent: Some(binds),
    binds_itself: Some(binds),
    text: Some(&WIND),
    ..Power::MORTAL
};

/// The direction in which nobody moves.
const WIND: Text = Text {
    write: |stored| wind(stored).map(|wind| wind.name().to_owned()),
    read: |text| match text.trim() {
        "" => Some(Stored::NOTHING),
        name => Direction::ALL.into_iter().find(|wind| wind.name().eq_ignore_ascii_case(name)).map(store),
    },
    expected: "n, ne, e, se, s, sw, w, nw or nothing",
};

/// The middle of the board.
const MIDDLE: Square = Square::new(12);

fn turn(turn: &mut Turn, start: &Draft) {
    let now = wind(start.state.stored(turn.me));
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                set_wind(turn, built, None);
                for wind in Direction::ALL {
                    if now.is_none_or(|now| now == wind) {
                        set_wind(turn, built, Some(wind));
                    }
                }
            });
        });
    });
}

fn set_wind(turn: &mut Turn, built: &Draft, wind: Option<Direction>) {
    turn.acting(Act::Wind(wind), |turn| {
        let mut set = *built;
        set.state.stored[turn.me.index()] = wind.map_or(Stored::NOTHING, store);
        turn.end(&set);
    });
}

fn store(wind: Direction) -> Stored {
    Stored::squares_of(MIDDLE.next(wind).map_or(Squares::NONE, Squares::of))
}

fn wind(stored: Stored) -> Option<Direction> {
    MIDDLE.direction_to(stored.squares().first()?)
}

fn binds(state: &State, me: Side, bonds: &mut Bonds) {
    bonds.winds[me.index()] = wind(state.stored(me));
}
