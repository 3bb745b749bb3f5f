//! What the moves of a position lead to once no stone is in hand, and un-moves: the solver's hot path.
//!
//! It says what the rules say, for the rule sets whose endings depend on stones alone, on sets of bits and without making
//! positions. Tests compare it with the rules.

use std::ops::{ControlFlow, Range};

use plywright::tables::{Exits, Node, Place, Scope, SolveError, SolvedSlice, Value};

use super::geometry::Geometry;
use super::leaders::{Lead, next_set, set_at};
use super::numbering::Numbering;
use super::slice::Slice;

/// A side with fewer stones has lost.
pub(crate) const LEAST_STONES: u8 = 3;

/// What there is to know about the rules once no stone is in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlidingRules {
    /// A side with so many stones or fewer flies; 0 where there is no flying.
    pub(crate) flies_up_to: u8,
    /// Whether stones in mills may always be taken.
    pub(crate) takes_from_mills: bool,
    /// Whether two mills closed at once take two stones.
    pub(crate) takes_several: bool,
}

/// A slice while its positions are expanded.
pub(crate) struct Expander<'a> {
    rules: SlidingRules,
    geometry: &'static Geometry,
    numbering: Numbering,
    flies: bool,
    other: u8,
    /// The slices after taking 1, 2, ... stones, as far as the other side has enough of them left.
    taken: Vec<(Numbering, SolvedSlice<'a>)>,
}

/// The best turns out of the slice: the byte of the shortest win, and that of the longest loss.
#[derive(Clone, Copy, Default)]
struct Best {
    win: u8,
    draws: bool,
    loss: u8,
}

impl Best {
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

impl<'a> Expander<'a> {
    pub(crate) fn new(
        rules: SlidingRules,
        geometry: &'static Geometry,
        slice: Slice,
        scope: &Scope<'a, Slice>,
    ) -> Result<Self, SolveError> {
        let [own, other] = slice.board;
        let most = if rules.takes_several { 2 } else { 1 };
        let taken = (1..=most).filter(|taken| other - taken >= LEAST_STONES).map(|taken| {
            let next = slice.after(0, taken);
            let numbering = Numbering::new(geometry, next.board[0].into(), next.board[1].into());
            Ok((numbering, scope.solved(next)?))
        });
        Ok(Self {
            rules,
            geometry,
            numbering: Numbering::new(geometry, own.into(), other.into()),
            flies: own <= rules.flies_up_to,
            other,
            taken: taken.collect::<Result<_, _>>()?,
        })
    }

    /// Calls `visit` with each number in the range that a position has.
    pub(crate) fn expand(&self, range: Range<u64>, visit: &mut dyn FnMut(u64, Node)) {
        let numbering = &self.numbering;
        let mut index = range.start;
        while index < range.end {
            let leader = (index / numbering.others) as usize;
            let own = numbering.leaders.sets[leader];
            let is_symmetric = numbering.leaders.is_symmetric(leader);
            let spread = numbering.spread(leader);
            let end = range.end.min((leader as u64 + 1) * numbering.others);
            let mut squeezed = set_at(index % numbering.others, self.other.into());
            while index < end {
                let other = spread.of(squeezed);
                let fixes = match is_symmetric.then(|| numbering.least_image(leader, other)) {
                    None => 1,
                    Some((least, fixes)) if least == other => fixes,
                    Some(_) => 0,
                };
                if fixes > 0 {
                    visit(index, self.node(own, other, fixes > 1));
                }
                index += 1;
                squeezed = next_set(squeezed).unwrap_or(squeezed);
            }
        }
    }

    #[inline]
    fn node(&self, own: u32, other: u32, symmetric: bool) -> Node {
        let geometry = self.geometry;
        let empty = geometry.all & !(own | other);
        let mut inner = 0;
        let mut best = Best::default();
        let mut takes = Takes::new(self, other);
        let mut from_set = own;
        while from_set != 0 {
            let from = from_set & from_set.wrapping_neg();
            from_set ^= from;
            let rest = own ^ from;
            let (mut targets, mut closing);
            if self.flies {
                targets = empty;
                closing = geometry.closing(rest) & empty;
            } else {
                targets = geometry.neighbours[from.trailing_zeros() as usize] & empty;
                closing = 0;
                let mut left = targets;
                while left != 0 {
                    let to = left.trailing_zeros();
                    left &= left - 1;
                    closing |= u32::from(geometry.closes(rest, to)) << to;
                }
            }
            targets &= !closing;
            inner += targets.count_ones();
            while closing != 0 {
                let to = closing.trailing_zeros();
                closing &= closing - 1;
                takes.add(rest, to, &mut best);
            }
        }
        let mut exits = best.exits();
        if inner == 0 && exits.best().is_none() {
            exits.add(Value::LOST);
        }
        Node { exits, inner, symmetric }
    }
}

/// The removals of a position, found when the first mill is closed.
struct Takes<'e, 'a> {
    expander: &'e Expander<'a>,
    other: u32,
    /// The leader of the other stones without one of them, for each that may be taken.
    without_one: [Lead; 12],
    count: usize,
}

impl<'e, 'a> Takes<'e, 'a> {
    #[inline]
    fn new(expander: &'e Expander<'a>, other: u32) -> Self {
        Self { expander, other, without_one: [Lead::NONE; 12], count: 0 }
    }

