//! Features and moves of positions, as lists and as rows of arrays.

use plywright::Side;
use plywright::game::{DynLine, MoveId};
use plywright::network::FeatureSet;

/// Lists the features of positions, one position at a time. One observer serves many positions, because it takes
/// time to create: its sets have room for all features of a game.
pub struct Observer([FeatureSet; 2]);

impl Observer {
    /// Creates an observer for a game with `count` different features.
    pub fn new(count: usize) -> Self {
        Self([FeatureSet::new(count), FeatureSet::new(count)])
    }

    /// Lists the features of a position. Replaces those of the previous position.
    pub fn see(&mut self, line: &dyn DynLine) -> Seen<'_> {
        self.0.iter_mut().for_each(FeatureSet::clear);
        let bucket = line.observe(&mut self.0);
        Seen { features: &self.0, side: line.side(), bucket }
    }
}

/// Features of a position from both perspectives.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    features: &'a [FeatureSet; 2],
    /// Side to move.
    pub side: Side,
    /// Index of the bucket of output weights for the position; 0 in a game without networks.
    pub bucket: usize,
}

impl Seen<'_> {
    /// Returns two lists of feature numbers: from the perspective of the side to move, then from the other side's.
    pub fn lists(&self) -> [Vec<u16>; 2] {
        [self.side, self.side.other()]
            .map(|view| self.features[view.index()].iter().map(|feature| feature as u16).collect())
    }

    /// Fills a row with zeros, and with ones at the features from the perspective of `view`.
    #[inline(never)]
    pub fn observe(&self, view: Side, row: &mut [f32]) {
        row.fill(0.0);
        // Unlike a `for` loop, `for_each` becomes two plain loops, over the words of the set and over their bits.
        self.features[view.index()].iter().for_each(|feature| {
            if let Some(entry) = row.get_mut(feature) {
                *entry = 1.0;
            }
        });
    }
}

/// Sets the entry of each move in a mask to 1, and leaves the other entries as they are. Ignores a move whose number is
/// not below the mask's length.
pub fn write_mask(moves: &[MoveId], mask: &mut [i8]) {
    for MoveId(number) in moves {
        if let Some(entry) = mask.get_mut(*number as usize) {
            *entry = 1;
        }
    }
}
