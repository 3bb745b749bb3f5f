//! Solves a game's tables, one group of slices after another. Each finished slice is a file, so a run that is stopped
//! loses at most the work on one group: the next run keeps the intact files.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use super::cells::Cells;
use super::error::{SolveError, TablebaseError};
use super::files::{Files, write_manifest};
use super::manifest::rules_of;
use super::margins;
use super::ownership::claim;
use super::pack::{check_compact, missing_encodings, write_packed};
use super::parallel::Workers;
use super::plan::{Plan, exits_of, work_to_pack, work_to_solve};
use super::progress::{
    Contents, SliceCounts, SliceRow, Solution, SolveControl, SolveOptions, SolveProgress, SolveResult, Stage,
    TableFormat,
};
use super::retrograde::{BYTES_PER_POSITION, GroupSolver};
use super::rows::{Encoding, Packer, value_rows};
use super::sliced::{Sliced, SolvedSlices};
use super::source::Stored;
use super::table_file::{self, Head};
use super::tables::Tables;
use crate::search::Value;
use crate::text::FileError;

/// Name of the folder, within a folder of compact tables, for the full tables that later groups need.
const UNPACKED: &str = "unpacked";

/// Solves a game group by group and writes a file for each slice. A group is not solved again if all its files are
/// intact. A damaged file is reported as [`Stage::Damaged`] and made again.
///
/// [`TableFormat::Compact`] gives the tables of [`pack`](super::pack), but no archive. A group is packed as soon as it
/// is solved. Full tables stay in the folder `unpacked` until no later group needs them; the one with the start
/// position stays to the end. The folder is removed at the end, but not after an error. For [`TableFormat::Other`],
/// calls [`Sliced::solve_as`] instead.
///
/// # Errors
///
/// Returns an error if the folder belongs to other rules or is in use by another process, an option is invalid, the
/// game cannot be solved (see [`SolveError`]), compact tables are wanted of a game decided by points, a file cannot be
/// read or written, or `stop` was set. Finished groups are kept, and the next run continues after them.
pub fn solve<G: Sliced>(game: &G, options: &SolveOptions, control: SolveControl<'_>) -> SolveResult {
    if let Some(TableFormat::Compact(_)) = options.format {
        check_compact(game)?;
    }
    check_max_pieces(game, options.max_pieces)?;
    let contents = match &options.format {
        None => None,
        Some(TableFormat::Compact(contents)) => Some(*contents),
        Some(TableFormat::Other(format)) => return game.solve_as(format, options, control),
    };
    let _claim = claim(&options.folder, &rules_of(game))?;
    let unpacked = options.folder.join(UNPACKED);
    let claim_of_unpacked = contents.map(|_| claim(&unpacked, &rules_of(game))).transpose()?;
    let solution = Run::new(game, options, contents, control)?.solve_all()?;
    if let Some(claimed) = claim_of_unpacked {
        drop(claimed);
        fs::remove_dir_all(&unpacked).map_err(|error| FileError::access(&unpacked, &error))?;
    }
    Ok(solution)
}

/// A run of the solver, which makes full or compact tables.
struct Run<'a, G: Sliced> {
    game: &'a G,
    options: &'a SolveOptions,
    control: SolveControl<'a>,
    /// What to pack; `None` if the run makes full tables.
    contents: Option<Contents>,
    /// Folder of the full tables.
    full: PathBuf,
    groups: Vec<Vec<G::Slice>>,
    /// Slice of the start position, whose full table is kept to the end; `None` if the start position has no number.
    start: Option<G::Slice>,
    plan: Plan<G::Slice>,
    /// Slices that have still to be packed, with the encodings of the missing files.
    to_pack: HashMap<G::Slice, Vec<Encoding>>,
    /// Counts of the slices with intact files.
    counts: HashMap<G::Slice, SliceCounts>,
    /// Full tables in memory.
    known: SolvedSlices<G::Slice>,
    /// Work that is finished, as in [`SolveProgress::done`].
    done: u64,
    /// All work of the run, as in [`SolveProgress::all`].
    all: u64,
    rows: Vec<SliceRow>,
}

