//! The settings of a training run, and what it reports.

use std::path::PathBuf;
use std::time::Duration;

use plywright::network::Provenance;

use crate::data::Expansion;

/// Settings of a training run.
#[derive(Clone, Debug)]
pub struct Training {
    /// Files of recorded games.
    pub data: Vec<PathBuf>,
    /// Number of neurons in the hidden layer of one perspective: a multiple of 32, at most 256.
    pub hidden: usize,
    /// File of a network whose weights the training starts from; `None` for random weights. If the network has fewer
    /// than `hidden` neurons, the missing ones start with random weights.
    pub from: Option<PathBuf>,
    /// Total number of passes over the positions to train on, those of earlier runs included.
    pub epochs: u32,
    /// Number of positions for each update of the weights; 0 counts as 1.
    pub batch: usize,
    /// Initial learning rate. During the run, it falls linearly towards a twentieth of this.
    pub rate: f32,
    /// Conversion of the games to positions. Its seed also determines the initial weights and the order of positions.
    pub expansion: Expansion,
    /// Number of threads; more than 8 are not used.
    pub threads: usize,
    /// Whether to begin anew, and replace the network and the checkpoint of an earlier run.
    pub force: bool,
    /// Description of the network's origin, stored in the network's file.
    pub provenance: Provenance,
}

/// What a training run reports.
#[derive(Clone, Copy, Debug)]
pub enum TrainingProgress {
    /// A game has been read. Holds the number of games read so far.
    Reading(u64),
    /// All data has been read.
    Start {
        /// Number of positions to train on, symmetric images included.
        training: usize,
        /// Number of positions in the validation set, symmetric images included.
        validation: usize,
        /// Number of positions, symmetric images not counted, whose exact value is known; 0 if exact values have no
        /// weight.
        exact: u64,
        /// Number of epochs that an earlier run has completed.
        epochs: u32,
    },
    /// An epoch is complete.
    Epoch(Epoch),
}

/// Statistics of a complete epoch.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// Number of the epoch, from 1.
    pub number: u32,
    /// Mean squared error of the predicted winning chance on the training positions, measured during the
    /// epoch.
    pub loss: f64,
    /// Mean squared error of the predicted winning chance on the validation set.
    pub validation_loss: f64,
    /// Number of the epoch whose network is the best one written so far.
    pub best: u32,
    /// Maximum difference on the validation set between the outputs of the floating-point and the integer
    /// network, in natural logarithms of the odds.
    pub rounding: f64,
    /// Number of positions trained on.
    pub positions: usize,
    /// Duration of the epoch.
    pub time: Duration,
    /// Estimated remaining time of the run.
    pub left: Duration,
}
