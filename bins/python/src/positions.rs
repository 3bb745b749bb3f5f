//! Copies of positions, for work without the interpreter's lock.

use std::sync::Arc;

use plywright::game::{DynLine, MoveId, PositionValue};
use plywright::network::{FeatureSet, Network, NetworkError};

/// Features of a position from both perspectives.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Features from the perspective of the side to move.
    pub own: &'a FeatureSet,
    /// Features from the perspective of the other side.
    pub other: &'a FeatureSet,
    /// Index of the bucket of output weights for the position; 0 in a game without networks.
    pub bucket: usize,
}

impl Seen<'_> {
    /// Writes the features of the side to move as ones into a row of zeros.
    pub fn observe(self, row: &mut [f32]) {
        for feature in self.own.iter() {
            if let Some(entry) = row.get_mut(feature) {
                *entry = 1.0;
            }
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
        let mut sets = [(); 2].map(|()| FeatureSet::new(count));
        for line in &self.0 {
            sets.iter_mut().for_each(FeatureSet::clear);
            let bucket = line.observe(&mut sets);
            let side = line.side();
            each(Seen { own: &sets[side.index()], other: &sets[side.other().index()], bucket });
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
