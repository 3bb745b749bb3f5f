//! Solving and verifying a game's tables.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::cells::{BLOCK, Cells};
use super::error::{SolveError, TablebaseError};
use super::files::{Files, write_manifest};
use super::manifest::rules_of;
use super::margins;
use super::ownership::claim;
use super::progress::{SliceCounts, SliceRow, Solution, SolveControl, SolveOptions, SolveProgress, Stage};
use super::retrograde::{BYTES_PER_POSITION, GroupSolver, in_parallel};
use super::rows::{Encoding, value_rows};
use super::sliced::{Scope, Sliced, SolvedSlices};
use super::source::Stored;
use super::table_file::{self, Head};
use super::tables::Tables;
use crate::search::Value;
use crate::text::FileError;

/// Solves a game group by group and writes a file for each slice. A group is not solved again if all its files
/// are intact. A damaged file is reported as [`Stage::Damaged`] and made again.
///
/// # Errors
///
/// Returns an error if the folder belongs to other rules, an option is invalid, the game cannot be solved
/// (see [`SolveError`]), a file cannot be read or written, or `stop` was set. Finished groups are kept, and
/// the next run continues after them.
pub fn solve<G: Sliced>(
    game: &G,
    options: &SolveOptions,
    control: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    if let Some(max_pieces) = options.max_pieces {
        check_max_pieces(game, max_pieces)?;
    }
    if let Some(format) = &options.format {
        return game.solve_as(format, options, control);
    }
    let folder = &options.folder;
    let _claim = claim(folder, &rules_of(game))?;
    let groups = game.groups(options.max_pieces);
    let size = |group: &[G::Slice]| group.iter().map(|slice| game.size(*slice)).sum::<u64>();
    let files = Files::in_folder(folder);
    let mut finished = HashMap::new();
    for slice in groups.iter().flatten() {
        let checked = counts_of_intact(game, &files, *slice);
        match checked {
            Ok(counts) => finished.extend(counts.map(|counts| (*slice, counts))),
            Err(damage @ FileError::Content { .. }) => {
                let (slices, stage) = (slice.to_string(), Stage::Damaged(damage.into()));
                (control.report)(&SolveProgress { slices, stage, done: 0, all: 0 });
            }
            Err(error) => return Err(error.into()),
        }
        if control.stop.load(Relaxed) {
            return Err(SolveError::Stopped.into());
        }
    }
    let is_done = |group: &Vec<G::Slice>| group.iter().all(|slice| finished.contains_key(slice));
    let all = groups.iter().filter(|group| !is_done(group)).map(|group| size(group)).sum();
    let done = AtomicU64::new(0);
    let mut known = SolvedSlices(HashMap::new());
    let mut rows = Vec::new();
    let finish = |rows: &mut Vec<SliceRow>, slice: G::Slice, counts| {
        let done = done.load(Relaxed);
        (control.report)(&SolveProgress {
            slices: slice.to_string(),
            stage: Stage::Finished(counts),
            done,
            all,
        });
        rows.push((slice.to_string(), counts));
    };
    for group in &groups {
        let needed = exits_of(game, group);
        known.0.retain(|slice, _| needed.as_ref().is_none_or(|needed| needed.contains(slice)));
        if is_done(group) {
            for slice in group {
                finish(&mut rows, *slice, finished[slice]);
            }
            continue;
        }
        let slices = group.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let earlier = groups.iter().flatten().take_while(|slice| !group.contains(slice));
        let missing: Vec<G::Slice> = match &needed {
            Some(needed) => needed.iter().filter(|slice| !known.0.contains_key(slice)).copied().collect(),
            None => earlier.filter(|slice| !known.0.contains_key(slice)).copied().collect(),
        };
        let in_memory: u64 = known.0.values().map(Cells::len).sum();
        let memory = size(group) * BYTES_PER_POSITION + size(&missing) + in_memory;
        let allow = |more: u64| SolveError::allow(&slices, memory + more, options.memory);
        allow(0)?;
        for slice in missing {
            let file = files.find(Encoding::Values, &slice.to_string())?;
            let file = file.ok_or_else(|| TablebaseError::Empty { folder: folder.clone() })?;
            known.0.insert(slice, files.load(game, slice, &file)?);
        }
        let stage = |stage| {
            // Expanding a position counts as half of the work on it.
            let half_done = match stage {
                Stage::Expanding(expanded, _) => expanded / 2,
                Stage::Iteration(_) | Stage::Finished(_) | Stage::Damaged(_) => size(group) / 2,
            };
            let done = done.load(Relaxed) + half_done;
            (control.report)(&SolveProgress { slices: slices.clone(), stage, done, all });
        };
        let threads = options.threads.max(1);
        let solved = match game.margin_unit() {
            Some(unit) => margins::solve(game, group, &known, unit, (threads, control.stop), &stage)?,
            None => GroupSolver::new(game, group, &known, threads, control.stop).solve(&stage, &allow)?,
        };
        for (slice, values, counts) in solved {
            let head = Head {
                rules: game.table_rules(slice),
                slice: slice.to_string(),
                positions: values.len(),
                row_len: Encoding::Values.row_len(game, slice),
                counts,
            };
            let path = folder.join(Encoding::Values.file_name(&head.slice));
            table_file::write(&path, Encoding::Values, &head, &[], value_rows(&values))?;
            done.fetch_add(values.len(), Relaxed);
            finish(&mut rows, slice, counts);
            known.0.insert(slice, values);
        }
        write_manifest(game, folder)?;
    }
    write_manifest(game, folder)?;
    let start =
        if rows.is_empty() { None } else { Tables::open(game.clone(), Stored::folder(folder))?.start()? };
    Ok(Solution { rows, start })
}

