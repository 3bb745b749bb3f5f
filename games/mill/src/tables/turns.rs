//! Turns on sets of stones, and un-moves, which take back turns that move a stone and remove none.
//!
//! A turn is a move together with the removals that it earns. The solvers find the successors of a position by its
//! turns, and its predecessors by un-moves.

use std::mem;
use std::ops::ControlFlow;

use plywright::tablebase::SliceIndex;

use super::Slice;
use super::geometry::Geometry;
use super::numbering::Numbering;
use super::row::{Row, SetCursor};
use super::table_rules::TableRules;
use crate::board::{Point, PointSet};
use crate::rules::StandardRules;

/// Calls `visit` with the stones of both sides after each turn of the side that has the stones `own`; its stones come
/// first. Turns place a stone if `places` is set; otherwise they move one. Turns that lead to equal positions are
/// visited separately. Stops when `visit` breaks.
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

/// Calls `visit` with the stones that are left after each sequence of `due` removals from `stones`. A sequence ends
/// early if no stone is left.
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

/// Calls `visit` with each turn that leads to a position with these stones by moving one stone and removing none. `own`
/// are the stones of the side to move, so a stone of `other` has moved. `visit` gets the point on which this stone
/// stands, then the point from which it came. `flies` is set if the side that moved flies.
#[inline]
pub(crate) fn each_unmove(
    rules: &StandardRules,
    [own, other]: [PointSet; 2],
    flies: bool,
    mut visit: impl FnMut(Point, Point),
) {
    let empty = rules.board.points() - (own | other);
    // A turn that closes a mill takes a stone of the opponent, if it has one. The opponent of the side that moved is
    // now to move, so a turn without a removal ends outside mills unless `own` is empty.
    let after_removal = if own.is_empty() { PointSet::EMPTY } else { rules.board.in_mills(other) };
    for to in other - after_removal {
        let origins = if flies { empty } else { rules.board.neighbours(to) & empty };
        for from in origins {
            visit(to, from);
        }
    }
}

/// Calls `visit` with each predecessor of the positions at `indexes` of the slice, and the number of the predecessor's
/// turns that lead to these positions. Only turns that move a stone and remove none are taken back. `indexes` must be
/// in ascending order. A predecessor of positions in several rows is visited once for each row. Visits nothing under
/// rules for which [`TableRules::fast_moving`] returns `None`.
pub(crate) fn unmoves(
    table_rules: TableRules<'_>,
    slice: Slice,
    mut indexes: &[u64],
    visit: &mut dyn FnMut(SliceIndex<Slice>, u8),
) {
    let Some(rules) = table_rules.fast_moving() else { return };
    let slice_before = slice.after(0, 0);
    let [numbering, numbering_before] = [slice, slice_before].map(|slice| table_rules.numbering(slice));
    let flies = rules.flies_with(slice_before.hand[0], slice_before.board[0]);
    let orbit_len = numbering.orbit_len;
    let turns = vec![0; orbit_len as usize];
    let mut predecessors = Predecessors { rules, numbering, flies, turns, sets: Vec::new() };
    while let Some(first) = indexes.first() {
        let row = Row::new(&numbering, (first / orbit_len) as usize);
        let end = row.first_index + orbit_len;
        let in_row = indexes.iter().take_while(|index| **index < end).count();
        predecessors.collect(&row, &indexes[..in_row]);
        let own = numbering.geometry.images(row.own);
        predecessors.take_all(|set, turns| {
            let member = numbering_before.orbits.member(row.points(set));
            let index = numbering_before.locate_image(member, own[member.symmetry()]).index;
            visit(SliceIndex { slice: slice_before, index }, turns);
        });
        indexes = &indexes[in_row..];
    }
}

/// The predecessors of positions of one row. They differ only in the stones of the side that moves into the row, so a
/// predecessor is identified by these stones, as an extracted set of the row. Many positions of a row share
/// predecessors, so all of them are collected before the index of each is computed.
struct Predecessors {
    rules: StandardRules,
    /// The numbering of the row.
    numbering: Numbering,
    /// Whether the side that moves into the row flies.
    flies: bool,
    /// `turns[rank]`: number of turns into the row from the predecessor whose set has this rank.
    turns: Vec<u8>,
    /// The predecessors found so far.
    sets: Vec<u32>,
}

impl Predecessors {
    /// Adds the predecessors of the positions at `indexes`, which lie in `row`.
    fn collect(&mut self, row: &Row, indexes: &[u64]) {
        let (rules, geometry) = (self.rules, self.numbering.geometry);
        let mut sets = SetCursor::new(self.numbering.other_count);
        for index in indexes {
            let extracted = sets.go_to(index - row.first_index);
            let other = row.points(extracted);
            let stabilizer = if row.is_symmetric { self.numbering.stabilizer(*index, other) } else { 1 };
            each_unmove(&rules, [row.own, other], self.flies, |to, from| {
                // If symmetries map the position to itself, some un-moves are images of each other. Only one
                // un-move of each set of images counts.
                if stabilizer.is_power_of_two() || is_canonical_image(geometry, stabilizer, to, from) {
                    self.add(extracted ^ row.extracted(to) ^ row.extracted(from));
                }
            });
        }
    }

    fn add(&mut self, set: u32) {
        let turns = &mut self.turns[self.numbering.ranks.of(set) as usize];
        if *turns == 0 {
            self.sets.push(set);
        }
        *turns += 1;
    }

    /// Calls `visit` with each predecessor and its number of turns, and forgets the predecessors.
    fn take_all(&mut self, mut visit: impl FnMut(u32, u8)) {
        for set in self.sets.drain(..) {
            visit(set, mem::take(&mut self.turns[self.numbering.ranks.of(set) as usize]));
        }
    }
}

/// Whether an un-move comes first among its images under `symmetries`, in the order of `to` and then `from`. The
/// un-move takes a stone from `to` back to `from`. Bit `i` of `symmetries` is set for symmetry `i`.
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

    /// White closes two mills at once with b6-a7. Three of Black's five stones stand in a mill, so White may remove
    /// only the two others.
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
