//! Binomial coefficients from a table that is computed at compile time. Games number positions with them, because
//! the pieces of a side stand on a subset of the cells.

/// Maximum size of a set. All coefficients up to this size fit into a `u64`.
const MAX: usize = 64;

/// Returns the number of subsets with `count` elements of a set with `size` elements. It is 0 if `count`
/// exceeds `size`, or if either exceeds 64.
///
/// ```
/// assert_eq!(plywright::tablebase::choose(24, 3), 2_024);
/// ```
#[inline]
pub fn choose(size: usize, count: usize) -> u64 {
    static TABLE: [[u64; MAX + 1]; MAX + 1] = {
        // Pascal's triangle: row n, column k is the number of subsets with k elements of a set with n elements.
        let mut table = [[0; MAX + 1]; MAX + 1];
        let mut row = 0;
        while row <= MAX {
            table[row][0] = 1;
            let mut column = 1;
            while column <= row {
                table[row][column] = table[row - 1][column - 1] + table[row - 1][column];
                column += 1;
            }
            row += 1;
        }
        table
    };
    if size > MAX || count > MAX { 0 } else { TABLE[size][count] }
}
