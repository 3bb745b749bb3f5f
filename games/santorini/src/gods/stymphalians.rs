//! Stymphalians: a worker moves two or three times.
//!
//! The walk spreads over the board square by square. It visits a square at most once with a climb and once
//! without, because some gods demand climbing. A worker does not win by a step to a square next to its first
//! square.

use smallvec::SmallVec;

use crate::power::prelude::*;

pub(super) struct Stymphalians;

const MAX_STEPS: usize = 3;

type States = SmallVec<[TurnState; 24]>;

impl Power for Stymphalians {
    const TEXT: &'static str =
        "Three workers; one moves two or three times and ends neither on nor next to its initial space.";
    const CARD: Card = Card { wins_from_afar: true, repeats: true, ..Card::THREE_WORKERS };

    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let near = NEIGHBOURS[chosen.at.index()].with(chosen.at);
        let no_wins = turn.restrictions.no_wins;
        turn.restrictions.no_wins |= near;
        let mut won = Squares::EMPTY;
        let mut reached = [Squares::EMPTY; 2];
        let mut ends = States::new();
        let mut edge = States::from_slice(&[*chosen]);
        for step in 1..=MAX_STEPS {
            let mut next = States::new();
            for from in &edge {
                let steps = turn.steps(from);
                let wins = turn.winning_steps(from, steps);
                turn.each_step(from, wins, |_, _| ());
                won |= wins;
                next.extend((steps - wins).into_iter().map(|to| turn.landed(from, to)));
            }
            if step > 1 {
                ends.extend(next.iter().filter(|end| !near.contains(end.at)).copied());
            }
            next.retain(|place| {
                let reached = &mut reached[usize::from(place.climbed)];
                let is_new = !(*reached | won).contains(place.at);
                reached.insert(place.at);
                is_new
            });
            edge = next;
        }
        turn.restrictions.no_wins = no_wins;
        let mut ended = [Squares::EMPTY; 2];
        for end in ends {
            let ended = &mut ended[usize::from(end.climbed)];
            if !won.contains(end.at) && !ended.contains(end.at) {
                ended.insert(end.at);
                turn.acting(Act::Move(end.at), |turn| Self::build(turn, &end));
            }
        }
    }
}
