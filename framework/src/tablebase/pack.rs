//! Packs full tables into compact tables, and compares the two.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::error::{SolveError, TablebaseError};
use super::files::{Files, write_manifest};
use super::manifest::{Manifest, rules_of};
use super::ownership::claim;
use super::progress::{SliceRow, Solution, SolveControl, SolveProgress, Stage};
use super::retrograde::in_parallel;
use super::rows::{Encoding, Packer};
use super::sliced::{Sliced, value_of_byte};
use super::source::Stored;
use super::table_file::{self, Head};
use super::tables::Tables;
use crate::text::{FileError, write_atomically};

/// Name of the archive of opening tables, which can be compiled into a program.
const OPENINGS: &str = "openings.bin";
/// Distance in plies between the stored slices of the opening. Values between them are derived by playing one
/// turn. Storing every third ply saves a tenth of the size, but its lookups take up to 80 ms.
const OPENING_PLIES: u32 = 2;

/// Which values are packed into compact tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Win, draw or loss in all slices with [`Sliced::is_stored`].
    Values,
    /// Also the distances of long wins and losses in the slices with [`Sliced::has_distances`].
    Distances,
    /// Win, draw or loss in the slices at this ply and at every second ply before it; see [`Sliced::ply`].
    Openings(u32),
}

impl Contents {
    fn has<G: Sliced>(self, game: &G, slice: G::Slice) -> bool {
        match self {
            Self::Values | Self::Distances => game.is_stored(slice),
            Self::Openings(last) => {
                game.ply(slice).is_some_and(|ply| ply <= last && (last - ply).is_multiple_of(OPENING_PLIES))
            }
        }
    }
}

/// Packs the full tables in the folder `full` into compact tables in the folder `out`. Intact files in `out`
/// are kept. With [`Contents::Openings`], also writes an archive of them for [`Stored::archive`].
///
/// # Errors
///
/// Returns an error if the game is decided by points, the full tables cannot be used, `out` has tables of other rules, a
/// file cannot be read or written, or `stop` was set. Finished slices remain, and the next run continues after them.
pub fn pack<G: Sliced>(
    game: &G,
    full: &Path,
    out: &Path,
    contents: Contents,
    threads: usize,
    control: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    if game.margin_unit().is_some() {
        return Err(TablebaseError::Format { format: "compact".to_owned() });
    }
    let tables = Tables::open(game.clone(), Stored::folder(full))?;
    let mut slices = tables.full_slices();
    slices.retain(|slice| contents.has(game, *slice));
    if slices.is_empty() {
        return Err(TablebaseError::Empty { folder: full.to_owned() });
    }
    let _claim = claim(out, &rules_of(game))?;
    let all = slices.iter().map(|slice| game.size(*slice)).sum();
    let mut rows: Vec<SliceRow> = Vec::new();
    let mut done = 0;
    for slice in &slices {
        let counts = tables.counts(*slice)?;
        let tell = |stage| (control.report)(&SolveProgress { slices: slice.to_string(), stage, done, all });
        pack_slice(&tables, *slice, out, contents, (threads, control), &tell)?;
        done += game.size(*slice);
        let (slices, stage) = (slice.to_string(), Stage::Finished(counts));
        (control.report)(&SolveProgress { slices, stage, done, all });
        rows.push((slice.to_string(), counts));
    }
    let mut manifest = write_manifest(game, out)?;
    if matches!(contents, Contents::Openings(_)) {
        manifest.files.retain(|file| {
            file.encoding == Encoding::Results && rows.iter().any(|(slice, _)| *slice == file.slice)
        });
        write_archive(&manifest, out)?;
    }
    Ok(Solution { rows, start: tables.start()? })
}