    /// One of the stones, which are `rest` without it, closes a mill on `to`.
    fn add(&mut self, rest: u32, to: u32, best: &mut Best) {
        let expander = self.expander;
        let Some((numbering, solved)) = expander.taken.first() else {
            // Two stones are left to the other side.
            best.win = Value::LOST.to_byte() + 1;
            return;
        };
        let own = rest | 1 << to;
        if expander.rules.takes_several {
            let due = expander.geometry.mills_closed(rest, to);
            return self.add_several(own, self.other, due.min(2), 1, best);
        }
        if self.count == 0 {
            let mut takeable = expander.takeable(self.other);
            while takeable != 0 {
                let stone = takeable & takeable.wrapping_neg();
                takeable ^= stone;
                self.without_one[self.count] = numbering.leaders.lead(self.other ^ stone);
                self.count += 1;
            }
        }
        for lead in &self.without_one[..self.count] {
            best.add(solved.value(numbering.number_with(*lead, own).index));
        }
    }

    /// `due` more stones are taken, the first of them as number `taken`.
    fn add_several(&self, own: u32, other: u32, due: u32, taken: usize, best: &mut Best) {
        let Some((numbering, solved)) = self.expander.taken.get(taken - 1) else {
            best.win = Value::LOST.to_byte() + 1;
            return;
        };
        let mut takeable = self.expander.takeable(other);
        while takeable != 0 {
            let left = other & !(takeable & takeable.wrapping_neg());
            takeable &= takeable - 1;
            if due > 1 {
                self.add_several(own, left, due - 1, taken + 1, best);
            } else {
                best.add(solved.value(numbering.number(left, own).index));
            }
        }
    }
}

impl Expander<'_> {
    /// Those of the other side's stones that may be taken.
    fn takeable(&self, other: u32) -> u32 {
        let outside = other & !self.geometry.in_mills(other);
        if outside == 0 || self.rules.takes_from_mills { other } else { outside }
    }
}

/// Appends the places from which a turn without a removal leads to the position of that place.
pub(crate) fn unmoves(
    rules: SlidingRules,
    geometry: &'static Geometry,
    place: Place<Slice>,
    out: &mut Vec<Place<Slice>>,
) {
    let [own_count, other_count] = place.slice.board;
    let here = Numbering::new(geometry, own_count.into(), other_count.into());
    let before = Numbering::new(geometry, other_count.into(), own_count.into());
    let Some([own, other]) = here.stones(place.index) else { return };
    let slice = Slice::moving(other_count, own_count);
    let is_symmetric = here.leaders.is_symmetric((place.index / here.others) as usize);
    let stabilizer = if is_symmetric { here.stabilizer(place.index, other) } else { 1 };
    each_unmove(rules, geometry, [own, other], &mut |to, from| {
        // Images of an un-move under the position's own symmetries are one and the same.
        if stabilizer.is_power_of_two() || is_least_image(geometry, stabilizer, to, from) {
            let index = before.number(other ^ to ^ from, own).index;
            out.push(Place { slice, index });
        }
    });
}

/// Calls `visit` for each turn without a removal that leads to these stones, with the point that the stone went to, and
/// the one it came from.
#[inline]
pub(crate) fn each_unmove(
    rules: SlidingRules,
    geometry: &Geometry,
    [own, other]: [u32; 2],
    visit: &mut impl FnMut(u32, u32),
) {
    let empty = geometry.all & !(own | other);
    let flies = other.count_ones() <= rules.flies_up_to.into();
    for to in bits(other & !geometry.in_mills(other)) {
        let from = if flies { empty } else { geometry.neighbours[to.trailing_zeros() as usize] & empty };
        bits(from).for_each(|from| visit(to, from));
    }
}

fn is_least_image(geometry: &Geometry, symmetries: u16, to: u32, from: u32) -> bool {
    (0..geometry.symmetries())
        .filter(|symmetry| symmetries >> symmetry & 1 != 0)
        .all(|symmetry| (geometry.image(to, symmetry), geometry.image(from, symmetry)) >= (to, from))
}

/// The value of the best turn of a side with these stones, when `value` knows what turns lead to; `None` where it does
/// not.
pub(super) fn best_turn(
    rules: SlidingRules,
    geometry: &Geometry,
    own: u32,
    other: u32,
    value: &mut dyn FnMut(u32, u32) -> Option<Value>,
) -> Option<Value> {
    let mut best: Option<Value> = None;
    let early = each_turn(rules, geometry, [own, other], false, &mut |own, other| {
        if other.count_ones() < LEAST_STONES.into() {
            return ControlFlow::Break(Value::LOST.one_turn_before());
        }
        let Some(value) = value(other, own) else { return ControlFlow::Break(None) };
        best = best.max(value.one_turn_before());
        ControlFlow::Continue(())
    });
    match early {
        ControlFlow::Break(value) => value,
        ControlFlow::Continue(()) => best.or(Some(Value::LOST)),
    }
}

/// Calls `visit` with the stones after each turn of the side to move, its own first: after placing a stone if it is
/// `placing`, and else after moving one. Two mills at once take one stone.
#[inline]
pub(crate) fn each_turn<B>(
    rules: SlidingRules,
    geometry: &Geometry,
    [own, other]: [u32; 2],
    placing: bool,
    visit: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let empty = geometry.all & !(own | other);
    let flies = own.count_ones() <= rules.flies_up_to.into();
    let outside = other & !geometry.in_mills(other);
    let takeable = if outside == 0 || rules.takes_from_mills { other } else { outside };
    let mut each_target = |rest: u32, targets: u32| {
        for to in bits(targets) {
            if geometry.closes(rest, to.trailing_zeros()) {
                bits(takeable).try_for_each(|taken| visit(rest | to, other ^ taken))?;
            } else {
                visit(rest | to, other)?;
            }
        }
        ControlFlow::Continue(())
    };
    if placing {
        return each_target(own, empty);
    }
    bits(own).try_for_each(|from| {
        let near = geometry.neighbours[from.trailing_zeros() as usize];
        each_target(own ^ from, if flies { empty } else { near & empty })
    })
}

/// The bits of a set, each by itself.
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
