//! Solves a group of slices in a game that is decided by points.
//!
//! A margin here is the final margin minus the current lead; see [`Sliced::margin_unit`]. All margins begin
//! at 0. A sweep derives the margin of each position from the margins of the positions that its turns reach.
//! Turns within the group must leave the lead unchanged; a turn that changes it is an error. Margins
//! therefore only move away from 0, so the sweeps end. Endless play counts as a margin of 0. A position is
//! settled when all positions of the group that its turns reach are settled. Later sweeps skip settled
//! positions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::cells::{Cells, cells_in};
use super::error::SolveError;
use super::parallel::Workers;
use super::progress::Stage;
use super::retrograde::{BLOCKS_AT_A_TIME, NO_POSITION, SolvedPart, counted};
use super::sliced::{Scope, SliceIndex, Sliced, SolvedSlices, node_by_rules};
use crate::search::Value;

/// Mark of a position that later sweeps must expand again. New cells have this mark.
const OPEN: u8 = 0;
/// Mark of a position whose margin cannot change any more.
const SETTLED: u8 = 1;

/// A slice of the group.
struct Part<S> {
    slice: S,
    /// For each position, the byte of the margin that the sweeps have found so far.
    values: Cells,
    /// For each index, [`OPEN`], [`SETTLED`] or [`NO_POSITION`].
    marks: Cells,
}

/// Solves a group with margins in steps of `unit` evaluation units. Returns the values and counts of each slice.
pub(super) fn solve<G: Sliced>(
    game: &G,
    group: &[G::Slice],
    known: &SolvedSlices<G::Slice>,
    unit: i32,
    workers: Workers<'_>,
    report: &(dyn Fn(Stage) + Sync),
) -> Result<Vec<SolvedPart<G::Slice>>, SolveError> {
    let new_part = |slice: &G::Slice| {
        let len = game.size(*slice);
        Part { slice: *slice, values: Cells::new(len), marks: Cells::new(len) }
    };
    let parts: Vec<_> = group.iter().map(new_part).collect();
    let scope = Scope { group, known, unit: Some(unit) };
    let all = parts.iter().map(|part| part.values.len()).sum();
    let (changed, done) = (AtomicBool::new(true), AtomicU64::new(0));
    let mut sweeps = 0;
    while changed.swap(false, Relaxed) {
        for part in &parts {
            workers.run::<SolveError>(part.values.blocks(), BLOCKS_AT_A_TIME, &|blocks| {
                let range = cells_in(&blocks, part.values.len());
                let len = range.end - range.start;
                for index in range.filter(|index| part.marks.get(*index) == OPEN) {
                    if expand(game, &parts, part, index, &scope)? {
                        changed.store(true, Relaxed);
                    }
                }
                if sweeps == 0 {
                    report(Stage::Expanding(done.fetch_add(len, Relaxed) + len, all));
                }
                Ok(())
            })?;
        }
        sweeps += 1;
        report(Stage::Iteration(sweeps));
    }
    Ok(parts.into_iter().map(|part| counted(part.slice, part.values, &part.marks, Some(unit))).collect())
}

/// Derives the margin of the position at an index from its successors, and stores it with the mark. Returns whether the
/// margin or the mark has changed.
fn expand<G: Sliced>(
    game: &G,
    parts: &[Part<G::Slice>],
    part: &Part<G::Slice>,
    index: u64,
    scope: &Scope<'_, G::Slice>,
) -> Result<bool, SolveError> {
    let unit = scope.unit.ok_or(SolveError::Margin)?;
    // An index without a position has the byte 0.
    let (mut mark, mut byte) = (NO_POSITION, 0);
    if let Some(state) = game.position(SliceIndex { slice: part.slice, index }) {
        mark = SETTLED;
        let mut inner = |place: SliceIndex<G::Slice>| {
            let reached = parts.iter().find(|other| other.slice == place.slice)?;
            if reached.marks.get(place.index) == OPEN {
                mark = OPEN;
            }
            Some(Value::from_margin_byte(reached.values.get(place.index), unit))
        };
        let node = node_by_rules(game, &state, scope, &mut inner)?.ok_or(SolveError::Margin)?;
        let value = node.best_exit.ok_or(SolveError::NoTurn)?;
        byte = value.to_margin_byte(unit).ok_or(SolveError::Margin)?;
    }
    let is_new = part.values.replace_unless(index, byte, |old| old == byte);
    Ok(part.marks.replace_unless(index, mark, |old| old == mark) || is_new)
}