impl<'a, G: Sliced> Run<'a, G> {
    /// Creates the run. Reads the files of earlier runs completely to find out which are intact, and reports damaged
    /// ones. Returns [`SolveError::Stopped`] soon after the flag of `control` is set.
    fn new(
        game: &'a G,
        options: &'a SolveOptions,
        contents: Option<Contents>,
        control: SolveControl<'a>,
    ) -> Result<Self, TablebaseError> {
        let compact = &options.folder;
        let full = if contents.is_some() { compact.join(UNPACKED) } else { compact.clone() };
        let groups = game.groups(options.max_pieces);
        let (mut counts, mut solved, mut to_pack) = (HashMap::new(), HashSet::new(), HashMap::new());
        for slice in groups.iter().flatten().copied() {
            let report = |stage| {
                (control.report)(&SolveProgress { slices: slice.to_string(), stage, done: 0, all: 0 });
            };
            let (missing, found) = missing_encodings(game, slice, &full, None, None, &report)?;
            counts.extend(found.map(|found| (slice, found)));
            if missing.is_empty() {
                solved.insert(slice);
            }
            if contents.is_some() {
                let (missing, packed) = missing_encodings(game, slice, compact, contents, None, &report)?;
                counts.extend(packed.map(|packed| (slice, packed)));
                if !missing.is_empty() {
                    to_pack.insert(slice, missing);
                }
            }
            if control.stop.load(Relaxed) {
                return Err(SolveError::Stopped.into());
            }
        }
        let is_wanted = |slice: &G::Slice| contents.is_none() || to_pack.contains_key(slice);
        let plan = Plan::new(game, &groups, is_wanted, |slice| solved.contains(slice));
        let mut all = 0;
        for (group, solves) in groups.iter().zip(&plan.solves) {
            for slice in group {
                if *solves {
                    all += work_to_solve(game, *slice);
                }
                if to_pack.contains_key(slice) {
                    all += work_to_pack(game, *slice);
                }
            }
        }
        Ok(Self {
            game,
            options,
            control,
            contents,
            full,
            groups,
            start: game.locate(&game.start()).map(|place| place.slice),
            plan,
            to_pack,
            counts,
            known: HashMap::new(),
            done: 0,
            all,
            rows: Vec::new(),
        })
    }

    /// Solves and packs what the plan requires, group by group. Also writes the manifest, and removes full tables that
    /// a run for compact tables no longer needs.
    fn solve_all(mut self) -> SolveResult {
        for number in 0..self.groups.len() {
            let group = self.groups[number].clone();
            if self.plan.solves[number] {
                self.solve(number, &group)?;
            }
            for slice in group {
                if self.contents.is_none_or(|contents| !contents.encodings(self.game, slice).is_empty()) {
                    self.pack(slice)?;
                    let (name, counts) = (slice.to_string(), self.counts[&slice]);
                    self.report(name.clone(), Stage::Finished(counts), 0);
                    self.rows.push((name, counts));
                }
            }
            if self.plan.solves[number] {
                write_manifest(self.game, &self.options.folder)?;
            }
            self.remove_unneeded(number)?;
        }
        write_manifest(self.game, &self.options.folder)?;
        let start = match self.start {
            Some(slice) if self.counts.contains_key(&slice) => self.value_of_start(slice)?,
            _ => None,
        };
        Ok(Solution { rows: self.rows, start })
    }

    /// Solves the group with this number, and writes its full tables. A run for compact tables writes only the tables
    /// that later groups need, and the one with the start position.
    fn solve(&mut self, number: usize, group: &[G::Slice]) -> Result<(), TablebaseError> {
        let slices = group.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let memory = self.load_exits(number, &slices)?;
        let allow = |more: u64| SolveError::check_memory(&slices, memory + more, self.options.memory);
        let work: u64 = group.iter().map(|slice| work_to_solve(self.game, *slice)).sum();
        let report_stage = |stage| {
            // While positions are expanded, half of the work is reported little by little. The other half is reported
            // at once after the iterations.
            let half_done = match stage {
                Stage::Expanding(done, all) => (work as f64 / 2.0 * done as f64 / all.max(1) as f64) as u64,
                Stage::Iteration(_) | Stage::Finished(_) | Stage::Damaged(_) => work / 2,
            };
            self.report(slices.clone(), stage, half_done);
        };
        let workers = Workers::of(self.control);
        let solved = match self.game.margin_unit() {
            Some(unit) => margins::solve(self.game, group, &self.known, unit, workers, &report_stage)?,
            None => GroupSolver::solve(self.game, group, &self.known, workers, &report_stage, &allow)?,
        };
        for (slice, values, counts) in solved {
            let is_needed = self.plan.last_need[&slice] > number || self.start == Some(slice);
            if self.contents.is_none() || is_needed {
                let head = Head::new(self.game, slice, Encoding::Values, counts);
                table_file::write(&self.path(slice), Encoding::Values, &head, &[], value_rows(&values))?;
            }
            self.done += work_to_solve(self.game, slice);
            self.counts.insert(slice, counts);
            self.known.insert(slice, values);
        }
        Ok(())
    }

