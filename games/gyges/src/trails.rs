//! All ways of one to three steps from every square, computed by the compiler.
//!
//! A trail passes empty squares only, and no step goes back over the edge before it; three steps from anywhere are at
//! most 36 trails. What a trail uses up for the rest of the move is a set of edges, or of squares where the rules let a
//! square be used once only, so one word tells whether two trails can belong to one move.

use crate::squares::{PLACES, SQUARES, WIDTH, squares};

/// The most steps of a piece.
pub(crate) const MOST_RINGS: usize = 3;
/// All trails on the board.
const TRAILS: usize = count_all();
/// Edges between squares.
const EDGES: usize = 2 * WIDTH * (WIDTH - 1);
/// Bits above the squares' in a word that hold where a trail ends.
const END_SHIFT: u32 = 58;

/// A way from a square. A word for the squares it passes and where it ends, one for what it uses up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trail {
    passes_and_end: u64,
    /// Edges or squares that the rest of the move cannot use any more.
    pub(crate) uses: u64,
}

impl Trail {
    /// Is it free where these squares are occupied?
    #[inline]
    pub(crate) const fn is_free(self, occupied: u64) -> bool {
        self.passes_and_end & occupied == 0
    }

    /// The squares between start and end.
    #[inline]
    pub(crate) const fn passes(self) -> u64 {
        self.passes_and_end & ((1 << END_SHIFT) - 1)
    }

    /// The square or goal where it ends.
    #[inline]
    pub(crate) const fn end(self) -> usize {
        (self.passes_and_end >> END_SHIFT) as usize
    }
}

/// What a move may use only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Once {
    Edges,
    Squares,
}

/// The trails of all squares and numbers of steps.
#[derive(Debug)]
pub(crate) struct Trails {
    list: [Trail; TRAILS],
    /// Where in the list those of so many steps from each square begin; one entry more tells where the last ones end.
    begins: [[u16; SQUARES + 1]; MOST_RINGS + 1],
    /// For each number of steps, start and square the trails that pass the square, as bits in the order of the trails.
    passing: [[[u64; SQUARES]; SQUARES]; MOST_RINGS + 1],
    /// The same for what trails use up, and all that those of a start use up.
    using: [[[u64; EDGES]; SQUARES]; MOST_RINGS + 1],
    used: [[u64; SQUARES]; MOST_RINGS + 1],
}

/// Trails by the edges that they use up.
pub(crate) static BY_EDGES: Trails = Trails::build(Once::Edges);
/// Trails by the squares that they use up.
pub(crate) static BY_SQUARES: Trails = Trails::build(Once::Squares);

impl Trails {
    /// Those of `steps` steps, 1 to 3, from a square; at most 36.
    #[inline]
    pub(crate) fn from(&self, square: usize, steps: usize) -> &[Trail] {
        let begins = &self.begins[steps];
        &self.list[begins[square] as usize..begins[square + 1] as usize]
    }

    /// Those of `steps` steps from a square that pass no occupied one, as bits in the order of the trails.
    #[inline]
    pub(crate) fn free(&self, square: usize, steps: usize, occupied: u64) -> u64 {
        let begins = &self.begins[steps];
        let all = (1_u64 << (begins[square + 1] - begins[square])) - 1;
        let passing = &self.passing[steps][square];
        squares(occupied & PASSED[steps][square]).fold(all, |free, square| free & !passing[square])
    }

    /// Those of `steps` steps from a square that use up any of what was used before, as bits in the order of the trails.
    #[inline]
    pub(crate) fn blocked(&self, square: usize, steps: usize, used: u64) -> u64 {
        let using = &self.using[steps][square];
        squares(used & self.used[steps][square]).fold(0, |blocked, used| blocked | using[used])
    }

    #[allow(clippy::large_stack_arrays)] // Computed by the compiler.
    const fn build(once: Once) -> Self {
        let mut trails = Self {
            list: [Trail { passes_and_end: 0, uses: 0 }; TRAILS],
            begins: [[0; SQUARES + 1]; MOST_RINGS + 1],
            passing: [[[0; SQUARES]; SQUARES]; MOST_RINGS + 1],
            using: [[[0; EDGES]; SQUARES]; MOST_RINGS + 1],
            used: [[0; SQUARES]; MOST_RINGS + 1],
        };
        let mut length = 0;
        let mut steps = 1;
        while steps <= MOST_RINGS {
            let mut square = 0;
            while square < SQUARES {
                trails.begins[steps][square] = length as u16;
                length = trails.add(once, Way { at: square, passes: 0, edges: 0, squares: 0 }, steps, length);
                trails.take_note(steps, square, length);
                square += 1;
            }
            trails.begins[steps][SQUARES] = length as u16;
            steps += 1;
        }
        trails
    }

