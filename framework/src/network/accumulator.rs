//! The hidden layer of one perspective, updated by differences between positions.

use pulp::Arch;

use super::feature_set::{FeatureSet, Rows};
use super::weights::{Block, Network};

/// A hidden layer and the features that it was computed from.
#[derive(Debug)]
pub(crate) struct Accumulator {
    set: FeatureSet,
    hidden: Box<[Block]>,
    added: Rows,
    removed: Rows,
    /// The widest vector instructions of this machine.
    instructions: Arch,
}

impl Accumulator {
    /// Creates the hidden layer for the empty feature set.
    pub(crate) fn new(network: &Network) -> Self {
        let set = FeatureSet::new(network.inputs());
        let (added, removed) = (Rows::new(&set), Rows::new(&set));
        Self { set, hidden: network.bias().into(), added, removed, instructions: Arch::new() }
    }

    /// Updates the hidden layer to `set`: adds the rows of new features and subtracts those of removed ones.
    #[inline]
    pub(crate) fn move_to(&mut self, network: &Network, set: &FeatureSet) {
        self.instructions.dispatch(|| {
            set.move_from(&mut self.set, &mut self.added, &mut self.removed);
            network.apply(&mut self.hidden, self.added.as_slice(), self.removed.as_slice());
        });
    }

    /// Returns the network's output in units of 1 / (QA * QA * QB). `self` is the hidden layer of the side to
    /// move, `other` that of the other side.
    #[inline]
    pub(crate) fn output(&self, other: &Self, network: &Network, bucket: usize) -> i32 {
        self.instructions.dispatch(|| network.output(&self.hidden, &other.hidden, bucket))
    }
}
