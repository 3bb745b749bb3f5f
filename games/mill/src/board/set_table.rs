//! Fast sums over the points of a set.

use crate::board::MAX_POINTS;

const BYTES: usize = MAX_POINTS / 8;

/// Lookup table of a function whose value for a set is the sum of the values of its points. If the values are different
/// bits, the sum is a set of points.
///
/// A lookup takes three loads, one for each byte of the set. The table takes 3 KiB.
#[derive(Clone, Debug)]
pub(crate) struct SetTable([[u32; 256]; BYTES]);

impl SetTable {
    /// Creates the table. `values[i]` is the value of point `i`.
    pub(crate) fn new(values: &[u32; MAX_POINTS]) -> Self {
        let mut table = [[0; 256]; BYTES];
        for (row, byte_values) in table.iter_mut().zip(values.chunks(8)) {
            for (bit, value) in byte_values.iter().enumerate() {
                for set in 0..1 << bit {
                    row[1 << bit | set] = row[set] + value;
                }
            }
        }
        Self(table)
    }

    /// Returns the sum of the values of the points in a set. Bits from 24 on are ignored.
    #[inline]
    pub(crate) fn of(&self, set: u32) -> u32 {
        let [low, middle, high] = &self.0;
        low[(set & 255) as usize] + middle[(set >> 8 & 255) as usize] + high[(set >> 16 & 255) as usize]
    }
}