    /// Enters the trails from a square, which are the last in the list, into the other tables.
    const fn take_note(&mut self, steps: usize, square: usize, end: usize) {
        let begin = self.begins[steps][square] as usize;
        let mut number = 0;
        while begin + number < end {
            let mut passes = self.list[begin + number].passes();
            while passes != 0 {
                self.passing[steps][square][passes.trailing_zeros() as usize] |= 1 << number;
                passes &= passes - 1;
            }
            let mut uses = self.list[begin + number].uses;
            self.used[steps][square] |= uses;
            while uses != 0 {
                self.using[steps][square][uses.trailing_zeros() as usize] |= 1 << number;
                uses &= uses - 1;
            }
            number += 1;
        }
    }

    /// Adds the ways that go on from `way` for so many steps more, to a list of that length; gives its new length.
    const fn add(&mut self, once: Once, way: Way, steps: usize, mut length: usize) -> usize {
        let mut direction = 0;
        while direction < DIRECTIONS {
            if let Some(next) = way.step(direction, steps == 1) {
                if steps == 1 {
                    let uses = match once {
                        Once::Edges => next.edges,
                        Once::Squares => next.squares,
                    };
                    let end = (next.at as u64) << END_SHIFT;
                    self.list[length] = Trail { passes_and_end: next.passes | end, uses };
                    length += 1;
                } else {
                    let next = Way { passes: next.passes | 1 << next.at, ..next };
                    length = self.add(once, next, steps - 1, length);
                }
            }
            direction += 1;
        }
        length
    }
}

/// For each number of steps and start the squares that trails pass: those at most so many steps away but one.
static PASSED: [[u64; SQUARES]; MOST_RINGS + 1] = {
    let mut passed = [[0; SQUARES]; MOST_RINGS + 1];
    let mut square = 0;
    while square < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            let distance =
                (square / WIDTH).abs_diff(other / WIDTH) + (square % WIDTH).abs_diff(other % WIDTH);
            let mut steps = distance + 1;
            while distance > 0 && steps <= MOST_RINGS {
                passed[steps][square] |= 1 << other;
                steps += 1;
            }
            other += 1;
        }
        square += 1;
    }
    passed
};

/// For each square those that trails to or over it start from, itself among them.
static TOUCHED: [u64; SQUARES] = {
    let mut touched = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            if distance(square, other) <= MOST_RINGS {
                touched[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    touched
};

/// Squares from which a piece may come to this one or pass over it, the square itself among them.
#[inline]
pub(crate) fn may_touch(square: usize) -> u64 {
    TOUCHED[square]
}

const fn distance(from: usize, to: usize) -> usize {
    (from / WIDTH).abs_diff(to / WIDTH) + (from % WIDTH).abs_diff(to % WIDTH)
}

const DIRECTIONS: usize = 4;

/// A way under construction.
#[derive(Clone, Copy)]
struct Way {
    at: usize,
    /// Squares passed.
    passes: u64,
    edges: u64,
    /// Squares entered.
    squares: u64,
}

impl Way {
    /// One step right, left, up or down; into a goal only with the last one.
    const fn step(self, direction: usize, last: bool) -> Option<Self> {
        let (row, file) = (self.at / WIDTH, self.at % WIDTH);
        // Edges are numbered by the square at their left or lower end: upright ones after the level ones.
        let (to, edge) = match direction {
            0 if file + 1 < WIDTH => (self.at + 1, level_edge(row, file)),
            1 if file > 0 => (self.at - 1, level_edge(row, file - 1)),
            2 if row + 1 < WIDTH => (self.at + WIDTH, upright_edge(row, file)),
            3 if row > 0 => (self.at - WIDTH, upright_edge(row - 1, file)),
            2 if last => return Some(Self { at: PLACES - 1, ..self }),
            3 if last => return Some(Self { at: PLACES - 2, ..self }),
            _ => return None,
        };
        if self.edges & edge != 0 {
            return None;
        }
        Some(Self { at: to, edges: self.edges | edge, squares: self.squares | 1 << to, ..self })
    }
}

const fn level_edge(row: usize, file: usize) -> u64 {
    1 << (row * (WIDTH - 1) + file)
}

const fn upright_edge(row: usize, file: usize) -> u64 {
    1 << (WIDTH * (WIDTH - 1) + row * WIDTH + file)
}

const fn count_all() -> usize {
    let mut count = 0;
    let mut steps = 1;
    while steps <= MOST_RINGS {
        let mut square = 0;
        while square < SQUARES {
            count += count_from(Way { at: square, passes: 0, edges: 0, squares: 0 }, steps);
            square += 1;
        }
        steps += 1;
    }
    count
}

const fn count_from(way: Way, steps: usize) -> usize {
    let mut count = 0;
    let mut direction = 0;
    while direction < DIRECTIONS {
        if let Some(next) = way.step(direction, steps == 1) {
            count += if steps == 1 { 1 } else { count_from(next, steps - 1) };
        }
        direction += 1;
    }
    count
}
