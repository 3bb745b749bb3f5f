//! Lookup tables for additive functions of sets of points.

use crate::board::MAX_POINTS;

/// Number of bytes in a set.
const BYTES: usize = MAX_POINTS / 8;

/// Lookup table of an additive function: the value of a set is the sum of the values of its bits.
///
/// A lookup takes three loads, one for each byte of the set. For example, a table holds the images of sets
/// under a symmetry.
#[derive(Clone, Debug)]
pub(crate) struct SetTable([[u32; 256]; BYTES]);

impl SetTable {
    /// Builds the table of the function whose value for the set with only point `i` is `values[i]`.
    pub(crate) fn new(values: &[u32; MAX_POINTS]) -> Self {
        let mut table = [[0; 256]; BYTES];
        for (row, values) in table.iter_mut().zip(values.chunks(8)) {
            for (bit, value) in values.iter().enumerate() {
                for set in 0..1 << bit {
                    row[1 << bit | set] = row[set] + value;
                }
            }
        }
        Self(table)
    }

    /// Returns the function's value for a set: the sum of the values of its points.
    #[inline]
    pub(crate) fn of(&self, set: u32) -> u32 {
        let [low, middle, high] = &self.0;
        low[(set & 255) as usize] + middle[(set >> 8 & 255) as usize] + high[(set >> 16 & 255) as usize]
    }
}
