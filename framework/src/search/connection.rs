//! Evaluation of connection games by two-distance (J. van Rijswijck, thesis, University of Alberta, 2002).
//!
//! The distance of an empty cell from an edge is 1 if the cell is at the edge or touches stones connected to
//! it. Otherwise it is 1 more than the second smallest distance among the cell's neighbours, because the
//! opponent blocks the best neighbour. Cells that touch the same group of stones count as neighbours.
//!
//! The potential of a cell is the sum of its distances from both edges of a side. A side is closer to its
//! goal if its lowest potential is lower, and if more cells have this potential.

use super::eval::{Eval, MoveScores};
use super::line::Child;
use super::params::SearchParams;
use crate::rules::{Ending, Game, Hexagons, NodeScratch, Score, Side};
use crate::text::Pieces;

/// A game in which the sides place stones on hexagons, and a side wins when it connects its two edges. A move
/// below the number of cells places a stone on the cell with this number. Higher moves are of other kinds,
/// such as a swap.
pub trait Connection: Game<State = Pieces<u128>, Move = u8> {
    /// Returns the board.
    fn hexagons(&self) -> &Hexagons;

    /// Returns the empty cells on which a stone connects the edges of a side, for
    /// [`Hints::winning_move`](crate::Hints::winning_move).
    #[inline]
    fn connecting(&self, state: &Pieces<u128>, side: Side) -> u128 {
        self.hexagons().connecting(state.sets[side.index()], side) & !state.all()
    }

    /// Implements [`Hints::loses_at_once`](crate::Hints::loses_at_once). Returns `None` for a move that
    /// places no stone.
    #[inline]
    fn is_refuted(&self, state: &Pieces<u128>, mv: u8, scratch: &mut NodeScratch) -> Option<bool> {
        if u32::from(mv) >= self.hexagons().all().count_ones() {
            return None;
        }
        if scratch.is_empty() {
            let sets = [state.side, !state.side].map(|side| self.connecting(state, side));
            scratch.extend(sets.into_iter().flat_map(|set| [set as u64, (set >> 64) as u64]));
        }
        let set = |number: usize| u128::from(scratch[number]) | u128::from(scratch[number + 1]) << 64;
        Some(set(0) >> mv & 1 == 0 && set(2) & !(1 << mv) != 0)
    }

    /// Implements [`Hints::playout`](crate::Hints::playout) by [`Hexagons::filled`].
    fn fill(&self, state: &Pieces<u128>, random: &mut impl FnMut() -> u64) -> Ending {
        let [first, _] = self.hexagons().filled(state.sets, state.side, random);
        let connects = self.hexagons().connects(first, Side::First);
        Ending::Win(if connects { Side::First } else { Side::Second })
    }
}

/// Distance of a cell that is not connected with the edge.
const FAR: u8 = 40;
/// Evaluation units for each step of the lowest potential.
const STEP: i32 = 100;
/// Maximum number of cells of lowest potential that count.
const MAX_COUNTED: u32 = 30;
/// Ordering score of a move for each step in the sum of both sides' potentials of its cell.
const RANK_STEP: i32 = 2_500;

/// Static evaluation of connection games. Compares the lowest potentials of both sides, then the numbers of
/// cells that have them. Moves are ordered by the sum of both sides' potentials of their cells, lowest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoDistance;

/// Potentials of the empty cells for one side.
struct Potentials {
    of_cells: [u8; 128],
    least: u8,
    /// Number of cells whose potential is `least`.
    count: u32,
}