/// Writes the files of a slice that are missing or damaged.
fn pack_slice<G: Sliced>(
    tables: &Tables<G>,
    slice: G::Slice,
    out: &Path,
    contents: Contents,
    (threads, SolveControl { stop, .. }): (usize, SolveControl<'_>),
    report: &(dyn Fn(Stage) + Sync),
) -> Result<(), TablebaseError> {
    let game = tables.game();
    let has_distances = !matches!(contents, Contents::Openings(_)) && game.has_distances(slice);
    for encoding in [Encoding::Results, Encoding::Distances] {
        if encoding == Encoding::Distances && !has_distances {
            continue;
        }
        let head = Head {
            rules: game.table_rules(slice),
            slice: slice.to_string(),
            positions: game.size(slice),
            row_len: encoding.row_len(game, slice),
            counts: tables.counts(slice)?,
        };
        let path = out.join(encoding.file_name(&head.slice));
        match check(game, slice, encoding, &head, out) {
            Ok(true) => continue,
            Ok(false) if encoding == Encoding::Distances && contents == Contents::Values => continue,
            Ok(false) => {}
            Err(damage @ FileError::Content { .. }) => report(Stage::Damaged(damage.into())),
            Err(error) => return Err(error.into()),
        }
        let packer = Packer { game, slice, cells: tables.load(slice)?, threads, stop, report };
        let encoded = match encoding {
            Encoding::Distances => packer.distances()?,
            _ => packer.results()?,
        };
        table_file::write(&path, encoding, &head, &encoded.model, encoded.rows.into_iter())?;
    }
    Ok(())
}

/// Returns whether a folder has the file of a slice. Returns an error if the file is damaged or has another head.
fn check<G: Sliced>(
    game: &G,
    slice: G::Slice,
    encoding: Encoding,
    head: &Head,
    folder: &Path,
) -> Result<bool, FileError> {
    let files = Files::in_folder(folder);
    let Some(file) = files.find(encoding, &slice.to_string())? else { return Ok(false) };
    files.check_rows(game, slice, &file)?;
    if files.opened(game, slice, &file)?.head == *head {
        Ok(true)
    } else {
        Err(files.wrong(&file.listed, "other counts", "those of the full table"))
    }
}

/// Writes an archive of files in a folder: the manifest, an empty line, and the files.
fn write_archive(manifest: &Manifest, folder: &Path) -> Result<(), FileError> {
    let mut archive = manifest.text().into_bytes();
    archive.push(b'\n');
    for file in &manifest.files {
        let path = folder.join(file.name());
        archive.extend(fs::read(&path).map_err(|error| FileError::access(&path, &error))?);
    }
    let path = folder.join(OPENINGS);
    write_atomically(&path, &archive).map_err(|error| FileError::access(&path, &error))
}

/// Compares every value and every distance stored in compact tables with the full tables.
///
/// # Errors
///
/// Returns an error if a file cannot be used, a value differs, or `stop` was set.
pub fn compare<G: Sliced>(
    tables: &Tables<G>,
    full: &Tables<G>,
    threads: usize,
    SolveControl { stop, report }: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    let slices = tables.slices();
    let game = full.game();
    let all = slices.iter().map(|slice| game.size(*slice)).sum();
    let mut rows: Vec<SliceRow> = Vec::new();
    let mut done = 0;
    for slice in slices {
        let (name, cells) = (slice.to_string(), full.load(slice)?);
        let row_len = tables.row_len(slice)?;
        let checked = AtomicU64::new(0);
        in_parallel(cells.len().div_ceil(row_len) as usize, 16, threads.max(1), stop, |numbers| {
            for number in numbers {
                let first = number as u64 * row_len;
                let values = tables.values(slice, number as u64)?;
                for (index, found) in (first..).zip(&values) {
                    let expected = value_of_byte(cells.get(index), game.margin_unit());
                    if let Some(found) = found.filter(|found| !found.describes(expected)) {
                        let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
                        let wrong = SolveError::Wrong { slice: name.clone(), index, found, expected };
                        return Err(TablebaseError::from(wrong));
                    }
                }
                let checked = checked.fetch_add(values.len() as u64, Relaxed);
                let stage = Stage::Expanding(checked, cells.len());
                report(&SolveProgress { slices: name.clone(), stage, done, all });
            }
            Ok(())
        })?;
        let counts = full.counts(slice)?;
        done += game.size(slice);
        report(&SolveProgress { slices: name.clone(), stage: Stage::Finished(counts), done, all });
        rows.push((name, counts));
    }
    Ok(Solution { rows, start: full.start()? })
}
