//! Themes of puzzles: names for the ideas in their solutions.

use plywright::{Ending, Game, Side, State as _};

use crate::board::{Board, PointSet};
use crate::game::Mill;
use crate::position::{Action, Move, State};

/// Returns the themes of a puzzle. `state` is its position and `line` its solution, with the opponent's replies.
pub(crate) fn themes(game: &Mill, state: &State, line: &[Move]) -> Vec<&'static str> {
    let (side, board) = (state.side(), game.board());
    let mut last = *state;
    let mut states = vec![last];
    for mv in line {
        game.play(&mut last, *mv);
        states.push(last);
    }
    // A turn includes its removals.
    let moves_of_turn = states.iter().take_while(|state| state.side() == side).count();
    let after_turn = states.get(moves_of_turn).unwrap_or(&last);
    let reply = line.iter().zip(&states).skip(moves_of_turn).take_while(|(_, state)| state.side() != side);
    let has_double = |state: &State| has_double_mill(board, state.stones(side), state.occupied());
    let first_slide = match line.first().map(|mv| mv.action()) {
        Some(Action::Slide(from, to)) => Some((from, to)),
        _ => None,
    };
    // The first move takes a stone out of a mill.
    let opens_mill = first_slide.is_some_and(|(from, _)| board.in_mills(state.stones(side)).contains(from));
    // Whether the side may fly is checked too, because a leap over a stone also ends on a point that is not a
    // neighbour.
    let flies = game.standard().flies(state, side)
        && first_slide.is_some_and(|(from, to)| !board.neighbours(from).contains(to));
    // The opponent's first reply removes a stone.
    let sacrifices = reply.into_iter().any(|(mv, _)| matches!(mv.action(), Action::Remove(_)));
    let found = [
        ("double mill", has_double(after_turn) && !has_double(state)),
        ("block", has_won_by_block(game, &last, side)),
        ("opening of a mill", opens_mill),
        ("flight", flies),
        ("sacrifice", sacrifices),
    ];
    found.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}

/// Whether `side` has won although its opponent still has enough stones, and without a mill that wins. In Nine Men's
/// Morris, this means that the opponent cannot move.
fn has_won_by_block(game: &Mill, state: &State, side: Side) -> bool {
    let rules = game.rules();
    let wins_by_mill = rules.mill_wins && !game.board().in_mills(state.stones(side)).is_empty();
    let has_enough_stones = state.total(!side) >= rules.pieces_at_least_count;
    game.ending(state) == Some(Ending::Win(side)) && has_enough_stones && !wins_by_mill
}

/// Whether a stone in a mill can slide to a point where it closes another mill.
fn has_double_mill(board: &Board, stones: PointSet, occupied: PointSet) -> bool {
    !(board.sliding_threats(stones, board.in_mills(stones)) - occupied).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywright::{Notation, Playable};

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
    fn a_flight_is_a_move_to_a_point_that_is_no_neighbour() {
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
    }

    #[test]
    fn a_leap_is_no_flight() {
        let game = Mill::variant("nine-mens-morris-leap").unwrap();
        let position = "*O*O@***/********/@**O*@*O w m s 4 0 3 0 0 0 0 0 0 0 0 0 20";
        let state = game.parse_position(position).unwrap();
        let leap = game.parse_move(&state, "a7-g7").unwrap();
        assert!(!themes(&game, &state, &[leap]).contains(&"flight"));
    }

    /// White completes a3-b3-c3. Black still has three stones, and could place the last one.
    #[test]
    fn a_mill_that_wins_is_no_block() {
        let game = Mill::variant("three-mens-morris").unwrap();
        let state = game.parse_position("OO@@****/* w p p 2 1 2 1 0 0 0 0 0 0 0 0 3").unwrap();
        let mv = game.parse_move(&state, "a3").unwrap();
        let mut after = state;
        game.play(&mut after, mv);
        assert_eq!(game.ending(&after), Some(Ending::Win(Side::First)));
        assert!(!themes(&game, &state, &[mv]).contains(&"block"));
    }

    #[test]
    fn an_empty_solution_has_no_theme() {
        let game = Mill::default();
        assert!(themes(&game, &game.start(), &[]).is_empty());
    }
}
