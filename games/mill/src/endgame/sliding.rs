//! The rules once no stone is in hand, on sets of bits, for the rule sets whose endings depend on stones
//! alone.

use std::ops::ControlFlow;

use plywright::tables::Value;

use super::geometry::Geometry;

/// A side with fewer stones has lost.
pub(crate) const LEAST_STONES: u8 = 3;

/// The rules once no stone is in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlidingRules {
    /// Maximum number of stones with which a side flies; 0 where nobody flies.
    pub(crate) flies_up_to: u8,
    /// Whether stones in mills may always be taken.
    pub(crate) takes_from_mills: bool,
    /// Whether two mills closed at once take two stones.
    pub(crate) takes_several: bool,
}

impl SlidingRules {
    /// Whether a side with these stones in hand and on the board flies.
    pub(super) const fn flies(self, hand: u8, board: u8) -> bool {
        hand == 0 && board <= self.flies_up_to
    }

    /// Number of stones that a turn takes that closes some mills.
    pub(super) fn taken_for(self, mills: u32) -> u8 {
        mills.min(if self.takes_several { 2 } else { 1 }) as u8
    }

    /// Those of a side's stones that may be taken; `in_mills` are those of them that stand in mills.
    #[inline]
    pub(super) const fn takeable(self, stones: u32, in_mills: u32) -> u32 {
        let outside = stones & !in_mills;
        if outside == 0 || self.takes_from_mills { stones } else { outside }
    }
}

/// Calls `visit` for each turn without a removal that leads to these stones, with the point that the stone
/// went to, and the one it came from.
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

/// The value of the best turn of a side with these stones, when `value` knows what turns lead to; `None`
/// where it does not.
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

/// Calls `visit` with the stones after each turn of the side to move, its own first: after placing a stone if
/// it is `placing`, and else after moving one. Two mills at once take one stone.
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
    let takeable = rules.takeable(other, geometry.in_mills(other));
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
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
