//! Numbers of positions, for tablebases: slices by the number of seeds in houses.

use plywright::prelude::*;
use plywright::tablebase::{SliceIndex, Sliced, choose};

use crate::{Board, Kalah, SEED, STORE};

impl Kalah {
    /// Returns the number of ways to distribute `seeds` seeds over `pits` pits.
    fn ways(pits: usize, seeds: u32) -> u64 {
        if pits == 0 { u64::from(seeds == 0) } else { choose(seeds as usize + pits - 1, pits - 1) }
    }
}

/// An index takes the houses of the side to move before the other side's houses, so a position keeps its index if the
/// sides are exchanged. Stores do not count: tables hold the margin beyond the lead.
impl Sliced for Kalah {
    /// Number of seeds in houses. It never grows.
    type Slice = u32;

    fn groups(&self, max_pieces: Option<u32>) -> Vec<Vec<u32>> {
        (0..=max_pieces.unwrap_or(u32::MAX).min(self.all_seeds())).map(|seeds| vec![seeds]).collect()
    }

    fn size(&self, seeds: u32) -> u64 {
        Self::ways(2 * self.houses, seeds)
    }

    fn locate(&self, board: &Board) -> Option<SliceIndex<u32>> {
        let sides = [board.side, !board.side];
        let slice = sides.map(|side| board.housed(side)).iter().sum::<i32>() as u32;
        let (mut left, mut index) = (slice, 0);
        let houses = sides.map(|side| &board.pits[side.index()][..self.houses]).concat();
        for (number, seeds) in houses.iter().enumerate() {
            // Adds the number of positions with the same houses before this house and fewer than `seeds` seeds in it.
            // This is the number with any seeds in it, minus the number with at least `seeds`.
            let pits = houses.len() - number;
            index += Self::ways(pits, left) - Self::ways(pits, left - u32::from(*seeds));
            left -= u32::from(*seeds);
        }
        Some(SliceIndex { slice, index })
    }

    /// Puts all seeds that are in no house into the store of the side to move.
    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Board> {
        let mut board = Board { pits: [[0; STORE + 2]; 2], side: Side::First };
        board.pits[0][STORE] = (self.all_seeds() - slice) as u8;
        let (mut left, mut rest) = (slice, index);
        for number in 0..2 * self.houses {
            let others = 2 * self.houses - 1 - number;
            let mut seeds = 0;
            while rest >= Self::ways(others, left - seeds) {
                rest -= Self::ways(others, left - seeds);
                seeds += 1;
            }
            left -= seeds;
            board.pits[number / self.houses][number % self.houses] = seeds as u8;
        }
        self.ending(&board).is_none().then_some(board)
    }

    /// Values do not depend on the number of seeds at the start.
    fn table_rules(&self, _: u32) -> String {
        let captures = if self.has_empty_captures { "" } else { " no-empty-capture" };
        format!("{} houses {}{captures}", Self::INFO.name, self.houses)
    }

    fn margin_unit(&self) -> Option<i32> {
        Some(SEED)
    }
}
