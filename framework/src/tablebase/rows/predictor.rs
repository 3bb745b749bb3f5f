//! Network that predicts the result of a position, win, draw or loss, from patterns of cells.
//!
//! A pattern is a list of at most [`MAX_CELLS`] cells. Each cell is empty or holds a piece of the side to move or of
//! the other side. A pattern of n cells therefore has 3^n states. Each state is a feature. The first layer adds up the
//! weight rows of the active features, one for each pattern. Three columns of the sum are direct votes for loss, draw
//! and win. The other columns are hidden neurons, which are clipped to 0..=1 and weighted by the second layer.

use crate::rules::bits;

/// Number of values: loss, draw, win.
pub(super) const VALUES: usize = 3;
/// Number of columns of the first layer: [`VALUES`] direct votes, and [`HIDDEN`] hidden neurons.
pub(super) const COLUMNS: usize = 32;
/// Number of hidden neurons.
pub(super) const HIDDEN: usize = COLUMNS - VALUES;
/// Maximum number of cells of a pattern.
pub(super) const MAX_CELLS: usize = 5;
/// Integer that stands for the weight 1 in both layers.
pub(super) const ONE: i16 = 64;
/// Number of odds classes. The network predicts one class for win against draw and one for loss against draw.
pub(super) const ODDS: usize = 31;
/// Number of classes by which an odds class rises when the odds grow by a factor of e², where e is the base of the
/// natural logarithm.
const CLASSES_PER_E_SQUARED: i32 = 3;

/// The patterns of a game, and the numbers of their features.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    /// Number of features.
    pub(super) features: usize,
    /// For each pattern, the feature of its state in which all cells are empty.
    starts: Vec<u16>,
    /// For each cell, the patterns that contain it. With each pattern comes the cell's place value, a power of 3, in
    /// the number of the pattern's state.
    of_cell: Vec<Vec<(u16, u16)>>,
}

/// The states of all patterns in a position, updated cell by cell.
#[derive(Clone, Debug)]
pub(super) struct PatternStates {
    /// Cells of the side to move and of the other side, as bit sets.
    cells: [u64; 2],
    /// The active feature of each pattern.
    pub(super) features: Vec<u16>,
}

impl Patterns {
    /// Assigns a number to each feature. A pattern is a list of cells.
    ///
    /// # Panics
    ///
    /// Panics if a pattern has more than five cells, a cell is 64 or more, or there are more than 65,536
    /// features.
    pub(super) fn new(patterns: &[Vec<u8>]) -> Self {
        let mut starts = Vec::with_capacity(patterns.len());
        let mut of_cell = vec![Vec::new(); 64];
        let mut features = 0;
        for (number, pattern) in patterns.iter().enumerate() {
            assert!(pattern.len() <= MAX_CELLS, "a pattern of {} cells", pattern.len());
            starts.push(features as u16);
            let mut place_value = 1;
            for cell in pattern {
                of_cell[usize::from(*cell)].push((number as u16, place_value));
                place_value *= 3;
            }
            features += usize::from(place_value);
            assert!(features <= 1 << 16, "the patterns have more than 65,536 features");
        }
        Self { features, starts, of_cell }
    }

    /// Returns the states in a position without pieces.
    pub(super) fn empty(&self) -> PatternStates {
        PatternStates { cells: [0; 2], features: self.starts.clone() }
    }
}

impl PatternStates {
    /// Changes the states to those of another position. `cells` are the cells of the side to move and of the other
    /// side. The time grows with the number of cells that change.
    #[inline]
    pub(super) fn set(&mut self, patterns: &Patterns, cells: [u64; 2]) {
        for (side, (cells, old)) in cells.into_iter().zip(self.cells).enumerate() {
            let state = side as u16 + 1;
            for cell in bits(cells ^ old) {
                let is_added = cells >> cell & 1 != 0;
                for (pattern, place_value) in &patterns.of_cell[usize::from(cell)] {
                    let feature = &mut self.features[usize::from(*pattern)];
                    let step = state * place_value;
                    *feature = if is_added { *feature + step } else { *feature - step };
                }
            }
        }
        self.cells = cells;
    }
}

/// A trained network, whose integer weights make its predictions the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Network {
    /// Weights of each feature: three votes, for loss, draw and win, and then a weight for each hidden neuron.
    /// Unit: 1 / [`ONE`]; range: -128..=127.
    pub(super) rows: Vec<[i16; COLUMNS]>,
    /// Initial sum of each column, to which the weights of the active features are added. Unit: 1 / [`ONE`]; range:
    /// -128..=127.
    pub(super) bias: [i16; COLUMNS],
    /// For loss, draw and win, one weight for each hidden neuron, in units of 1 / [`ONE`], in -128..=127.
    pub(super) outputs: [[i16; HIDDEN]; VALUES],
}

impl Network {
    /// Returns the size in bytes of a stored network with this number of features.
    pub(super) const fn bytes(features: usize) -> usize {
        (features + 1) * COLUMNS + VALUES * HIDDEN
    }

    /// Returns the odds classes of win against draw and of loss against draw, combined as `win * ODDS + loss`. A
    /// higher class means that the win, or the loss, is more probable.
    #[expect(clippy::inline_always)] // It uses vector instructions only if it is inlined into its caller.
    #[inline(always)]
    pub(super) fn odds(&self, features: &[u16]) -> usize {
        let mut sums = self.bias;
        for feature in features {
            let row = &self.rows[usize::from(*feature)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        let (votes, hidden) = sums.split_at(VALUES);
        let logit = |value: usize| {
            let weighted = hidden.iter().zip(&self.outputs[value]);
            let sum: i32 =
                weighted.map(|(unit, weight)| i32::from((*unit).clamp(0, ONE)) * i32::from(*weight)).sum();
            i32::from(votes[value]) * i32::from(ONE) + sum
        };
        let [loss, draw, win] = [logit(0), logit(1), logit(2)];
        // `odds` is the natural logarithm of an odds ratio, in units of 1 / `ONE` squared.
        let class = |odds: i32| {
            let scaled = (odds * CLASSES_PER_E_SQUARED).div_euclid(2 * i32::from(ONE) * i32::from(ONE));
            (scaled + ODDS as i32 / 2).clamp(0, ODDS as i32 - 1) as usize
        };
        class(win - draw) * ODDS + class(loss - draw)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let rows = self.rows.iter().chain([&self.bias]).flatten();
        rows.chain(self.outputs.iter().flatten()).map(|weight| *weight as u8).collect()
    }

    /// Reads a network; `None` if the number of bytes is not [`Network::bytes`].
    pub(super) fn from_bytes(features: usize, bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::bytes(features) {
            return None;
        }
        let weight = |byte: &u8| i16::from(*byte as i8);
        let (rows, outputs) = bytes.split_at((features + 1) * COLUMNS);
        let mut rows: Vec<[i16; COLUMNS]> =
            rows.chunks(COLUMNS).map(|row| std::array::from_fn(|column| weight(&row[column]))).collect();
        let bias = rows.pop()?;
        let outputs =
            std::array::from_fn(|value| std::array::from_fn(|unit| weight(&outputs[value * HIDDEN + unit])));
        Some(Self { rows, bias, outputs })
    }
}
