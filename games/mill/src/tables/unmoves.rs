//! Un-moves: the solver's backward pass.
//!
//! Turns without a removal that lead to a row's positions start from positions whose other side has the row's
//! stones. Many positions of the row share predecessors, so these are counted first and numbered once.

use std::mem;

use plywright::tablebase::SliceIndex;

use super::geometry::Geometry;
use super::numbering::Numbering;
use super::row::{Row, SetCursor};
use super::slice::Slice;
use super::sliding::{SlidingRules, bits};

/// Calls `visit` with each predecessor, by turns without a removal, of the slice's positions at `indexes`,
/// and with the number of turns that lead from it to them. `indexes` must ascend.
pub(crate) fn unmoves(
    rules: SlidingRules,
    geometry: &'static Geometry,
    slice: Slice,
    mut indexes: &[u64],
    visit: &mut dyn FnMut(SliceIndex<Slice>, u8),
) {
    let slice_before = slice.after(0, 0);
    let [here, before] = [slice, slice_before]
        .map(|Slice { board: [own, other], .. }| Numbering::new(geometry, own.into(), other.into()));
    let flies = rules.flies(slice_before.hand[0], slice_before.board[0]);
    // Number of turns from each set of other stones, by rank, and the sets with at least one turn.
    let mut turns = vec![0_u8; here.others as usize];
    let mut origins = Vec::new();
    while let Some(first) = indexes.first() {
        let orbit = (first / here.others) as usize;
        let start = orbit as u64 * here.others;
        let run = indexes.iter().take_while(|index| **index < start + here.others).count();
        let row = Row::new(geometry, &here, orbit);
        let mut sets = SetCursor::new(slice.board[1].into());
        for index in &indexes[..run] {
            let extracted = sets.go_to(index - start);
            let other = row.pdep(extracted);
            let stabilizer = if row.is_symmetric { here.stabilizer(*index, other) } else { 1 };
            let empty = geometry.all & !(row.own | other);
            // A turn that closed a mill took a stone, unless there was none to take.
            let after_removal = if row.own == 0 { 0 } else { row.in_mills(other) };
            for to in bits(other & !after_removal) {
                let near = geometry.neighbours[to.trailing_zeros() as usize];
                for from in bits(if flies { empty } else { near & empty }) {
                    // Un-moves that the position's own symmetries map to each other count once.
                    if stabilizer.is_power_of_two() || is_least_image(geometry, stabilizer, to, from) {
                        let origin = extracted ^ row.pext(to) ^ row.pext(from);
                        let turns = &mut turns[here.rank_of(origin) as usize];
                        if *turns == 0 {
                            origins.push(origin);
                        }
                        *turns += 1;
                    }
                }
            }
        }
        let own = geometry.images_of(row.own);
        for origin in origins.drain(..) {
            let turns = mem::take(&mut turns[here.rank_of(origin) as usize]);
            let index = before.number_of(before.orbits.member(row.pdep(origin)), &own).index;
            visit(SliceIndex { slice: slice_before, index }, turns);
        }
        indexes = &indexes[run..];
    }
}

fn is_least_image(geometry: &Geometry, symmetries: u16, to: u32, from: u32) -> bool {
    (0..geometry.symmetries())
        .filter(|symmetry| symmetries >> symmetry & 1 != 0)
        .all(|symmetry| (geometry.image(to, symmetry), geometry.image(from, symmetry)) >= (to, from))
}
