//! Stable discs: those that can never be flipped, because they cannot be outflanked on any line.

use crate::lines::{LEFT_FILE, TOP_ROW};

const LEFT_AND_RIGHT: u64 = LEFT_FILE | LEFT_FILE << 7;
const TOP_AND_BOTTOM: u64 = TOP_ROW | TOP_ROW << 56;

/// The four directions of lines, each as the shift from a square to the next one: to the right, to the lower left, down
/// and to the lower right.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// Returns discs of `mine` that can never be flipped (stable discs), but not all of them. A disc is found if, on each
/// of the four lines through its square, one of three things holds: the line is full, the line ends on the square, or a
/// neighbour on the line has been found.
pub(crate) fn stable(mine: u64, theirs: u64) -> u64 {
    let empty = !(mine | theirs);
    // For each direction, the squares whose line is full, and the squares at the ends of lines.
    let closed = STEPS.map(|step| !spread(empty, step) | edge(step));
    let mut stable = 0;
    loop {
        let more = STEPS.into_iter().zip(closed).fold(mine, |discs, (step, closed)| {
            let (from, to) = without_wrap(step);
            discs & (closed | (stable & from) << step | (stable & to) >> step)
        });
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// Returns the squares at which the lines in the direction of the shift `step` end.
const fn edge(step: u32) -> u64 {
    match step {
        1 => LEFT_AND_RIGHT,
        8 => TOP_AND_BOTTOM,
        _ => LEFT_AND_RIGHT | TOP_AND_BOTTOM,
    }
}

/// Returns two sets: the squares from which a left shift by `step` stays on the line, and those from which a right
/// shift does. From other squares, the shift would wrap around to another row.
const fn without_wrap(step: u32) -> (u64, u64) {
    match step {
        8 => (u64::MAX, u64::MAX),
        7 => (!LEFT_FILE, !(LEFT_FILE << 7)),
        _ => (!(LEFT_FILE << 7), !LEFT_FILE),
    }
}

/// Returns all squares of the lines that contain a square of `set`. The lines run in the direction of the shift `step`.
fn spread(set: u64, step: u32) -> u64 {
    let (from, to) = without_wrap(step);
    let (mut down, mut up) = (set, set);
    for _ in 0..7 {
        down |= (down & from) << step;
        up |= (up & to) >> step;
    }
    down | up
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        assert_eq!(stable(0x07, 0), 0x07);
        assert_eq!(stable(0x0e, 0), 0);
        assert_eq!(stable(0x0101_0303, 0), 0x0101_0303);
        assert_eq!(stable(0x0003_0303, 0), 0x0001_0303, "the diagonal of b3 is open on both sides");
        assert_eq!(stable(0x0f, 0xf0), 0x0f, "a full edge");
        assert_eq!(stable(u64::MAX, 0), u64::MAX);
    }
}