/// Checks the full table of a slice and returns its counts; `None` if there is no table.
fn counts_of_intact<G: Sliced>(
    game: &G,
    files: &Files,
    slice: G::Slice,
) -> Result<Option<SliceCounts>, FileError> {
    let Some(file) = files.find(Encoding::Values, &slice.to_string())? else { return Ok(None) };
    files.check_rows(game, slice, &file)?;
    files.opened(game, slice, &file).map(|opened| Some(opened.head.counts))
}

/// Valid limits range from the smallest that admits a slice to the smallest that admits all slices.
fn check_max_pieces<G: Sliced>(game: &G, max_pieces: u32) -> Result<(), TablebaseError> {
    let slices = |max_pieces| game.groups(Some(max_pieces)).iter().map(Vec::len).sum::<usize>();
    let all = slices(u32::MAX);
    let least_with =
        |count| (0..=u32::MAX).find(|max_pieces| slices(*max_pieces) >= count).unwrap_or(u32::MAX);
    let (min, max) = (least_with(all.min(1)), least_with(all));
    if (min..=max).contains(&max_pieces) {
        Ok(())
    } else {
        Err(TablebaseError::Pieces { max_pieces, min, max })
    }
}

/// Verifies the full tables in a folder: derives the values again by playing every move, and counts them.
///
/// # Errors
///
/// Returns an error if a file cannot be used, an entry or a count is wrong, or `stop` was set.
pub fn verify<G: Sliced>(
    game: &G,
    folder: &Path,
    threads: usize,
    control: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    let tables = Tables::open(game.clone(), Stored::folder(folder))?;
    let slices = tables.full_slices();
    if slices.is_empty() {
        return Err(TablebaseError::Empty { folder: folder.to_owned() });
    }
    let mut groups = game.groups(None);
    groups.retain(|group| group.iter().any(|slice| slices.contains(slice)));
    let all = groups.iter().flatten().map(|slice| game.size(*slice)).sum();
    let done = AtomicU64::new(0);
    let mut known = SolvedSlices(HashMap::new());
    let mut rows = Vec::new();
    for group in &groups {
        let exits = exits_of(game, group);
        known.0.retain(|slice, _| exits.as_ref().is_none_or(|exits| exits.contains(slice)));
        let wanted: Vec<G::Slice> = match exits {
            Some(exits) => exits.into_iter().chain(group.iter().copied()).collect(),
            None => group.clone(),
        };
        for slice in wanted {
            if let Entry::Vacant(place) = known.0.entry(slice) {
                place.insert(tables.load(slice)?);
            }
        }
        for slice in group {
            let (stated, positions) = (tables.counts(*slice)?, game.size(*slice));
            let counts = Mutex::new(SliceCounts::default());
            let scope = Scope { group: &[], known: &known, unit: game.margin_unit() };
            let solved = scope.solved(*slice)?;
            let blocks = (positions as usize).div_ceil(BLOCK);
            let checked = AtomicU64::new(0);
            in_parallel(blocks, 1, threads.max(1), control.stop, |blocks| {
                let range = (blocks.start * BLOCK) as u64..((blocks.end * BLOCK) as u64).min(positions);
                let mut here = SliceCounts::default();
                let mut failure = None;
                game.expand_by_rules(*slice, range.clone(), &scope, &mut |index, node| {
                    let expected = node.best_exit.unwrap_or(Value::LOST);
                    let found = solved.value(index);
                    here.add(found);
                    if found != expected && failure.is_none() {
                        failure = Some(SolveError::Wrong {
                            slice: slice.to_string(),
                            index,
                            found: format!("{found:?}"),
                            expected: format!("{expected:?}"),
                        });
                    }
                })?;
                counts.lock().unwrap_or_else(PoisonError::into_inner).merge(here);
                let checked = checked.fetch_add(range.end - range.start, Relaxed) + range.end - range.start;
                let stage = Stage::Expanding(checked, positions);
                let done = done.load(Relaxed);
                (control.report)(&SolveProgress { slices: slice.to_string(), stage, done, all });
                failure.map_or(Ok(()), Err)
            })?;
            let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
            if counts != stated {
                return Err(SolveError::Counts { slice: slice.to_string() }.into());
            }
            let done = done.fetch_add(positions, Relaxed) + positions;
            let stage = Stage::Finished(counts);
            (control.report)(&SolveProgress { slices: slice.to_string(), stage, done, all });
            rows.push((slice.to_string(), counts));
        }
    }
    Ok(Solution { rows, start: tables.start()? })
}

/// Returns the slices of earlier groups that moves from a group reach; `None` if they may reach any earlier
/// slice.
fn exits_of<G: Sliced>(game: &G, group: &[G::Slice]) -> Option<Vec<G::Slice>> {
    let mut all = Vec::new();
    for slice in group {
        all.extend(game.exits(*slice)?);
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}
