//! A folder of tables: solving, verifying and probing.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::cells::{BLOCK, Cells};
use super::counts::SliceCounts;
use super::error::{SolveError, TablebaseError};
use super::file::TableFileError;
use super::file::{self, EXTENSION, Header, TableFile};
use super::group::{BYTES_PER_POSITION, GroupSolver, in_parallel};
use super::ownership::{claim, rules_of, stated_rules};
use super::progress::{SliceRow, Solution, SolveOptions, SolveProgress, Stage};
use super::sliced::{Scope, SliceIndex, Sliced, SolvedSlices};
use crate::search::Value;

/// Number of unpacked blocks in the cache, 16 kB each. The block's number determines its slot.
const KEPT: usize = 2048;

/// Solves a game slice by slice and writes files in the format of the options. Slices with intact files are
/// not solved again. Each finished slice is reported.
///
/// # Errors
///
/// Returns an error if the folder belongs to other rules, tables cannot hold the values, no tables exist for
/// the maximum number of pieces, the memory is insufficient, a file cannot be read or written, or `stop` was
/// set. Finished slices remain, and the next run continues after them.
pub fn solve<G: Sliced>(
    game: &G,
    options: &SolveOptions,
    stop: &AtomicBool,
    report: &(dyn Fn(&SolveProgress) + Sync),
) -> Result<Solution, TablebaseError> {
    if let Some(most) = options.most {
        check_most(game, most)?;
    }
    if let Some(format) = &options.format {
        return game.solve_as(format, options, stop, report);
    }
    let folder = &options.folder;
    claim(folder, &rules_of(game))?;
    let groups = game.groups(options.most);
    let size = |group: &[G::Slice]| group.iter().map(|slice| game.size(*slice)).sum::<u64>();
    let open = |slice: &G::Slice| TableFile::open(&path_of(folder, *slice), &game.table_rules(*slice));
    let mut finished = HashMap::new();
    for slice in groups.iter().flatten().filter(|slice| path_of(folder, slice).exists()) {
        match open(slice) {
            Ok(file) => drop(finished.insert(*slice, file.header.counts)),
            // A damaged table is solved again.
            Err(TableFileError::Content { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let is_done = |group: &Vec<G::Slice>| group.iter().all(|slice| finished.contains_key(slice));
    let all = groups.iter().filter(|group| !is_done(group)).map(|group| size(group)).sum();
    let done = AtomicU64::new(0);
    let mut known = SolvedSlices(HashMap::new());
    let mut rows = Vec::new();
    let finish = |rows: &mut Vec<SliceRow>, slice: G::Slice, counts| {
        let done = done.load(Relaxed);
        report(&SolveProgress { slices: slice.to_string(), stage: Stage::Finished(counts), done, all });
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
            // Expanding is about half of the work.
            let half_done = match stage {
                Stage::Expanding(expanded, _) => expanded / 2,
                Stage::Iteration(_) | Stage::Finished(_) => size(group) / 2,
            };
            let done = done.load(Relaxed) + half_done;
            report(&SolveProgress { slices: slices.clone(), stage, done, all });
        };
        let solver = GroupSolver::new(game, group, &known, options.threads.max(1), stop);
        for (slice, values, counts) in solver.solve(&stage, &allow)? {
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

/// Fails if no slice has at most that many pieces, or if no slice has as many.
fn check_most<G: Sliced>(game: &G, most: u32) -> Result<(), TablebaseError> {
    let slices = |most| game.groups(Some(most)).iter().map(Vec::len).sum::<usize>();
    let all = slices(u32::MAX);
    let least_with = |count| (0..=u32::MAX).find(|most| slices(*most) >= count).unwrap_or(u32::MAX);
    let (least, greatest) = (least_with(all.min(1)), least_with(all));
    if (least..=greatest).contains(&most) {
        Ok(())
    } else {
        Err(TablebaseError::Pieces { most, least, greatest })
    }
}

/// Derives every value in a folder again from the values of its successors under the rules, and counts the
/// values again. Each verified slice is reported.
///
/// # Errors
///
/// Returns an error if a file cannot be used, or an entry or a count is wrong.
pub fn verify<G: Sliced>(
    game: &G,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    report: &(dyn Fn(&SolveProgress) + Sync),
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
            let scope = Scope { group: &[], known: &known };
            let solved = scope.solved(*slice)?;
            let blocks = (header.positions as usize).div_ceil(BLOCK);
            let checked = AtomicU64::new(0);
            in_parallel(blocks, 1, threads.max(1), stop, |blocks| {
                let range =
                    (blocks.start * BLOCK) as u64..((blocks.end * BLOCK) as u64).min(header.positions);
                let mut here = SliceCounts::default();
                let mut failure = None;
                game.expand_by_rules(*slice, range.clone(), &scope, &mut |index, node| {
                    let expected = node.exits.best().unwrap_or(Value::LOST);
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
                report(&SolveProgress { slices: slice.to_string(), stage, done, all });
                failure.map_or(Ok(()), Err)
            })?;
            let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
            if counts != header.counts {
                return Err(SolveError::Counts { slice: slice.to_string() }.into());
            }
            let done = done.fetch_add(header.positions, Relaxed) + header.positions;
            let stage = Stage::Finished(counts);
            report(&SolveProgress { slices: slice.to_string(), stage, done, all });
            rows.push((slice.to_string(), counts));
        }
    }
    Ok(Solution { rows, start: tables.start()? })
}

/// Returns the slices outside a group to which its moves lead; `None` if any earlier slice is possible.
fn exits_of<G: Sliced>(game: &G, group: &[G::Slice]) -> Option<Vec<G::Slice>> {
    let mut all = Vec::new();
    for slice in group {
        all.extend(game.exits(*slice)?);
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

fn path_of(folder: &Path, slice: impl Display) -> PathBuf {
    folder.join(format!("{slice}.{EXTENSION}"))
}

/// The tables of a game in a folder, opened for probing.
#[derive(Debug)]
pub struct Tablebase<G: Sliced> {
    game: G,
    folder: PathBuf,
    /// Each file, with the number of blocks in the files before it.
    files: HashMap<G::Slice, (usize, TableFile)>,
    kept: Box<[Mutex<Unpacked>]>,
}

/// A block's number over all files, and its values.
type Unpacked = (usize, Vec<u8>);

impl<G: Sliced> Tablebase<G> {
    /// Opens all tables of the game in the folder.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or one is damaged or was made under other rules.
    pub fn open(game: G, folder: &Path) -> Result<Self, TablebaseError> {
        let mut files = HashMap::new();
        let mut blocks = 0;
        for slice in game.groups(None).into_iter().flatten() {
            let path = path_of(folder, slice);
            if !path.exists() {
                continue;
            }
            let file = TableFile::open(&path, &game.table_rules(slice))?;
            let (positions, name) = (game.size(slice), slice.to_string());
            if file.header.positions != positions || file.header.slice != name {
                return Err(TableFileError::Content {
                    path,
                    found: format!("{} positions of slice {}", file.header.positions, file.header.slice),
                    expected: format!("{positions} of {name}"),
                }
                .into());
            }
            let before = blocks;
            blocks += file.blocks();
            files.insert(slice, (before, file));
        }
        if files.is_empty() {
            if let Some(found) = stated_rules(folder)? {
                let [found, expected] = [found, rules_of(&game)].map(|rules| rules.join("; "));
                if found != expected {
                    return Err(TablebaseError::Rules { folder: folder.to_owned(), found, expected });
                }
            }
            return Err(TablebaseError::Empty { folder: folder.to_owned() });
        }
        let kept = (0..KEPT).map(|_| Mutex::new((usize::MAX, Vec::new()))).collect();
        Ok(Self { game, folder: folder.to_owned(), files, kept })
    }

    /// The game of the tables.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the slices with tables and their counts, in the order of solving.
    pub fn rows(&self) -> Vec<SliceRow> {
        let slices = self.game.groups(None).into_iter().flatten();
        let counts = |slice: &G::Slice| self.files.get(slice).map(|(_, file)| file.header.counts);
        slices.filter_map(|slice| Some((slice.to_string(), counts(&slice)?))).collect()
    }

    /// Returns the value of the start position; `None` if no table contains it.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::value`].
    pub fn start(&self) -> Result<Option<Value>, TablebaseError> {
        self.value(&self.game.start())
    }

    /// Describes the tables.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::value`].
    pub fn solution(&self) -> Result<Solution, TablebaseError> {
        Ok(Solution { rows: self.rows(), start: self.start()? })
    }

    /// Returns the value of a position at the beginning of a turn; `None` if no table contains it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is damaged.
    pub fn value(&self, state: &G::State) -> Result<Option<Value>, TablebaseError> {
        match self.game.locate(state) {
            Some(place) if self.files.contains_key(&place.slice) => self.value_at(place).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the value at a place.
    ///
    /// # Errors
    ///
    /// Returns an error if no table contains the place or the file is damaged.
    pub fn value_at(
        &self,
        SliceIndex { slice, index }: SliceIndex<G::Slice>,
    ) -> Result<Value, TablebaseError> {
        let (before, file) = self.files.get(&slice).ok_or_else(|| self.nothing())?;
        let (block, at) = (index as usize / file::BLOCK, index as usize % file::BLOCK);
        let number = before + block;
        let mut kept = self.kept[number % KEPT].lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0 != number {
            *kept = (number, file.read(block)?);
        }
        kept.1.get(at).copied().map(Value::from_byte).ok_or_else(|| self.nothing())
    }

    fn file(&self, slice: G::Slice) -> Result<&TableFile, TablebaseError> {
        self.files.get(&slice).map(|(_, file)| file).ok_or_else(|| self.nothing())
    }

    fn nothing(&self) -> TablebaseError {
        TablebaseError::Empty { folder: self.folder.clone() }
    }
}