/// Calls `visit` for each cell of a set.
#[inline]
fn for_each(mut set: u128, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

/// Returns the empty neighbours of each empty cell. Other cells have none.
fn direct_neighbours(board: &Hexagons, empty: u128) -> [u128; 128] {
    let mut neighbours = [0; 128];
    for_each(empty, |cell| neighbours[cell] = board.neighbours(1 << cell) & empty);
    neighbours
}

/// Returns the two-distance of each empty cell from an edge. `first` holds the cells at distance 1.
fn distances(neighbours: &[u128; 128], first: u128) -> [u8; 128] {
    let mut distances = [FAR; 128];
    let (mut once, mut twice) = (0, 0);
    let (mut frontier, mut reached, mut distance) = (first, first, 1);
    while frontier != 0 {
        for_each(frontier, |cell| {
            distances[cell] = distance;
            twice |= once & neighbours[cell];
            once |= neighbours[cell];
        });
        frontier = twice & !reached;
        reached |= frontier;
        distance += 1;
    }
    distances
}

impl Potentials {
    /// Returns the potentials of a side with the stones `own`. `neighbours` is the result of
    /// [`direct_neighbours`].
    fn new(board: &Hexagons, own: u128, side: Side, empty: u128, neighbours: &[u128; 128]) -> Self {
        let mut neighbours = *neighbours;
        let mut rest = own;
        while rest != 0 {
            let group = board.connected(rest & rest.wrapping_neg(), own);
            let around = board.neighbours(group) & empty;
            for_each(around, |cell| neighbours[cell] |= around);
            rest &= !group;
        }
        let [from, to] = board.edges(side).map(|edge| {
            let beside = edge | board.neighbours(board.connected(edge, own));
            distances(&neighbours, beside & empty)
        });
        let mut potentials = Self { of_cells: [2 * FAR; 128], least: 2 * FAR, count: 0 };
        for_each(empty, |cell| {
            let potential = from[cell] + to[cell];
            potentials.of_cells[cell] = potential;
            if potential < potentials.least {
                (potentials.least, potentials.count) = (potential, 0);
            }
            potentials.count += u32::from(potential == potentials.least);
        });
        potentials
    }

    /// Returns the potentials of the first and the second side.
    fn of<G: Connection>(game: &G, state: &Pieces<u128>) -> [Self; 2] {
        let board = game.hexagons();
        let empty = board.all() & !state.all();
        let neighbours = direct_neighbours(board, empty);
        Side::BOTH.map(|side| Self::new(board, state.sets[side.index()], side, empty, &neighbours))
    }
}

impl<G: Connection> Eval<G> for TwoDistance {
    fn evaluate(&mut self, game: &G, state: &Pieces<u128>) -> Score {
        let potentials = Potentials::of(game, state);
        let [own, other] = [state.side, !state.side].map(|side| &potentials[side.index()]);
        let counted = |side: &Potentials| side.count.min(MAX_COUNTED) as i32;
        Score(STEP * (i32::from(other.least) - i32::from(own.least)) + counted(own) - counted(other))
    }

    fn order(&self, game: &G, state: &Pieces<u128>, mv: u8) -> i32 {
        let mut scores = MoveScores::new();
        self.order_all(game, state, &[mv], &mut scores);
        scores[0]
    }

    /// A move that places no stone is ordered by the evaluation after it.
    fn order_all(&self, game: &G, state: &Pieces<u128>, moves: &[u8], scores: &mut MoveScores) {
        let [first, second] = Potentials::of(game, state);
        let least = i32::from(first.least) + i32::from(second.least);
        let cells = game.hexagons().all().count_ones() as usize;
        scores.extend(moves.iter().map(|mv| {
            let cell = usize::from(*mv);
            if cell >= cells {
                let child = Child::new(game, state, *mv);
                let after = child.turn.for_mover(Self.evaluate(game, &child.state));
                return (RANK_STEP * after.0 / STEP).clamp(-10_000, 10_000);
            }
            let sum = i32::from(first.of_cells[cell]) + i32::from(second.of_cells[cell]);
            (RANK_STEP * (least - sum)).max(-10_000)
        }));
    }

    fn params(&self) -> SearchParams {
        SearchParams { aspiration: 2 * STEP, ..SearchParams::FULL_WIDTH }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distances from the top, computed by hand: 1 1 1, then 2 2 3, then 3 4 5. The distances from the bottom
    /// are their images under a rotation.
    #[test]
    fn potentials_of_an_empty_board_are_those_found_by_hand() {
        let board = Hexagons::new(3, 3);
        let neighbours = direct_neighbours(&board, board.all());
        for side in Side::BOTH {
            let potentials = Potentials::new(&board, 0, side, board.all(), &neighbours);
            assert_eq!(potentials.of_cells[..9], [6, 5, 4, 5, 4, 5, 4, 5, 6], "{side:?}");
            assert_eq!((potentials.least, potentials.count), (4, 3));
        }
    }

    #[test]
    fn a_stone_in_the_middle_brings_the_edges_closer_and_keeps_the_other_side_off() {
        let board = Hexagons::new(3, 3);
        let empty = board.all() & !(1 << 4);
        let neighbours = direct_neighbours(&board, empty);
        let own = Potentials::new(&board, 1 << 4, Side::First, empty, &neighbours);
        let other = Potentials::new(&board, 0, Side::Second, empty, &neighbours);
        assert!(own.least < 4 && other.least > 4, "{} and {}", own.least, other.least);
    }
}
