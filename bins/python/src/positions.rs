//! Copies of positions, for work without the interpreter's lock.

use std::sync::Arc;

use plywright::Side;
use plywright::game::{DynLine, MoveId, PositionValue};
use plywright::network::{FeatureSet, Network, NetworkError};

/// Lists the features of positions, one position at a time.
pub struct Observer([FeatureSet; 2]);

impl Observer {
    /// Creates an observer of a game. `count` is the number of different features.
    pub fn new(count: usize) -> Self {
        Self([(); 2].map(|()| FeatureSet::new(count)))
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
    /// Returns the features from the perspective of a side.
    pub fn of(&self, view: Side) -> impl Iterator<Item = usize> {
        self.features[view.index()].iter()
    }

    /// Writes a row of zeros, with ones for the features from the perspective of a side.
    pub fn observe(&self, view: Side, row: &mut [f32]) {
        row.fill(0.0);
        for feature in self.of(view) {
            if let Some(entry) = row.get_mut(feature) {
                *entry = 1.0;
            }
        }
    }
}

/// Sets the entry of each legal move in a mask to 1. A move whose number is not below the mask's length has
/// no entry.
pub fn write_mask(moves: &[MoveId], mask: &mut [i8]) {
    for MoveId(number) in moves {
        if let Some(entry) = mask.get_mut(*number as usize) {
            *entry = 1;
        }
    }
}

/// Copies of positions of one game. Their variants and options may differ.
#[derive(Default)]
pub struct Positions(Vec<Box<dyn DynLine>>);

impl Positions {
    /// Adds a copy of a position. Returns `false` if it is a position of another game.
    pub fn push(&mut self, line: &dyn DynLine) -> bool {
        let is_alike = self.0.first().is_none_or(|first| first.facts().game == line.facts().game);
        if is_alike {
            self.0.push(line.present());
        }
        is_alike
    }

    /// Returns the positions.
    pub fn lines(&self) -> impl Iterator<Item = &dyn DynLine> {
        self.0.iter().map(|line| &**line)
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Calls `each` with the features of every position. `count` is the number of different features.
    pub fn features(&self, count: usize, mut each: impl FnMut(Seen<'_>)) {
        let mut observer = Observer::new(count);
        for line in self.lines() {
            each(observer.see(line));
        }
    }

    /// Calls `each` with the numbers of the legal moves of every position.
    pub fn move_numbers(&self, mut each: impl FnMut(&[MoveId])) {
        for line in &self.0 {
            each(line.moves());
        }
    }

    /// Calls `each` with the value of every position by a network.
    ///
    /// # Errors
    ///
    /// Returns an error if the network does not fit the game.
    pub fn evaluate(
        &self,
        network: &Arc<Network>,
        mut each: impl FnMut(PositionValue),
    ) -> Result<(), NetworkError> {
        for line in &self.0 {
            each(line.evaluate(network)?);
        }
        Ok(())
    }
}
