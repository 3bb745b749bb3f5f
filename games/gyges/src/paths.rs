//! Tables of all paths of one to three steps from every square, computed on first use.
//!
//! A path is the way of a piece from one square to the next square where it lands. It crosses no edge twice. At most 35
//! paths of one length start on a square, so a set of them fits a word. A passage is an edge or square that a path
//! uses up for the rest of the move; a set of passages fits a word too. There is a table for moves that use no edge
//! twice and one for moves that use no square twice, of 150 KB each.

use std::sync::LazyLock;

use plywright::{BitSet, Element};

use crate::square::{BOARD, PLACES, SQUARES, Square, Squares, WIDTH};

const MAX_STEPS: usize = 3;
/// Maximum number of paths of one length from a square.
const MAX_PATHS: usize = 35;
/// Number of edges between squares.
const EDGES: usize = 2 * WIDTH * (WIDTH - 1);

/// Index of a path among the paths of the same length from the same square, 0 to 34.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PathNumber(u8);

plywright::element!(PathNumber, MAX_PATHS);

pub(crate) type Paths = BitSet<PathNumber, u64>;

/// An edge between two squares; under the rule `SquareOnce`, a square. A move may use each passage only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Passage(u8);

plywright::element!(Passage, EDGES);

pub(crate) type Passages = BitSet<Passage, u64>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// Passages that the path uses up for the rest of the move.
    pub(crate) uses: Passages,
    /// Squares between start and end.
    pub(crate) passes: Squares,
    pub(crate) end: Square,
}

/// The paths of all squares and lengths under one rule, ordered by length, then by start.
#[derive(Debug)]
pub(crate) struct PathTable(Vec<PathsFrom>);

/// The paths of one length from one square.
#[derive(Debug)]
pub(crate) struct PathsFrom {
    pub(crate) list: Vec<Path>,
    /// Squares that at least one path passes.
    passed: Squares,
    /// For each square, the paths that pass it.
    passing: [Paths; SQUARES],
    /// For each square, the paths that end on it.
    ending: [Paths; SQUARES],
    /// Passages that at least one path uses.
    used: Passages,
    /// For each passage, the paths that use it.
    using: [Paths; EDGES],
    /// Squares whose distance from the start is at most the paths' length, without the start. Among the paths of this
    /// length from other squares, only those that begin on one of these squares can pass or end on the start.
    pub(crate) in_range: Squares,
}

impl PathTable {
    /// Returns the table for the rule that a move uses no edge twice or, with `square_once`, no square twice.
    pub(crate) fn of_rule(square_once: bool) -> &'static Self {
        static TABLES: LazyLock<[PathTable; 2]> = LazyLock::new(|| [false, true].map(PathTable::new));
        &TABLES[usize::from(square_once)]
    }

    fn new(square_once: bool) -> Self {
        let starts = (1..=MAX_STEPS).flat_map(|steps| BOARD.iter().map(move |start| (start, steps)));
        Self(starts.map(|(start, steps)| PathsFrom::new(square_once, start, steps)).collect())
    }

    /// Returns the paths of `steps` steps, 1 to 3, from a square.
    pub(crate) fn from(&self, square: Square, steps: usize) -> &PathsFrom {
        &self.0[(steps - 1) * SQUARES + square.number()]
    }
}

impl PathsFrom {
    fn new(square_once: bool, start: Square, steps: usize) -> Self {
        let mut paths = Self {
            list: Vec::new(),
            passed: Squares::EMPTY,
            passing: [Paths::EMPTY; SQUARES],
            ending: [Paths::EMPTY; SQUARES],
            used: Passages::EMPTY,
            using: [Paths::EMPTY; EDGES],
            in_range: BOARD.iter().filter(|other| (1..=steps).contains(&start.distance_to(*other))).collect(),
        };
        paths.extend(square_once, Walk { at: start.number(), edges: 0, entered: 0 }, steps);
        paths
    }

    /// Adds the paths that begin with the steps of `walk` and have exactly `steps` more.
    fn extend(&mut self, square_once: bool, walk: Walk, steps: usize) {
        for next in (0..DIRECTIONS).filter_map(|direction| walk.step(direction, steps == 1)) {
            if steps == 1 {
                self.push(Path {
                    uses: Passages::from_bits(if square_once { next.entered } else { next.edges }),
                    passes: Squares::from_bits(walk.entered),
                    end: Square::at(next.at / WIDTH, next.at % WIDTH),
                });
            } else {
                self.extend(square_once, next, steps - 1);
            }
        }
    }

