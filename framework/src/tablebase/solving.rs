//! Solving and verifying a game's tables.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::cells::{BLOCK, Cells};
use super::error::{SolveError, TablebaseError};
use super::file::{self, Header};
use super::folder::{Tablebase, open_file, path_of};
use super::margins;
use super::ownership::{claim, rules_of};
use super::progress::{SliceCounts, SliceRow, Solution, SolveControl, SolveOptions, SolveProgress, Stage};
use super::retrograde::{BYTES_PER_POSITION, GroupSolver, in_parallel};
use super::sliced::{Scope, Sliced, SolvedSlices};
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
    let open = |slice: &G::Slice| open_file(game, folder, *slice);
    let mut finished = HashMap::new();
    for slice in groups.iter().flatten().filter(|slice| path_of(folder, slice).exists()) {
        let checked = open(slice).and_then(|file| {
            file.check_blocks()?;
            Ok(file.header.counts)
        });
        match checked {
            Ok(counts) => drop(finished.insert(*slice, counts)),
            Err(damage @ TablebaseError::File(FileError::Content { .. })) => {
                let (slices, stage) = (slice.to_string(), Stage::Damaged(damage));
                (control.report)(&SolveProgress { slices, stage, done: 0, all: 0 });
            }
            Err(error) => return Err(error),
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
            known.0.insert(slice, open(&slice)?.load()?);
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
            let rules = game.table_rules(slice);
            let header = Header { rules, slice: slice.to_string(), positions: values.len(), counts };
            file::write(&path_of(folder, slice), &header, &values)?;
            done.fetch_add(values.len(), Relaxed);
            finish(&mut rows, slice, counts);
            known.0.insert(slice, values);
        }
    }
    let start = if rows.is_empty() { None } else { Tablebase::open(game.clone(), folder)?.start()? };
    Ok(Solution { rows, start })
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

/// Verifies the tables in a folder: derives the values again by playing every move, and counts them.
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
    let tables = Tablebase::open(game.clone(), folder)?;
    let groups: Vec<Vec<G::Slice>> = game
        .groups(None)
        .into_iter()
        .filter(|group| group.iter().any(|slice| tables.files.contains_key(slice)))
        .collect();
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
                place.insert(tables.file(slice)?.load()?);
            }
        }
        for slice in group {
            let header = &tables.file(*slice)?.header;
            let counts = Mutex::new(SliceCounts::default());
            let scope = Scope { group: &[], known: &known, unit: game.margin_unit() };
            let solved = scope.solved(*slice)?;
            let blocks = (header.positions as usize).div_ceil(BLOCK);
            let checked = AtomicU64::new(0);
            in_parallel(blocks, 1, threads.max(1), control.stop, |blocks| {
                let range =
                    (blocks.start * BLOCK) as u64..((blocks.end * BLOCK) as u64).min(header.positions);
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
                let stage = Stage::Expanding(checked, header.positions);
                let done = done.load(Relaxed);
                (control.report)(&SolveProgress { slices: slice.to_string(), stage, done, all });
                failure.map_or(Ok(()), Err)
            })?;
            let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
            if counts != header.counts {
                return Err(SolveError::Counts { slice: slice.to_string() }.into());
            }
            let done = done.fetch_add(header.positions, Relaxed) + header.positions;
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
