//! Sets of points as numbers: how many there are of a size, all of them in ascending order, and their places in it.

/// Points of the largest board.
const MOST_POINTS: usize = 24;

/// All sets of `count` of `points` points in ascending order.
pub(crate) fn sets_of(points: usize, count: usize) -> impl Iterator<Item = u32> {
    let all = (1_u32 << points) - 1;
    let first = (count <= points).then_some((1_u32 << count) - 1);
    std::iter::successors(first, move |set| next_set(*set).filter(|next| *next <= all))
}

/// The next greater number with as many bits.
#[inline]
pub(crate) fn next_set(set: u32) -> Option<u32> {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    (carried ^ set).checked_shr(lowest.trailing_zeros() + 2).filter(|_| set != 0).map(|run| run | carried)
}

/// The set of `count` bits that has that place among them.
pub(crate) fn set_at(mut rank: u64, count: usize) -> u32 {
    let mut set = 0;
    for number in (1..=count).rev() {
        let bit = (0..MOST_POINTS).rev().find(|bit| choose(*bit, number) <= rank).unwrap_or(0);
        rank -= choose(bit, number);
        set |= 1 << bit;
    }
    set
}

/// Binomial coefficients.
pub(crate) const fn choose(of: usize, count: usize) -> u64 {
    const TABLE: [[u32; MOST_POINTS + 1]; MOST_POINTS + 1] = {
        let mut table = [[0; MOST_POINTS + 1]; MOST_POINTS + 1];
        let mut row = 0;
        while row <= MOST_POINTS {
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
    if of > MOST_POINTS || count > MOST_POINTS { 0 } else { TABLE[of][count] as u64 }
}
