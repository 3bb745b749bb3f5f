//! Packs full tables into compact tables, and compares compact tables with full ones. Compact tables take much less
//! space, but decoding a row for a lookup takes up to a millisecond.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::cells::Cells;
use super::each_slice::each_slice;
use super::error::{SolveError, TablebaseError};
use super::files::{Files, write_manifest};
use super::manifest::{Manifest, rules_of};
use super::ownership::claim;
use super::parallel::Workers;
use super::progress::{Contents, SliceCounts, Solution, SolveControl, SolveResult, Stage};
use super::rows::{Encoding, Packer};
use super::sliced::{Sliced, value_of_byte};
use super::source::Stored;
use super::table_file::{self, Head};
use super::tables::Tables;
use crate::text::{FileError, write_atomically};

/// Distance in plies between the stored slices of the opening. Values of the slices between them are derived by
/// playing one turn. With a distance of 3, the files would be a tenth smaller, but a lookup would take up to 80 ms.
const OPENING_PLIES: u32 = 2;
/// Number of rows that a thread takes at a time to compare them.
const ROWS_AT_A_TIME: usize = 16;
/// Encodings of the files of a full table.
const FULL: &[Encoding] = &[Encoding::Values];

impl Contents {
    /// Returns the encodings of a slice's compact files under these contents; none if the slice is left out.
    /// [`missing_encodings`] says which must be written.
    pub(super) fn encodings<G: Sliced>(self, game: &G, slice: G::Slice) -> &'static [Encoding] {
        let is_packed = match self {
            Self::Values | Self::Distances => game.is_stored(slice),
            Self::Endings => game.has_distances(slice),
            Self::Openings(last) => {
                game.ply(slice).is_some_and(|ply| ply <= last && (last - ply).is_multiple_of(OPENING_PLIES))
            }
        };
        match self {
            _ if !is_packed => &[],
            Self::Endings => &[Encoding::Exact],
            Self::Values | Self::Distances if game.has_distances(slice) => {
                &[Encoding::Results, Encoding::Distances]
            }
            _ => &[Encoding::Results],
        }
    }

    /// Returns the name of the archive, a single file that joins the packed tables, so that a program can embed them.
    /// `None` for contents that get no archive.
    const fn archive(self) -> Option<&'static str> {
        match self {
            Self::Values | Self::Distances => None,
            Self::Endings => Some("endings.bin"),
            Self::Openings(_) => Some("openings.bin"),
        }
    }
}

/// Checks that the tables of a game can be compact, which those with margins cannot.
pub(super) fn check_compact<G: Sliced>(game: &G) -> Result<(), TablebaseError> {
    match game.margin_unit() {
        Some(_) => Err(TablebaseError::Format { format: "compact".to_owned() }),
        None => Ok(()),
    }
}

/// Packs the full tables in the folder `full` into compact tables in the folder `out`. Intact files in `out` are kept
/// and not written again. With [`Contents::Endings`] and [`Contents::Openings`], also writes an archive of the compact
/// tables; see [`Stored::archive`].
///
/// # Errors
///
/// Returns an error if the game is decided by points, `full` has no table to pack, a table cannot be used, `out` has
/// tables of other rules or is in use by another process, a file cannot be read or written, or `stop` was set. Finished
/// slices remain, and the next run continues after them.
pub fn pack<G: Sliced>(
    game: &G,
    full: &Path,
    out: &Path,
    contents: Contents,
    control: SolveControl<'_>,
) -> SolveResult {
    check_compact(game)?;
    let tables = Tables::open(game.clone(), Stored::folder(full))?;
    let mut slices = tables.full_slices();
    slices.retain(|slice| !contents.encodings(game, *slice).is_empty());
    if slices.is_empty() {
        return Err(TablebaseError::Empty { folder: full.to_owned() });
    }
    let _claim = claim(out, &rules_of(game))?;
    let workers = Workers::of(control);
    let rows = each_slice(game, &slices, control, |slice, report| {
        let counts = tables.counts(slice)?;
        let (missing, _) = missing_encodings(game, slice, out, Some(contents), Some(counts), report)?;
        if !missing.is_empty() {
            let cells = &tables.load(slice)?;
            for encoding in missing {
                write_packed(&Packer { game, slice, encoding, cells, workers, report }, counts, out)?;
            }
        }
        Ok(counts)
    })?;
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

/// Returns the encodings in which a slice must still be written into a folder, and the counts in the slice's intact
/// files; `None` if none is intact. With `contents`, looks for compact files, otherwise for the full table. Reads the
/// files completely, and reports damaged ones. A file with counts other than `counts` counts as damaged.
pub(super) fn missing_encodings<G: Sliced>(
    game: &G,
    slice: G::Slice,
    folder: &Path,
    contents: Option<Contents>,
    counts: Option<SliceCounts>,
    report: &dyn Fn(Stage),
) -> Result<(Vec<Encoding>, Option<SliceCounts>), FileError> {
    let files = Files::in_folder(folder);
    let encodings = contents.map_or(FULL, |contents| contents.encodings(game, slice));
    let report_damage = |damage: FileError| report(Stage::Damaged(damage.into()));
    let (mut missing, mut intact) = (Vec::new(), None);
    for encoding in encodings.iter().copied() {
        let is_distances = encoding == Encoding::Distances;
        match files.intact_counts(game, slice, encoding) {
            // With these contents, a missing file of distances is not written, but a damaged one is replaced.
            Ok(None) if is_distances && contents == Some(Contents::Values) => continue,
            Ok(None) => {}
            Ok(Some(found)) if counts.is_none_or(|counts| counts == found) => {
                intact = Some(found);
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
    Ok((missing, intact))
}

/// Encodes the slice of `packer` and writes its file into a folder.
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

/// Writes the archive `name` into a folder: the manifest, an empty line, and the contents of the files that the
/// manifest lists. The function reads these files from the same folder.
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

/// Compares every value in `tables`, and the distance where they have one, with the full tables. In a slice with
/// several files, only those that lookups use are compared: a full table before exact values, and exact values before
/// results. Slices without a table in `tables` are not compared.
///
/// # Errors
///
/// Returns an error if a file cannot be used, a slice has no full table to compare with, a value differs, or `stop` was
/// set.
pub fn compare<G: Sliced>(tables: &Tables<G>, full: &Tables<G>, control: SolveControl<'_>) -> SolveResult {
    let workers = Workers::of(control);
    let rows = each_slice(full.game(), &tables.slices(), control, |slice, report| {
        let cells = full.load(slice)?;
        let number_of_rows = cells.len().div_ceil(tables.row_len(slice)?) as usize;
        let checked = AtomicU64::new(0);
        workers.run::<TablebaseError>(number_of_rows, ROWS_AT_A_TIME, &|numbers| {
            for number in numbers {
                let compared = compare_row(tables, slice, number as u64, &cells)?;
                report(Stage::Expanding(checked.fetch_add(compared, Relaxed) + compared, cells.len()));
            }
            Ok(())
        })?;
        full.counts(slice)
    })?;
    Ok(Solution { rows, start: full.start()? })
}

/// Compares the values in row `number` of a slice with those of the full table. Returns the number of indices in the
/// row.
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
