//! Numbers of positions, for tables of exact values. Positions with the same number of seeds in houses form a slice,
//! and are numbered within it.

use plywright::prelude::*;
use plywright::tablebase::{SliceIndex, Sliced, choose};

use crate::{Board, Kalah, SEED, STORE};

impl Kalah {
    /// Returns the number of ways to distribute `seeds` seeds over `pits` pits.
    fn ways(pits: usize, seeds: u32) -> u64 {
        if pits == 0 { u64::from(seeds == 0) } else { choose(seeds as usize + pits - 1, pits - 1) }
    }
}

/// The index of a position depends on the houses of the side to move, then on those of the other side, so two positions
/// that differ by an exchange of the sides have the same index. The stores do not count, because tables hold the margin
/// that is added to the lead in stores.
impl Sliced for Kalah {
    /// Number of seeds in houses. No move increases it.
    type Slice = u32;

    fn groups(&self, max_pieces: Option<u32>) -> Vec<Vec<u32>> {
        (0..=max_pieces.unwrap_or(u32::MAX).min(self.all_seeds())).map(|seeds| vec![seeds]).collect()
    }

    fn size(&self, seeds: u32) -> u64 {
        Self::ways(2 * self.houses, seeds)
    }

    fn locate(&self, board: &Board) -> Option<SliceIndex<u32>> {
        let sides = [board.side, !board.side];
        let slice = board.seeds_in_all_houses() as u32;
        let (mut seeds_left, mut index) = (slice, 0);
        let houses = sides.map(|side| &board.pits[side.index()][..self.houses]).concat();
        for (number, seeds) in houses.iter().enumerate() {
            // Adds the number of positions with the same seeds in the earlier houses and fewer seeds in this one: all
            // positions that agree in the earlier houses, less those with at least as many seeds in this one.
            let pits = houses.len() - number;
            index += Self::ways(pits, seeds_left) - Self::ways(pits, seeds_left - u32::from(*seeds));
            seeds_left -= u32::from(*seeds);
        }
        Some(SliceIndex { slice, index })
    }

    /// Returns the position with this index. The first side is to move, and its store holds all seeds that are in no
    /// house. `None` if the game is over in this position.
    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Board> {
        let mut board = Board { pits: [[0; STORE + 2]; 2], side: Side::First };
        board.pits[0][STORE] = (self.all_seeds() - slice) as u8;
        let (mut seeds_left, mut index_left) = (slice, index);
        for number in 0..2 * self.houses {
            let houses_after = 2 * self.houses - 1 - number;
            let mut seeds = 0;
            while index_left >= Self::ways(houses_after, seeds_left - seeds) {
                index_left -= Self::ways(houses_after, seeds_left - seeds);
                seeds += 1;
            }
            seeds_left -= seeds;
            board.pits[number / self.houses][number % self.houses] = seeds as u8;
        }
        self.ending(&board).is_none().then_some(board)
    }

    /// Leaves out the number of seeds at the start, on which the values of positions do not depend.
    fn table_rules(&self, _: u32) -> String {
        let captures = if self.has_empty_captures { "" } else { " no-empty-capture" };
        format!("{} houses {}{captures}", Self::INFO.name, self.houses)
    }

    fn margin_unit(&self) -> Option<i32> {
        Some(SEED)
    }
}