    /// Loads the full tables that solving a group needs, and drops all others from memory. Returns the memory in bytes
    /// for these tables and for the group's positions, but not for lists of its turns. Returns an error, which names
    /// the group by `slices`, if this exceeds the limit.
    fn load_exits(&mut self, number: usize, slices: &str) -> Result<u64, TablebaseError> {
        let needed = exits_of(self.game, &self.groups, number);
        self.known.retain(|slice, _| needed.contains(slice));
        let mut memory: u64 = self.known.values().map(Cells::len).sum();
        let group = &self.groups[number];
        memory += group.iter().map(|slice| self.game.size(*slice) * BYTES_PER_POSITION).sum::<u64>();
        let missing: Vec<_> = needed.into_iter().filter(|slice| !self.known.contains_key(slice)).collect();
        memory += missing.iter().map(|slice| self.game.size(*slice)).sum::<u64>();
        SolveError::check_memory(slices, memory, self.options.memory)?;
        for slice in missing {
            let cells = self.load(slice)?;
            self.known.insert(slice, cells);
        }
        Ok(memory)
    }

    /// Packs a slice if [`Run::to_pack`] contains it.
    fn pack(&mut self, slice: G::Slice) -> Result<(), TablebaseError> {
        let Some(encodings) = self.to_pack.get(&slice) else { return Ok(()) };
        let loaded = if self.known.contains_key(&slice) { None } else { Some(self.load(slice)?) };
        let cells = loaded.as_ref().unwrap_or_else(|| &self.known[&slice]);
        let work = work_to_pack(self.game, slice);
        let workers = Workers::of(self.control);
        for (number, encoding) in encodings.iter().copied().enumerate() {
            let report = |stage| {
                let part = match stage {
                    Stage::Expanding(done, all) => done as f64 / all.max(1) as f64,
                    _ => 0.0,
                };
                let packed = (number as f64 + part) / encodings.len() as f64;
                self.report(slice.to_string(), stage, (work as f64 * packed) as u64);
            };
            let packer = Packer { game: self.game, slice, encoding, cells, workers, report: &report };
            write_packed(&packer, self.counts[&slice], &self.options.folder)?;
        }
        self.done += work;
        Ok(())
    }

    /// Removes the files of the full tables that no group after this one needs, except the table with the start
    /// position. A run that makes full tables removes nothing.
    fn remove_unneeded(&self, number: usize) -> Result<(), TablebaseError> {
        if self.contents.is_none() {
            return Ok(());
        }
        for (slice, last) in &self.plan.last_need {
            if *last == number && self.start != Some(*slice) {
                let path = self.path(*slice);
                if let Err(error) = fs::remove_file(&path)
                    && error.kind() != ErrorKind::NotFound
                {
                    return Err(FileError::access(&path, &error).into());
                }
            }
        }
        Ok(())
    }

    /// Reports progress. `more` is the work done beyond [`Run::done`].
    fn report(&self, slices: String, stage: Stage, more: u64) {
        (self.control.report)(&SolveProgress { slices, stage, done: self.done + more, all: self.all });
    }

    /// Reads the full table of a slice from its file into memory.
    fn load(&self, slice: G::Slice) -> Result<Cells, TablebaseError> {
        let files = Files::in_folder(&self.full);
        let file = files.find(Encoding::Values, &slice.to_string())?;
        let file = file.ok_or_else(|| TablebaseError::Empty { folder: self.full.clone() })?;
        Ok(files.load(self.game, slice, &file)?)
    }

    fn path(&self, slice: G::Slice) -> PathBuf {
        self.full.join(Encoding::Values.file_name(&slice.to_string()))
    }

    /// Returns the value of the start position, which is in this slice; `None` if compact tables do not give it. Uses
    /// the full table if there is one, because compact tables may lack the distance. Writes the folder's manifest
    /// first, because tables without one cannot be opened.
    fn value_of_start(&self, slice: G::Slice) -> Result<Option<Value>, TablebaseError> {
        let folder = if self.path(slice).is_file() { &self.full } else { &self.options.folder };
        write_manifest(self.game, folder)?;
        Tables::open(self.game.clone(), Stored::folder(folder))?.start()
    }
}

/// Returns an error if the limit `max_pieces` admits no slice, or if a smaller limit admits all slices. `None` means no
/// limit and is valid.
fn check_max_pieces<G: Sliced>(game: &G, max_pieces: Option<u32>) -> Result<(), TablebaseError> {
    let Some(max_pieces) = max_pieces else { return Ok(()) };
    let slices_within = |max_pieces| game.groups(Some(max_pieces)).iter().map(Vec::len).sum::<usize>();
    let all = slices_within(u32::MAX);
    let least_limit_for =
        |count| (0..=u32::MAX).find(|limit| slices_within(*limit) >= count).unwrap_or(u32::MAX);
    let (min, max) = (least_limit_for(all.min(1)), least_limit_for(all));
    if (min..=max).contains(&max_pieces) {
        Ok(())
    } else {
        Err(TablebaseError::Pieces { max_pieces, min, max })
    }
}
