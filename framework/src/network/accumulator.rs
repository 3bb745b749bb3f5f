//! The hidden layer of one side's view, kept up to date by differences.

use super::feature_set::{FeatureSet, Rows};
use super::weights::{Block, Network};

/// Fewer changes are never dearer than a sum from the start.
const FEW: usize = 16;

/// A hidden layer and the features that it was computed from.
#[derive(Debug, Default)]
pub(crate) struct Accumulator {
    set: FeatureSet,
    /// Empty until something was summed.
    hidden: Vec<Block>,
}

impl Accumulator {
    /// The hidden layer for a set of features.
    #[inline]
    pub(crate) fn move_to(&mut self, network: &Network, set: &FeatureSet) {
        let (mut added, mut removed) = (Rows::new(), Rows::new());
        if !self.hidden.is_empty() {
            set.difference(&self.set, &mut added, &mut removed);
            let changes = added.len() + removed.len();
            if changes <= FEW || changes <= set.iter().count() {
                network.apply(&mut self.hidden, &added, &removed);
                self.set.copy_from(set);
                return;
            }
            added.clear();
        }
        self.hidden.clear();
        self.hidden.extend_from_slice(network.bias());
        added.extend(set.iter().map(|feature| feature as u16));
        network.apply(&mut self.hidden, &added, &[]);
        self.set.clone_from(set);
    }

    /// What [`Accumulator::move_to`] computed last.
    #[inline]
    pub(crate) fn hidden(&self) -> &[Block] {
        &self.hidden
    }
}
