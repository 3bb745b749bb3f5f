//! Artemis: a worker may step once or twice. So she overrides `move_worker` and its counterpart for the network,
//! `reach`; the rest of her turn is a mortal's.
//!
//! If a worker can reach a square in several ways, the square is enumerated only once. The move then counts as a step
//! up if at least one of the ways has a step up.

use smallvec::SmallVec;

use crate::power::prelude::*;

impl Power for super::Artemis {
    const TEXT: &'static str = "A worker may move twice, but not back to where it started.";
    const CARD: Card = Card { wins_from_afar: true, ..Card::MORTAL };

    fn reach(turn: &Turn<'_, WinFinder>, chosen: &TurnState) -> [Squares; 2] {
        let steps = turn.steps(chosen);
        let (mut squares, mut wins) = (steps, turn.winning_steps(chosen, steps));
        for to in steps - wins {
            let moved = turn.stepped(chosen, to);
            let further = turn.steps(&moved);
            squares |= further;
            wins |= turn.winning_steps(&moved, further);
        }
        [squares.without(chosen.at) & chosen.ends(), wins]
    }

    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let steps = turn.steps(chosen);
        let mut ends = Ends { won: turn.winning_steps(chosen, steps), states: SmallVec::new() };
        for to in steps - ends.won {
            let moved = turn.landed(chosen, to);
            ends.add(moved);
            let further = turn.steps(&moved).without(chosen.at);
            let wins = turn.winning_steps(&moved, further);
            ends.won |= wins;
            for to in further - wins {
                ends.add(turn.landed(&moved, to));
            }
        }
        for to in ends.won {
            let won = TurnState { climbed: true, ..turn.stepped(chosen, to) };
            turn.with_act(Act::Move(to), |turn| turn.win(&won));
        }
        for moved in &ends.states {
            if !ends.won.contains(moved.at) {
                turn.with_act(Act::Move(moved.at), |turn| Self::build(turn, moved));
            }
        }
    }
}

/// The ends of the moves of one worker.
struct Ends {
    /// Squares where the worker can win. Moves to these squares that do not win are left out.
    won: Squares,
    /// The states after moves that do not win, one for each end square. States on squares of `won` are
    /// ignored.
    states: SmallVec<[TurnState; 16]>,
}

impl Ends {
    /// Adds a state after a move that does not win. If there is already a state on the same square, only the first one
    /// is kept. It counts as climbed if either of the two has climbed.
    fn add(&mut self, end: TurnState) {
        match self.states.iter_mut().find(|known| known.at == end.at) {
            Some(known) => known.climbed |= end.climbed,
            None => self.states.push(end),
        }
    }
}
