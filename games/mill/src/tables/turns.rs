//! Turns on sets of stones, and un-moves, which take turns of the moving phase back.
//!
//! A turn is a move together with the removals that it earns.

use std::mem;
use std::ops::ControlFlow;

use plywright::tablebase::SliceIndex;

use super::Slice;
use super::geometry::Geometry;
use super::numbering::Numbering;
use super::row::{Row, SetCursor};
use crate::board::{Point, PointSet};
use crate::rules::StandardRules;

/// Calls `visit` with both sets of stones after each turn of the side that has `own`; its own set comes first. Turns
/// place a stone if `places` is set; otherwise they move one. Stops when `visit` breaks.
#[inline]
pub(crate) fn each_turn<B>(
    rules: &StandardRules,
    [own, other]: [PointSet; 2],
    places: bool,
    visit: &mut impl FnMut(PointSet, PointSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let empty = rules.board.points() - (own | other);
    let mut each_target = |rest: PointSet, targets: PointSet| {
        for to in targets {
            let due = rules.removals_for(rules.board.mills_closed(rest, to).count() as u8);
            each_removal(rules, other, due, &mut |left| visit(rest.with(to), left))?;
        }
        ControlFlow::Continue(())
    };
    if places {
        return each_target(own, empty);
    }
    let flies = rules.flies_with(0, own.count() as u8);
    for from in own {
        each_target(own.without(from), if flies { empty } else { rules.board.neighbours(from) & empty })?;
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with the stones left after each sequence of `due` removals from `stones`. If stones run out
/// first, the sequence ends early.
fn each_removal<B>(
    rules: &StandardRules,
    stones: PointSet,
    due: u8,
    visit: &mut impl FnMut(PointSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if due == 0 || stones.is_empty() {
        return visit(stones);
    }
    for taken in rules.removable(stones) {
        each_removal(rules, stones.without(taken), due - 1, visit)?;
    }
    ControlFlow::Continue(())
}

/// Takes back each turn that moved a stone, removed none and led to a position with these stones. `own` are
/// the stones of the side to move, so a stone of `other` has moved. Calls `visit` with the moved stone's
/// target, then its origin. `flies` is set if the side that moved flies.
#[inline]
pub(crate) fn each_unmove(
    rules: &StandardRules,
    [own, other]: [PointSet; 2],
    flies: bool,
    mut visit: impl FnMut(Point, Point),
) {
    let empty = rules.board.points() - (own | other);
    // Closing a mill takes a stone if there is one. A turn without a removal therefore ends outside mills,
    // unless the side to move has no stones.
    let after_removal = if own.is_empty() { PointSet::EMPTY } else { rules.board.in_mills(other) };
    for to in other - after_removal {
        let origins = if flies { empty } else { rules.board.neighbours(to) & empty };
        for from in origins {
            visit(to, from);
        }
    }
}

/// Finds the predecessors of the slice's positions at `indexes` by turns that move a stone and remove none.
/// `indexes` must ascend. Calls `visit` with a predecessor and the number of its turns that lead to positions
/// at `indexes`. If these positions are in several rows, the predecessor is visited once for each row.
///
/// Many positions of a row share predecessors, so each predecessor is numbered only once for a row.
pub(crate) fn unmoves(
    rules: &StandardRules,
    geometry: &'static Geometry,
    slice: Slice,
    mut indexes: &[u64],
    visit: &mut dyn FnMut(SliceIndex<Slice>, u8),
) {
    let slice_before = slice.after(0, 0);
    let [here, before] = [slice, slice_before].map(|slice| Numbering::new(geometry, slice.board));
    let flies = rules.flies_with(slice_before.hand[0], slice_before.board[0]);
    // `turns[rank]`: number of turns into the current row from the predecessor in which the other side's stones have
    // this rank. `origins`: the extracted sets of these stones, for the predecessors found so far.
    let mut turns = vec![0_u8; here.orbit_len as usize];
    let mut origins = Vec::new();
    while let Some(first) = indexes.first() {
        let orbit = (first / here.orbit_len) as usize;
        let start = orbit as u64 * here.orbit_len;
        let run = indexes.iter().take_while(|index| **index < start + here.orbit_len).count();
        let row = Row::new(geometry, &here, orbit);
        let mut sets = SetCursor::new(slice.board[1].into());
        for index in &indexes[..run] {
            let extracted = sets.go_to(index - start);
            let other = row.points(extracted);
            let stabilizer = if row.is_symmetric { here.stabilizer(*index, other) } else { 1 };
            each_unmove(rules, [row.own, other], flies, |to, from| {
                // If symmetries map the position to itself, some un-moves are images of each other. Only one
                // un-move of each set of images counts.
                if stabilizer.is_power_of_two() || is_canonical_image(geometry, stabilizer, to, from) {
                    let origin = extracted ^ row.extracted(to) ^ row.extracted(from);
                    let turns = &mut turns[here.rank_of(origin) as usize];
                    if *turns == 0 {
                        origins.push(origin);
                    }
                    *turns += 1;
                }
            });
        }
        let own = geometry.images(row.own);
        for origin in origins.drain(..) {
            let turns = mem::take(&mut turns[here.rank_of(origin) as usize]);
            let index = before.number_of(before.orbits.member(row.points(origin)), &own).index;
            visit(SliceIndex { slice: slice_before, index }, turns);
        }
        indexes = &indexes[run..];
    }
}

/// Whether the un-move from `to` to `from` is the least of its images under `symmetries`, given as a bit set.
fn is_canonical_image(geometry: &Geometry, symmetries: u16, to: Point, from: Point) -> bool {
    let bits = |point, symmetry| geometry.image(PointSet::of(point), symmetry).bits();
    (0..geometry.symmetries())
        .filter(|symmetry| symmetries >> symmetry & 1 != 0)
        .all(|symmetry| (bits(to, symmetry), bits(from, symmetry)) >= (bits(to, 0), bits(from, 0)))
}

#[cfg(test)]
mod tests {
    use plywright::{Game, Moves, Notation};

    use super::*;
    use crate::game::Mill;
    use crate::position::State;
    use crate::rules::Rules;
    use crate::tables::TableRules;

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
            let rules = TableRules(game.rules()).moving().expect("rules with tables");
            let flow = each_turn(&rules, state.stones, false, &mut |own, other| {
                found.push([own, other]);
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
