//! Stymphalians: a worker moves two or three times.
//!
//! A walk consists of the steps of one turn. The enumeration continues from a square at most twice: after a walk with a
//! step up and after one without, because a god may demand a step up. A worker does not win by a step to a square next
//! to its first square.

use smallvec::SmallVec;

use crate::power::prelude::*;

const MAX_STEPS: usize = 3;

type States = SmallVec<[TurnState; 24]>;

impl Power for super::Stymphalians {
    const TEXT: &'static str =
        "Three workers; one moves two or three times and ends neither on nor next to its initial space.";
    const CARD: Card = Card { wins_from_afar: true, repeats: true, ..Card::THREE_WORKERS };

    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let near = NEIGHBOURS[chosen.at.index()].with(chosen.at);
        let no_wins = turn.restrictions.no_wins;
        turn.restrictions.no_wins |= near;
        let ends = walk(turn, chosen, near);
        turn.restrictions.no_wins = no_wins;
        for end in ends {
            turn.with_act(Act::Move(end.at), |turn| Self::build(turn, &end));
        }
    }
}

/// Enumerates the winning walks of the chosen worker. Returns the states after the other walks of two or three steps
/// that end neither on the squares of `near` nor where the worker can win.
fn walk<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState, near: Squares) -> States {
    let mut won = Squares::EMPTY;
    let (mut reached, mut ended) = ([Squares::EMPTY; 2], [Squares::EMPTY; 2]);
    let mut ends = States::new();
    let mut edge = States::from_slice(&[*chosen]);
    for step in 1..=MAX_STEPS {
        let mut next = States::new();
        for from in &edge {
            let steps = turn.steps(from);
            let wins = turn.winning_steps(from, steps);
            // The closure does nothing, because a winning step ends the turn.
            turn.each_step(from, wins, |_, _| ());
            won |= wins;
            next.extend((steps - wins).into_iter().map(|to| turn.landed(from, to)));
        }
        if step > 1 {
            ends.extend(next.iter().filter(|end| !near.contains(end.at)).copied());
        }
        next.retain(|place| insert(&mut reached, place) && !won.contains(place.at));
        edge = next;
    }
    ends.retain(|end| !won.contains(end.at) && insert(&mut ended, end));
    ends
}

/// Adds the square of the chosen worker to the first set, or to the second one if a step of the walk went up. Returns
/// whether the square is new there.
fn insert(squares: &mut [Squares; 2], walked: &TurnState) -> bool {
    let squares = &mut squares[usize::from(walked.climbed)];
    let is_new = !squares.contains(walked.at);
    squares.insert(walked.at);
    is_new
}
