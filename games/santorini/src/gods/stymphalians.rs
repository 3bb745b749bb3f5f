//! Stymphalians. Setup: place three workers. Your move: your worker moves two or three times, and must not end its move on
//! or next to the space where it began.
//!
//! The walk spreads over the board space by space. Climbing counts where a goddess asks for it, so a space is looked at
//! again when it is reached by a climb for the first time. On the way a worker does not win next to where it began.

use smallvec::SmallVec;

use super::{Placement, Power};
use crate::squares::{NEIGHBOURS, Squares};
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "stymphalians",
    card: "Three workers; one moves two or three times and ends neither on nor next to its initial space.",
    turn,
    placement: Placement::Anywhere(3),
    most_workers: 3,
    ..Power::MORTAL
};

/// The most steps of a turn.
const MOST: usize = 3;

/// Places on the way: mostly a few dozen at most.
type Places = SmallVec<[Draft; 24]>;

fn turn(turn: &mut Turn, start: &Draft) {
    let no_wins = turn.bonds.no_wins;
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let near = NEIGHBOURS[chosen.at.index()] | Squares::of(chosen.at);
        turn.bonds.no_wins = no_wins | near;
        let mut won = Squares::NONE;
        let mut reached = [Squares::NONE; 2];
        let mut ends = Places::new();
        let mut places = Places::from_slice(&[*chosen]);
        for step in 1..=MOST {
            let mut next = Places::new();
            for place in &places {
                let steps = turn.steps(place);
                let wins = turn.winning_steps(place, steps);
                turn.each_step(place, wins, |_, _| ());
                won |= wins;
                next.extend(steps.without(wins).into_iter().map(|to| turn.landed(place, to)));
            }
            if step > 1 {
                ends.extend(next.iter().filter(|end| !near.has(end.at)).copied());
            }
            next.retain(|place| {
                let reached = &mut reached[usize::from(place.climbed)];
                let is_new = !(*reached | won).has(place.at);
                *reached |= Squares::of(place.at);
                is_new
            });
            places = next;
        }
        let mut ended = [Squares::NONE; 2];
        for end in ends {
            let ended = &mut ended[usize::from(end.climbed)];
            if !won.has(end.at) && !ended.has(end.at) {
                *ended |= Squares::of(end.at);
                turn.acting(Act::Move(end.at), |turn| {
                    turn.each_build(&end, turn.sites(&end, end.at), Turn::end);
                });
            }
        }
    });
    turn.bonds.no_wins = no_wins;
}
