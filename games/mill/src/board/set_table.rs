//! Functions of sets of points, looked up byte by byte.

use crate::board::MAX_POINTS;

/// Number of bytes of a set.
const BYTES: usize = MAX_POINTS / 8;

/// Table of a function of sets whose value is the sum of the values of the set's bits.
///
/// A lookup takes three loads, so a table serves where a function has many sets to map: the images under a
/// symmetry, the points of a row of positions, and the turns to the points of a set.
#[derive(Clone, Debug)]
pub(crate) struct SetTable([[u32; 256]; BYTES]);

impl SetTable {
    /// Tabulates the function whose values for the single bits are `values`.
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

    /// Value of a set.
    #[inline]
    pub(crate) fn of(&self, set: u32) -> u32 {
        let [low, middle, high] = &self.0;
        low[(set & 255) as usize] + middle[(set >> 8 & 255) as usize] + high[(set >> 16 & 255) as usize]
    }
}
