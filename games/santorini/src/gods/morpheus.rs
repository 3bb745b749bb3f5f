//! Morpheus. Start of your turn: place a block or dome on your card. Your build: your worker cannot build as normal.
//! Instead, spend any number of blocks or domes from your card, even zero, and build that many times.

use super::{Power, stored::Text};
use crate::square::Direction;
use crate::squares::Squares;
use crate::state::Stored;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "morpheus",
    card: "Gains a building each turn and may save it; a turn spends as many as it likes.",
    turn,
    text: Some(&SAVED),
    ..Power::MORTAL
};

/// The most buildings that one turn spends; nobody can use more.
const MOST_SPENT: u8 = 12;

/// How many buildings are saved.
const SAVED: Text = Text {
    write: |stored| Some(stored.number().to_string()),
    read: |text| match text {
        "" => Some(Stored::NOTHING),
        number => number.parse().ok().filter(|number| *number <= Stored::MOST).map(Stored::number_of),
    },
    expected: "a number of saved buildings up to 127, or nothing",
};

fn turn(turn: &mut Turn, start: &Draft) {
    let saved = start.state.stored(turn.me).number();
    let most = (saved + 1).min(MOST_SPENT);
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            let mut moved = *moved;
            moved.state.stored[turn.me.index()] = Stored::number_of((saved + 1).min(Stored::MOST));
            build_around(turn, &moved, 0, most);
        });
    });
}

/// Builds at most so many times on the squares around the worker, clockwise from number `first`, the top left one being 0.
fn build_around(turn: &mut Turn, draft: &Draft, first: usize, most: u8) {
    turn.end(draft);
    if most == 0 {
        return;
    }
    for number in first..8 {
        let Some(site) = draft.at.next(Direction::ALL[(number + 7) % 8]) else { continue };
        let site = turn.sites(draft, draft.at) & Squares::of(site);
        turn.each_build(draft, site, |turn, built| {
            let mut built = *built;
            let saved = built.state.stored(turn.me).number();
            built.state.stored[turn.me.index()] = Stored::number_of(saved - 1);
            build_around(turn, &built, number, most - 1);
        });
    }
}
