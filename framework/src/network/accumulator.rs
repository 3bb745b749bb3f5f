//! The hidden layer of one side's view, kept up to date by differences.

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
    /// The hidden layer without any feature.
    pub(crate) fn new(network: &Network) -> Self {
        let set = FeatureSet::new(network.inputs());
        let (added, removed) = (Rows::new(&set), Rows::new(&set));
        Self { set, hidden: network.bias().into(), added, removed, instructions: Arch::new() }
    }

    /// The hidden layer for a set of features: the rows of those that come and go are added and taken off.
    #[inline]
    pub(crate) fn move_to(&mut self, network: &Network, set: &FeatureSet) {
        self.instructions.dispatch(|| {
            set.move_from(&mut self.set, &mut self.added, &mut self.removed);
            network.apply(&mut self.hidden, self.added.as_slice(), self.removed.as_slice());
        });
    }

    /// The network's output for this hidden layer, which is the side to move's, and the other side's, in
    /// units of 1 / (QA * QA * QB).
    #[inline]
    pub(crate) fn output(&self, other: &Self, network: &Network, bucket: usize) -> i32 {
        self.instructions.dispatch(|| network.output(&self.hidden, &other.hidden, bucket))
    }
}
