//! Packs full tables into compact tables, and compares the two.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::cells::Cells;
use super::error::{SolveError, TablebaseError};
use super::files::{Files, write_manifest};
use super::manifest::{Manifest, rules_of};
use super::ownership::claim;
use super::parallel::Workers;
use super::progress::{SliceCounts, SliceRow, Solution, SolveControl, SolveProgress, SolveResult, Stage};
use super::rows::{Encoding, Packer};
use super::sliced::{Sliced, value_of_byte};
use super::source::Stored;
use super::table_file::{self, Head};
use super::tables::Tables;
use crate::text::{FileError, write_atomically};

/// Distance in plies between the stored slices of the opening. Values between them are derived by playing one
/// turn. Storing every third ply saves a tenth of the size, but its lookups take up to 80 ms.
const OPENING_PLIES: u32 = 2;
/// Number of rows that a thread compares at a time.
const ROWS_AT_A_TIME: usize = 16;

/// Which values are packed into compact tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Win, draw or loss in all slices with [`Sliced::is_stored`].
    Values,
    /// As [`Contents::Values`], and the distances of long wins and losses in the slices with
    /// [`Sliced::has_distances`].
    Distances,
    /// The values in the slices with [`Sliced::has_distances`], with all distances.
    Endings,
    /// Win, draw or loss in the slices at this ply and at every second ply before it; see [`Sliced::ply`].
    Openings(u32),
}

impl Contents {
    /// Whether a slice is packed.
    pub(super) fn has<G: Sliced>(self, game: &G, slice: G::Slice) -> bool {
        match self {
            Self::Values | Self::Distances => game.is_stored(slice),
            Self::Endings => game.has_distances(slice),
            Self::Openings(last) => {
                game.ply(slice).is_some_and(|ply| ply <= last && (last - ply).is_multiple_of(OPENING_PLIES))
            }
        }
    }

    /// Returns the encodings of a slice's files.
    fn encodings<G: Sliced>(self, game: &G, slice: G::Slice) -> &'static [Encoding] {
        match self {
            Self::Endings => &[Encoding::Exact],
            Self::Values | Self::Distances if game.has_distances(slice) => {
                &[Encoding::Results, Encoding::Distances]
            }
            _ => &[Encoding::Results],
        }
    }

    /// Returns the name of the archive, which can be compiled into a program; `None` if there is none.
    const fn archive(self) -> Option<&'static str> {
        match self {
            Self::Values | Self::Distances => None,
            Self::Endings => Some("endings.bin"),
            Self::Openings(_) => Some("openings.bin"),
        }
    }
}

/// Packs the full tables in the folder `full` into compact tables in the folder `out`. Intact files in `out`
/// are kept. With [`Contents::Endings`] and [`Contents::Openings`], also writes the compact tables into one archive;
/// see [`Stored::archive`].
///
/// # Errors
///
/// Returns an error if the game is decided by points, the full tables cannot be used, `out` has tables of other rules,
/// a file cannot be read or written, or `stop` was set. Finished slices remain, and the next run continues after them.
pub fn pack<G: Sliced>(
    game: &G,
    full: &Path,
    out: &Path,
    contents: Contents,
    threads: usize,
    control: SolveControl<'_>,
) -> SolveResult {
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
    let workers = Workers { threads, stop: control.stop };
    let all = slices.iter().map(|slice| game.size(*slice)).sum();
    let mut rows: Vec<SliceRow> = Vec::new();
    let mut done = 0;
    for slice in &slices {
        let counts = tables.counts(*slice)?;
        let tell = |stage| (control.report)(&SolveProgress { slices: slice.to_string(), stage, done, all });
        let report_damage = |damage: FileError| tell(Stage::Damaged(damage.into()));
        let (missing, _) = missing_encodings(game, *slice, out, contents, Some(counts), &report_damage)?;
        if !missing.is_empty() {
            let cells = &tables.load(*slice)?;
            for encoding in missing {
                let packer = Packer { game, slice: *slice, encoding, cells, workers, report: &tell };
                write_packed(&packer, counts, out)?;
            }
        }
        done += game.size(*slice);
        let (slices, stage) = (slice.to_string(), Stage::Finished(counts));
        (control.report)(&SolveProgress { slices, stage, done, all });
        rows.push((slice.to_string(), counts));
    }
    let mut manifest = write_manifest(game, out)?;
    if let Some(name) = contents.archive() {
        manifest.files.retain(|file| {
            let slice = slices.iter().find(|slice| slice.to_string() == file.slice);
            slice.is_some_and(|slice| contents.encodings(game, *slice).contains(&file.encoding))
        });
        write_archive(&manifest, out, name)?;
    }
    Ok(Solution { rows, start: tables.start()? })
}

