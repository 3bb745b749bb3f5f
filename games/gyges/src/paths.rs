//! All paths of one to three steps from every square, computed at compile time.
//!
//! A path passes only empty squares and never turns back over the edge it came by. A square has at most 35
//! paths of one length, so a set of paths fits a word. A set of passages, the edges or squares that a path
//! uses up for the rest of the move, fits a word too. The table of one rule takes 147 KB: 31 KB each for its
//! 1,280 paths, for the paths that pass a square and for those that end on one, and 52 KB for those that use
//! a passage. A lookup touches only the entries of occupied squares.

use plywright::{BitSet, Element};

use crate::square::{BOARD, PLACES, SQUARES, Square, Squares, WIDTH};

/// Maximum number of steps of a path.
const MAX_STEPS: usize = 3;
/// Maximum number of paths of one length from a square.
const MAX_PATHS: usize = 35;
/// Number of paths in a table.
const ALL_PATHS: usize = count_all();
/// Number of edges between squares.
const EDGES: usize = 2 * WIDTH * (WIDTH - 1);

/// Index of a path among those of one length from one square, 0 to 34.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PathNumber(u8);

plywright::element!(PathNumber, MAX_PATHS);

/// A set of paths of one length from one square.
pub(crate) type Paths = BitSet<PathNumber, u64>;

/// An edge or, under the rule `SquareOnce`, a square, which a move may use only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Passage(u8);

plywright::element!(Passage, EDGES);

/// A set of passages.
pub(crate) type Passages = BitSet<Passage, u64>;

/// A path from a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// The passages that this path closes to the rest of the move.
    pub(crate) uses: Passages,
    /// The squares between start and end.
    pub(crate) passes: Squares,
    /// The square or goal where it ends.
    pub(crate) end: Square,
}

impl Path {
    /// Placeholder for an entry that is not filled in yet.
    const NONE: Self = Self { uses: Passages::EMPTY, passes: Squares::EMPTY, end: Square::at(0, 0) };
}

/// The paths of all squares and lengths under one rule.
#[derive(Debug)]
pub(crate) struct PathTable {
    list: [Path; ALL_PATHS],
    /// Index of the first path, by length minus 1 and start. The extra last entry marks the end of the list.
    begins: [[u16; SQUARES + 1]; MAX_STEPS],
    /// Paths that pass a square, by length minus 1, start and square.
    passing: [[[Paths; SQUARES]; SQUARES]; MAX_STEPS],
    /// Paths that end on a square, by length minus 1, start and square.
    ending: [[[Paths; SQUARES]; SQUARES]; MAX_STEPS],
    /// Squares that some path passes, by length minus 1 and start.
    passed: [[Squares; SQUARES]; MAX_STEPS],
    /// Paths that use a passage, by length minus 1, start and passage.
    using: [[[Paths; EDGES]; SQUARES]; MAX_STEPS],
    /// Passages that some path uses, by length minus 1 and start.
    used: [[Passages; SQUARES]; MAX_STEPS],
}