    fn push(&mut self, path: Path) {
        let this = Paths::from_bits(1 << self.list.len());
        if !path.end.is_goal() {
            self.ending[path.end.number()] |= this;
        }
        for square in path.passes {
            self.passing[square.number()] |= this;
        }
        for passage in path.uses {
            self.using[passage.index()] |= this;
        }
        self.passed |= path.passes;
        self.used |= path.uses;
        self.list.push(path);
    }

    /// Returns the paths that pass only empty squares. Their ends may be occupied.
    pub(crate) fn free(&self, occupied: Squares) -> Paths {
        let all = Paths::from_bits((1 << self.list.len()) - 1);
        (occupied & self.passed).iter().fold(all, |free, blocker| free - self.passing[blocker.number()])
    }

    /// Returns the paths that end on any of `ends`, which must not contain goals.
    pub(crate) fn ending_on(&self, ends: Squares) -> Paths {
        ends.iter().fold(Paths::EMPTY, |paths, end| paths | self.ending[end.number()])
    }

    /// Returns the paths that use any passage of `used`.
    pub(crate) fn blocked(&self, used: Passages) -> Paths {
        (used & self.used).iter().fold(Paths::EMPTY, |blocked, passage| blocked | self.using[passage.index()])
    }
}

/// Returns the squares and goals where paths of `steps` steps, 1 to 3, over empty squares can end.
///
/// A path of three steps cannot end on the square that it passed first, because it would cross an edge twice. Therefore
/// each first step is expanded separately.
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

/// Returns the squares and goals that are one step away from at least one of `squares`, which must not contain goals.
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

const DIRECTIONS: usize = 4;

/// The first steps of a path.
#[derive(Clone, Copy)]
struct Walk {
    /// Number of the square or goal that the last step entered; before the first step, of the start.
    at: usize,
    /// Set of the edges used, with a bit for each edge number.
    edges: u64,
    /// Set of the squares entered, with a bit for each square number. Goals do not count. A path is too short to return
    /// to its start without using an edge twice.
    entered: u64,
}

impl Walk {
    /// Adds one step in a direction: 0 right, 1 left, 2 up, 3 down. A step into a goal is possible only as the last
    /// step of a path, which `is_last` announces. Returns `None` if the step leaves the board or uses an edge again.
    fn step(self, direction: usize, is_last: bool) -> Option<Self> {
        let (row, file) = (self.at / WIDTH, self.at % WIDTH);
        // The edge to the right or up belongs to the square itself, the edge to the left or down to the neighbour.
        let (to, edge) = match direction {
            0 if file + 1 < WIDTH => (self.at + 1, horizontal_edge(row, file)),
            1 if file > 0 => (self.at - 1, horizontal_edge(row, file - 1)),
            2 if row + 1 < WIDTH => (self.at + WIDTH, vertical_edge(row, file)),
            3 if row > 0 => (self.at - WIDTH, vertical_edge(row - 1, file)),
            2 if is_last => return Some(Self { at: PLACES - 1, ..self }),
            3 if is_last => return Some(Self { at: PLACES - 2, ..self }),
            _ => return None,
        };
        if self.edges & edge != 0 {
            return None;
        }
        Some(Self { at: to, edges: self.edges | edge, entered: self.entered | 1 << to })
    }
}

/// Returns the bit of the edge to the right of a square. Horizontal edges have the lowest numbers.
const fn horizontal_edge(row: usize, file: usize) -> u64 {
    1 << (row * (WIDTH - 1) + file)
}

/// Returns the bit of the edge above a square.
const fn vertical_edge(row: usize, file: usize) -> u64 {
    1 << (WIDTH * (WIDTH - 1) + row * WIDTH + file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_found_by_sets_of_squares_are_those_of_the_free_paths() {
        let square_once = false;
        let table = PathTable::of_rule(square_once);
        for seed in 0..500_u64 {
            let bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // About a quarter of the squares are occupied.
            let occupied = Squares::from_bits(bits & bits >> 27) & BOARD;
            for square in BOARD - occupied {
                for steps in 1..=MAX_STEPS {
                    let from = table.from(square, steps);
                    let (free, paths) = (from.free(occupied), &from.list);
                    let ends: Squares = free.iter().map(|number| paths[number.index()].end).collect();
                    assert_eq!(free_ends(square, steps, occupied), ends, "{square} {steps} {occupied:?}");
                    let onto = ends & occupied;
                    let number_onto =
                        free.iter().filter(|number| onto.contains(paths[number.index()].end)).count();
                    let listed = free & from.ending_on(onto);
                    assert_eq!(listed.count() as usize, number_onto);
                }
            }
        }
    }
}