/// Returns the encodings in which a slice has still to be packed into a folder, and the counts of its intact packed
/// files. A file with other counts than `counts` is damaged. Damaged files must be packed again, and their errors are
/// passed to `report_damage`.
pub(super) fn missing_encodings<G: Sliced>(
    game: &G,
    slice: G::Slice,
    folder: &Path,
    contents: Contents,
    counts: Option<SliceCounts>,
    report_damage: &dyn Fn(FileError),
) -> Result<(Vec<Encoding>, Option<SliceCounts>), FileError> {
    let files = Files::in_folder(folder);
    let (mut missing, mut packed) = (Vec::new(), None);
    for encoding in contents.encodings(game, slice).iter().copied() {
        let is_distances = encoding == Encoding::Distances;
        match files.intact_counts(game, slice, encoding) {
            Ok(None) if is_distances && contents == Contents::Values => continue,
            Ok(None) => {}
            Ok(Some(found)) if counts.is_none_or(|counts| counts == found) => {
                packed = Some(found);
                continue;
            }
            Ok(Some(_)) => {
                let path = folder.join(encoding.file_name(&slice.to_string()));
                report_damage(FileError::content(&path, "other counts", "those of the full table"));
            }
            Err(damage @ FileError::Content { .. }) => report_damage(damage),
            Err(error) => return Err(error),
        }
        missing.push(encoding);
    }
    Ok((missing, packed))
}

/// Writes a packed file of a slice.
pub(super) fn write_packed<G: Sliced>(
    packer: &Packer<'_, G>,
    counts: SliceCounts,
    folder: &Path,
) -> Result<(), TablebaseError> {
    let (encoding, encoded) = (packer.encoding, packer.encode_file()?);
    let head = Head::new(packer.game, packer.slice, encoding, counts);
    let path = folder.join(encoding.file_name(&head.slice));
    Ok(table_file::write(&path, encoding, &head, &encoded.model, encoded.rows.into_iter())?)
}

/// Writes the archive `name` into a folder: the manifest, an empty line, and the contents of the files in the manifest.
/// These files are in the folder too.
fn write_archive(manifest: &Manifest, folder: &Path, name: &str) -> Result<(), FileError> {
    let mut archive = manifest.text().into_bytes();
    archive.push(b'\n');
    for file in &manifest.files {
        let path = folder.join(file.name());
        archive.extend(fs::read(&path).map_err(|error| FileError::access(&path, &error))?);
    }
    let path = folder.join(name);
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
) -> SolveResult {
    let slices = tables.slices();
    let game = full.game();
    let workers = Workers { threads: threads.max(1), stop };
    let all = slices.iter().map(|slice| game.size(*slice)).sum();
    let mut rows: Vec<SliceRow> = Vec::new();
    let mut done = 0;
    for slice in slices {
        let (name, cells) = (slice.to_string(), full.load(slice)?);
        let number_of_rows = cells.len().div_ceil(tables.row_len(slice)?) as usize;
        let checked = AtomicU64::new(0);
        workers.run::<TablebaseError>(number_of_rows, ROWS_AT_A_TIME, &|numbers| {
            for number in numbers {
                let compared = compare_row(tables, slice, number as u64, &cells)?;
                let stage = Stage::Expanding(checked.fetch_add(compared, Relaxed) + compared, cells.len());
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

/// Compares the values in the row with this number with those of the full table. Returns their number.
fn compare_row<G: Sliced>(
    tables: &Tables<G>,
    slice: G::Slice,
    number: u64,
    full: &Cells,
) -> Result<u64, TablebaseError> {
    let values = tables.values_of_row(slice, number)?;
    let first = number * tables.row_len(slice)?;
    for (index, found) in (first..).zip(&values) {
        let expected = value_of_byte(full.get(index), tables.game().margin_unit());
        if let Some(found) = found.filter(|found| !found.describes(expected)) {
            let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
            return Err(SolveError::Wrong { slice: slice.to_string(), index, found, expected }.into());
        }
    }
    Ok(values.len() as u64)
}