impl PathTable {
    /// Returns the paths of a move that uses each edge once or, with `square_once`, each square.
    pub(crate) const fn of_rule(square_once: bool) -> &'static Self {
        static EDGES_ONCE: PathTable = PathTable::new(false);
        static SQUARES_ONCE: PathTable = PathTable::new(true);
        if square_once { &SQUARES_ONCE } else { &EDGES_ONCE }
    }

    /// The paths of `steps` steps, 1 to 3, from a square; at most 35.
    #[inline]
    pub(crate) fn from(&self, square: Square, steps: usize) -> &[Path] {
        let begins = &self.begins[steps - 1];
        let square = square.number();
        &self.list[begins[square] as usize..begins[square + 1] as usize]
    }

    /// The paths of `steps` steps from a square that pass only empty squares.
    #[inline]
    pub(crate) fn free(&self, square: Square, steps: usize, occupied: Squares) -> Paths {
        let (steps, square) = (steps - 1, square.number());
        let begins = &self.begins[steps];
        let all = Paths::from_bits((1 << (begins[square + 1] - begins[square])) - 1);
        let passing = &self.passing[steps][square];
        (occupied & self.passed[steps][square])
            .iter()
            .fold(all, |free, blocker| free - passing[blocker.number()])
    }

    /// The paths of `steps` steps from a square that end on any of `ends`, which must not be goals.
    #[inline]
    pub(crate) fn ending_on(&self, square: Square, steps: usize, ends: Squares) -> Paths {
        let ending = &self.ending[steps - 1][square.number()];
        ends.iter().fold(Paths::EMPTY, |paths, end| paths | ending[end.number()])
    }

    /// The paths of `steps` steps from a square that use any passage of `used`.
    #[inline]
    pub(crate) fn blocked(&self, square: Square, steps: usize, used: Passages) -> Paths {
        let (steps, square) = (steps - 1, square.number());
        let using = &self.using[steps][square];
        (used & self.used[steps][square])
            .iter()
            .fold(Paths::EMPTY, |blocked, passage| blocked | using[passage.index()])
    }

    #[expect(clippy::large_stack_arrays, reason = "computed by the compiler")]
    const fn new(square_once: bool) -> Self {
        let mut table = Self {
            list: [Path::NONE; ALL_PATHS],
            begins: [[0; SQUARES + 1]; MAX_STEPS],
            passing: [[[Paths::EMPTY; SQUARES]; SQUARES]; MAX_STEPS],
            ending: [[[Paths::EMPTY; SQUARES]; SQUARES]; MAX_STEPS],
            passed: [[Squares::EMPTY; SQUARES]; MAX_STEPS],
            using: [[[Paths::EMPTY; EDGES]; SQUARES]; MAX_STEPS],
            used: [[Passages::EMPTY; SQUARES]; MAX_STEPS],
        };
        let mut length = 0;
        let mut steps = 1;
        while steps <= MAX_STEPS {
            let mut square = 0;
            while square < SQUARES {
                table.begins[steps - 1][square] = length as u16;
                length = table.add(square_once, Walk::from(square), steps, length);
                table.index(steps, square, length);
                square += 1;
            }
            table.begins[steps - 1][SQUARES] = length as u16;
            steps += 1;
        }
        table
    }

    /// Appends the paths that continue `walk` by `steps` steps to the list of the given length. Returns its
    /// new length.
    const fn add(&mut self, square_once: bool, walk: Walk, steps: usize, mut length: usize) -> usize {
        let mut direction = 0;
        while direction < DIRECTIONS {
            if let Some(next) = walk.step(direction, steps == 1) {
                if steps == 1 {
                    let uses = if square_once { next.entered } else { next.edges };
                    self.list[length] = Path {
                        uses: Passages::from_bits(uses),
                        passes: Squares::from_bits(next.passed),
                        end: Square::at(next.at / WIDTH, next.at % WIDTH),
                    };
                    length += 1;
                } else {
                    let next = Walk { passed: next.passed | 1 << next.at, ..next };
                    length = self.add(square_once, next, steps - 1, length);
                }
            }
            direction += 1;
        }
        length
    }

    /// Adds the paths from a square, the last ones of the list, to the lookup tables.
    const fn index(&mut self, steps: usize, square: usize, list_end: usize) {
        let steps = steps - 1;
        let begin = self.begins[steps][square] as usize;
        let mut number = 0;
        while begin + number < list_end {
            let this = Paths::from_bits(1 << number);
            let Path { uses, passes, end } = self.list[begin + number];
            if !end.is_goal() {
                let entry = &mut self.ending[steps][square][end.number()];
                *entry = entry.union(this);
            }
            self.passed[steps][square] = self.passed[steps][square].union(passes);
            let mut left = passes.bits();
            while left != 0 {
                let entry = &mut self.passing[steps][square][left.trailing_zeros() as usize];
                *entry = entry.union(this);
                left &= left - 1;
            }
            self.used[steps][square] = self.used[steps][square].union(uses);
            let mut left = uses.bits();
            while left != 0 {
                let entry = &mut self.using[steps][square][left.trailing_zeros() as usize];
                *entry = entry.union(this);
                left &= left - 1;
            }
            number += 1;
        }
    }
}

/// Returns the ends of the paths of `steps` steps from a square that pass only empty squares.
///
/// Expands sets of squares one step at a time. A path of three steps may return to a neighbour of its start
/// other than the first square it passed, so the four first steps are expanded separately.
#[inline]
pub(crate) fn free_ends(square: Square, steps: usize, occupied: Squares) -> Squares {
    let empty = BOARD - occupied;
    let first = neighbours(Squares::of(square));
    match steps {
        1 => first,
        2 => neighbours(first & empty).without(square),
        _ => (first & empty).iter().fold(Squares::EMPTY, |ends, passed| {
            let second = (neighbours(Squares::of(passed)) & empty).without(square);
            ends | neighbours(second).without(passed)
        }),
    }
}

/// The squares and goals one step away from any of `squares`, which must not hold goals.
#[inline]
fn neighbours(squares: Squares) -> Squares {
    const FIRST_FILE: u64 = 0b1 | 0b1 << 6 | 0b1 << 12 | 0b1 << 18 | 0b1 << 24 | 0b1 << 30;
    const LAST_FILE: u64 = FIRST_FILE << (WIDTH - 1);
    const HOME_ROW: u64 = (1 << WIDTH) - 1;
    let bits = squares.bits();
    let beside = (bits & !LAST_FILE) << 1 | (bits & !FIRST_FILE) >> 1;
    let across = (bits << WIDTH | bits >> WIDTH) & BOARD.bits();
    let first_goal = u64::from(bits & HOME_ROW != 0) << SQUARES;
    let second_goal = u64::from(bits >> (SQUARES - WIDTH) != 0) << (SQUARES + 1);
    Squares::from_bits(beside | across | first_goal | second_goal)
}

