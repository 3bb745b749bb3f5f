//! The moving phase's rules on sets of bits, for rule sets whose endings depend on the stones alone.

use std::ops::ControlFlow;

use plywright::tablebase::Value;

use super::geometry::Geometry;

/// A side with fewer stones has lost.
pub(crate) const MIN_STONES: u8 = 3;

/// Rules that apply once no stone is in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlidingRules {
    /// Maximum number of stones with which a side flies; 0 if nobody flies.
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

    /// Number of stones taken by a turn that closes `mills` mills.
    pub(super) fn taken_for(self, mills: u32) -> u8 {
        mills.min(if self.takes_several { 2 } else { 1 }) as u8
    }

    /// Stones that may be taken. `in_mills` are the stones that stand in mills.
    #[inline]
    pub(super) const fn takeable(self, stones: u32, in_mills: u32) -> u32 {
        let outside = stones & !in_mills;
        if outside == 0 || self.takes_from_mills { stones } else { outside }
    }
}

/// Calls `visit` for each turn without a removal that leads to these stones, with the target and the origin
/// of the stone moved.
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

/// Value of the best turn of a side with these stones. `value` returns the values of successors; if it
/// returns `None` for one, so does this function, unless a turn before it wins at once.
pub(super) fn best_turn(
    rules: SlidingRules,
    geometry: &Geometry,
    own: u32,
    other: u32,
    value: &mut dyn FnMut(u32, u32) -> Option<Value>,
) -> Option<Value> {
    let mut best: Option<Value> = None;
    let early = each_turn(rules, geometry, [own, other], false, &mut |own, other| {
        if other.count_ones() < MIN_STONES.into() {
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

/// Calls `visit` with the stones after each turn, the side to move's first. A turn places a stone if
/// `placing` is set, and moves one otherwise.
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
    let mut each_target = |rest: u32, targets: u32| {
        for to in bits(targets) {
            let due = rules.taken_for(geometry.mills_closed(rest, to.trailing_zeros()));
            each_removal(rules, geometry, other, due, &mut |left| visit(rest | to, left))?;
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

/// Calls `visit` with the rest of `stones` after each way to take `due` of them in turn.
fn each_removal<B>(
    rules: SlidingRules,
    geometry: &Geometry,
    stones: u32,
    due: u8,
    visit: &mut impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if due == 0 || stones == 0 {
        return visit(stones);
    }
    let takeable = rules.takeable(stones, geometry.in_mills(stones));
    bits(takeable).try_for_each(|taken| each_removal(rules, geometry, stones ^ taken, due - 1, visit))
}

/// Iterates over the bits of a set.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use plywright::{Game, Moves, Notation};

    use super::*;
    use crate::board::PointSet;
    use crate::game::Mill;
    use crate::position::State;
    use crate::rules::Rules;
    use crate::tables::TableRules;

    /// Collects the stones after each turn, the side to move's first, by the rules of the game.
    fn turns_by_rules(game: &Mill, state: &State, found: &mut Vec<[PointSet; 2]>) {
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        for mv in moves {
            let mut next = *state;
            game.play(&mut next, mv);
            if next.side == state.side {
                turns_by_rules(game, &next, found);
            } else {
                found.push(next.stones);
            }
        }
    }

    /// White closes two mills at once with b6-a7; three of Black's five stones stand in a mill.
    #[test]
    fn two_mills_at_once_take_as_many_stones_as_the_rules_say() {
        for may_remove_multiple in [false, true] {
            let game =
                Mill::new(Rules { has_diagonal_lines: true, may_remove_multiple, ..Rules::NINE_MENS_MORRIS });
            let text = "**O*@***/***@@**O/OO@*@OO* w m s 6 0 5 0 0 0 0 0 0 0 0 0 20";
            let state = game.parse_position(text).expect("a position");
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            turns_by_rules(&game, &state, &mut expected);
            let rules = TableRules(game.rules());
            let geometry = rules.geometry();
            let stones = state.stones.map(|set| geometry.bits_of(set));
            let sliding = rules.sliding().expect("rules with tables");
            let flow = each_turn(sliding, geometry, stones, false, &mut |own, other| {
                found.push([own, other].map(|set| geometry.points_of(set)));
                ControlFlow::<()>::Continue(())
            });
            assert!(flow.is_continue());
            for turns in [&mut found, &mut expected] {
                turns.sort_by_key(|turn| turn.map(PointSet::bits));
            }
            assert_eq!(found, expected, "several at once: {may_remove_multiple}");
        }
    }
}
