//! Goes through slices one after another and reports the progress. Packing, comparing and verifying share this.

use super::error::TablebaseError;
use super::progress::{SliceCounts, SliceRow, SolveControl, SolveProgress, Stage};
use super::sliced::Sliced;

/// Calls `work` for each slice in turn, and returns the names and counts of the slices. Reports [`Stage::Finished`]
/// after each slice. `work` returns the counts of its slice. The function that `work` gets reports the earlier stages
/// of the slice.
pub(super) fn each_slice<G: Sliced>(
    game: &G,
    slices: &[G::Slice],
    control: SolveControl<'_>,
    mut work: impl FnMut(G::Slice, &(dyn Fn(Stage) + Sync)) -> Result<SliceCounts, TablebaseError>,
) -> Result<Vec<SliceRow>, TablebaseError> {
    let all = slices.iter().map(|slice| game.size(*slice)).sum();
    let (mut rows, mut done) = (Vec::new(), 0);
    for slice in slices {
        let name = slice.to_string();
        let report = |stage, done| {
            (control.report)(&SolveProgress { slices: name.clone(), stage, done, all });
        };
        let counts = work(*slice, &|stage| report(stage, done))?;
        done += game.size(*slice);
        report(Stage::Finished(counts), done);
        rows.push((name, counts));
    }
    Ok(rows)
}
