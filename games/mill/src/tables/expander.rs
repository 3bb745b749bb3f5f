//! The solver's forward pass: finds the successors of a slice's positions.
//!
//! It applies the rules to sets of bits, without making positions, for the rule sets whose endings depend on
//! the stones alone. The turns that close mills depend only on the side to move's stones and are found once
//! per row. Tests compare the pass with the rules.

use std::ops::Range;

use plywright::tablebase::{Exits, Node, Scope, SolveError, SolvedSlice, Value};

use super::geometry::Geometry;
use super::images::SetImages;
use super::numbering::Numbering;
use super::orbits::Member;
use super::row::{Row, SetCursor};
use super::slice::Slice;
use super::sliding::{SlidingRules, bits};

/// Maximum number of the other side's stones on the board.
const MAX_STONES: usize = 12;
/// Maximum number of stones that a turn takes.
const MAX_TAKEN: usize = 2;
/// Number of bytes of a set of points.
const BYTES: usize = 3;

/// A slice being expanded.
pub(crate) struct Expander<'a> {
    rules: SlidingRules,
    geometry: &'static Geometry,
    slice: Slice,
    numbering: Numbering,
    /// `exits[placed][taken]`: the slice after a turn that places and takes these numbers of stones.
    exits: [[Option<(Numbering, SolvedSlice<'a>)>; MAX_TAKEN + 1]; 2],
}

/// Turns of a row of positions. A stone of the other side bars the turns to its point.
struct RowTurns {
    /// Number of turns that stay within the group if none is barred.
    inner: u8,
    /// Number of turns within the group to the points of a set, indexed by each byte of the set.
    inner_to: [[u8; 256]; BYTES],
    leaving: Vec<Leaving>,
    /// Target points of the turns that leave the group.
    leaving_to: u32,
}

/// A turn that leaves the group.
struct Leaving {
    to: u32,
    /// Stones of the side to move after the turn.
    own: SetImages,
    /// Number of stones that the turn places, 0 or 1.
    placed: usize,
    /// Number of stones that the turn takes.
    due: usize,
}

/// Best turns out of the group, as bytes of values: the shortest win and the longest loss, 0 for none.
#[derive(Clone, Copy, Default)]
struct Best {
    win: u8,
    draws: bool,
    loss: u8,
}

impl Best {
    /// A turn that wins at once by leaving the other side too few stones.
    const AT_ONCE: Self = Self { win: Value::LOST.to_byte() + 1, draws: false, loss: 0 };

    #[inline]
    fn add(&mut self, successor: Value) {
        let byte = successor.to_byte();
        if byte == 0 {
            self.draws = true;
        } else if successor.is_loss() {
            self.win = if self.win == 0 { byte + 1 } else { self.win.min(byte + 1) };
        } else {
            self.loss = self.loss.max(byte + 1);
        }
    }

    fn exits(self) -> Exits {
        let mut exits = Exits::default();
        if self.win > 0 {
            exits.add(Value::from_byte(self.win));
        } else if self.draws {
            exits.add(Value::DRAW);
        } else if self.loss > 0 {
            exits.add(Value::from_byte(self.loss));
        }
        exits
    }
}

impl RowTurns {
    fn new(rules: SlidingRules, geometry: &Geometry, slice: Slice, own: u32) -> Self {
        let free = geometry.all & !own;
        let (mut inner, mut to_point) = (0_u8, [0_u8; 8 * BYTES]);
        let (mut leaving, mut leaving_to) = (Vec::new(), 0);
        let mut add = |rest: u32, to: u32, placed: usize| {
            let point = to.trailing_zeros();
            let due = usize::from(rules.taken_for(geometry.mills_closed(rest, point)).min(slice.board[1]));
            if placed + due > 0 {
                leaving.push(Leaving { to, own: geometry.images_of(rest | to), placed, due });
                leaving_to |= to;
            } else {
                to_point[point as usize] += 1;
                inner += 1;
            }
        };
        for from in bits(own) {
            let near = geometry.neighbours[from.trailing_zeros() as usize];
            let targets = if rules.flies(slice.hand[0], slice.board[0]) { free } else { near & free };
            bits(targets).for_each(|to| add(own ^ from, to, 0));
        }
        if slice.hand[0] > 0 {
            bits(free).for_each(|to| add(own, to, 1));
        }
        let mut inner_to = [[0_u8; 256]; BYTES];
        for (table, points) in inner_to.iter_mut().zip(to_point.chunks(8)) {
            for (point, turns) in points.iter().enumerate() {
                for set in 0..1 << point {
                    table[1 << point | set] = table[set] + turns;
                }
            }
        }
        Self { inner, inner_to, leaving, leaving_to }
    }

    /// Number of turns within the group that these stones of the other side do not bar.
    #[inline]
    fn inner(&self, other: u32) -> u32 {
        let [low, middle, high] = &self.inner_to;
        let barred = low[(other & 255) as usize]
            + middle[(other >> 8 & 255) as usize]
            + high[(other >> 16 & 255) as usize];
        u32::from(self.inner - barred)
    }
}

impl<'a> Expander<'a> {
    pub(crate) fn new(
        rules: SlidingRules,
        geometry: &'static Geometry,
        slice: Slice,
        scope: &Scope<'a, Slice>,
    ) -> Result<Self, SolveError> {
        let numbering =
            |Slice { board: [own, other], .. }| Numbering::new(geometry, own.into(), other.into());
        let mut exits = [[None; MAX_TAKEN + 1]; 2];
        for (placed, taken) in slice.exits(rules) {
            let next = slice.after(placed, taken);
            exits[usize::from(placed)][usize::from(taken)] = Some((numbering(next), scope.solved(next)?));
        }
        Ok(Self { rules, geometry, slice, numbering: numbering(slice), exits })
    }

    /// Calls `visit` with each index in the range that has a position, and its node.
    pub(crate) fn expand(&self, range: Range<u64>, visit: &mut dyn FnMut(u64, Node)) {
        let numbering = &self.numbering;
        let mut index = range.start;
        while index < range.end {
            let orbit = (index / numbering.others) as usize;
            let row = Row::new(self.geometry, numbering, orbit);
            let turns = RowTurns::new(self.rules, self.geometry, self.slice, row.own);
            let first = orbit as u64 * numbering.others;
            let end = range.end.min(first + numbering.others);
            let mut sets = SetCursor::new(self.slice.board[1].into());
            while index < end {
                let other = row.pdep(sets.go_to(index - first));
                let fixes = match row.is_symmetric.then(|| numbering.least_image(orbit, other)) {
                    None => 1,
                    Some((least, fixes)) if least == other => fixes,
                    Some(_) => 0,
                };
                if fixes > 0 {
                    visit(index, self.node(&row, &turns, other, fixes > 1));
                }
                index += 1;
            }
        }
    }

    #[inline]
    fn node(&self, row: &Row, turns: &RowTurns, other: u32, symmetric: bool) -> Node {
        let inner = turns.inner(other);
        let mut exits = Exits::default();
        if turns.leaving_to & !other != 0 {
            exits = self.best_exit(row, turns, other).exits();
        } else if inner == 0 {
            exits.add(Value::LOST);
        }
        Node { exits, inner, symmetric }
    }

    /// Best of the turns that leave the group; there must be one.
    fn best_exit(&self, row: &Row, turns: &RowTurns, other: u32) -> Best {
        let orbits = |taken: u8| self.geometry.orbits(usize::from(self.slice.board[1] - taken));
        let mut best = Best::default();
        // Orbits of the other stones with one of them taken, found at the first turn that takes one.
        let (mut without_one, mut count) = ([Member::NONE; MAX_STONES], 0);
        for turn in turns.leaving.iter().filter(|turn| turn.to & other == 0) {
            let takeable = || self.rules.takeable(other, row.in_mills(other));
            match (turn.due, &self.exits[turn.placed][turn.due.min(1)]) {
                (_, None) => return Best::AT_ONCE,
                (0, Some((numbering, solved))) => {
                    best.add(solved.value(numbering.number_of(orbits(0).member(other), &turn.own).index));
                }
                (1, Some((numbering, solved))) => {
                    if count == 0 {
                        for (member, stone) in without_one.iter_mut().zip(bits(takeable())) {
                            *member = orbits(1).member(other ^ stone);
                            count += 1;
                        }
                    }
                    for member in &without_one[..count] {
                        best.add(solved.value(numbering.number_of(*member, &turn.own).index));
                    }
                }
                (_, Some(_)) => {
                    let Some((numbering, solved)) = &self.exits[turn.placed][2] else { return Best::AT_ONCE };
                    for left in bits(takeable()).map(|stone| other ^ stone) {
                        for stone in bits(self.rules.takeable(left, self.geometry.in_mills(left))) {
                            let member = orbits(2).member(left ^ stone);
                            best.add(solved.value(numbering.number_of(member, &turn.own).index));
                        }
                    }
                }
            }
        }
        best
    }
}
