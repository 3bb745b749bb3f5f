//! Places of a board's points on the grid, read from their labels.

/// A place on the grid relative to the centre of the board: file and rank, both in half steps.
pub(super) type Place = (i32, i32);

/// Places of the points with these labels. A label is a letter for the file and a digit for the rank.
pub(super) fn of(labels: &[&str]) -> Vec<Place> {
    let raw = labels.iter().map(|label| label.as_bytes());
    let raw: Vec<Place> = raw.map(|label| (2 * i32::from(label[0]), 2 * i32::from(label[1]))).collect();
    let centre = |axis: fn(&Place) -> i32| {
        let least = raw.iter().map(axis).min().unwrap_or(0);
        let greatest = raw.iter().map(axis).max().unwrap_or(0);
        i32::midpoint(least, greatest)
    };
    let (file, rank) = (centre(|place| place.0), centre(|place| place.1));
    raw.iter().map(|place| (place.0 - file, place.1 - rank)).collect()
}
