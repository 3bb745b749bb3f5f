//! Iris: a worker may jump straight over an adjacent worker.

use crate::power::prelude::*;

impl Power for super::Iris {
    const TEXT: &'static str =
        "A worker may jump straight over a worker to any level, and wins if it lands on the third.";
    const CARD: Card = Card { wins_from_afar: true, ..Card::MORTAL };

    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let height = chosen.height();
        let landings = turn.squares_up_to(chosen, height, TOP) - chosen.state.occupied();
        let others = turn.targets(chosen) | chosen.state.own();
        for over in turn.ways(chosen) & others {
            let beyond = turn.straight_on(chosen.at, over).filter(|to| landings.contains(*to));
            let Some(to) = beyond else { continue };
            let mut landed = turn.stepped(chosen, to);
            if height < TOP && landed.height() == TOP && !turn.restrictions.no_wins.contains(to) {
                turn.with_act(Act::Move(to), |turn| turn.win(&landed));
            } else {
                let rest = turn.rest(&landed, over, to);
                turn.displace(&mut landed, rest);
                turn.with_act(Act::Move(landed.at), |turn| Self::build(turn, &landed));
            }
        }
    }
}
