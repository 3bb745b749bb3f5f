//! The numbers of the positions of Leapers for tablebases. A [`Fault`] may make them wrong.

use plywright::prelude::*;
use plywright::tablebase::{SliceIndex, Sliced};

use super::faults::Fault;
use super::leapers::{CELLS, Leapers, Row};

/// The slice is the number of stones. The lowest bit of the index is the side to move. Half of the index, rounded down,
/// has a base-three digit for each cell: 0 for an empty cell, 1 and 2 for the stones of the two sides.
impl Sliced for Leapers {
    type Slice = u32;

    fn groups(&self, max: Option<u32>) -> Vec<Vec<u32>> {
        let mut groups: Vec<_> = (0..=max.unwrap_or(CELLS.into())).map(|stones| vec![stones]).collect();
        if self.has(Fault::GroupsBackwards) {
            groups.reverse();
        }
        groups
    }

    fn size(&self, _: u32) -> u64 {
        if self.has(Fault::NumberBeyondSize) { 100 } else { 2 * 3_u64.pow(CELLS.into()) }
    }

    fn locate(&self, row: &Row) -> Option<SliceIndex<u32>> {
        let digit = |cell| u64::from(row.has(Side::First, cell)) + 2 * u64::from(row.has(Side::Second, cell));
        let cells = (0..CELLS).fold(0, |number, cell| 3 * number + digit(cell));
        let side = if self.has(Fault::NumberWithoutSide) { 0 } else { row.side.index() as u64 };
        let stones = row.stones.map(u8::count_ones).iter().sum();
        Some(SliceIndex { slice: stones, index: 2 * cells + side })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Row> {
        let side = if index % 2 == 0 { Side::First } else { Side::Second };
        let mut row = Row { stones: [0; 2], side, fault: self.fault };
        let mut digits = index / 2;
        for cell in (0..CELLS).rev() {
            match digits % 3 {
                0 => {}
                digit => row.stones[digit as usize - 1] |= 1 << cell,
            }
            digits /= 3;
        }
        let mirrored = self.has(Fault::NumberOfTheMirror).then(|| self.transform(&row, Symmetry(1)));
        (row.stones.map(u8::count_ones).iter().sum::<u32>() == slice).then_some(mirrored.unwrap_or(row))
    }

    fn table_rules(&self, _: u32) -> String {
        Self::INFO.name.to_owned()
    }
}
