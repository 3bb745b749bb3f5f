//! Evaluation by two-distance (J. van Rijswijck, University of Alberta, 2002).
//!
//! The distance of an empty cell from an edge of a side is 1 if the cell is at the edge or touches stones of the side
//! that are connected to the edge. Otherwise it is 1 more than the second smallest distance among the cell's
//! neighbours, because the opponent blocks the best neighbour. Cells that touch the same group of the side's stones
//! count as neighbours.
//!
//! The potential of a cell is the sum of its distances from both edges of a side. The side whose lowest potential is
//! smaller is closer to its goal. If both lowest potentials are equal, the side with more cells of this potential is
//! closer.

use plywright::network::Learnable;
use plywright::search::{Eval, SearchParams};
use plywright::{Game, MoveScores, Pieces, Score, Side};
use smallvec::SmallVec;

use crate::Hex;
use crate::hexagons::Hexagons;

/// Distance assigned to a cell that has no two-distance from the edge, because fewer than two of its neighbours have
/// one.
const FAR: u8 = 40;
/// Evaluation for each unit by which the lowest potentials of the two sides differ.
const STEP: i32 = 100;
/// Maximum number of cells of lowest potential that the evaluation counts. It is below [`STEP`], so the numbers of
/// cells never outweigh a difference of the potentials.
const MAX_COUNTED: u32 = 30;
/// Ordering score lost for each unit by which the sum of a cell's potentials for both sides exceeds the sum of both
/// sides' lowest potentials.
const RANK_STEP: i32 = 2_500;
/// Maximum absolute ordering score.
const MAX_RANK: i32 = 10_000;

/// Static evaluation. Compares the lowest potentials of both sides, then the numbers of cells that have them. Moves are
/// ordered by the sum of both sides' potentials of the cell, lowest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoDistance;