/// Returns the squares at most `steps` steps away, 1 to 3, without the square itself. Paths from a piece of
/// `steps` rings on such a square may pass or end on `square`.
#[inline]
pub(crate) fn in_range(square: Square, steps: usize) -> Squares {
    static IN_RANGE: [[Squares; SQUARES]; MAX_STEPS] = squares_in_range();
    IN_RANGE[steps - 1][square.number()]
}

const fn squares_in_range() -> [[Squares; SQUARES]; MAX_STEPS] {
    let mut in_range = [[Squares::EMPTY; SQUARES]; MAX_STEPS];
    let mut square = 0;
    while square < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            let rows = (square / WIDTH).abs_diff(other / WIDTH);
            let files = (square % WIDTH).abs_diff(other % WIDTH);
            let mut steps = rows + files;
            while other != square && steps <= MAX_STEPS {
                let set = &mut in_range[steps - 1][square];
                *set = set.union(Squares::from_bits(1 << other));
                steps += 1;
            }
            other += 1;
        }
        square += 1;
    }
    in_range
}

const DIRECTIONS: usize = 4;

/// A path under construction.
#[derive(Clone, Copy)]
struct Walk {
    at: usize,
    /// Bits of the squares passed.
    passed: u64,
    /// Bits of the edges used.
    edges: u64,
    /// Bits of the squares entered, without goals.
    entered: u64,
}

impl Walk {
    const fn from(square: usize) -> Self {
        Self { at: square, passed: 0, edges: 0, entered: 0 }
    }

    /// Takes one step right, left, up or down. Enters a goal only as the last step.
    const fn step(self, direction: usize, last: bool) -> Option<Self> {
        let (row, file) = (self.at / WIDTH, self.at % WIDTH);
        // An edge is numbered by the square at its left or lower end; vertical edges follow the horizontal
        // ones.
        let (to, edge) = match direction {
            0 if file + 1 < WIDTH => (self.at + 1, horizontal_edge(row, file)),
            1 if file > 0 => (self.at - 1, horizontal_edge(row, file - 1)),
            2 if row + 1 < WIDTH => (self.at + WIDTH, vertical_edge(row, file)),
            3 if row > 0 => (self.at - WIDTH, vertical_edge(row - 1, file)),
            2 if last => return Some(Self { at: PLACES - 1, ..self }),
            3 if last => return Some(Self { at: PLACES - 2, ..self }),
            _ => return None,
        };
        if self.edges & edge != 0 {
            return None;
        }
        Some(Self { at: to, edges: self.edges | edge, entered: self.entered | 1 << to, ..self })
    }
}

const fn horizontal_edge(row: usize, file: usize) -> u64 {
    1 << (row * (WIDTH - 1) + file)
}

const fn vertical_edge(row: usize, file: usize) -> u64 {
    1 << (WIDTH * (WIDTH - 1) + row * WIDTH + file)
}

const fn count_all() -> usize {
    let mut count = 0;
    let mut steps = 1;
    while steps <= MAX_STEPS {
        let mut square = 0;
        while square < SQUARES {
            count += count_from(Walk::from(square), steps);
            square += 1;
        }
        steps += 1;
    }
    count
}

const fn count_from(walk: Walk, steps: usize) -> usize {
    let mut count = 0;
    let mut direction = 0;
    while direction < DIRECTIONS {
        if let Some(next) = walk.step(direction, steps == 1) {
            count += if steps == 1 { 1 } else { count_from(next, steps - 1) };
        }
        direction += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_found_by_sets_of_squares_are_those_of_the_free_paths() {
        let table = PathTable::of_rule(false);
        for seed in 0..500_u64 {
            let bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let occupied = Squares::from_bits(bits & bits >> 27) & BOARD;
            for square in BOARD - occupied {
                for steps in 1..=MAX_STEPS {
                    let free = table.free(square, steps, occupied);
                    let paths = table.from(square, steps);
                    let ends: Squares = free.iter().map(|number| paths[number.index()].end).collect();
                    assert_eq!(free_ends(square, steps, occupied), ends, "{square} {steps} {occupied:?}");
                    let onto = ends & occupied;
                    let number_onto =
                        free.iter().filter(|number| onto.contains(paths[number.index()].end)).count();
                    let listed = free & table.ending_on(square, steps, onto);
                    assert_eq!(listed.count() as usize, number_onto);
                }
            }
        }
    }
}
