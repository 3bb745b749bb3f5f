//! Verifies full tables: derives their values again by playing every move, and counts them. This takes one pass over
//! the positions.
//!
//! Verification uses neither [`Sliced::expand`] nor [`Sliced::unmoves`], which a game may write for speed. So it also
//! finds wrong values that faults in these methods have caused.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::cells::{BLOCK, cells_in};
use super::each_slice::each_slice;
use super::error::{SolveError, TablebaseError};
use super::parallel::Workers;
use super::plan::exits_of;
use super::progress::{SliceCounts, Solution, SolveControl, SolveResult, Stage};
use super::sliced::{Scope, Sliced, SolvedSlices};
use super::source::Stored;
use super::tables::Tables;
use crate::search::{Value, lock};

/// Verifies the full tables in a folder: derives every value again with [`Sliced::expand_by_rules`], from the stored
/// values of the positions after each turn. Compares the values and their counts with the stored ones. Keeps in memory
/// the tables of a group and of the slices that its turns reach.
///
/// # Errors
///
/// Returns an error if the folder has no full table, if a table to which turns lead is missing, if a file cannot be
/// used, if a value or a count is wrong, or if `stop` was set.
pub fn verify<G: Sliced>(game: &G, folder: &Path, control: SolveControl<'_>) -> SolveResult {
    let tables = Tables::open(game.clone(), Stored::folder(folder))?;
    let slices = tables.full_slices();
    if slices.is_empty() {
        return Err(TablebaseError::Empty { folder: folder.to_owned() });
    }
    let mut groups = game.groups(None);
    groups.retain(|group| group.iter().any(|slice| slices.contains(slice)));
    let workers = Workers::of(control);
    // Tables in memory: those of a group, and those of the earlier slices that its turns reach.
    let mut known: SolvedSlices<G::Slice> = HashMap::new();
    let rows = each_slice(game, &groups.concat(), control, |slice, report| {
        if let Some(number) = groups.iter().position(|group| group.first() == Some(&slice)) {
            let exits = exits_of(game, &groups, number);
            known.retain(|slice, _| exits.contains(slice));
            for slice in exits.into_iter().chain(groups[number].iter().copied()) {
                if let Entry::Vacant(place) = known.entry(slice) {
                    place.insert(tables.load(slice)?);
                }
            }
        }
        let counts = verify_slice(game, slice, &known, workers, report)?;
        if counts == tables.counts(slice)? {
            Ok(counts)
        } else {
            Err(SolveError::Counts(slice.to_string()).into())
        }
    })?;
    Ok(Solution { rows, start: tables.start()? })
}

/// Compares the values of a slice with the values that the moves give, and counts them. `known` has the tables of the
/// slice's group and of the slices that its turns reach.
fn verify_slice<G: Sliced>(
    game: &G,
    slice: G::Slice,
    known: &SolvedSlices<G::Slice>,
    workers: Workers<'_>,
    report: &(dyn Fn(Stage) + Sync),
) -> Result<SliceCounts, SolveError> {
    // With an empty group, every turn leads to a stored value, so that the best of these is the position's value.
    let scope = Scope { group: &[], known, unit: game.margin_unit() };
    let (solved, positions) = (scope.solved(slice)?, game.size(slice));
    let (counts, checked) = (Mutex::new(SliceCounts::default()), AtomicU64::new(0));
    workers.run((positions as usize).div_ceil(BLOCK), 1, &|blocks| {
        let range = cells_in(&blocks, positions);
        let length = range.end - range.start;
        let (mut counts_of_range, mut failure) = (SliceCounts::default(), Ok(()));
        game.expand_by_rules(slice, range, &scope, &mut |index, node| {
            let (found, expected) = (solved.value(index), node.best_exit.unwrap_or(Value::LOST));
            counts_of_range.add_score(found.score());
            if found != expected && failure.is_ok() {
                let [found, expected] = [found, expected].map(|value| format!("{value:?}"));
                failure = Err(SolveError::Wrong { slice: slice.to_string(), index, found, expected });
            }
        })?;
        failure?;
        lock(&counts).merge(counts_of_range);
        report(Stage::Expanding(checked.fetch_add(length, Relaxed) + length, positions));
        Ok::<_, SolveError>(())
    })?;
    Ok(counts.into_inner().unwrap_or_else(PoisonError::into_inner))
}
