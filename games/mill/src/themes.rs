//! Themes of puzzles: ideas in their solutions.

use plywright::{Ending, Game, Side, State as _};

use crate::board::{Board, PointSet};
use crate::game::Mill;
use crate::position::{Action, Move, State};

pub(crate) fn themes(game: &Mill, state: &State, line: &[Move]) -> Vec<&'static str> {
    let (side, board) = (state.side(), game.board());
    let mut states = vec![*state];
    for mv in line {
        let mut next = states[states.len() - 1];
        game.play(&mut next, *mv);
        states.push(next);
    }
    let last = &states[states.len() - 1];
    // The first turn of the side to move and the opponent's reply, each with its removals.
    let turn = |from: usize, by: Side| states[from..].iter().take_while(|state| state.side() == by).count();
    let own = turn(0, side);
    let reply = turn(own.min(states.len() - 1), !side);
    let after = &states[own.min(states.len() - 1)];
    let replies = line.iter().skip(own).take(reply);
    let has_double = |state: &State| has_double_mill(board, state.stones(side), state.occupied());
    let is_block = game.ending(last) == Some(Ending::Win(side))
        && last.stones(!side).count() + u32::from(last.hand(!side))
            >= game.rules().pieces_at_least_count.into();
    let points = line.first().and_then(|mv| match mv.action() {
        Action::Slide(from, to) => Some((from, to)),
        _ => None,
    });
    let found = [
        ("double mill", has_double(after) && !has_double(state)),
        ("block", is_block),
        (
            "opening of a mill",
            points.is_some_and(|(from, _)| board.in_mills(state.stones(side)).contains(from)),
        ),
        ("flight", points.is_some_and(|(from, to)| !board.neighbours(from).contains(to))),
        ("sacrifice", replies.into_iter().any(|mv| matches!(mv.action(), Action::Remove(_)))),
    ];
    found.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}

/// Whether a stone in a mill can slide to a point where it closes another mill.
fn has_double_mill(board: &Board, stones: PointSet, occupied: PointSet) -> bool {
    board.in_mills(stones).iter().any(|stone| {
        let rest = stones - PointSet::of(stone);
        let free = board.neighbours(stone) - occupied;
        free.iter().any(|point| board.mills_closed(rest, point).next().is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywright::Notation;

    fn found(position: &str, moves: &[&str]) -> Vec<&'static str> {
        let game = Mill::default();
        let state = game.parse_position(position).unwrap();
        let mut next = state;
        let line = moves.iter().map(|text| {
            let mv = game.parse_move(&next, text).unwrap();
            game.play(&mut next, mv);
            mv
        });
        themes(&game, &state, &line.collect::<Vec<_>>())
    }

    /// White closes a7-d7-g7 by d6-d7. The stone on d7 can then return to d6, where it closes b6-d6-f6.
    #[test]
    fn a_stone_between_two_mills_is_a_double_mill() {
        let game = Mill::default();
        let board = game.board();
        let set =
            |labels: &[&str]| -> PointSet { labels.iter().filter_map(|label| board.point(label)).collect() };
        let stones = set(&["a7", "d7", "g7", "b6", "f6"]);
        assert!(has_double_mill(board, stones, stones));
        assert!(!has_double_mill(board, stones, stones | set(&["d6"])));
        let single = set(&["a7", "d7", "g7", "b6"]);
        assert!(!has_double_mill(board, single, single));
    }

    #[test]
    fn a_flight_crosses_the_board() {
        let position = "*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";
        let game = Mill::default();
        let state = game.parse_position(position).unwrap();
        let mut moves = plywright::Moves::new();
        game.moves(&state, &mut moves);
        let flights: Vec<_> =
            moves.iter().filter(|mv| themes(&game, &state, &[**mv]).contains(&"flight")).collect();
        let far = moves.iter().filter(|mv| match mv.action() {
            Action::Slide(from, to) => !game.board().neighbours(from).contains(to),
            _ => false,
        });
        assert_eq!(flights.len(), far.count());
        assert!(!flights.is_empty() && flights.len() < moves.len());
        assert!(found(position, &[]).is_empty());
    }
}
