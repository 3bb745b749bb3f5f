//! Artemis. Your move: Your worker may move one additional time, but not back to its initial space.

use smallvec::SmallVec;

use super::Power;
use crate::squares::Squares;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "artemis",
    card: "A worker may move twice, but not back to where it started.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let steps = turn.steps(chosen);
        let mut ends = Ends { won: turn.winning_steps(chosen, steps), drafts: SmallVec::new() };
        for to in steps.without(ends.won) {
            let moved = turn.landed(chosen, to);
            ends.add(moved);
            let further = turn.steps(&moved).without(Squares::of(chosen.at));
            let wins = turn.winning_steps(&moved, further);
            ends.won |= wins;
            for to in further.without(wins) {
                ends.add(turn.landed(&moved, to));
            }
        }
        for to in ends.won {
            let won = Draft { climbed: true, ..chosen.stepped(to) };
            turn.acting(Act::Move(to), |turn| turn.win(&won));
        }
        for moved in &ends.drafts {
            if !ends.won.has(moved.at) {
                turn.acting(Act::Move(moved.at), |turn| super::mortal::build(turn, moved));
            }
        }
    });
}

/// Where a worker can end, by whichever way.
struct Ends {
    /// Where it wins: nobody goes there in a way that does not.
    won: Squares,
    /// The others, each once.
    drafts: SmallVec<[Draft; 16]>,
}

impl Ends {
    fn add(&mut self, end: Draft) {
        match self.drafts.iter_mut().find(|known| known.at == end.at) {
            Some(known) => known.climbed |= end.climbed,
            None => self.drafts.push(end),
        }
    }
}