#[inline]
fn for_each(set: u128, mut visit: impl FnMut(usize)) {
    // Two loops over 64-bit words are faster than one over 128 bits.
    for (mut word, first) in [(set as u64, 0), ((set >> 64) as u64, 64)] {
        while word != 0 {
            visit(first + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// The empty cells by their distance from an edge: pairs of a distance and a set of cells, nearest first.
type Levels = SmallVec<[(u8, u128); 16]>;

/// Two-distances of the empty cells from both edges of a side.
struct Potentials([Levels; 2]);

impl Potentials {
    fn new(board: &Hexagons, own: u128, empty: u128, side: Side) -> Self {
        let mut around_groups: SmallVec<[u128; 16]> = SmallVec::new();
        let mut rest = own;
        while rest != 0 {
            let group = board.connected(rest & rest.wrapping_neg(), own);
            around_groups.push(board.neighbours(group) & empty);
            rest &= !group;
        }
        Self(board.edges(side).map(|edge| {
            let beside = edge | board.neighbours(board.connected(edge, own));
            levels(board, empty, &around_groups, beside & empty)
        }))
    }

    fn of(game: &Hex, state: &Pieces<u128>, side: Side) -> Self {
        let board = &game.hexagons;
        Self::new(board, state.sets[side.index()], board.all() & !state.all(), side)
    }

    /// Returns the lowest potential of an empty cell and the number of cells that have it; on a full board, `2 * FAR`
    /// and 0.
    fn lowest(&self) -> (u8, u32) {
        let [from_edge, from_other_edge] = &self.0;
        let (mut lowest, mut count) = (2 * FAR, 0);
        for (distance, level) in from_edge {
            for (other_distance, other_level) in from_other_edge {
                let cells = level & other_level;
                let potential = distance + other_distance;
                if potential > lowest {
                    break;
                }
                if potential < lowest && cells != 0 {
                    (lowest, count) = (potential, 0);
                }
                count += cells.count_ones();
            }
        }
        (lowest, count)
    }

    /// Adds the distances of every empty cell from both edges to the cell's entry in `sums`.
    fn add_to(&self, sums: &mut [u8; 128]) {
        for (distance, cells) in self.0.iter().flatten() {
            for_each(*cells, |cell| sums[cell] += distance);
        }
    }
}

/// Returns the empty cells by their two-distance from an edge. `first` holds the cells at distance 1. Each set in
/// `around_groups` holds the empty cells around one group of stones. The cells of one of these sets count as neighbours
/// of each other.
fn levels(board: &Hexagons, empty: u128, around_groups: &[u128], first: u128) -> Levels {
    let touching = around_groups.iter().fold(0, |all, around| all | around);
    let mut found = Levels::new();
    // Cells with at least one neighbour in the levels so far, and cells with at least two.
    let (mut with_one, mut with_two) = (0, 0);
    let (mut level, mut reached, mut distance) = (first, first, 1);
    while level != 0 {
        found.push((distance, level));
        for neighbours in board.steps(level & !touching) {
            with_two |= with_one & neighbours;
            with_one |= neighbours;
        }
        for_each(level & touching, |cell| {
            let cell = 1 << cell;
            let groups = around_groups.iter().filter(|around| *around & cell != 0);
            let neighbours = groups.fold(board.neighbours(cell), |all, around| all | around);
            with_two |= with_one & neighbours;
            with_one |= neighbours;
        });
        level = with_two & empty & !reached;
        reached |= level;
        distance += 1;
    }
    if reached != empty {
        found.push((FAR, empty & !reached));
    }
    found
}

impl Learnable<Hex> for TwoDistance {}

impl Eval<Hex> for TwoDistance {
    fn evaluate(&mut self, game: &Hex, state: &Pieces<u128>) -> Score {
        let lowest = |side| Potentials::of(game, state, side).lowest();
        let [(own, own_cells), (other, other_cells)] = [state.side, !state.side].map(lowest);
        let counted = |cells: u32| cells.min(MAX_COUNTED) as i32;
        Score(STEP * (i32::from(other) - i32::from(own)) + counted(own_cells) - counted(other_cells))
    }

    /// Costs as much as [`Eval::order_all`], because the potentials of all cells are computed.
    fn order(&self, game: &Hex, state: &Pieces<u128>, mv: u8) -> i32 {
        let mut scores = MoveScores::new();
        self.order_all(game, state, &[mv], &mut scores);
        scores[0]
    }

    /// Scores a cell by the sum of both sides' potentials, and the swap by the evaluation after it.
    fn order_all(&self, game: &Hex, state: &Pieces<u128>, moves: &[u8], scores: &mut MoveScores) {
        let of_both = Side::BOTH.map(|side| Potentials::of(game, state, side));
        let (mut lowest_of_both, mut sums) = (0, [0; 128]);
        for potentials in &of_both {
            let (lowest, _) = potentials.lowest();
            lowest_of_both += i32::from(lowest);
            potentials.add_to(&mut sums);
        }
        scores.extend(moves.iter().map(|mv| {
            if *mv == game.swap_move() {
                let mut swapped = *state;
                game.play(&mut swapped, *mv);
                let Score(after) = -Self.evaluate(game, &swapped);
                return (RANK_STEP * after / STEP).clamp(-MAX_RANK, MAX_RANK);
            }
            (RANK_STEP * (lowest_of_both - i32::from(sums[usize::from(*mv)]))).max(-MAX_RANK)
        }));
    }

    fn params(&self) -> SearchParams {
        SearchParams { aspiration: 2 * STEP, ..SearchParams::FULL_WIDTH }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distances from the top, computed by hand, row by row: 1 1 1, 2 2 3, 3 4 5. The distances from the bottom are
    /// their images under a rotation.
    #[test]
    fn potentials_of_an_empty_board_are_those_found_by_hand() {
        let board = Hexagons::new(3);
        for side in Side::BOTH {
            let potentials = Potentials::new(&board, 0, board.all(), side);
            let mut sums = [0; 128];
            potentials.add_to(&mut sums);
            assert_eq!(sums[..9], [6, 5, 4, 5, 4, 5, 4, 5, 6], "{side:?}");
            assert_eq!(potentials.lowest(), (4, 3));
        }
    }

    #[test]
    fn a_stone_in_the_middle_brings_the_edges_closer_and_keeps_the_other_side_off() {
        let board = Hexagons::new(3);
        let empty = board.all() & !(1 << 4);
        let (own, _) = Potentials::new(&board, 1 << 4, empty, Side::First).lowest();
        let (other, _) = Potentials::new(&board, 0, empty, Side::Second).lowest();
        assert!(own < 4 && other > 4, "{own} and {other}");
    }
}
